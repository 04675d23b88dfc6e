//! The loop of a sweep: from the states of one level to those of the next ones.

use super::super::branching::{State, is_within, meet, set, state_of, with};
use super::super::memory::with_words;
use super::super::number::{Amount, Number, Overflow, Word};
use super::plan::Plan;
use super::rest::Rest;
use super::table::Table;
use crate::ask::{Meter, Stop};

/// The most words of a state.
pub(super) const MOST_WORDS: usize = 4;
/// The fewest states of a level from which levels are left out.
const MANY: usize = 4_096;
/// How many levels are left out at most.
const REACH: usize = 32;
/// How many bits wider a frontier counts at most: not all sets of its items are states.
const WIDER: usize = 6;
/// How many states are followed to learn how many nodes that takes.
const SAMPLES: usize = 32;

/// Why a sweep came back.
#[derive(Clone, Debug)]
pub(in super::super) enum Swept {
    /// At its end, with the number of solutions.
    Done(Number),
    /// Before another node.
    Paused,
    /// Its states take more memory than there is.
    Outgrown,
    /// A number does not fit into its word. Nothing is lost: the sweep goes on where it stopped when
    /// it is widened.
    Overflow,
    /// A limit stopped it.
    Stopped(Stop),
}

/// A sweep over the levels of a plan of at most so many words that may take so many bytes.
pub(super) fn levels(
    rest: &Rest,
    plan: &Plan,
    memory: usize,
    meter: &mut Meter<'_>,
) -> Result<Box<dyn AnySweep>, Stop> {
    let words = plan.width.div_ceil(64);
    with_words!(words, W => Ok(Box::new(Levels::<W, Word>::new(rest, plan, memory, meter)?)), 1 2 4)
}

/// A sweep with any number of words in a state, and in a number.
pub(super) trait AnySweep {
    /// With [`Swept::Overflow`] it must be widened before it goes on.
    fn run(&mut self, pause: u64, meter: &mut Meter<'_>) -> Swept;
    fn nodes(&self) -> u64;
    fn states(&self) -> (usize, u64);
    /// The same sweep with numbers of any size, from where it stopped; `None` if that needs more
    /// memory than there is.
    fn widen(&mut self) -> Option<Box<dyn AnySweep>>;
}

/// A level in words.
#[derive(Clone, Debug)]
struct Level<const W: usize> {
    item: State<W>,
    is_needed: bool,
    options: Vec<(State<W>, State<W>)>,
    must: State<W>,
    ends: State<W>,
    width: usize,
}

/// A sweep under way.
#[derive(Clone, Debug)]
struct Levels<const W: usize, V> {
    levels: Vec<Level<W>>,
    /// The tables of the levels to come.
    tables: Vec<Option<Table<W, V>>>,
    /// Empty tables.
    spare: Vec<Table<W, V>>,
    /// The level under way, its states, and the slot of the next one of them.
    level: usize,
    source: Table<W, V>,
    slot: usize,
    /// The ways that lead to the state of the source that is followed.
    ways: V,
    /// No state before this level is put into a table.
    cut: usize,
    /// What is to be branched on, on the way to the cut.
    stack: Vec<Task<W>>,
    solutions: V,
    /// Bytes of all tables, and how many they may be.
    bytes: usize,
    memory: usize,
    nodes: u64,
    new: usize,
    met: u64,
    /// Bytes of a slot, with what its number may have on the heap.
    slot_bytes: usize,
}

/// A state to branch on, its level, and the option from which on its options are to be used: the
/// first, unless one could not be used for want of memory or digits.
#[derive(Clone, Copy, Debug)]
struct Task<const W: usize> {
    state: State<W>,
    level: u32,
    option: u32,
}

/// Why an option could not be used. Nothing was changed.
enum Halt {
    Outgrown,
    Overflow,
    Stopped(Stop),
}

impl From<Overflow> for Halt {
    fn from(_: Overflow) -> Self {
        Self::Overflow
    }
}

impl<const W: usize> Levels<W, Word> {
    fn new(rest: &Rest, plan: &Plan, memory: usize, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let mut levels: Vec<Level<W>> = Vec::with_capacity(plan.levels.len());
        for (number, level) in plan.levels.iter().enumerate() {
            let mut options = Vec::new();
            for (needs, sets) in plan.options(&rest.layout, number as u32) {
                let mut option = ([0; W], [0; W]);
                needs.for_each(|slot| set(&mut option.0, slot));
                for slot in sets {
                    meter.spend(4)?;
                    set(&mut option.1, slot);
                }
                meter.spend(8)?;
                options.push(option);
            }
            levels.push(Level {
                item: level.item.map_or([0; W], |slot| state_of(&[slot])),
                is_needed: level.is_needed,
                options,
                must: state_of(&level.must),
                ends: state_of(&level.ends),
                width: level.width,
            });
        }
        let mut source = Table::new();
        let mut solutions = Word::default();
        if levels.is_empty() {
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
            nodes: 0,
            new: 0,
            met: 0,
        })
    }
}

impl<const W: usize, V: Amount + 'static> Levels<W, V> {
    /// Leaves a level: the state and the level of the next item that is not covered; `None` if
    /// an item was left uncovered.
    #[inline]
    fn leave(&self, mut state: State<W>, mut number: usize) -> Option<(State<W>, usize)> {
        loop {
            let level = &self.levels[number];
            if !is_within(&level.must, &state) {
                return None;
            }
            state = with(&state, &level.ends, |a, b| a & !b);
            number += 1;
            match self.levels.get(number) {
                Some(level) if meet(&level.item, &state) => {
                    if level.is_needed {
                        return None;
                    }
                }
                _ => return Some((state, number)),
            }
        }
    }

    /// Uses each option that fits a state, and follows the new states or adds the ways of the source
    /// to them. Where an option cannot be used, the task is put back to go on with it.
    #[inline]
    fn branch(&mut self, task: Task<W>, meter: &mut Meter<'_>) -> Result<(), Halt> {
        let (state, number) = (task.state, task.level as usize);
        let work = self.ways.work();
        for option in task.option as usize..self.levels[number].options.len() {
            let (needs, sets) = &self.levels[number].options[option];
            if meet(needs, &state) {
                continue;
            }
            let left = self.leave(with(&state, sets, |a, b| a | b), number);
            // One addition of large numbers may take microseconds.
            let paid = match left {
                Some(_) if work > 0 => meter.spend(work),
                _ => Ok(()),
            };
            let used = match (left, paid) {
                (None, _) => Ok(()),
                (_, Err(stop)) => Err(Halt::Stopped(stop)),
                (Some((_, next)), _) if next == self.levels.len() => {
                    self.solutions.add(&self.ways).map_err(Halt::from)
                }
                (Some((state, next)), _) if next < self.cut => {
                    self.push(state, next);
                    Ok(())
                }
                (Some((state, next)), _) => self.add(next, &state),
            };
            if let Err(halt) = used {
                let option = option as u32;
                self.stack.push(Task { option, ..task });
                return Err(halt);
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
    fn add(&mut self, number: usize, state: &State<W>) -> Result<(), Halt> {
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
        let table = self.tables[number].as_mut().ok_or(Halt::Outgrown)?;
        if table.is_full() {
            let bytes = table.slots.len() * self.slot_bytes;
            // Both tables are held while one is filled from the other.
            if self.bytes + 2 * bytes > self.memory {
                return Err(Halt::Outgrown);
            }
            table.grow();
            self.bytes += bytes;
        }
        let is_new = table.add(state, &self.ways)?;
        self.new += usize::from(is_new);
        self.met += u64::from(!is_new);
        Ok(())
    }

    /// Goes to the next level that has states. Returns whether there is one.
    fn next_level(&mut self, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let mut levels = self.level..self.levels.len();
        let Some(number) = levels.find(|&level| self.tables[level].is_some()) else {
            return Ok(false);
        };
        if let Some(table) = self.tables[number].take() {
            self.spare.push(std::mem::replace(&mut self.source, table));
        }
        (self.level, self.slot) = (number, 0);
        self.cut = self.find_cut(meter)?;
        Ok(true)
    }

    /// The level to which the states of this one are followed.
    fn find_cut(&self, meter: &mut Meter<'_>) -> Result<usize, Stop> {
        let next = self.level + 1;
        let mut cut = next;
        if self.source.taken < MANY {
            return Ok(cut);
        }
        let end = self.levels.len().min(self.level + REACH);
        let mut narrowest = usize::MAX;
        for number in next..end {
            let width = self.levels[number].width;
            if number > next && width < narrowest {
                let wider = (narrowest - width).min(WIDER) as u32;
                if !self.is_near(number, (2 * SAMPLES) << wider, meter)? {
                    break;
                }
                cut = number;
            }
            narrowest = narrowest.min(width);
        }
        Ok(cut)
    }

    /// Whether a few samples of the states are followed to a level within so many nodes.
    fn is_near(&self, cut: usize, most: usize, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let states = self.source.slots.iter().filter(|(_, ways)| !ways.is_zero());
        let mut stack: Vec<(State<W>, usize)> = states
            .take(SAMPLES)
            .map(|(state, _)| (*state, self.level))
            .collect();
        let mut nodes = 0;
        while let Some((state, number)) = stack.pop() {
            if number < cut {
                nodes += 1;
                if nodes > most {
                    return Ok(false);
                }
                meter.spend(self.levels[number].options.len() * W)?;
                for (needs, sets) in &self.levels[number].options {
                    if !meet(needs, &state) {
                        stack.extend(self.leave(with(&state, sets, |a, b| a | b), number));
                    }
                }
            }
        }
        Ok(true)
    }

    fn advance(&mut self, pause: u64, meter: &mut Meter<'_>) -> Result<Swept, Stop> {
        loop {
            if let Some(&task) = self.stack.last() {
                if self.nodes >= pause {
                    return Ok(Swept::Paused);
                }
                meter.spend(4 + self.levels[task.level as usize].options.len() * W)?;
                self.stack.pop();
                self.nodes += u64::from(task.option == 0);
                match self.branch(task, meter) {
                    Ok(()) => {}
                    Err(Halt::Outgrown) => return Ok(Swept::Outgrown),
                    Err(Halt::Overflow) => return Ok(Swept::Overflow),
                    Err(Halt::Stopped(stop)) => return Err(stop),
                }
            } else if let Some((state, ways)) = self.source.slots.get_mut(self.slot) {
                self.slot += 1;
                if !ways.is_zero() {
                    self.ways = std::mem::take(ways);
                    let state = *state;
                    self.push(state, self.level);
                }
            } else if !self.next_level(meter)? {
                return Ok(Swept::Done(self.solutions.widen()));
            }
        }
    }
}

impl<const W: usize, V: Amount + 'static> AnySweep for Levels<W, V> {
    fn run(&mut self, pause: u64, meter: &mut Meter<'_>) -> Swept {
        self.advance(pause, meter).unwrap_or_else(Swept::Stopped)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn states(&self) -> (usize, u64) {
        (self.new, self.met)
    }

    fn widen(&mut self) -> Option<Box<dyn AnySweep>> {
        // No number has more digits than that of all choices of an option for each level.
        let options = self
            .levels
            .iter()
            .map(|level| level.options.len().max(1) as f64);
        let digits = options.map(f64::log2).sum::<f64>() as u64;
        let slot_bytes = size_of::<(State<W>, Number)>() + Number::heap_of(digits);
        let tables = self.tables.iter().flatten().chain([&self.source]);
        let slots: usize = tables.map(|table| table.slots.len()).sum();
        if slots * slot_bytes > self.memory {
            return None;
        }
        let tables = std::mem::take(&mut self.tables);
        let source = std::mem::replace(&mut self.source, Table::new());
        let wide = Levels::<W, Number> {
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
            nodes: self.nodes,
            new: self.new,
            met: self.met,
            slot_bytes,
        };
        Some(Box::new(wide))
    }
}
