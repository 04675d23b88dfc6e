//! What the threads of a team share.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::plan::{Plan, Wanted};
use super::share::{Batch, Shares};
use rustc_hash::FxHashMap;

use crate::ask::{Budget, CancelToken, Count, Inferences, Part, Parts, Question, Stop};
use crate::engine::Engine;
use crate::problem::OptionId;
use crate::solver::Solver;
use crate::solver::engines::Role;
use crate::solver::progress::{PartState, Progress};
use crate::solver::ranking::{NoBetter, Ranking};

/// What the threads of a team share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) solver: Solver,
    pub(super) question: Question,
    pub(super) role: Role,
    pub(super) wanted: Wanted,
    pub(super) parts: Vec<Part>,
    /// A part of the budget of the question, which `token` ends.
    pub(super) budget: Budget,
    pub(super) token: CancelToken,
    /// The number of nodes between two checks of the clock.
    pub(super) interval: u64,
    /// The number of threads that wait for work.
    pub(super) idle: AtomicUsize,
    pub(super) is_paused: AtomicBool,
    /// Whether a limit was reached, or the caller needs no more.
    pub(super) is_over: AtomicBool,
    /// The nodes that are left in this turn.
    pub(super) fuel: AtomicU64,
    /// The highest cost of interest.
    pub(super) ceiling: AtomicU64,
    state: Mutex<State>,
    /// Notified when there may be work for a thread.
    pub(super) work: Condvar,
    /// Notified when there is news for the caller.
    pub(super) news: Condvar,
}

/// The state of a team that changes.
#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) shares: Shares,
    /// The number of shares that no thread walks and that are not done.
    pub(super) ready: usize,
    /// The next part of which nothing was walked.
    pub(super) next_part: usize,
    /// The number of threads that walk.
    pub(super) running: usize,
    /// The memory of all batches, in options.
    pub(super) buffered: usize,
    pub(super) tallies: Vec<Tally>,
    pub(super) spent: Spent,
    pub(super) ranking: Option<Ranking>,
    /// Why the team stopped before its end.
    pub(super) stop: Option<Stop>,
    /// The parts whose start a limit stopped.
    pub(super) not_begun: Vec<usize>,
    pub(super) is_closed: bool,
    /// Whether a thread panicked.
    pub(super) is_broken: bool,
}

/// What was found in one part.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) solutions: Count,
    pub(super) nodes: u64,
    /// The number of shares of the part that are not done.
    pub(super) open: usize,
    pub(super) is_changed: bool,
    /// The cheapest solutions of the part, if they are ranked by part.
    pub(super) ranking: Option<Ranking>,
}

/// The work of all threads.
#[derive(Clone, Debug, Default)]
pub(super) struct Spent {
    pub(super) solutions: u64,
    pub(super) nodes: u64,
    pub(super) work: Work,
}

/// The counters of engines.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::solver) struct Work {
    pub(in crate::solver) updates: Option<u64>,
    pub(in crate::solver) inferences: Option<Inferences>,
}

impl Work {
    pub(in crate::solver) fn of(engine: &dyn Engine) -> Self {
        Self {
            updates: engine.updates(),
            inferences: engine.inferences(),
        }
    }

    pub(super) fn since(self, before: Self) -> Self {
        let inferences = self.inferences;
        Self {
            updates: self.updates.map(|all| all - before.updates.unwrap_or(0)),
            inferences: inferences.map(|all| all.since(before.inferences.unwrap_or_default())),
        }
    }

    pub(super) fn add(&mut self, more: Self) {
        if let Some(updates) = more.updates {
            *self.updates.get_or_insert(0) += updates;
        }
        if let Some(inferences) = more.inferences {
            *self.inferences.get_or_insert_default() += inferences;
        }
    }
}

/// Work for a thread.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) share: usize,
    pub(super) part: usize,
    /// The engine in the middle of its walk; `None` at the start of the part.
    pub(super) engine: Option<Box<dyn Engine>>,
}

impl Shared {
    pub(super) fn new(
        plan: &Plan<'_>,
        parts: Vec<Part>,
        (budget, token): (Budget, CancelToken),
    ) -> Self {
        let state = State {
            tallies: vec![Tally::default(); parts.len()],
            ..State::default()
        };
        Self {
            solver: plan.solver.clone(),
            question: plan.question.clone(),
            role: plan.role,
            wanted: plan.wanted,
            parts,
            budget,
            token,
            interval: plan.interval,
            idle: AtomicUsize::new(0),
            is_paused: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            fuel: AtomicU64::new(0),
            ceiling: AtomicU64::new(u64::MAX),
            state: Mutex::new(state),
            work: Condvar::new(),
            news: Condvar::new(),
        }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for work. `None` if there will be none.
    pub(super) fn next_job(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(job) = state.take_job(self) {
                return Some(job);
            }
            self.idle.fetch_add(1, Ordering::Relaxed);
            state = self
                .work
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
            self.idle.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Whether the threads must return their shares, even if they have nodes left.
    pub(super) fn must_pause(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || self.is_paused.load(Ordering::Relaxed)
    }

    /// Takes at most `most` nodes of the turn, and of the budget. `Ok(0)` at the end of the turn.
    pub(super) fn take_nodes(&self, most: u64) -> Result<u64, Stop> {
        let mut taken = 0;
        let order = Ordering::Relaxed;
        let _ = self.fuel.fetch_update(order, order, |left| {
            taken = left.min(most);
            Some(left - taken)
        });
        if taken == 0 {
            return Ok(0);
        }
        let granted = self.budget.take_nodes(taken);
        let granted = granted.inspect_err(|_| self.give_turn(taken))?;
        self.give_turn(taken - granted);
        Ok(granted)
    }

    fn give_turn(&self, nodes: u64) {
        self.fuel.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Returns nodes that were taken and not used.
    pub(super) fn give_nodes(&self, nodes: u64) {
        if nodes > 0 {
            self.budget.give_nodes(nodes);
            self.give_turn(nodes);
        }
    }

    /// Whether a thread waits for work that a share could give away.
    pub(super) fn wants_split(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// The memory of all solutions that wait for the caller, in options.
    fn most_buffered(&self) -> usize {
        self.solver.policies().team.buffer
    }
}

impl State {
    /// Takes the first share that no thread walks, or begins the next part. If the caller is slow,
    /// only the first share of all continues, once the caller has taken its solutions.
    pub(super) fn take_job(&mut self, shared: &Shared) -> Option<Job> {
        let is_turn_over = shared.fuel.load(Ordering::Relaxed) == 0;
        let job = match is_turn_over || shared.must_pause() {
            true => None,
            false => self.find_job(shared),
        };
        self.running += usize::from(job.is_some());
        job
    }

    fn find_job(&mut self, shared: &Shared) -> Option<Job> {
        let is_full = self.buffered >= shared.most_buffered();
        if self.ready > 0 {
            let order = self
                .shares
                .order
                .iter()
                .take(if is_full { 1 } else { usize::MAX });
            let waits = |id: &&usize| {
                let share = self.shares.get(**id);
                share.is_some_and(|share| {
                    share.engine.is_some() && (!is_full || share.batches.is_empty())
                })
            };
            let id = order.copied().find(|id| waits(&id));
            if let Some(id) = id
                && let Some(share) = self.shares.get_mut(id)
            {
                self.ready -= 1;
                return Some(Job {
                    share: id,
                    part: share.part,
                    engine: share.engine.take(),
                });
            }
        }
        if self.next_part == shared.parts.len() || is_full && !self.shares.order.is_empty() {
            return None;
        }
        let part = self.next_part;
        self.next_part += 1;
        self.tallies[part].open += 1;
        Some(Job {
            share: self.shares.add(part, None, None),
            part,
            engine: None,
        })
    }

    /// Puts a share back, for any thread to continue.
    pub(super) fn put_back(&mut self, share: usize, engine: Box<dyn Engine>) {
        if let Some(share) = self.shares.get_mut(share) {
            share.engine = Some(engine);
            self.ready += 1;
        }
    }

    /// Removes the share of a part whose start was stopped.
    pub(super) fn undo_part(&mut self, share: usize) {
        if let Some(part) = self.shares.get(share).map(|share| share.part) {
            self.not_begun.push(part);
            self.tallies[part].open -= 1;
            self.shares.remove(share);
        }
    }

    /// Adds a share behind another one of the same part.
    pub(super) fn add_share(&mut self, engine: Box<dyn Engine>, behind: usize) {
        if let Some(part) = self.shares.get(behind).map(|share| share.part) {
            // The engine has begun its first try.
            self.spent.work.add(Work::of(&*engine));
            self.shares.add(part, Some(engine), Some(behind));
            self.tallies[part].open += 1;
            self.ready += 1;
        }
    }

    /// Adds solutions to a share.
    pub(super) fn add_batch(&mut self, share: usize, batch: Batch) {
        if let Some(share) = self.shares.get_mut(share)
            && !batch.ends.is_empty()
        {
            self.buffered += batch.len();
            share.batches.push_back(batch);
        }
    }

    /// Adds what a thread found in a part. Stops the team if that is enough.
    pub(super) fn add_found(&mut self, shared: &Shared, part: usize, found: u64, nodes: u64) {
        let tally = &mut self.tallies[part];
        tally.solutions += found;
        tally.nodes += nodes;
        tally.is_changed = true;
        self.spent.solutions += found;
        self.spent.nodes += nodes;
        if matches!(shared.wanted, Wanted::Number(needed) if self.spent.solutions >= needed) {
            self.stop(shared, Stop::Solutions);
        }
    }

    /// Ranks the solutions of each part like all together.
    pub(super) fn rank_parts(&mut self, ranking: &Ranking) {
        for tally in &mut self.tallies {
            tally.ranking = Some(ranking.clone());
        }
    }

    /// Ranks a solution. Returns the highest cost that is still of interest.
    pub(super) fn rank(
        &mut self,
        part: usize,
        cost: u64,
        trail: &[OptionId],
    ) -> Result<Option<u64>, NoBetter> {
        if let Some(ranking) = &mut self.tallies[part].ranking {
            ranking.add(cost, trail);
        }
        let Some(ranking) = &mut self.ranking else {
            return Ok(None);
        };
        ranking.add(cost, trail);
        ranking.ceiling()
    }

    /// Stops the team. The first reason counts.
    pub(super) fn stop(&mut self, shared: &Shared, stop: Stop) {
        self.stop.get_or_insert(stop);
        shared.is_over.store(true, Ordering::Relaxed);
    }

    /// Whether a thread that found solutions in a share must wait for the caller.
    pub(super) fn must_wait(&self, shared: &Shared, share: usize) -> bool {
        let is_first = self.shares.order.front() == Some(&share);
        let is_taken = || {
            self.shares
                .get(share)
                .is_some_and(|share| share.batches.is_empty())
        };
        self.buffered >= shared.most_buffered() && !(is_first && is_taken())
    }

    /// Ends a share. The caller may still have to take its solutions.
    pub(super) fn end_share(&mut self, id: usize) {
        let Some(share) = self.shares.get_mut(id) else {
            return;
        };
        share.is_done = true;
        let tally = &mut self.tallies[share.part];
        tally.open -= 1;
        tally.is_changed = true;
        if share.batches.is_empty() {
            self.shares.remove(id);
        }
    }

    /// Whether everything was walked.
    pub(super) fn is_exhausted(&self, shared: &Shared) -> bool {
        self.running == 0 && self.ready == 0 && self.next_part == shared.parts.len()
    }

    /// Begins with an engine in the middle of its walk, in place of the first part.
    pub(super) fn take_over(&mut self, engine: Box<dyn Engine>) {
        self.spent.work = Work::of(&*engine);
        self.shares.add(0, Some(engine), None);
        self.tallies[0].open = 1;
        (self.next_part, self.ready) = (1, 1);
    }

    /// Takes solutions from the first share that has any. `is_over` states that no more will come,
    /// so that shares in the middle of their walk can be passed over.
    pub(super) fn take_batch(&mut self, is_over: bool) -> Option<Batch> {
        let mut place = 0;
        while let Some(&id) = self.shares.order.get(place) {
            let share = self.shares.get_mut(id)?;
            match share.batches.pop_front() {
                Some(batch) => {
                    self.buffered -= batch.len();
                    return Some(batch);
                }
                None if share.is_done => self.shares.remove(id),
                None if is_over => place += 1,
                None => return None,
            }
        }
        None
    }

    /// Ends all threads.
    pub(super) fn close(&mut self, shared: &Shared) {
        self.is_closed = true;
        shared.is_over.store(true, Ordering::Relaxed);
    }

    /// The progress so far. No thread may be walking.
    pub(super) fn progress(&mut self, shared: &Shared) -> Progress {
        let is_exact = !shared.solver.problem().has_multiplicities();
        let mut left = (shared.parts.len() - self.next_part + self.not_begun.len()) as f64;
        let mut is_known = true;
        let mut rests: FxHashMap<usize, Vec<Part>> = FxHashMap::default();
        for share in self.shares.iter() {
            let Some(engine) = &share.engine else {
                continue;
            };
            let part = &shared.parts[share.part];
            let Some(rest) = engine.rest() else {
                // Nothing can be said about the part, so all of it counts as left.
                is_known = false;
                self.tallies[share.part].solutions = Count::ZERO;
                rests.insert(share.part, vec![part.clone()]);
                continue;
            };
            left += rest.share();
            let parts = rest.parts(part, is_exact);
            rests.entry(share.part).or_default().extend(parts);
        }
        let mut changed = Vec::new();
        for (part, tally) in self.tallies.iter_mut().enumerate() {
            if std::mem::take(&mut tally.is_changed) {
                changed.push(PartState {
                    part,
                    solutions: tally.solutions.clone(),
                    nodes: tally.nodes,
                    rest: Parts(rests.remove(&part).unwrap_or_default()),
                    best: tally
                        .ranking
                        .clone()
                        .map(|ranking| ranking.finish(u64::MAX)),
                });
            }
        }
        let costs = self.ranking.as_ref().map(|ranking| ranking.least);
        Progress {
            share: is_known.then(|| 1.0 - left / shared.parts.len().max(1) as f64),
            solutions: self.spent.solutions.into(),
            nodes: self.spent.nodes,
            elapsed: shared.budget.elapsed(),
            costs: costs.map(|least| (least, self.remaining_bound(shared))),
            states: None,
            level: None,
            parts: changed,
        }
    }

    /// A lower bound on the costs of all solutions that are left. No thread may be walking.
    pub(super) fn remaining_bound(&self, shared: &Shared) -> u64 {
        if self.next_part < shared.parts.len() || !self.not_begun.is_empty() {
            return 0;
        }
        let engines = self.shares.iter().filter_map(|share| share.engine.clone());
        let bounds = engines.map(|mut engine| engine.remaining_bound());
        bounds.min().unwrap_or(u64::MAX)
    }
}
