//! A run: an engine under a budget, from one solution to the next.

use super::engines::Role;
use crate::ask::{Budget, Stats, Stop};
use crate::engine::{Engine, Fuel, Step};
use crate::policy::WalkPolicies;
use std::ops::ControlFlow;

/// A question under way.
#[derive(Debug)]
pub(crate) struct Run {
    /// Which engine is asked.
    pub(super) role: Role,
    budget: Budget,
    /// What is left of the nodes that were taken.
    fuel: Fuel,
    /// Nodes taken from the budget.
    taken: u64,
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
    pub(super) fn new(
        role: Role,
        budget: Budget,
        needed: u64,
        work: usize,
        policies: WalkPolicies,
    ) -> Self {
        let poll = (policies.updates / (work as u64).max(1)).clamp(1, policies.nodes);
        let mut run = Self {
            role,
            budget,
            fuel: Fuel {
                nodes: 0,
                dead_ends: poll,
            },
            taken: 0,
            poll,
            bound: u64::MAX,
            needed,
            found: 0,
            stop: None,
        };
        run.enough();
        run
    }

    /// The run, ended before it began.
    pub(super) fn stopped(mut self, stop: Stop) -> Self {
        self.end(stop);
        self
    }

    /// Goes on to the next solution, or says why there is none.
    pub(super) fn next(&mut self, engine: &mut dyn Engine) -> ControlFlow<Stop> {
        while self.stop.is_none() {
            match engine.run(&mut self.fuel, &mut self.budget.meter()) {
                Step::Solved if self.budget.take_solutions(1) == 0 => {
                    engine.put_back(&mut self.fuel);
                    self.end(Stop::Solutions);
                }
                Step::Solved => {
                    self.found += 1;
                    self.enough();
                    return ControlFlow::Continue(());
                }
                Step::OutOfNodes => self.refuel(),
                Step::OutOfDeadEnds => self.look(),
                Step::Exhausted => self.end(Stop::Exhausted),
                Step::Stopped(stop) => self.end(stop),
            }
        }
        ControlFlow::Break(self.stop.unwrap_or(Stop::Exhausted))
    }

    /// Ends it.
    pub(super) fn end(&mut self, stop: Stop) {
        self.stop = Some(stop);
        self.give_back();
    }

    /// Stops if the time is over or the token cancelled.
    fn look(&mut self) {
        // Nodes aside: whether there will be one more is not known yet.
        if let Err(stop) = self.budget.poll() {
            self.end(stop);
        }
        self.fuel.dead_ends = self.poll;
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

    /// Looks at the limits and takes nodes up to the next look.
    fn refuel(&mut self) {
        let most = self.poll.min(self.bound.saturating_sub(self.nodes()));
        let taken = match most {
            0 => Err(Stop::Nodes),
            _ => self.budget.take_nodes(most),
        };
        match taken {
            Ok(taken) => {
                self.taken += taken;
                self.fuel.nodes += taken;
            }
            Err(stop) => self.end(stop),
        }
    }

    /// Leaves the nodes that were taken in advance to others, before the caller looks at a solution,
    /// which may take long.
    pub(super) fn rest(&mut self) {
        if self.budget.shares_nodes() {
            self.give_back();
        }
    }

    /// Gives the nodes that it did not need back to the budget.
    fn give_back(&mut self) {
        if self.fuel.nodes > 0 {
            self.budget.give_nodes(self.fuel.nodes);
            self.taken = self.nodes();
            self.fuel.nodes = 0;
        }
    }

    fn nodes(&self) -> u64 {
        self.taken - self.fuel.nodes
    }

    /// What it has done so far in this engine, if that is still there.
    pub(super) fn stats(&self, engine: Option<&dyn Engine>) -> Stats {
        Stats {
            solutions: self.found.into(),
            nodes: self.nodes(),
            updates: engine.and_then(Engine::updates),
            inferences: engine.and_then(Engine::inferences),
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
    use crate::engine::{Branch, Tree, Walk};
    use crate::policy::Policies;
    use crate::problem::OptionId;
    use crate::{CancelToken, Limits};

    /// One node, and below it a million dead ends.
    #[derive(Clone, Debug, Default)]
    struct Barren {
        tries: u64,
    }

    impl Tree for Barren {
        fn dead_ends_are_nodes(&self) -> bool {
            false
        }
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
                0 => Branch::Open,
                _ => Branch::Dead,
            }
        }
        fn enter(&mut self) {}
        fn advance(&mut self) -> bool {
            self.tries += 1;
            self.tries <= 1_000_000
        }
        fn leave(&mut self) {}
        fn trail(&self, _: &mut Vec<OptionId>) {}
    }

    fn run(limits: &Limits) -> Run {
        Run::new(
            Role::Walk,
            Budget::start(limits),
            u64::MAX,
            1,
            Policies::default().walk,
        )
    }

    #[test]
    fn a_run_can_be_stopped_among_dead_ends_that_are_no_nodes() {
        let token = CancelToken::new();
        let mut run = run(&Limits::new().cancel(&token));
        // As if it were cancelled after the first node.
        (run.fuel.nodes, run.taken) = (1, 1);
        token.cancel();
        let mut engine = Walk::new(Barren::default());
        assert_eq!(run.next(&mut engine), ControlFlow::Break(Stop::Cancelled));
        let tries = engine.tries().expect("a tree in the natural order");
        assert!(
            u64::from(tries[0]) <= Policies::default().walk.nodes + 1,
            "{tries:?}"
        );
    }

    #[test]
    fn dead_ends_that_are_no_nodes_do_not_reach_the_limit_of_nodes() {
        let mut run = run(&Limits::new().nodes(1));
        let end = run.next(&mut Walk::new(Barren::default()));
        assert_eq!(end, ControlFlow::Break(Stop::Exhausted));
        assert_eq!(run.nodes(), 1);
    }
}
