//! A worker: follows states of the source to the next levels that have tables. It collects its
//! additions to these tables, so that it locks each shard once for many of them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::levels::Levels;
use super::shard::{Obstacle, Room, Shard, shard_of};
use super::source::Blocks;
use super::table::Slot;
use crate::ask::Meter;
use crate::states::packed::LargeNumbers;
use crate::states::state::{State, meet, with};

/// What the workers of a level share.
pub(super) struct Job<'j, const W: usize> {
    pub(super) levels: &'j Levels<W>,
    /// The level of the source, and the next level with a table.
    pub(super) level: usize,
    pub(super) cut: usize,
    pub(super) source: Mutex<Blocks<'j, W>>,
    pub(super) shards: &'j [Mutex<Shard<W>>],
    pub(super) room: &'j Room,
    /// About the number of states that a shard will get in each table.
    pub(super) expected: usize,
    /// A worker writes its additions when it has this many.
    pub(super) batch: usize,
    /// The number of nodes that may still be visited.
    pub(super) nodes: AtomicU64,
    /// Whether a worker has met an obstacle.
    pub(super) is_blocked: AtomicBool,
}

/// Why a worker ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// All blocks of the source are taken, and its own are done.
    Done,
    /// It may visit no more nodes, or another worker has met an obstacle.
    Paused,
}

#[derive(Debug)]
pub(super) struct Worker<const W: usize> {
    /// States of the source and their ways, from one block or several.
    block: Vec<Slot<W>>,
    /// The large numbers of the block, or of `ways`.
    large: LargeNumbers,
    /// The number of states of the block that were begun.
    begun: usize,
    /// The ways of the last state that was begun, if there is only one shard.
    ways: u64,
    /// States to branch on, on the way to the cut. They come from the last state that was begun.
    stack: Vec<Task<W>>,
    /// For each shard the additions to its tables.
    additions: Vec<Vec<Addition<W>>>,
    pending: usize,
}

/// A state to branch on, its level, and the first of its options that is still to be used. That is
/// a later one only after an obstacle in the middle of the options.
#[derive(Clone, Copy, Debug)]
struct Task<const W: usize> {
    state: State<W>,
    level: u32,
    option: u32,
}

impl<const W: usize> Task<W> {
    #[inline]
    fn new(state: State<W>, level: usize) -> Self {
        Self {
            state,
            level: level as u32,
            option: 0,
        }
    }
}

/// Ways of a state of the block, to be added to a state of a later level.
#[derive(Clone, Copy, Debug)]
struct Addition<const W: usize> {
    state: State<W>,
    level: u32,
    origin: u32,
}

impl<const W: usize> Worker<W> {
    pub(super) fn new(shards: usize) -> Self {
        Self {
            block: Vec::new(),
            large: LargeNumbers::new(),
            begun: 0,
            ways: 0,
            stack: Vec::new(),
            additions: vec![Vec::new(); shards],
            pending: 0,
        }
    }

    /// Works until the source is done or no node may be visited. Writes all additions, those for
    /// the shard `home` first. If an addition meets an obstacle, it is kept with all later ones.
    pub(super) fn run(
        &mut self,
        job: &Job<'_, W>,
        home: usize,
        meter: &mut Meter<'_>,
    ) -> Result<End, Obstacle> {
        let mut nodes = 0;
        let end = match job.shards {
            [only] => self.run_alone(job, &mut lock(only), &mut nodes, meter),
            _ => self.run_in_batches(job, home, &mut nodes, meter),
        };
        job.nodes.fetch_add(nodes, Ordering::Relaxed);
        if end.is_err() {
            job.is_blocked.store(true, Ordering::Relaxed);
        }
        end
    }

    /// Works with the only shard, and adds each state to it at once.
    fn run_alone(
        &mut self,
        job: &Job<'_, W>,
        shard: &mut Shard<W>,
        nodes: &mut u64,
        meter: &mut Meter<'_>,
    ) -> Result<End, Obstacle> {
        let mut source = lock(&job.source);
        *nodes = job.nodes.swap(0, Ordering::Relaxed);
        loop {
            let task = match self.stack.pop() {
                Some(task) => task,
                None => {
                    let Some((state, ways)) = source.next_state() else {
                        return Ok(End::Done);
                    };
                    self.large.clear();
                    self.ways = self.large.keep(ways);
                    Task::new(state, job.level)
                }
            };
            if *nodes == 0 {
                self.stack.push(task);
                return Ok(End::Paused);
            }
            if let Err(stop) = meter.spend(job.work(task)) {
                self.stack.push(task);
                return Err(stop.into());
            }
            let ways = self.large.unpack(self.ways);
            let work = ways.work();
            branch(&mut self.stack, job, task, |state, level| {
                // One addition of large numbers may take microseconds.
                if work > 0 {
                    meter.spend(work)?;
                }
                shard.add(level, &state, ways, (job.expected, job.room))
            })?;
            *nodes -= 1;
        }
    }

    /// Collects additions, and writes many at a time.
    fn run_in_batches(
        &mut self,
        job: &Job<'_, W>,
        home: usize,
        nodes: &mut u64,
        meter: &mut Meter<'_>,
    ) -> Result<End, Obstacle> {
        loop {
            let task = match self.stack.pop() {
                Some(task) => task,
                None => match self.next_state(job, home, meter)? {
                    Some(state) => Task::new(state, job.level),
                    None => return Ok(End::Done),
                },
            };
            if *nodes == 0 {
                *nodes = job.take_nodes();
                if *nodes == 0 {
                    self.stack.push(task);
                    self.write(job, home, meter)?;
                    return Ok(End::Paused);
                }
            }
            if let Err(stop) = meter.spend(job.work(task)) {
                self.stack.push(task);
                return Err(stop.into());
            }
            *nodes -= 1;
            branch(&mut self.stack, job, task, |state, level| {
                let shard = if level < job.levels.len() {
                    shard_of(&state, job.shards.len())
                } else {
                    home
                };
                self.additions[shard].push(Addition {
                    state,
                    level: level as u32,
                    origin: self.begun as u32 - 1,
                });
                self.pending += 1;
                Ok(())
            })?;
            if self.pending >= job.batch {
                self.write(job, home, meter)?;
            }
        }
    }

    /// Begins the next state of the block, or of a new block; `None` at the end of the source.
    fn next_state(
        &mut self,
        job: &Job<'_, W>,
        home: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<State<W>>, Obstacle> {
        while self.begun == self.block.len() {
            // Additions refer to states of the block.
            if self.pending == 0 || self.block.len() >= job.batch {
                self.write(job, home, meter)?;
                self.begun = 0;
                self.block.clear();
                self.large.clear();
            }
            let block = lock(&job.source).next();
            let Some((slots, large)) = block else {
                self.write(job, home, meter)?;
                return Ok(None);
            };
            let own = &mut self.large;
            let states = slots.iter_mut().filter(|(_, ways)| *ways != 0);
            let taken = states.map(|(state, ways)| {
                let ways = large.unpack(std::mem::take(ways));
                (*state, own.keep(ways))
            });
            self.block.extend(taken);
        }
        self.begun += 1;
        Ok(Some(self.block[self.begun - 1].0))
    }

    /// Writes the additions to the shards.
    fn write(
        &mut self,
        job: &Job<'_, W>,
        home: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), Obstacle> {
        let (before, after) = self.additions.split_at_mut(home);
        let order = after.iter_mut().zip(home..);
        for (additions, shard) in order.chain(before.iter_mut().zip(0..)) {
            if additions.is_empty() {
                continue;
            }
            let mut shard = lock(&job.shards[shard]);
            while let Some(addition) = additions.last() {
                let ways = self.large.unpack(self.block[addition.origin as usize].1);
                let work = ways.work();
                // One addition of large numbers may take microseconds.
                if work > 0 {
                    meter.spend(work)?;
                }
                let level = addition.level as usize;
                shard.add(level, &addition.state, ways, (job.expected, job.room))?;
                additions.pop();
                self.pending -= 1;
            }
        }
        Ok(())
    }
}

/// Uses each option that fits a state. A new state before the cut goes on the stack; `add` gets a
/// later one with its level. If that meets an obstacle, the task goes back on the stack, to
/// continue with the option.
#[inline]
fn branch<const W: usize>(
    stack: &mut Vec<Task<W>>,
    job: &Job<'_, W>,
    task: Task<W>,
    mut add: impl FnMut(State<W>, usize) -> Result<(), Obstacle>,
) -> Result<(), Obstacle> {
    let number = task.level as usize;
    let options = &job.levels.get(number).options;
    #[expect(
        clippy::needless_range_loop,
        reason = "skipping over an iterator takes longer"
    )]
    for option in task.option as usize..options.len() {
        let (needs, sets) = &options[option];
        if meet(needs, &task.state) {
            continue;
        }
        let left = job
            .levels
            .leave(with(&task.state, sets, |a, b| a | b), number);
        match left {
            Some((state, next)) if next < job.cut => stack.push(Task::new(state, next)),
            Some((state, next)) => {
                if let Err(obstacle) = add(state, next) {
                    let option = option as u32;
                    stack.push(Task { option, ..task });
                    return Err(obstacle);
                }
            }
            None => {}
        }
    }
    Ok(())
}

impl<const W: usize> Job<'_, W> {
    /// The work of a task, in steps of a meter.
    #[inline]
    fn work(&self, task: Task<W>) -> usize {
        4 + self.levels.get(task.level as usize).options.len() * W
    }

    /// Takes some of the nodes that may still be visited.
    fn take_nodes(&self) -> u64 {
        if self.is_blocked.load(Ordering::Relaxed) {
            return 0;
        }
        let order = Ordering::Relaxed;
        let take = |left: u64| left.checked_sub(left.clamp(1, 64));
        let taken = self.nodes.fetch_update(order, order, take);
        taken.map_or(0, |left| left.min(64))
    }
}

/// Locks a mutex. A panic of its last owner does not matter, because it ends the count anyway.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the value in a mutex that no other thread can use.
pub(super) fn unlocked<T>(mutex: &mut Mutex<T>) -> &mut T {
    mutex.get_mut().unwrap_or_else(PoisonError::into_inner)
}

/// Takes the value out of a mutex.
pub(super) fn into_unlocked<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}
