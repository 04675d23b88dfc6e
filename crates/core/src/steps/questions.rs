//! Questions about steps: the next one, and all of them.

use super::deduction::Deduction;
use super::finder::{End, Steps};
use crate::ask::{Answer, Budget, Stats, Stop};
use crate::problem::OptionId;
use crate::solver::{Search, Solver};

/// The steps that solve a problem, as far as they lead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct StepPath {
    /// The steps, in order.
    pub steps: Vec<Deduction>,
    /// The options that are in every solution: those that are forced, and those that the steps
    /// chose, ascending.
    pub chosen: Vec<OptionId>,
    /// The other options that may be in a solution, ascending.
    pub live: Vec<OptionId>,
    /// Why there is no further step; `None` if a limit stopped the search.
    pub end: Option<End>,
}

impl Search {
    /// Finds the steps by which a person would solve the problem under the assumptions of this
    /// search, each by the easiest argument. After a limit, the path holds the steps that were
    /// found. The same problem has the same steps on every machine. [`Steps`] finds steps one by
    /// one, and of some kinds only.
    ///
    /// ```
    /// use quadrille::steps::{End, Kind};
    /// use quadrille::{Solver, text::dlx};
    ///
    /// let solver = Solver::new(dlx::read(b"cook drive | Ann Bob\ncook Ann\ncook Bob\ndrive Bob\n")?);
    /// let path = solver.search().steps().value;
    /// assert_eq!(path.end, Some(End::Solved));
    /// assert_eq!(path.steps.len(), 2);
    /// assert!(path.steps.iter().all(|step| step.reason.kind() == Kind::Single));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn steps(&mut self) -> Answer<StepPath> {
        self.answer_steps(|steps, budget, path: &mut StepPath| {
            let ended = loop {
                match steps.next(budget) {
                    Ok(Some(step)) => path.steps.push(step),
                    Ok(None) => break Ok(()),
                    Err(stop) => break Err(stop),
                }
            };
            path.chosen = steps.chosen().to_vec();
            path.chosen.sort_unstable();
            path.live = steps.live();
            path.end = steps.end();
            ended
        })
    }

    /// Finds the next step of a person who solves the problem under the assumptions of this search.
    /// There is none if the problem is solved, has no solution, or if each option that is left is in
    /// some solution; or if a limit stopped the search.
    ///
    /// ```
    /// use quadrille::steps::{Known, check};
    /// use quadrille::{Solver, text::dlx};
    ///
    /// let solver = Solver::new(dlx::read(b"a b c\na b\nb c\nc\n")?);
    /// let step = solver.search().hint().value.expect("only `a b` covers `a`");
    /// let mut known = Known::default();
    /// known.live.extend(solver.problem().options());
    /// assert_eq!(check(solver.problem(), &known, &step), Ok(()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn hint(&mut self) -> Answer<Option<Deduction>> {
        self.answer_steps(|steps, budget, found| {
            *found = steps.find(budget)?;
            Ok(())
        })
    }

    /// Answers a question about the steps under the limits of this search.
    fn answer_steps<T: Default>(
        &mut self,
        ask: impl FnOnce(&mut Steps, &Budget, &mut T) -> Result<(), Stop>,
    ) -> Answer<T> {
        let budget = self.start_budget().without_solutions();
        let mut value = T::default();
        let steps = Steps::new(self.solver().problem().clone(), self.assumptions(), &budget);
        let ended = steps.and_then(|mut steps| ask(&mut steps, &budget, &mut value));
        let stats = Stats {
            elapsed: budget.elapsed(),
            ..Stats::default()
        };
        Answer::new(value, ended.err().unwrap_or(Stop::Exhausted), stats)
    }
}

impl Solver {
    /// Finds the next step of a person who solves the problem: [`Search::hint`] without assumptions
    /// and limits.
    ///
    /// ```
    /// use quadrille::{Solver, text::dlx};
    ///
    /// let solver = Solver::new(dlx::read(b"a b\na\nb\n")?);
    /// let step = solver.hint().expect("only one option covers `a`");
    /// assert_eq!(step.chosen.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn hint(&self) -> Option<Deduction> {
        self.search().hint().value
    }
}
