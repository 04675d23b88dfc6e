//! A run: the walk of an engine under a budget, from one solution to the next.

use std::sync::Arc;

use super::Solver;
use super::engines::Role;
use super::progress::{Place, Watcher};
use super::ranking::Costed;
use super::supply::Supply;
use super::team::{Goal, Plan, Team, Work};
use crate::ask::{Budget, Lent, Question, Stats, Stop, Threads};
use crate::engine::{Engine, Step};
use crate::problem::OptionId;

/// A question in progress.
#[derive(Debug)]
pub(crate) struct Run {
    /// The engine that walks.
    pub(super) role: Role,
    supply: Supply,
    goal: Goal,
    /// The number of solutions that are needed.
    needed: u64,
    pub(super) found: u64,
    /// The stop reason; `None` while the run can continue.
    pub(super) stop: Option<Stop>,
    /// When a team continues the run; `None` if it never does.
    growth: Option<Growth>,
    /// The threads that continue the walk once it has become long.
    pub(super) team: Option<Team>,
    /// Whether walks for the best solutions use the linear relaxation.
    pub(super) relaxes: bool,
    /// The place of the walk in a larger count, for reports.
    pub(super) place: Option<Place>,
}

/// When a team continues a run.
#[derive(Clone, Debug)]
pub(super) struct Growth {
    /// The number of checks of the clock before.
    pub(super) after: u64,
    /// The threads of the team; `None` if it may have only one.
    pub(super) threads: Option<Arc<Threads>>,
    /// Whether the caller wants to know the progress, which only a team reports.
    pub(super) is_watched: bool,
}

/// The result of a step of a run.
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
    /// Makes a run that ends after `needed` solutions.
    pub(super) fn new(
        role: Role,
        supply: Supply,
        goal: Goal,
        needed: u64,
        growth: Option<Growth>,
    ) -> Self {
        let mut run = Self {
            role,
            supply,
            goal,
            needed,
            found: 0,
            stop: None,
            growth,
            team: None,
            relaxes: false,
            place: None,
        };
        run.stop_if_enough();
        run
    }

    /// Returns the run, stopped before it began.
    pub(super) fn stopped(mut self, stop: Stop) -> Self {
        self.end(stop);
        self
    }

    /// Returns the run, at a place in a larger count.
    pub(super) fn at(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }

    /// Walks on the thread of the caller, to the next solution.
    pub(super) fn next(&mut self, engine: &mut dyn Engine) -> Next {
        while self.stop.is_none() {
            let step = self.supply.run(engine);
            let supply = &mut self.supply;
            let checked = match step {
                Step::Solved if supply.budget.take_solutions(1) == 0 => {
                    // A search that goes on from here must still find it.
                    engine.put_back(&mut supply.fuel);
                    Err(Stop::Solutions)
                }
                Step::Solved => {
                    self.found += 1;
                    self.stop_if_enough();
                    return Next::Solved;
                }
                // Only here, where the walk pauses anyway: the loop of the engine asks nothing.
                Step::OutOfNodes if self.is_long() => return Next::Grow,
                Step::OutOfNodes => self.supply.take(),
                Step::OutOfDeadEnds => self.supply.poll(),
                Step::Exhausted => Err(Stop::Exhausted),
                Step::Stopped(stop) => Err(stop),
            };
            if let Err(stop) = checked {
                self.end(stop);
            }
        }
        Next::Ended
    }

    /// Stops the run for this reason.
    pub(super) fn end(&mut self, stop: Stop) {
        self.stop = Some(stop);
        // A budget may be shared: unused nodes belong to others.
        self.supply.give_back();
    }

    /// Stops if there are enough solutions.
    fn stop_if_enough(&mut self) {
        if self.found >= self.needed || self.supply.budget.solutions_left() == Some(0) {
            self.end(Stop::Solutions);
        }
    }

    /// Lets the run continue up to this many nodes. Then it stops with [`Stop::Nodes`], even if the
    /// budget has more.
    pub(crate) fn go_on(&mut self, nodes: u64) {
        self.supply.give_back();
        self.supply.most = nodes;
        if self.stop == Some(Stop::Nodes) {
            self.stop = None;
        }
    }

    /// The number of nodes between two checks of the clock.
    pub(super) fn interval(&self) -> u64 {
        self.supply.interval
    }

    /// Returns unused nodes to a shared budget. For pauses between two solutions, in which the
    /// caller may spend a long time on the first.
    pub(super) fn release_nodes(&mut self) {
        self.supply.release();
    }

    /// Whether a team should continue the walk.
    fn is_long(&self) -> bool {
        let (nodes, interval) = (self.supply.used(), self.supply.interval);
        self.growth.as_ref().is_some_and(|growth| {
            let any_free = || growth.threads.as_ref().is_some_and(|all| all.any_free());
            nodes >= growth.after.saturating_mul(interval) && (growth.is_watched || any_free())
        })
    }

    /// Keeps the run on the thread of the caller.
    pub(super) fn stay_alone(&mut self) {
        self.growth = None;
    }

    /// The settings of a team for this run.
    pub(super) fn plan<'p>(&'p self, solver: &'p Solver, question: &'p Question) -> Plan<'p> {
        let growth = self.growth.as_ref();
        Plan {
            solver,
            question,
            role: self.role,
            goal: self.goal,
            needed: self.needed - self.found,
            budget: &self.supply.budget,
            interval: self.supply.interval,
            relaxes: self.relaxes,
            threads: growth.and_then(|growth| growth.threads.as_deref()),
        }
    }

    /// Waits for the next solution of the team; or, if the goal is not a list, for the end of the
    /// turn. Returns whether `trail` is a solution.
    pub(super) fn wait(&mut self, trail: &mut Vec<OptionId>, watcher: Watcher<'_>) -> bool {
        if self.goal != Goal::List {
            self.wait_for_end(watcher, &mut |_| {});
            return false;
        }
        let Some(team) = self.team.as_mut().filter(|_| self.stop.is_none()) else {
            return false;
        };
        match team.next(trail, watcher) {
            Ok(()) if self.supply.budget.take_solutions(1) == 0 => self.end(Stop::Solutions),
            Ok(()) => {
                self.found += 1;
                self.stop_if_enough();
                return true;
            }
            Err(stop) => self.end(stop),
        }
        false
    }

    /// Waits until the team has ended its turn. `tell` receives the better solutions, if the ranking
    /// of the team keeps them.
    pub(super) fn wait_for_end(&mut self, watcher: Watcher<'_>, tell: &mut dyn FnMut(Vec<Costed>)) {
        let left = self.supply.most.saturating_sub(self.nodes());
        let Some(team) = self.team.as_mut().filter(|_| self.stop.is_none()) else {
            return;
        };
        let budget = &self.supply.budget;
        team.give_turn(left);
        let stop = team.wait(watcher, tell);
        // Threads may find more solutions than the budget has left: the others do not count.
        let new = team.take_solutions();
        let taken = budget.take_solutions(new);
        self.found += taken;
        let stop = stop.unwrap_or(Stop::Nodes);
        self.end(if taken < new { Stop::Solutions } else { stop });
        self.stop_if_enough();
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
        self.supply.budget.clone()
    }

    /// Adds the nodes of other runs for the same question.
    pub(super) fn add_nodes(&mut self, nodes: u64) {
        self.supply.add_used(nodes);
    }

    pub(super) fn nodes(&self) -> u64 {
        self.supply.used() + self.team.as_ref().map_or(0, Team::nodes)
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
            elapsed: self.supply.budget.elapsed(),
            ..Stats::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Meter;
    use crate::engine::{Branch, Fuel, Tree, Walk};
    use crate::policy::{METER_WORK, Policies};
    use crate::problem::OptionId;
    use crate::{CancelToken, Limits};

    /// A tree with one node and a million dead ends below it.
    #[derive(Clone, Debug, Default)]
    struct Barren {
        tries: u64,
    }

    impl Tree for Barren {
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

    /// An engine that finds solutions of one node each, with work that is too small for a poll.
    #[derive(Clone, Debug)]
    struct Fertile;

    impl Engine for Fertile {
        fn start(
            &mut self,
            _: &Question,
            _: Option<&[u32]>,
            _: &mut Meter<'_>,
        ) -> Result<bool, Stop> {
            Ok(true)
        }
        fn run(&mut self, fuel: &mut Fuel, meter: &mut Meter<'_>) -> Step {
            if fuel.nodes == 0 {
                return Step::OutOfNodes;
            }
            fuel.nodes -= 1;
            match meter.spend(METER_WORK as usize / 10) {
                Ok(()) => Step::Solved,
                Err(stop) => Step::Stopped(stop),
            }
        }
        fn put_back(&mut self, _: &mut Fuel) {}
        fn trail(&self, _: &mut Vec<OptionId>) {}
        fn tries(&self) -> Option<Vec<u32>> {
            None
        }
        fn boxed(&self) -> Box<dyn Engine> {
            Box::new(self.clone())
        }
    }

    /// A meter of its own for each solution would never look at the clock.
    #[test]
    fn the_work_between_solutions_adds_up() {
        let token = CancelToken::new();
        let mut run = run(&Limits::new().cancel(&token));
        assert_eq!(run.next(&mut Fertile), Next::Solved);
        token.cancel();
        while run.next(&mut Fertile) == Next::Solved {}
        assert_eq!(run.stop, Some(Stop::Cancelled));
        assert!((1..=11).contains(&run.found), "{}", run.found);
    }

    fn run(limits: &Limits) -> Run {
        let supply = Supply::new(Budget::start(limits), 1, &Policies::default());
        Run::new(Role::Walk, supply, Goal::Count, u64::MAX, None)
    }

    #[test]
    fn a_run_stops_among_dead_ends_that_are_not_nodes() {
        let token = CancelToken::new();
        let mut run = run(&Limits::new().cancel(&token));
        // The token is cancelled after the first node.
        run.supply.most = 1;
        assert_eq!(run.supply.take(), Ok(()));
        run.supply.most = u64::MAX;
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
