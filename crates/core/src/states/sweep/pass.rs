//! A pass: the loop of a sweep, from the states of one level to those of the next levels. Workers
//! follow the states of a level, on several threads if the level is large.

use std::panic::resume_unwind;
use std::sync::Mutex;
use std::thread;

use super::cut::cut;
use super::levels::Levels;
use super::open::OpenPart;
use super::plan::Plan;
use super::shard::{MOST_SHARDS, Obstacle, Room, Shard, shard_of};
use super::source::Source;
use super::table::Table;
use super::worker::{End, Job, Worker, into_unlocked, lock, unlocked};
use crate::ask::{Count, Meter, Stop, Threads};
use crate::policy::SweepPolicies;
use crate::states::packed::{LargeNumbers, Sums};
use crate::states::progress::Progress;
use crate::states::state::{State, with_words};

/// Prepares a pass over the levels of a plan, within `memory` bytes, with threads that others may
/// use too.
pub(super) fn pass(
    open: &OpenPart,
    plan: &Plan,
    (memory, threads): (usize, &Threads),
    policies: SweepPolicies,
    meter: &mut Meter<'_>,
) -> Result<Box<dyn AnyPass>, Stop> {
    let words = plan.width.div_ceil(64);
    with_words!(words, W => Ok(Box::new(Pass::<W>::new(open, plan, (memory, threads), policies, meter)?)), 1 2 4)
}

/// A pass with states of any size.
pub(super) trait AnyPass: Send {
    /// Continues until everything is counted, or until it has visited `pause` nodes. An overflow
    /// loses nothing: after [`widen`](Self::widen) the pass continues where it stopped.
    fn run(&mut self, pause: u64, meter: &mut Meter<'_>) -> Result<Progress<Count>, Obstacle>;
    fn nodes(&self) -> u64;
    fn states(&self) -> (usize, u64);
    /// The current level, counted from 1, and the number of levels.
    fn level(&self) -> (usize, usize);
    /// See [`Sweep::nodes_left`](super::Sweep::nodes_left).
    fn nodes_left(&self) -> u64;
    /// The most options of the levels to come.
    fn most_options(&self) -> usize;
    /// The number of threads that worked together.
    fn threads(&self) -> usize;
    /// Solutions that have reached the end: a lower bound until the pass is done.
    fn so_far(&self) -> Count;
    /// Makes room for numbers of any size. Returns false if that would exceed the memory.
    fn widen(&mut self) -> bool;
}

struct Pass<const W: usize> {
    levels: Levels<W>,
    /// The tables of the levels to come: in one shard until a level is large.
    shards: Vec<Mutex<Shard<W>>>,
    room: Room,
    /// The current level and its states.
    level: usize,
    source: Source<W>,
    /// The next level with a table.
    cut: usize,
    /// The first one for the thread that asks; one for each other thread that was used.
    workers: Vec<Worker<W>>,
    threads: Threads,
    policies: SweepPolicies,
    nodes: u64,
    /// The nodes at the start of the current level, and the nodes of a level before it: a mean in
    /// which each level counts for three quarters of the next one.
    before: u64,
    mean: f64,
}

impl<const W: usize> Pass<W> {
    fn new(
        open: &OpenPart,
        plan: &Plan,
        (memory, threads): (usize, &Threads),
        policies: SweepPolicies,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let levels = Levels::new(open, plan, meter)?;
        let mut source = Table::new();
        let mut shard = Shard::new(levels.len());
        if levels.len() == 0 {
            shard.solutions = Count::ONE;
        } else {
            // The first number of a table fits.
            let _ = source.add(&[0; W], LargeNumbers::new().unpack(1), Sums::Small);
        }
        Ok(Self {
            shards: vec![shard.into()],
            room: Room::new::<W>(source.slots.len(), memory),
            level: 0,
            source: Source::new(vec![source]),
            cut: 1,
            workers: vec![Worker::new(1)],
            levels,
            threads: threads.clone(),
            policies,
            nodes: 0,
            before: 0,
            mean: 0.0,
        })
    }

    /// Follows the states of the source, and visits at most this many nodes.
    fn expand(&mut self, most: u64, meter: &mut Meter<'_>) -> Result<End, Obstacle> {
        let (states, shards) = (self.source.states(), self.shards.len());
        let helpers = if self.is_large(most) && shards > 1 {
            self.hire(states / 1_024)
        } else {
            0
        };
        while self.workers.len() <= helpers {
            self.workers.push(Worker::new(shards));
        }
        let (size, step) = (2 * states / (16 * (1 + helpers)), shards / (1 + helpers));
        let job = Job {
            levels: &self.levels,
            level: self.level,
            cut: self.cut,
            source: self.source.blocks(size.clamp(16, 512)).into(),
            shards: &self.shards,
            room: &self.room,
            expected: states / shards,
            batch: self.policies.batch,
            nodes: most.into(),
            is_blocked: false.into(),
        };
        let homes = (0..).map(|worker| worker * step.max(1) % shards);
        let mut workers = self.workers.iter_mut().zip(homes);
        let (mut end, has_failed) = run_at_once(workers.by_ref().take(1 + helpers), &job, meter);
        // The others may have states left from before a pause.
        while let (Ok(End::Done), Some((worker, home))) = (end, workers.next()) {
            end = worker.run(&job, home, meter);
        }
        self.nodes += most - job.nodes.into_inner();
        self.threads.give(helpers as isize);
        if has_failed {
            self.threads = Threads::default();
        }
        end
    }

    /// Whether threads save time on the current level, if this many nodes may be visited.
    fn is_large(&self, nodes: u64) -> bool {
        let least = self.policies.parallel;
        self.source.states() >= least && nodes >= least as u64
    }

    /// Takes at most this many of the free threads, if the memory suffices for their work.
    fn hire(&self, most: usize) -> usize {
        let bytes = self
            .policies
            .batch
            .saturating_mul(2 * size_of::<State<W>>() + 32);
        let most = most.min(self.room.limit() / 16 / bytes.max(1)).max(1);
        (0..most).take_while(|_| self.threads.take()).count()
    }

    /// Goes to the next level that has a table. Returns whether there is one.
    fn next_level(&mut self, meter: &mut Meter<'_>) -> Result<bool, Obstacle> {
        let mut shards: Vec<_> = self.shards.iter_mut().map(unlocked).collect();
        let has_table = |&level: &usize| shards.iter().any(|shard| shard.tables[level].is_some());
        let Some(number) = (self.level..self.levels.len()).find(has_table) else {
            return Ok(false);
        };
        let empty = std::mem::take(&mut self.source.tables).into_iter();
        for (mut table, shard) in empty.zip(&mut shards) {
            if !table.slots.is_empty() {
                table.large.clear();
                shard.spare.push(table);
            }
        }
        let tables = shards.iter_mut().map(|shard| shard.tables[number].take());
        self.source = Source::new(tables.map(Option::unwrap_or_default).collect());
        self.mean = self.mean_with((self.nodes - self.before) as f64, number);
        (self.level, self.before) = (number, self.nodes);
        self.cut = cut(
            &self.levels,
            number,
            &self.source.tables,
            self.policies,
            meter,
        )?;
        if self.shards.len() == 1 && self.is_large(u64::MAX) {
            self.split()?;
        }
        Ok(true)
    }

    /// The mean of the nodes of all levels before `end`, if those from the current level to there
    /// have this many.
    fn mean_with(&self, nodes: f64, end: usize) -> f64 {
        let levels = end.saturating_sub(self.level).max(1);
        let of_each = nodes / levels as f64;
        (0..levels).fold(self.mean, |mean, _| 0.75 * mean + 0.25 * of_each)
    }

    /// Splits the tables of the levels to come into shards, so that threads can share them. On one
    /// thread, many additions to one shard at a time are faster too: see measured.md.
    fn split(&mut self) -> Result<(), Obstacle> {
        let mut shards = MOST_SHARDS;
        // The lists of tables are only a small part of the memory.
        let list = self.levels.len() * size_of::<Option<Table<W>>>();
        while shards > 1 && list.saturating_mul(shards) > self.room.limit() / 16 {
            shards /= 2;
        }
        if shards == 1 {
            return Ok(());
        }
        let split = || Mutex::new(Shard::new(self.levels.len()));
        let split = std::iter::repeat_with(split).take(shards).collect();
        for whole in std::mem::replace(&mut self.shards, split) {
            let mut whole = into_unlocked(whole);
            unlocked(&mut self.shards[0]).solutions = whole.solutions;
            for (level, table) in whole.tables.iter_mut().enumerate() {
                let Some(table) = table.take() else { continue };
                for (state, ways) in table.states() {
                    let shard = unlocked(&mut self.shards[shard_of(state, shards)]);
                    let ways = table.large.unpack(*ways);
                    shard.add(level, state, ways, (0, &self.room))?;
                }
                self.room.give_back(table.slots.len());
            }
            for table in whole.spare {
                self.room.give_back(table.slots.len());
            }
            for shard in &mut self.shards {
                (unlocked(shard).new, unlocked(shard).met) = (0, 0);
            }
            let first = unlocked(&mut self.shards[0]);
            (first.new, first.met) = (whole.new, whole.met);
        }
        self.workers = vec![Worker::new(shards)];
        Ok(())
    }
}

/// Runs each worker on a thread, the first one on this. Returns how they ended together, and
/// whether a thread could not be started.
fn run_at_once<'w, const W: usize>(
    mut workers: impl Iterator<Item = (&'w mut Worker<W>, usize)>,
    job: &Job<'_, W>,
    meter: &mut Meter<'_>,
) -> (Result<End, Obstacle>, bool) {
    let Some((first, home)) = workers.next() else {
        return (Ok(End::Done), false);
    };
    thread::scope(|scope| {
        let mut helpers = Vec::new();
        let mut has_failed = false;
        for (worker, home) in workers {
            let mut meter = meter.clone();
            let run = move || worker.run(job, home, &mut meter);
            match thread::Builder::new().spawn_scoped(scope, run) {
                Ok(helper) => helpers.push(helper),
                Err(_) => has_failed = true,
            }
        }
        let mut end = first.run(job, home, meter);
        if has_failed {
            end = end.and(Ok(End::Paused));
        }
        for helper in helpers {
            let other = helper.join().unwrap_or_else(|panic| resume_unwind(panic));
            end = match (end, other) {
                (Ok(End::Done), other) | (Ok(End::Paused), other @ Err(_)) => other,
                (end, _) => end,
            };
        }
        (end, has_failed)
    })
}

impl<const W: usize> AnyPass for Pass<W> {
    fn run(&mut self, pause: u64, meter: &mut Meter<'_>) -> Result<Progress<Count>, Obstacle> {
        loop {
            match self.expand(pause.saturating_sub(self.nodes), meter)? {
                End::Paused if self.nodes >= pause => return Ok(Progress::Paused),
                End::Paused => {}
                End::Done if !self.next_level(meter)? => {
                    return Ok(Progress::Done(self.so_far()));
                }
                End::Done => {}
            }
        }
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn threads(&self) -> usize {
        self.workers.len()
    }

    fn states(&self) -> (usize, u64) {
        self.shards
            .iter()
            .map(lock)
            .fold((0, 0), |(new, met), shard| {
                (new + shard.new, met + shard.met)
            })
    }

    fn level(&self) -> (usize, usize) {
        let levels = self.levels.len();
        (levels.min(self.level + 1), levels)
    }

    fn nodes_left(&self) -> u64 {
        let levels = (self.levels.len() - self.level) as f64;
        let here = (self.nodes - self.before) as f64;
        // From few states follow many, and which share of these is done is unknown.
        let in_all = match self.source.states() {
            64.. => here / self.source.share_taken().max(1.0 / 64.0),
            _ => here * (self.cut - self.level).max(1) as f64,
        };
        (self.mean_with(in_all, self.cut) * levels - here).max(0.0) as u64
    }

    fn most_options(&self) -> usize {
        self.levels.most_options(self.level)
    }

    fn so_far(&self) -> Count {
        let solutions = self
            .shards
            .iter()
            .map(|shard| lock(shard).solutions.clone());
        solutions.sum()
    }

    fn widen(&mut self) -> bool {
        let slots = self.shards.iter().map(|shard| lock(shard).slots());
        let slots = slots.sum::<usize>() + self.source.slots();
        let Some(room) = self.room.with_large::<W>(slots, self.levels.digits()) else {
            return false;
        };
        self.room = room;
        self.shards
            .iter_mut()
            .for_each(|shard| unlocked(shard).widen());
        true
    }
}
