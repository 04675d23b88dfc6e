//! A pass: the loop of a sweep, from the states of one level to those of the next levels.

use super::amount::{Amount, Overflow, Word};
use super::cut::cut;
use super::levels::Levels;
use super::plan::Plan;
use super::rest::Rest;
use super::table::Table;
use crate::ask::Count;
use crate::ask::{Meter, Stop};
use crate::count::progress::Progress;
use crate::count::state::{State, meet, with, with_words};
use crate::policy::SweepPolicies;

/// Prepares a pass over the levels of a plan, within `memory` bytes.
pub(super) fn pass(
    rest: &Rest,
    plan: &Plan,
    memory: usize,
    policies: SweepPolicies,
    meter: &mut Meter<'_>,
) -> Result<Box<dyn AnyPass>, Stop> {
    let words = plan.width.div_ceil(64);
    with_words!(words, W => Ok(Box::new(Pass::<W, Word>::new(rest, plan, memory, policies, meter)?)), 1 2 4)
}

/// A pass with states and numbers of any size.
pub(super) trait AnyPass {
    /// Continues until everything is counted, or until it has visited `pause` nodes. An overflow
    /// loses nothing: the widened pass continues where this one stopped.
    fn run(&mut self, pause: u64, meter: &mut Meter<'_>) -> Result<Progress<Count>, Overflow>;
    fn nodes(&self) -> u64;
    fn states(&self) -> (usize, u64);
    /// Solutions that have reached the end: a lower bound until the pass is done.
    fn so_far(&self) -> Count;
    /// Converts the pass to numbers of any size; `None` if that would exceed the memory.
    fn widen(&mut self) -> Option<Box<dyn AnyPass>>;
}

#[derive(Clone, Debug)]
struct Pass<const W: usize, V> {
    levels: Levels<W>,
    /// The tables of the levels to come.
    tables: Vec<Option<Table<W, V>>>,
    /// Empty tables.
    spare: Vec<Table<W, V>>,
    /// The current level, its table, and the slot of the next state in it.
    level: usize,
    source: Table<W, V>,
    slot: usize,
    /// The number of ways that lead to the current state of the source.
    ways: V,
    /// The next level with a table.
    cut: usize,
    /// States to branch on, on the way to the cut.
    stack: Vec<Task<W>>,
    solutions: V,
    /// The bytes of all tables, and their limit.
    bytes: usize,
    memory: usize,
    policies: SweepPolicies,
    nodes: u64,
    new: usize,
    met: u64,
    /// The bytes of a slot, the heap of its number included.
    slot_bytes: usize,
}

/// A state to branch on, its level, and the first of its options that is still to be used. That is
/// a later one only after memory or digits ran out in the middle of the options.
#[derive(Clone, Copy, Debug)]
struct Task<const W: usize> {
    state: State<W>,
    level: u32,
    option: u32,
}

/// Why an option could not be used. Nothing has changed.
enum Obstacle {
    Outgrown,
    Overflow,
    Stopped(Stop),
}

impl From<Overflow> for Obstacle {
    fn from(_: Overflow) -> Self {
        Self::Overflow
    }
}

impl From<Stop> for Obstacle {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl<const W: usize> Pass<W, Word> {
    fn new(
        rest: &Rest,
        plan: &Plan,
        memory: usize,
        policies: SweepPolicies,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let levels = Levels::new(rest, plan, meter)?;
        let mut source = Table::new();
        let mut solutions = Word::default();
        if levels.len() == 0 {
            solutions = Word::ONE;
        } else {
            // The first number of a table fits.
            let _ = source.add(&[0; W], &Word::ONE);
        }
        Ok(Self {
            tables: vec![None; levels.len()],
            spare: Vec::new(),
            level: 0,
            bytes: source.slots.len() * size_of::<(State<W>, Word)>(),
            slot_bytes: size_of::<(State<W>, Word)>(),
            source,
            slot: 0,
            ways: Word::default(),
            cut: 1,
            stack: Vec::new(),
            solutions,
            levels,
            memory,
            policies,
            nodes: 0,
            new: 0,
            met: 0,
        })
    }
}

impl<const W: usize, V: Amount + 'static> Pass<W, V> {
    /// Uses each option that fits a state. A new state before the cut goes on the stack; a later
    /// one gets the ways of the source added in its table. If an option cannot be used, the task
    /// goes back on the stack, to continue with that option.
    #[inline]
    fn branch(&mut self, task: Task<W>, meter: &mut Meter<'_>) -> Result<(), Obstacle> {
        let (state, number) = (task.state, task.level as usize);
        let work = self.ways.work();
        for option in task.option as usize..self.levels.get(number).options.len() {
            let (needs, sets) = &self.levels.get(number).options[option];
            if meet(needs, &state) {
                continue;
            }
            let left = self.levels.leave(with(&state, sets, |a, b| a | b), number);
            // One addition of large numbers may take microseconds.
            let paid = match left {
                Some(_) if work > 0 => meter.spend(work),
                _ => Ok(()),
            };
            let used = match (left, paid) {
                (None, _) => Ok(()),
                (_, Err(stop)) => Err(stop.into()),
                (Some((_, next)), _) if next == self.levels.len() => {
                    self.solutions.add(&self.ways).map_err(Obstacle::from)
                }
                (Some((state, next)), _) if next < self.cut => {
                    self.push(state, next);
                    Ok(())
                }
                (Some((state, next)), _) => self.add(next, &state),
            };
            if let Err(obstacle) = used {
                let option = option as u32;
                self.stack.push(Task { option, ..task });
                return Err(obstacle);
            }
        }
        Ok(())
    }

    #[inline]
    fn push(&mut self, state: State<W>, level: usize) {
        let (level, option) = (level as u32, 0);
        self.stack.push(Task {
            state,
            level,
            option,
        });
    }

    #[inline]
    fn add(&mut self, number: usize, state: &State<W>) -> Result<(), Obstacle> {
        if self.tables[number].is_none() {
            let mut table = match self.spare.pop() {
                Some(table) => {
                    self.bytes -= table.slots.len() * self.slot_bytes;
                    table
                }
                None => Table::new(),
            };
            table.fit(self.source.taken);
            self.bytes += table.slots.len() * self.slot_bytes;
            self.tables[number] = Some(table);
        }
        let table = self.tables[number].as_mut().ok_or(Obstacle::Outgrown)?;
        if table.is_full() {
            let bytes = table.slots.len() * self.slot_bytes;
            // The old table and the new one exist together for a while.
            if self.bytes + 2 * bytes > self.memory {
                return Err(Obstacle::Outgrown);
            }
            table.grow();
            self.bytes += bytes;
        }
        let is_new = table.add(state, &self.ways)?;
        self.new += usize::from(is_new);
        self.met += u64::from(!is_new);
        Ok(())
    }

    /// Goes to the next level that has a table. Returns whether there is one.
    fn next_level(&mut self, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let mut levels = self.level..self.levels.len();
        let Some(number) = levels.find(|&level| self.tables[level].is_some()) else {
            return Ok(false);
        };
        if let Some(table) = self.tables[number].take() {
            self.spare.push(std::mem::replace(&mut self.source, table));
        }
        (self.level, self.slot) = (number, 0);
        self.cut = cut(&self.levels, number, &self.source, self.policies, meter)?;
        Ok(true)
    }

    fn advance(&mut self, pause: u64, meter: &mut Meter<'_>) -> Result<Progress<Count>, Obstacle> {
        loop {
            if let Some(&task) = self.stack.last() {
                if self.nodes >= pause {
                    return Ok(Progress::Paused);
                }
                meter.spend(4 + self.levels.get(task.level as usize).options.len() * W)?;
                self.stack.pop();
                self.nodes += u64::from(task.option == 0);
                self.branch(task, meter)?;
            } else if let Some((state, ways)) = self.source.slots.get_mut(self.slot) {
                self.slot += 1;
                if !ways.is_zero() {
                    self.ways = std::mem::take(ways);
                    let state = *state;
                    self.push(state, self.level);
                }
            } else if !self.next_level(meter)? {
                return Ok(Progress::Done(self.solutions.widen()));
            }
        }
    }
}

impl<const W: usize, V: Amount + 'static> AnyPass for Pass<W, V> {
    fn run(&mut self, pause: u64, meter: &mut Meter<'_>) -> Result<Progress<Count>, Overflow> {
        self.advance(pause, meter)
            .or_else(|obstacle| match obstacle {
                Obstacle::Outgrown => Ok(Progress::Outgrown),
                Obstacle::Overflow => Err(Overflow),
                Obstacle::Stopped(stop) => Ok(Progress::Stopped(stop)),
            })
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn states(&self) -> (usize, u64) {
        (self.new, self.met)
    }

    fn so_far(&self) -> Count {
        self.solutions.widen()
    }

    fn widen(&mut self) -> Option<Box<dyn AnyPass>> {
        let slot_bytes = size_of::<(State<W>, Count)>() + Count::heap_of(self.levels.digits());
        let tables = self.tables.iter().flatten().chain([&self.source]);
        let slots: usize = tables.map(|table| table.slots.len()).sum();
        if slots * slot_bytes > self.memory {
            return None;
        }
        let tables = std::mem::take(&mut self.tables);
        let source = std::mem::replace(&mut self.source, Table::new());
        let wide = Pass::<W, Count> {
            levels: std::mem::take(&mut self.levels),
            tables: tables
                .into_iter()
                .map(|table| table.map(Table::widen))
                .collect(),
            spare: Vec::new(),
            level: self.level,
            source: source.widen(),
            slot: self.slot,
            ways: self.ways.widen(),
            cut: self.cut,
            stack: std::mem::take(&mut self.stack),
            solutions: self.solutions.widen(),
            bytes: slots * slot_bytes,
            memory: self.memory,
            policies: self.policies,
            nodes: self.nodes,
            new: self.new,
            met: self.met,
            slot_bytes,
        };
        Some(Box::new(wide))
    }
}
