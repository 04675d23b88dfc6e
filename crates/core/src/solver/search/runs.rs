//! Starts, continues and answers the runs of a search.

use std::sync::Arc;

use super::Search;
use crate::ask::{Answer, Budget, Limits, Order, Question, Stats, Stop};
use crate::engine::{Engine, Purpose, Tree};
use crate::problem::OptionId;
use crate::solver::engines::Role;
use crate::solver::run::{Growth, Next, Run};
use crate::solver::supply::Supply;
use crate::solver::team::{Goal, Team};
use crate::solver::{Progress, Solution};

impl Search {
    /// Starts the budget of a question, and forgets the position of the last walk.
    pub(crate) fn start_budget(&mut self) -> Budget {
        self.forget_position();
        Budget::within(&self.limits, self.budget.clone())
    }

    /// Replaces the limits and the budget of this search by a running budget. Returns the old ones.
    pub(crate) fn replace_bounds(&mut self, budget: &Budget) -> (Limits, Option<Arc<Budget>>) {
        let own = (std::mem::take(&mut self.limits), self.budget.take());
        self.budget(budget);
        own
    }

    /// Restores the limits and the budget that [`replace_bounds`](Self::replace_bounds) returned.
    pub(crate) fn restore_bounds(&mut self, own: (Limits, Option<Arc<Budget>>)) {
        (self.limits, self.budget) = own;
    }

    /// Returns the tree of the engine, at the root of a question. `None` if the assumptions
    /// contradict each other, or if the engine does not search a tree.
    pub(crate) fn at_root(&mut self, budget: &Budget) -> Result<Option<&mut dyn Tree>, Stop> {
        self.forget_position();
        let (solver, question) = (&self.solver, &self.question);
        let mut meter = budget.meter();
        let possible = self
            .engines
            .start(Role::Walk, solver, question, None, &mut meter)?;
        let engine = self.engines.get_mut(Role::Walk, &self.solver);
        Ok(engine.filter(|_| possible).and_then(Engine::tree))
    }

    /// Starts a walk that needs at most this many solutions.
    pub(super) fn start(&mut self, goal: Goal, needed: u64) -> Run {
        let budget = self.start_budget();
        self.start_under(budget, Role::Walk, goal, needed)
    }

    /// Starts a run under a budget that is running.
    pub(super) fn start_under(
        &mut self,
        budget: Budget,
        role: Role,
        goal: Goal,
        needed: u64,
    ) -> Run {
        let possible = self.move_to_start(role, &budget);
        let most = budget.solutions_left().unwrap_or(u64::MAX);
        // Learning from conflicts pays only for few solutions.
        if needed.min(most) <= 2
            && let Some(engine) = self.engines.get_mut(role, &self.solver)
        {
            engine.set_purpose(Purpose::Few);
        }
        // The last question may have used it.
        if let Some(priced) = self
            .engines
            .get_mut(role, &self.solver)
            .and_then(Engine::priced)
        {
            priced.use_relaxation(false);
        }
        let run = self.new_run(budget, &self.question, role, goal, needed);
        match possible {
            Ok(true) => run,
            Ok(false) => run.stopped(Stop::Exhausted),
            Err(stop) => run.stopped(stop),
        }
    }

    /// Makes a run for a question that differs from that of the search at most in order and start.
    pub(super) fn new_run(
        &self,
        budget: Budget,
        question: &Question,
        role: Role,
        goal: Goal,
        needed: u64,
    ) -> Run {
        // One thread keeps a node limit exactly and draws its random numbers in order.
        let needs_one = budget.nodes_left() < u64::MAX || question.order != Order::Natural;
        let is_watched = self.watch.is_some();
        let policies = self.solver.policies();
        let growth = (!needs_one || is_watched).then(|| Growth {
            after: policies.team.alone,
            threads: (!needs_one).then(|| Arc::clone(&self.threads)),
            is_watched,
        });
        let supply = Supply::new(budget, self.solver.problem().size(), policies);
        Run::new(role, supply, goal, needed, growth)
    }

    /// Walks to the next solution. Returns whether there is one.
    pub(super) fn advance(&mut self, run: &mut Run) -> bool {
        while run.team.is_none() {
            match self.advance_alone(run) {
                Next::Solved => return true,
                Next::Ended => return false,
                Next::Grow => self.form_team(run),
            }
        }
        let watch = self.watch.as_ref();
        let place = run.place.clone();
        let mut report = |progress: &Progress| match (watch, &place) {
            (Some(watch), Some(place)) => watch.report(&place.of_whole(progress)),
            (Some(watch), None) => watch.report(progress),
            (None, _) => {}
        };
        let watcher = watch.map(|watch| (watch.every, &mut report as &mut dyn FnMut(&Progress)));
        run.wait(&mut self.trail, watcher)
    }

    /// Walks to the next solution on this thread.
    pub(super) fn advance_alone(&mut self, run: &mut Run) -> Next {
        let engine = self.engines.get_mut(run.role, &self.solver);
        engine.map_or(Next::Ended, |engine| run.next(engine))
    }

    /// Hands a walk over to a team.
    pub(super) fn form_team(&mut self, run: &mut Run) {
        if let Some(engine) = self.engines.take(run.role, &self.solver) {
            self.forget_position();
            // Several threads have no common position.
            let plan = run.plan(&self.solver, &self.question);
            run.team = Some(Team::of_engine(&plan, engine));
        }
    }

    /// The engine of a run; `None` if a limit stopped it and it was dropped.
    pub(super) fn engine(&mut self, run: &Run) -> Option<&mut dyn Engine> {
        self.engines.get_mut(run.role, &self.solver)
    }

    /// Walks to the next solution, and returns it.
    pub(super) fn next(&mut self, run: &mut Run) -> Option<Solution> {
        self.advance(run).then(|| Solution::new(self.trail(run)))
    }

    /// The options of the last solution.
    pub(super) fn trail(&mut self, run: &Run) -> &[OptionId] {
        if run.team.is_some() {
            return &self.trail;
        }
        self.trail.clear();
        if let Some(engine) = self.engines.get(run.role, &self.solver) {
            engine.trail(&mut self.trail);
        }
        &self.trail
    }

    /// The answer of a run.
    pub(super) fn answer<T>(&self, value: T, run: &Run) -> Answer<T> {
        Answer {
            value,
            stop: run.stop.unwrap_or(Stop::Solutions),
            stats: self.stats(run),
        }
    }

    /// The statistics of a run.
    pub(crate) fn stats(&self, run: &Run) -> Stats {
        run.stats(self.engines.get(run.role, &self.solver))
    }
}
