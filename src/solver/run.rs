//! A run: a walk under limits, from one solution to the next.

use super::walk::{Step, Walk};
use crate::ask::{Budget, Stats, Stop};
use crate::engine::{AnyEngine, Engine, with_engine};
use crate::policy::WalkPolicies;
use std::ops::ControlFlow;

/// A question under way.
#[derive(Debug)]
pub(crate) struct Run {
    walk: Walk,
    budget: Budget,
    /// Nodes between two looks at the clock and the cancel token.
    poll: u64,
    /// It pauses at so many nodes, whatever the budget.
    bound: u64,
    /// Solutions that are needed.
    needed: u64,
    pub(super) found: u64,
    /// Why it stopped, once it has.
    pub(super) stop: Option<Stop>,
}

impl Run {
    /// A run from the root to so many solutions, where a node may make so many updates.
    pub(super) fn new(budget: Budget, needed: u64, work: usize, policies: WalkPolicies) -> Self {
        let mut run = Self {
            walk: Walk::default(),
            budget,
            poll: (policies.updates / (work as u64).max(1)).clamp(1, policies.nodes),
            bound: u64::MAX,
            needed,
            found: 0,
            stop: None,
        };
        run.walk.patience = run.poll;
        run.enough();
        run
    }

    /// The run, ended before it began.
    pub(super) fn stopped(mut self, stop: Stop) -> Self {
        self.end(stop);
        self
    }

    /// Goes on to the next solution, or says why there is none.
    pub(super) fn next(&mut self, engine: &mut AnyEngine) -> ControlFlow<Stop> {
        with_engine!(engine, engine => self.next_in(engine))
    }

    pub(super) fn next_in<E: Engine>(&mut self, engine: &mut E) -> ControlFlow<Stop> {
        while self.stop.is_none() {
            match self.step(engine) {
                Step::Solved if !self.budget.take_solution() => self.end(Stop::Solutions),
                Step::Solved => {
                    self.found += 1;
                    self.enough();
                    return ControlFlow::Continue(());
                }
                Step::Paused => self.pause(),
                Step::Tired => self.look(),
                Step::Exhausted => self.end(Stop::Exhausted),
                Step::Stopped(stop) => self.end(stop),
            }
        }
        ControlFlow::Break(self.stop.unwrap_or(Stop::Exhausted))
    }

    fn step<E: Engine>(&mut self, engine: &mut E) -> Step {
        let mut meter = self.budget.meter();
        self.walk.step(engine, &mut meter)
    }

    /// Ends it.
    pub(super) fn end(&mut self, stop: Stop) {
        self.stop = Some(stop);
        self.give_back();
    }

    /// Stops if the time is over or the token cancelled.
    pub(super) fn look(&mut self) {
        // Nodes aside: whether there will be one more is not known yet.
        if let Err(stop) = self.budget.poll() {
            self.end(stop);
        }
        self.walk.patience = self.poll;
    }

    /// Lets a run go on, up to this many nodes. There it stops at its limit of nodes, though the
    /// budget has more.
    pub(crate) fn go_on(&mut self, nodes: u64) {
        self.bound = nodes;
        if self.stop == Some(Stop::Nodes) {
            self.stop = None;
        }
    }

    /// Stops if there are as many solutions as were asked for.
    fn enough(&mut self) {
        if self.found >= self.needed || self.budget.solutions_left() == Some(0) {
            self.end(Stop::Solutions);
        }
    }

    /// Looks at the limits and sets the next pause.
    fn pause(&mut self) {
        let most = self.poll.min(self.bound.saturating_sub(self.walk.nodes));
        let taken = match most {
            0 => Err(Stop::Nodes),
            _ => self.budget.take_nodes(most),
        };
        match taken {
            Ok(taken) => self.walk.pause += taken,
            Err(stop) => self.end(stop),
        }
    }

    /// Gives the nodes that it did not need back to the budget.
    fn give_back(&mut self) {
        let unused = self.walk.pause - self.walk.nodes;
        if unused > 0 {
            self.budget.give_nodes(unused);
            self.walk.pause = self.walk.nodes;
        }
    }

    /// What it has done so far in this engine.
    pub(super) fn stats(&self, engine: &impl Engine) -> Stats {
        Stats {
            updates: engine.updates(),
            inferences: engine.inferences(),
            ..self.spent()
        }
    }

    /// What it has done so far, whatever the engine.
    pub(super) fn spent(&self) -> Stats {
        Stats {
            solutions: self.found.into(),
            nodes: self.walk.nodes,
            elapsed: self.budget.elapsed(),
            ..Stats::default()
        }
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        self.give_back();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Meter;
    use crate::engine::Branch;
    use crate::policy::Policies;
    use crate::problem::{ItemId, OptionId};
    use crate::{CancelToken, Limits};

    /// One node, and below it a million dead ends.
    #[derive(Default)]
    struct Barren {
        tries: u64,
    }

    impl Engine for Barren {
        const DEAD_ENDS_ARE_NODES: bool = false;

        fn reset(&mut self, _: &mut Meter<'_>) -> Result<(), Stop> {
            Ok(())
        }
        fn forbid(&mut self, _: OptionId) {}
        fn force(&mut self, _: OptionId) -> bool {
            false
        }
        fn randomise(&mut self, _: u64, _: &mut Meter<'_>) -> Result<(), Stop> {
            Ok(())
        }
        fn branch(&mut self) -> Branch {
            match self.tries {
                0 => Branch::Item(ItemId::new(0)),
                _ => Branch::Dead,
            }
        }
        fn enter(&mut self, _: ItemId) {}
        fn advance(&mut self) -> bool {
            self.tries += 1;
            self.tries <= 1_000_000
        }
        fn leave(&mut self) {}
        fn trail(&self, _: &mut Vec<OptionId>) {}
        fn updates(&self) -> Option<u64> {
            None
        }
    }

    #[test]
    fn a_run_can_be_stopped_among_dead_ends_that_are_no_nodes() {
        let (token, policies) = (CancelToken::new(), Policies::default().walk);
        let budget = Budget::start(&Limits::new().cancel(&token));
        let mut run = Run::new(budget, u64::MAX, 1, policies);
        // As if it were cancelled after the first node.
        run.walk.pause = 1;
        token.cancel();
        let mut engine = Barren::default();
        assert_eq!(
            run.next_in(&mut engine),
            ControlFlow::Break(Stop::Cancelled)
        );
        assert!(engine.tries <= policies.nodes + 1, "{}", engine.tries);
    }

    #[test]
    fn dead_ends_that_are_no_nodes_do_not_reach_the_limit_of_nodes() {
        let policies = Policies::default().walk;
        let mut run = Run::new(
            Budget::start(&Limits::new().nodes(1)),
            u64::MAX,
            1,
            policies,
        );
        let end = run.next_in(&mut Barren::default());
        assert_eq!(end, ControlFlow::Break(Stop::Exhausted));
        assert_eq!(run.walk.nodes, 1);
    }
}
