//! The loop of a sweep: from the states of one level to those of the next ones.

use super::super::branching::{State, is_within, meet, state_of, with};
use super::super::memory::with_words;
use super::super::number::Number;
use super::plan::Plan;
use super::table::{Amount, Table};

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
    /// The numbers may become too large for its words.
    Overflow,
}

/// A sweep over the levels of a plan of at most so many words that may take so many bytes.
pub(super) fn levels(plan: &Plan, memory: usize) -> Box<dyn AnySweep> {
    let words = plan.width.div_ceil(64);
    with_words!(words, W => Box::new(Levels::<W, u64>::new(plan, memory)), 1 2 4)
}

/// A sweep with any number of words in a state, and in a number.
pub(super) trait AnySweep {
    /// With [`Swept::Overflow`] it must be widened before it goes on.
    fn run(&mut self, pause: u64) -> Swept;
    fn nodes(&self) -> u64;
    fn states(&self) -> (usize, u64);
    /// Goes on as the same sweep with numbers of any size.
    fn widen(&mut self) -> Box<dyn AnySweep>;
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
    /// States and their levels on the way to the cut.
    stack: Vec<(State<W>, usize)>,
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

impl<const W: usize> Levels<W, u64> {
    fn new(plan: &Plan, memory: usize) -> Self {
        let levels: Vec<Level<W>> = plan
            .levels
            .iter()
            .map(|level| Level {
                item: level.item.map_or([0; W], |slot| state_of(&[slot])),
                is_needed: level.is_needed,
                options: level
                    .options
                    .iter()
                    .map(|(needs, sets)| (state_of(needs), state_of(sets)))
                    .collect(),
                must: state_of(&level.must),
                ends: state_of(&level.ends),
                width: level.width,
            })
            .collect();
        let mut source = Table::new();
        if !levels.is_empty() {
            source.add(&[0; W], &1);
        }
        Self {
            tables: vec![None; levels.len()],
            spare: Vec::new(),
            level: 0,
            bytes: source.slots.len() * size_of::<(State<W>, u64)>(),
            slot_bytes: size_of::<(State<W>, u64)>(),
            source,
            slot: 0,
            ways: 0,
            cut: 1,
            stack: Vec::new(),
            solutions: u64::from(levels.is_empty()),
            levels,
            memory,
            nodes: 0,
            new: 0,
            met: 0,
        }
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
    /// to them. `None` if there is no memory for them.
    #[inline]
    fn branch(&mut self, state: State<W>, number: usize) -> Option<()> {
        self.nodes += 1;
        for option in 0..self.levels[number].options.len() {
            let (needs, sets) = &self.levels[number].options[option];
            if meet(needs, &state) {
                continue;
            }
            match self.leave(with(&state, sets, |a, b| a | b), number) {
                None => {}
                Some((_, next)) if next == self.levels.len() => self.solutions.add(&self.ways),
                Some((state, next)) if next < self.cut => self.stack.push((state, next)),
                Some((state, next)) => self.add(next, &state)?,
            }
        }
        Some(())
    }

    #[inline]
    fn add(&mut self, number: usize, state: &State<W>) -> Option<()> {
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
        let table = self.tables[number].as_mut()?;
        if table.is_full() {
            let bytes = table.slots.len() * self.slot_bytes;
            // Both tables are held while one is filled from the other.
            if self.bytes + 2 * bytes > self.memory {
                return None;
            }
            table.grow();
            self.bytes += bytes;
        }
        let is_new = table.add(state, &self.ways);
        self.new += usize::from(is_new);
        self.met += u64::from(!is_new);
        Some(())
    }

    /// Goes to the next level that has states. `None` if there is none.
    fn next_level(&mut self) -> Option<()> {
        let number = (self.level..self.levels.len()).find(|&level| self.tables[level].is_some())?;
        let table = self.tables[number].take()?;
        self.spare.push(std::mem::replace(&mut self.source, table));
        (self.level, self.slot) = (number, 0);
        self.cut = self.find_cut();
        Some(())
    }

    /// The level to which the states of this one are followed.
    fn find_cut(&self) -> usize {
        let next = self.level + 1;
        let mut cut = next;
        if self.source.taken < MANY {
            return cut;
        }
        let end = self.levels.len().min(self.level + REACH);
        let mut narrowest = usize::MAX;
        for number in next..end {
            let width = self.levels[number].width;
            if number > next && width < narrowest {
                let wider = (narrowest - width).min(WIDER) as u32;
                if !self.is_near(number, (2 * SAMPLES) << wider) {
                    break;
                }
                cut = number;
            }
            narrowest = narrowest.min(width);
        }
        cut
    }

    /// Whether a few samples of the states are followed to a level within so many nodes.
    fn is_near(&self, cut: usize, most: usize) -> bool {
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
                    return false;
                }
                for (needs, sets) in &self.levels[number].options {
                    if !meet(needs, &state) {
                        stack.extend(self.leave(with(&state, sets, |a, b| a | b), number));
                    }
                }
            }
        }
        true
    }

    /// Whether no number can overflow on the way to the cut.
    fn holds(&self) -> bool {
        let tables = self.tables.iter().flatten();
        let ahead: f64 = tables.map(|table| table.ways).sum();
        let options = |level: &Level<W>| level.options.len() as f64;
        let ways: f64 = self.levels[self.level..self.cut]
            .iter()
            .map(options)
            .product();
        V::holds(ahead + self.source.ways * ways)
    }
}

impl<const W: usize, V: Amount + 'static> AnySweep for Levels<W, V> {
    fn run(&mut self, pause: u64) -> Swept {
        loop {
            if let Some(&(state, number)) = self.stack.last() {
                if self.nodes >= pause {
                    return Swept::Paused;
                }
                self.stack.pop();
                if self.branch(state, number).is_none() {
                    return Swept::Outgrown;
                }
            } else if let Some((state, ways)) = self.source.slots.get_mut(self.slot) {
                self.slot += 1;
                if !ways.is_zero() {
                    self.ways = std::mem::take(ways);
                    self.stack.push((*state, self.level));
                }
            } else if self.next_level().is_none() {
                return Swept::Done(self.solutions.widen());
            } else if !self.holds() {
                return Swept::Overflow;
            }
        }
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn states(&self) -> (usize, u64) {
        (self.new, self.met)
    }

    fn widen(&mut self) -> Box<dyn AnySweep> {
        // No number has more digits than that of all choices of an option for each level.
        let options = self
            .levels
            .iter()
            .map(|level| level.options.len().max(1) as f64);
        let digits = options.map(f64::log2).sum::<f64>() as u64;
        let heap = Number::heap_of(digits);
        let tables = std::mem::take(&mut self.tables);
        let source = std::mem::replace(&mut self.source, Table::new());
        let mut wide = Levels::<W, Number> {
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
            stack: Vec::new(),
            solutions: self.solutions.widen(),
            bytes: 0,
            memory: self.memory,
            nodes: self.nodes,
            new: self.new,
            met: self.met,
            slot_bytes: size_of::<(State<W>, Number)>() + heap,
        };
        let tables = wide.tables.iter().flatten().chain([&wide.source]);
        wide.bytes = tables
            .map(|table| table.slots.len() * wide.slot_bytes)
            .sum();
        Box::new(wide)
    }
}
