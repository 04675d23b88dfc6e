//! Questions that a walk answers.

use std::ops::ControlFlow;

use super::Search;
use crate::ask::{Answer, Budget, Count, Stop, Uniqueness};
use crate::engine::{Engine, Purpose};
use crate::problem::OptionId;
use crate::solver::engines::Role;
use crate::solver::run::Run;
use crate::solver::team::Goal;
use crate::solver::{Place, Solution};

impl Search {
    /// Finds the first solution. The value `None` proves that there is no solution only if the
    /// answer [is complete](crate::Answer::is_complete).
    ///
    /// The search stops at the first solution, with [`Stop::Solutions`], even if it is the only
    /// one. [`unique`](Self::unique) finds out whether there is another.
    #[must_use]
    pub fn first(&mut self) -> Answer<Option<Solution>> {
        let mut run = self.start(Goal::List, 1);
        let value = self.next(&mut run);
        self.answer(value, &run)
    }

    /// Calls `visit` for every solution, with its options: forced options first, then in the order
    /// of choice. Stops when `visit` breaks. The value is the number of calls.
    ///
    /// This is the fastest way to visit many solutions: it allocates no memory per solution.
    pub fn for_each(
        &mut self,
        mut visit: impl FnMut(&[OptionId]) -> ControlFlow<()>,
    ) -> Answer<Count> {
        let mut run = self.start(Goal::List, u64::MAX);
        while self.advance(&mut run) {
            run.release_nodes();
            if visit(self.trail(&run)).is_break() {
                run.end(Stop::Solutions);
            }
        }
        self.answer(run.found.into(), &run)
    }

    /// Finds all solutions, in the order of the search. Memory grows with their number; use
    /// [`solutions`](Self::solutions) or [`Limits::solutions`](crate::Limits::solutions) if
    /// there may be many.
    #[must_use]
    pub fn all(&mut self) -> Answer<Vec<Solution>> {
        let mut run = self.start(Goal::List, u64::MAX);
        let all = std::iter::from_fn(|| self.next(&mut run)).collect();
        self.answer(all, &run)
    }

    /// Visits every solution, and counts them. If the answer is not complete, the value is a lower
    /// bound.
    ///
    /// To learn only the number, use [`count`](Self::count), which is usually much faster. Use
    /// `walk` to measure a walk, or to split one: unlike [`count_by`](Self::count_by) with
    /// [`Method::Walk`](crate::Method::Walk), it has a [position](Self::position) at which it
    /// stopped, and ignores the memory limit.
    #[must_use]
    pub fn walk(&mut self) -> Answer<Count> {
        let mut run = self.start(Goal::Count, u64::MAX);
        self.walk_on(&mut run)
    }

    /// Starts a walk that can be continued after it was stopped. The caller must not ask another
    /// question before the end of the walk.
    pub(crate) fn start_walk(&mut self, budget: &Budget, place: Place) -> Run {
        // Another method may give the answer. So the walk takes no solutions from the budget; the
        // count does so at its end.
        let needed = budget.solutions_left().unwrap_or(u64::MAX);
        let budget = budget.clone().without_solutions();
        let run = self.start_under(budget, Role::Walk, Goal::Count, needed);
        if let Some(engine) = self.engines.get_mut(Role::Walk, &self.solver)
            && needed > 2
        {
            engine.set_purpose(Purpose::Count);
        }
        self.forget_position();
        run.at(place)
    }

    /// Continues a walk until it stops.
    pub(crate) fn walk_on(&mut self, run: &mut Run) -> Answer<Count> {
        while self.advance(run) {}
        self.answer(run.found.into(), run)
    }

    /// The work of a walk so far, in nanoseconds, about. `None` if the engine does not count it, or
    /// if several threads share it: then it would depend on who did what.
    pub(crate) fn work_of(&self, run: &Run) -> Option<u64> {
        let engine = self.engines.get(run.role, &self.solver);
        let engine = engine.filter(|_| run.team.is_none())?;
        Some(engine.work()).filter(|&work| work > 0)
    }

    /// The share of the tree that a walk has covered; 0 if that is unknown.
    pub(crate) fn share_of(&self, run: &Run) -> f64 {
        match &run.team {
            Some(team) => team.share(),
            None => {
                let engine = self.engines.get(run.role, &self.solver);
                engine.map_or(0.0, Engine::covered)
            }
        }
    }

    /// Finds out whether there is no solution, exactly one, or several. Stops at the second
    /// solution.
    #[must_use]
    pub fn unique(&mut self) -> Answer<Uniqueness> {
        let mut run = self.start(Goal::List, 2);
        while self.advance(&mut run) {}
        let value = match (run.found, run.stop) {
            (2.., _) => Uniqueness::Many,
            (1, Some(Stop::Exhausted)) => Uniqueness::One,
            (0, Some(Stop::Exhausted)) => Uniqueness::None,
            _ => Uniqueness::Unknown,
        };
        self.answer(value, &run)
    }
}
