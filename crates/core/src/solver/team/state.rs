//! The state of a team, which a lock protects: its shares, and what it has found.

use super::share::{Batch, Shares};
use super::signals::Signals;
use super::tally::{Spent, Tally, Work};
use crate::ask::Stop;
use crate::engine::Engine;
use crate::problem::OptionId;
use crate::solver::ranking::{NoBetter, Ranking};

#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) shares: Shares,
    /// The number of shares that no thread walks and that are not done.
    pub(super) ready: usize,
    /// The next part of which nothing was walked.
    pub(super) next_part: usize,
    /// The number of threads that walk.
    pub(super) running: usize,
    /// The memory of all batches, in options, and its limit.
    buffered: usize,
    most_buffered: usize,
    /// One for each part.
    pub(super) tallies: Vec<Tally>,
    pub(super) spent: Spent,
    pub(super) ranking: Option<Ranking>,
    /// Why the team stopped before its end.
    pub(super) stop: Option<Stop>,
    /// The team stops at this number of solutions.
    needed: u64,
    /// The parts whose start a limit stopped.
    pub(super) not_begun: Vec<usize>,
    pub(super) is_closed: bool,
    /// Whether a thread panicked.
    pub(super) is_broken: bool,
}

/// Work for a thread.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) share: usize,
    pub(super) part: usize,
    /// The engine in the middle of its walk; `None` at the start of the part.
    pub(super) engine: Option<Box<dyn Engine>>,
}

impl State {
    /// The state before the first part begins.
    pub(super) fn new(parts: usize, needed: u64, most_buffered: usize) -> Self {
        Self {
            tallies: vec![Tally::default(); parts],
            needed,
            most_buffered,
            ..Self::default()
        }
    }

    /// Takes the first share that no thread walks, or begins the next part. If the caller is slow,
    /// only the first share of all continues, once the caller has taken its solutions.
    pub(super) fn take_job(&mut self, signals: &Signals, may_begin: bool) -> Option<Job> {
        // Asked under the lock, so that no thread begins while the caller waits for all to pause.
        let job = if signals.is_turn_over() || signals.must_pause() {
            None
        } else {
            self.find_job(may_begin)
        };
        self.running += usize::from(job.is_some());
        job
    }

    fn find_job(&mut self, may_begin: bool) -> Option<Job> {
        let is_full = self.is_full();
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
        // If the caller is slow, a new part would only add solutions that wait.
        let must_wait = is_full && !self.shares.order.is_empty() || !may_begin;
        if self.has_begun_all() || must_wait {
            return None;
        }
        let part = self.next_part;
        self.next_part += 1;
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
            self.shares.remove(share);
        }
    }

    /// Adds a share behind another one of the same part.
    pub(super) fn add_share(&mut self, engine: Box<dyn Engine>, behind: usize) {
        if let Some(part) = self.shares.get(behind).map(|share| share.part) {
            // What the engine has counted before a thread takes it.
            self.spent.work.add(Work::of(&*engine));
            self.shares.add(part, Some(engine), Some(behind));
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
    pub(super) fn add_found(&mut self, signals: &Signals, part: usize, found: u64, nodes: u64) {
        let tally = &mut self.tallies[part];
        tally.solutions += found;
        tally.nodes += nodes;
        tally.is_changed = true;
        self.spent.solutions += found;
        self.spent.nodes += nodes;
        if self.spent.solutions >= self.needed {
            self.stop(signals, Stop::Solutions);
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
        cost: i64,
        trail: &[OptionId],
    ) -> Result<Option<i64>, NoBetter> {
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
    pub(super) fn stop(&mut self, signals: &Signals, stop: Stop) {
        self.stop.get_or_insert(stop);
        signals.end();
    }

    /// Whether a thread that found solutions in a share must wait for the caller.
    pub(super) fn must_wait(&self, share: usize) -> bool {
        let is_first = self.shares.order.front() == Some(&share);
        let is_taken = || {
            self.shares
                .get(share)
                .is_some_and(|share| share.batches.is_empty())
        };
        self.is_full() && !(is_first && is_taken())
    }

    /// Sets the number of options that may wait for the caller, unless it is smaller already.
    pub(super) fn keep(&mut self, most: usize) {
        self.most_buffered = self.most_buffered.min(most);
    }

    /// Whether so many solutions wait for the caller that most threads must wait too.
    fn is_full(&self) -> bool {
        self.buffered >= self.most_buffered
    }

    /// Ends a share. The caller may still have to take its solutions.
    pub(super) fn end_share(&mut self, id: usize) {
        let Some(share) = self.shares.get_mut(id) else {
            return;
        };
        share.is_done = true;
        self.tallies[share.part].is_changed = true;
        if share.batches.is_empty() {
            self.shares.remove(id);
        }
    }

    /// Whether all parts have begun.
    pub(super) fn has_begun_all(&self) -> bool {
        self.next_part == self.tallies.len()
    }

    /// Whether everything was walked.
    pub(super) fn is_exhausted(&self) -> bool {
        self.running == 0 && self.ready == 0 && self.has_begun_all()
    }

    /// Begins with an engine in the middle of its walk, in place of the first part.
    pub(super) fn take_over(&mut self, engine: Box<dyn Engine>) {
        self.spent.work = Work::of(&*engine);
        self.shares.add(0, Some(engine), None);
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
                // All of its solutions are taken: the next share is the first.
                None if share.is_done => self.shares.remove(id),
                None if is_over => place += 1,
                None => return None,
            }
        }
        None
    }

    /// Ends all threads.
    pub(super) fn close(&mut self, signals: &Signals) {
        self.is_closed = true;
        signals.end();
    }
}
