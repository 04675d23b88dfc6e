//! A team: several threads that walk one search tree, or many parts of one.
//!
//! The walk is cut into [shares](share). A thread walks one share at a time. When a thread has
//! nothing to do, another gives it a piece of its own share: the later tries of the level closest
//! to the root that has any, which is about the largest piece there is. So no thread is idle for
//! long, however uneven the tree is, and no share is cut before a thread needs it.
//!
//! ```text
//! caller: waits for news; takes solutions from the first share       <- news -+
//! thread: take a share or begin a part; walk; report; split or pause --------+-> state
//! thread: ...
//! ```
//!
//! The shares are kept in the order of their solutions, so the caller receives them in the order in
//! which one thread would find them. All shares together visit exactly the nodes of one walk.
//!
//! A thread that pauses puts its engine back into the state. So the caller can stop all threads for
//! a moment and see what is left to do.

mod delivery;
mod plan;
mod progress;
mod share;
mod shared;
mod signals;
mod state;
mod tally;
mod worker;

use std::io;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

pub(super) use self::plan::{Goal, Plan};
use self::share::Batch;
use self::shared::Shared;
use self::state::State;
pub(super) use self::tally::Work;
use super::progress::{Progress, Watcher};
use super::ranking::{Costed, Ranking};
use crate::ask::{CancelToken, Lent, Limits, Part, Parts, Stop, Threads};
use crate::engine::Engine;

/// The caller looks for free threads this often.
const TICK: Duration = Duration::from_millis(20);

/// The time between two reports is at least this many times as long as a report takes.
const RARITY: u32 = 50;

/// Several threads that walk together. Dropping it stops them.
#[derive(Debug)]
pub(super) struct Team {
    shared: Arc<Shared>,
    /// Ends the budget of the team.
    token: CancelToken,
    threads: Threads,
    workers: Vec<JoinHandle<()>>,
    /// The solutions that the caller takes now, and the number of those taken.
    batch: Batch,
    taken: usize,
    /// The solutions that [`take_solutions`](Self::take_solutions) has returned.
    counted: u64,
    /// When the progress was reported last.
    reported: Duration,
    /// How long the threads paused for the last report.
    report_time: Duration,
}

impl Team {
    /// Starts the threads of a team that continues the walk of an engine when it has a turn.
    pub(super) fn of_engine(plan: &Plan<'_>, engine: Box<dyn Engine>) -> Self {
        let team = Self::new(plan, Part::default().into());
        team.shared.lock().take_over(engine);
        if plan.goal == Goal::List {
            team.give_turn(u64::MAX);
        }
        team
    }

    /// Starts the threads of a team that walks these parts when it has a turn. If no thread can be
    /// started, the caller does the work.
    pub(super) fn new(plan: &Plan<'_>, parts: Parts) -> Self {
        let token = CancelToken::new();
        let budget = plan.budget.part(&Limits::new().cancel(&token));
        let mut team = Self {
            shared: Arc::new(Shared::new(plan, parts, budget)),
            token,
            threads: plan.threads.cloned().unwrap_or_default(),
            workers: Vec::new(),
            batch: Batch::default(),
            taken: 0,
            counted: 0,
            reported: plan.budget.elapsed(),
            report_time: Duration::ZERO,
        };
        if team.start_thread().is_ok() {
            team.hire();
        }
        team
    }

    fn start_thread(&mut self) -> io::Result<()> {
        let shared = Arc::clone(&self.shared);
        let worker = thread::Builder::new().spawn(move || worker::work(&shared))?;
        self.workers.push(worker);
        Ok(())
    }

    /// Starts as many threads as are free.
    fn hire(&mut self) {
        while self.threads.take() {
            if self.start_thread().is_err() {
                self.threads.give(1);
                return;
            }
        }
    }

    /// Makes the hired threads available to others until the returned values are dropped.
    pub(super) fn lend_threads(&self) -> Vec<Lent> {
        self.workers
            .iter()
            .skip(1)
            .map(|_| self.threads.lend())
            .collect()
    }

    /// Ranks solutions by cost, beginning with those found before.
    pub(super) fn rank(&self, ranking: Ranking) {
        self.lower_ceiling(ranking.ceiling().ok().flatten());
        self.shared.lock().ranking = Some(ranking);
    }

    /// Ranks the solutions of each part by cost too, beginning with nothing.
    pub(super) fn rank_parts(&self, ranking: &Ranking) {
        self.shared.lock().rank_parts(ranking);
    }

    /// Leaves out solutions that cost more than `ceiling`.
    pub(super) fn lower_ceiling(&self, ceiling: Option<i64>) {
        self.shared.signals.lower_ceiling(ceiling);
    }

    /// Lets the team walk up to this many more nodes.
    pub(super) fn give_turn(&self, nodes: u64) {
        self.shared.signals.begin_turn(nodes);
        // A thread that has just seen an empty turn and is about to wait holds this lock.
        drop(self.shared.lock());
        self.shared.work.notify_all();
    }

    /// Waits until all threads have paused: because the turn is over, a limit was reached, or
    /// nothing is left. Returns the stop reason; `None` at the end of the turn. `tell` receives the
    /// better solutions, if the ranking keeps them, on the thread of the caller.
    pub(super) fn wait(
        &mut self,
        mut watcher: Watcher<'_>,
        tell: &mut dyn FnMut(Vec<Costed>),
    ) -> Option<Stop> {
        let shared = Arc::clone(&self.shared);
        loop {
            let mut state = shared.lock();
            let better = state.ranking.as_mut().map(Ranking::take_better);
            if let Some(better) = better.filter(|better| !better.is_empty()) {
                // The caller may be slow to print them: the threads need the lock meanwhile.
                drop(state);
                tell(better);
                continue;
            }
            if let Some(stop) = self.end(&state) {
                return Some(stop);
            }
            if state.running == 0 && shared.signals.is_turn_over() {
                return None;
            }
            self.idle(state, &mut watcher);
        }
    }

    /// Whether it is time for a report.
    fn is_due(&mut self, every: Duration) -> bool {
        let now = self.shared.budget.elapsed();
        let every = every.max(self.report_time.saturating_mul(RARITY));
        let is_due = now.saturating_sub(self.reported) >= every;
        if is_due {
            self.reported = now;
        }
        is_due
    }

    /// Stores how long the threads paused for the report that is just made.
    fn note_report_time(&mut self) {
        let now = self.shared.budget.elapsed();
        self.report_time = now.saturating_sub(self.reported);
    }

    /// Why the team is at its end, if it is.
    fn end(&self, state: &State) -> Option<Stop> {
        assert!(!state.is_broken, "a thread of the search panicked");
        match state.stop {
            Some(stop) => (state.running == 0).then_some(stop),
            None => state.is_exhausted().then_some(Stop::Exhausted),
        }
    }

    /// Waits for news. Now and then starts threads and reports the progress.
    fn idle(&mut self, state: MutexGuard<'_, State>, watcher: &mut Watcher<'_>) {
        if self.workers.is_empty() {
            drop(state);
            worker::work_for(&self.shared, TICK);
        } else {
            let every = watcher.as_ref().map_or(TICK, |(every, _)| *every);
            let patience = every.clamp(Duration::from_millis(1), TICK);
            let waited = self.shared.news.wait_timeout(state, patience);
            let (state, waited) = waited.unwrap_or_else(PoisonError::into_inner);
            drop(state);
            if waited.timed_out() {
                self.hire();
            }
        }
        self.report(watcher);
    }

    /// Reports the progress, if it is time to.
    fn report(&mut self, watcher: &mut Watcher<'_>) {
        if let Some((every, report)) = watcher
            && self.is_due(*every)
        {
            let progress = self.progress();
            self.note_report_time();
            report(&progress);
        }
    }

    /// Waits until no thread walks. Until the returned lock is released, none begins.
    fn pause(&self) -> MutexGuard<'_, State> {
        self.shared.signals.pause(true);
        let mut state = self.shared.lock();
        while state.running > 0 {
            let waited = self.shared.news.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
        self.shared.signals.pause(false);
        state
    }

    /// What the team has done so far, with the parts that have changed since the last call. All
    /// threads pause meanwhile.
    pub(super) fn progress(&self) -> Progress {
        let mut state = self.pause();
        let progress = state.progress(&self.shared);
        drop(state);
        self.shared.work.notify_all();
        progress
    }

    /// The share of the whole that was walked; 0 if it is unknown. All threads pause meanwhile.
    pub(super) fn share(&self) -> f64 {
        let share = self.pause().share(&self.shared);
        self.shared.work.notify_all();
        share.unwrap_or(0.0)
    }

    /// The number of threads that walk.
    pub(super) fn threads(&self) -> usize {
        self.workers.len().max(1)
    }

    /// The number of nodes that the threads have reported.
    pub(super) fn nodes(&self) -> u64 {
        self.shared.lock().spent.nodes
    }

    /// The number of solutions since the last call.
    pub(super) fn take_solutions(&mut self) -> u64 {
        let all = self.shared.lock().spent.solutions;
        all - std::mem::replace(&mut self.counted, all)
    }

    /// The counters of the engines, since the root.
    pub(super) fn work(&self) -> Work {
        self.shared.lock().spent.work
    }

    /// The best solutions, after the end of the team, and a lower bound of the costs of all others of
    /// interest; `None` if there are none.
    pub(super) fn ranked(&self) -> Option<(Ranking, Option<i64>)> {
        let mut state = self.pause();
        let remaining = match state.stop.unwrap_or_default() {
            Stop::Exhausted => None,
            _ => state.remaining_bound(),
        };
        Some((state.ranking.take()?, remaining))
    }
}

impl Drop for Team {
    fn drop(&mut self) {
        self.token.cancel();
        self.shared.lock().close(&self.shared.signals);
        self.shared.work.notify_all();
        let hired = self.workers.len().saturating_sub(1);
        for worker in self.workers.drain(..) {
            // A panic of the thread was reported by `end`.
            let _ = worker.join();
        }
        self.threads.give(hired as isize);
    }
}
