//! A run: the walk of an engine under a budget, from one solution to the next.

use std::sync::Arc;

use super::Solver;
use super::engines::Role;
use super::progress::Watcher;
use super::team::{Plan, Team, Wanted, Work};
use crate::ask::{Budget, Lent, Question, Stats, Stop, Threads};
use crate::engine::{Engine, Fuel, Step};
use crate::policy::Policies;
use crate::problem::OptionId;

/// A question in progress.
#[derive(Debug)]
pub(crate) struct Run {
    /// The engine that walks.
    pub(super) role: Role,
    budget: Budget,
    /// The nodes that were taken from the budget and are left.
    fuel: Fuel,
    /// The number of nodes taken from the budget.
    taken: u64,
    /// The number of nodes between two polls of the clock and the cancel token.
    poll_interval: u64,
    /// The run stops at this many nodes, even if the budget allows more.
    most_nodes: u64,
    /// The number of solutions that are needed.
    needed: u64,
    pub(super) found: u64,
    /// The stop reason; `None` while the run can continue.
    pub(super) stop: Option<Stop>,
    pub(super) wanted: Wanted,
    /// The threads that continue the walk once it has become long.
    pub(super) team: Option<Team>,
    growth: Growth,
}

/// When a run goes on with several threads.
#[derive(Clone, Debug, Default)]
pub(super) struct Growth {
    /// The number of checks of the clock before; `None` if it never does.
    pub(super) after: Option<u64>,
    pub(super) threads: Arc<Threads>,
    /// Whether the caller wants to know the progress, which only a team reports.
    pub(super) is_watched: bool,
}

/// What a run came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// A solution.
    Solved,
    /// Its end: there is a stop reason.
    Ended,
    /// The walk is long, and a team should continue it.
    Grow,
}

impl Run {
    /// Makes a run that ends after `needed` solutions. `work` bounds the updates of a node.
    pub(super) fn new(
        role: Role,
        budget: Budget,
        needed: u64,
        work: usize,
        policies: &Policies,
    ) -> Self {
        let policies = policies.walk;
        let poll_interval = (policies.updates / (work as u64).max(1)).clamp(1, policies.nodes);
        let mut run = Self {
            role,
            budget,
            fuel: Fuel {
                nodes: 0,
                dead_ends: poll_interval,
            },
            taken: 0,
            poll_interval,
            most_nodes: u64::MAX,
            needed,
            found: 0,
            stop: None,
            wanted: Wanted::Solutions,
            team: None,
            growth: Growth::default(),
        };
        run.stop_if_enough();
        run
    }

    /// Returns the run, stopped before it began.
    pub(super) fn stopped(mut self, stop: Stop) -> Self {
        self.end(stop);
        self
    }

    /// Sets what the caller wants of the solutions, and when several threads look for them.
    pub(super) fn with(mut self, wanted: Wanted, growth: Growth) -> Self {
        (self.wanted, self.growth) = (wanted, growth);
        self
    }

    /// Walks on the thread of the caller, to the next solution.
    pub(super) fn next(&mut self, engine: &mut dyn Engine) -> Next {
        while self.stop.is_none() {
            match engine.run(&mut self.fuel, &mut self.budget.meter()) {
                Step::Solved if self.budget.take_solutions(1) == 0 => {
                    engine.put_back(&mut self.fuel);
                    self.end(Stop::Solutions);
                }
                Step::Solved => {
                    self.found += 1;
                    self.stop_if_enough();
                    return Next::Solved;
                }
                Step::OutOfNodes if self.is_long() => return Next::Grow,
                Step::OutOfNodes => self.take_nodes(),
                Step::OutOfDeadEnds => self.poll(),
                Step::Exhausted => self.end(Stop::Exhausted),
                Step::Stopped(stop) => self.end(stop),
            }
        }
        Next::Ended
    }

    /// Stops the run for this reason.
    pub(super) fn end(&mut self, stop: Stop) {
        self.stop = Some(stop);
        self.give_back();
    }

    /// Stops if the time limit is reached or the token is cancelled.
    fn poll(&mut self) {
        // The node limit is not checked, because there may be no further node.
        if let Err(stop) = self.budget.poll() {
            self.end(stop);
        }
        self.fuel.dead_ends = self.poll_interval;
    }

    /// Lets the run continue up to this many nodes. Then it stops with [`Stop::Nodes`], even if the
    /// budget has more.
    pub(crate) fn go_on(&mut self, nodes: u64) {
        self.give_back();
        self.most_nodes = nodes;
        if self.stop == Some(Stop::Nodes) {
            self.stop = None;
        }
    }

    /// Stops if there are enough solutions.
    fn stop_if_enough(&mut self) {
        if self.found >= self.needed || self.budget.solutions_left() == Some(0) {
            self.end(Stop::Solutions);
        }
    }

    /// Checks all limits, and takes nodes for the time until the next poll.
    fn take_nodes(&mut self) {
        let allowed = self.most_nodes.saturating_sub(self.nodes());
        let most = self.poll_interval.min(allowed);
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

    /// Returns unused nodes to a shared budget. For pauses between two solutions, in which the
    /// caller may spend a long time on the first.
    pub(super) fn release_nodes(&mut self) {
        if self.budget.shares_nodes() {
            self.give_back();
        }
    }

    /// Returns unused nodes to the budget.
    fn give_back(&mut self) {
        if self.fuel.nodes > 0 {
            self.budget.give_nodes(self.fuel.nodes);
            self.taken -= self.fuel.nodes;
            self.fuel.nodes = 0;
        }
    }

    /// Whether a team should continue the walk.
    fn is_long(&self) -> bool {
        let nodes = self.taken - self.fuel.nodes;
        let growth = &self.growth;
        let after = growth
            .after
            .map(|checks| checks.saturating_mul(self.poll_interval));
        after.is_some_and(|after| nodes >= after)
            && (growth.is_watched || growth.threads.any_free())
    }

    /// Ranks solutions by their costs.
    pub(super) fn rank(&mut self) {
        self.wanted = Wanted::Cheapest;
        // Several threads do not visit the same solutions as one.
        if self.budget.solutions_left().is_some() {
            self.stay_alone();
        }
    }

    /// Whether there is a limit of nodes.
    pub(super) fn is_limited(&self) -> bool {
        self.budget.nodes_left() < u64::MAX
    }

    /// Makes the threads of the run available to others until the returned values are dropped,
    /// between two turns.
    pub(crate) fn lend_threads(&self) -> Vec<Lent> {
        self.team
            .as_ref()
            .map(Team::lend_threads)
            .unwrap_or_default()
    }

    /// The budget of the run.
    pub(super) fn budget(&self) -> Budget {
        self.budget.clone()
    }

    /// Adds the nodes of another run for the same question.
    pub(super) fn add(&mut self, other: &Self) {
        self.taken += other.nodes();
    }

    /// Keeps the run on the thread of the caller.
    pub(super) fn stay_alone(&mut self) {
        self.growth.after = None;
    }

    /// The settings of a team for this run.
    pub(super) fn plan<'p>(&'p self, solver: &'p Solver, question: &'p Question) -> Plan<'p> {
        Plan {
            solver,
            question,
            role: self.role,
            wanted: match self.wanted {
                Wanted::Number(needed) => Wanted::Number(needed - self.found),
                wanted => wanted,
            },
            budget: &self.budget,
            interval: self.poll_interval,
            threads: &self.growth.threads,
        }
    }

    /// Waits for the next solution of the team; or, if only their number matters, for the end of
    /// the turn. Returns whether `trail` is a solution.
    pub(super) fn wait(&mut self, trail: &mut Vec<OptionId>, watcher: Watcher<'_>) -> bool {
        let left = self.most_nodes.saturating_sub(self.nodes());
        let Some(team) = self.team.as_mut().filter(|_| self.stop.is_none()) else {
            return false;
        };
        if self.wanted == Wanted::Solutions {
            match team.next(trail, watcher) {
                Ok(()) if self.budget.take_solutions(1) == 0 => self.end(Stop::Solutions),
                Ok(()) => {
                    self.found += 1;
                    self.stop_if_enough();
                    return true;
                }
                Err(stop) => self.end(stop),
            }
            return false;
        }
        team.give_turn(left);
        let stop = team.wait(watcher);
        let new = team.take_solutions();
        let taken = self.budget.take_solutions(new);
        self.found += taken;
        let stop = stop.unwrap_or(Stop::Nodes);
        self.end(if taken < new { Stop::Solutions } else { stop });
        self.stop_if_enough();
        false
    }

    pub(super) fn nodes(&self) -> u64 {
        self.taken - self.fuel.nodes + self.team.as_ref().map_or(0, Team::nodes)
    }

    /// The statistics so far. The engine may have been dropped.
    pub(super) fn stats(&self, engine: Option<&dyn Engine>) -> Stats {
        let work = match &self.team {
            Some(team) => team.work(),
            None => engine.map(Work::of).unwrap_or_default(),
        };
        Stats {
            solutions: self.found.into(),
            nodes: self.nodes(),
            updates: work.updates,
            inferences: work.inferences,
            threads: self.team.as_ref().map_or(1, Team::threads),
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

    /// A tree with one node and a million dead ends below it.
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
        fn tried(&self) -> Option<OptionId> {
            None
        }
        fn trail(&self, _: &mut Vec<OptionId>) {}
    }

    fn run(limits: &Limits) -> Run {
        Run::new(
            Role::Walk,
            Budget::start(limits),
            u64::MAX,
            1,
            &Policies::default(),
        )
    }

    #[test]
    fn a_run_stops_among_dead_ends_that_are_not_nodes() {
        let token = CancelToken::new();
        let mut run = run(&Limits::new().cancel(&token));
        // The token is cancelled after the first node.
        (run.fuel.nodes, run.taken) = (1, 1);
        token.cancel();
        let mut engine = Walk::new(Barren::default());
        assert_eq!(run.next(&mut engine), Next::Ended);
        assert_eq!(run.stop, Some(Stop::Cancelled));
        let tries = engine.tries().expect("a tree in the natural order");
        assert!(
            u64::from(tries[0]) <= Policies::default().walk.nodes + 1,
            "{tries:?}"
        );
    }

    #[test]
    fn dead_ends_that_are_not_nodes_do_not_count_for_the_node_limit() {
        let mut run = run(&Limits::new().nodes(1));
        assert_eq!(run.next(&mut Walk::new(Barren::default())), Next::Ended);
        assert_eq!(run.stop, Some(Stop::Exhausted));
        assert_eq!(run.nodes(), 1);
    }
}
