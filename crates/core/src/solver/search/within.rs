//! The number of solutions within a ceiling of costs.

use super::Search;
use crate::ask::{Answer, Budget, Count, Limits, Stop};
use crate::problem::Sense;
use crate::solver::engines::Role;
use crate::solver::ranking::CostRange;
use crate::solver::run::{Next, Run};
use crate::solver::team::Goal;

/// A count begins with the nodes of so many trials.
const FIRST_TRIALS: u64 = 3;

/// The solutions that are counted.
#[derive(Clone, Copy)]
struct Within {
    sense: Sense,
    /// The highest cost; with [`Sense::Max`], of costs with the other sign.
    most: i64,
}

/// What the short counts before the whole one have shown.
struct Tried {
    nodes: u64,
    /// A bound of all costs.
    bound: Option<i64>,
    /// Whether the linear relaxation pays.
    relaxes: bool,
}

impl Search {
    /// Counts the solutions that cost at most `cost`; with [`Sense::Max`], at least. With the best
    /// cost of all, these are the solutions that share it.
    ///
    /// ```
    /// use quadrille::{Problem, Sense, Solver};
    ///
    /// let mut builder = Problem::builder();
    /// let item = builder.primary("a")?;
    /// for cost in [3, 5, 3, 4] {
    ///     let option = builder.option([item])?;
    ///     builder.add_cost(option, cost)?;
    /// }
    /// let mut search = Solver::new(builder.build()).search();
    /// let least = search.cheapest().value.cost().expect("a solution");
    /// assert_eq!((least, search.count_within(Sense::Min, least).value.to_u64()), (3, Some(2)));
    /// assert_eq!(search.count_within(Sense::Max, 4).value.to_u64(), Some(2));
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    #[must_use]
    pub fn count_within(&mut self, sense: Sense, cost: i64) -> Answer<Count> {
        let most = sense.loss(cost);
        let within = Within { sense, most };
        let budget = self.start_budget();
        let run = match self.count_in_parts(&budget, within) {
            Ok(run) => run,
            Err(tried) => self.count_all(&budget, within, &tried),
        };
        self.answer(run.found.into(), &run)
    }

    /// Counts for a few nodes, and then, if that may pay, for a few with the linear relaxation.
    /// Returns the run that has answered, or that a limit of the question has stopped.
    fn count_in_parts(&mut self, budget: &Budget, within: Within) -> Result<Run, Tried> {
        let policies = self.solver().policies().costs;
        // The count must take each solution from the budget once.
        let is_limited = budget.solutions_left().is_some();
        let nodes = if is_limited {
            0
        } else {
            FIRST_TRIALS * policies.trial
        };
        let has_ended = |run: &Run| run.stop != Some(Stop::Nodes) || budget.nodes_left() == 0;
        let first = self.count_a_little(budget, within, (nodes, false));
        let mut tried = Tried {
            nodes: first.nodes(),
            bound: self.remaining_bound(&first),
            relaxes: false,
        };
        if !is_limited && has_ended(&first) {
            return Ok(first);
        }
        let allowed = match tried.bound {
            // Each solution takes nodes, so the relaxation pays only where they are few.
            Some(bound) if first.found == 0 && !is_limited => {
                let plain = (nodes, self.covered(&first));
                policies.relaxed_nodes(plain, (bound, within.most))
            }
            _ => 0,
        };
        if allowed == 0 {
            return Err(tried);
        }
        let relaxed = (allowed.min(policies.relaxed), true);
        let mut second = self.count_a_little(budget, within, relaxed);
        tried.bound = tried.bound.max(self.remaining_bound(&second));
        second.add_nodes(tried.nodes);
        if has_ended(&second) {
            return Ok(second);
        }
        tried.nodes = second.nodes();
        tried.relaxes = second.found == 0 && allowed > policies.relaxed;
        Err(tried)
    }

    /// Counts for a number of nodes, with the linear relaxation or without it.
    fn count_a_little(
        &mut self,
        budget: &Budget,
        within: Within,
        (nodes, relaxes): (u64, bool),
    ) -> Run {
        let part = budget.part(&Limits::new().nodes(nodes));
        let role = Role::Best(within.sense);
        let mut run = self.start_under(part, role, Goal::Count, u64::MAX);
        run.stay_alone();
        self.use_relaxation(&mut run, relaxes);
        self.lower_ceiling(&mut run, Ok(Some(within.most)));
        while self.advance_alone(&mut run) == Next::Solved {}
        run
    }

    /// Counts to the end, or until a limit stops the run.
    fn count_all(&mut self, budget: &Budget, within: Within, tried: &Tried) -> Run {
        let Within { sense, most } = within;
        let known = CostRange {
            sense,
            decimals: self.solver().problem().cost_decimals(),
            best: None,
            bound: tried.bound.map(|bound| sense.loss(bound)),
        };
        let mut run = self.start_under(budget.clone(), Role::Best(sense), Goal::Count, u64::MAX);
        self.use_relaxation(&mut run, tried.relaxes);
        self.lower_ceiling(&mut run, Ok(Some(most)));
        loop {
            match self.advance_reporting(&mut run, (budget, tried.nodes), |_, _| known) {
                Next::Solved => {}
                Next::Ended => break,
                Next::Grow => {
                    self.form_team(&mut run);
                    if let Some(team) = &run.team {
                        team.lower_ceiling(Some(most));
                    }
                    self.advance(&mut run);
                    break;
                }
            }
        }
        run.add_nodes(tried.nodes);
        run
    }
}
