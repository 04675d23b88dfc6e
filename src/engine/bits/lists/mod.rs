//! The layout *lists*: the state is the list of the live options, each as a set of its items.
//!
//! To take an option is to copy those options of the list that share no item with it. In passing
//! we learn which items still have one option and which have two: an open item without one is a
//! dead end, an open item with only one forces it. The list shrinks quickly, so the deep states,
//! where most of the time goes, lie on a few cache lines; nothing is undone, a level is only
//! dropped. It suits problems with few items and many options, such as polyominoes.
//!
//! Every set of items takes one or a few words. The number of an option lies in the high bits
//! of its last word. As items are covered they need fewer words, and the list is repacked.
//!
//! A level tries the options of an item in the order of the list. Four at a time are looked at
//! before they are tried: most of them leave an item without options, and to see that is much
//! cheaper than to copy a list.
//!
//! The arena is a stack. It holds the list of all options, then for each level the list of its
//! state and the list of its choices. A level takes an option at least, so there are no more
//! levels than primary items.
//!
//! # What was measured
//!
//! Pentominoes 6 x 10 on Zen 3:
//!
//! | for lists | s |
//! |---|---|
//! | as they are: the dead ends among four children seen before a list is copied, counters bit by bit, words as planes | 0.29 |
//! | the same without vector instructions | 0.84 |
//! | lists copied first, then counted, words side by side | 0.42 |
//! | exact counts by a loop over the bits of each option | 1.25 |
//! | one bit an option and a row for each option, with AVX-512 | 0.39 |
//!
//! Look-ahead by one step on all options, where 24 items are open, makes 324,000 nodes of 798,000
//! and takes 1.7 times as long. On problems that suit lists and lanes both, these are level
//! (Langford 12, Latin 5) or lanes are faster (12 queens: 0.0056 s and 0.0093 s).

/// Does something with the number of words as a constant.
macro_rules! with_words {
    ($words:expr, $W:ident => $act:expr) => {
        match $words {
            1 => with_words!(= 1, $W => $act),
            2 => with_words!(= 2, $W => $act),
            3 => with_words!(= 3, $W => $act),
            4 => with_words!(= 4, $W => $act),
            _ => with_words!(= MOST, $W => $act),
        }
    };
    (= $words:expr, $W:ident => $act:expr) => {{
        const $W: usize = $words;
        $act
    }};
}

mod assume;
mod count;
pub(super) mod kernel;
pub(super) mod list;
pub(super) mod quad;
pub(super) mod repack;
#[cfg(test)]
mod sanity;
mod states;
mod tables;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use rand::SeedableRng;
use rand_pcg::Pcg32;

use self::list::List;
use self::tables::{Items, MOST, Tables};
use super::simd::Kernels;
use crate::ask::{Inferences, Meter, Stop};
use crate::engine::{Branch, Tree};
use crate::problem::{ItemId, OptionId, Problem};

/// The engine on lists. A clone shares the tables.
#[derive(Clone, Debug)]
pub(crate) struct Lists {
    tables: Arc<Tables>,
    kernels: Kernels,
    arena: Vec<u64>,
    /// The items of the bits: of the root, then of each state that was repacked.
    items: Vec<ItemId>,
    /// The present state; of no meaning while a try is pending.
    here: State,
    levels: Vec<Level>,
    /// Options that are taken, by number.
    trail: Vec<u32>,
    pending: Option<Try>,
    /// What is assumed: the items of the options that are forced, and the options forbidden.
    taken: Items,
    forbidden: Vec<bool>,
    random: Option<Pcg32>,
    /// Options that were forced, and options that look-ahead rejected, since the last reset.
    forced_options: u64,
    rejected_options: u64,
}

/// A state in which nothing is forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    list: List,
    words: usize,
    open: Items,
    /// The bit of the item to branch on; `SOLVED` if none is open.
    bit: usize,
    /// Where the items of its bits start.
    items: usize,
}

/// The bit of no item.
const SOLVED: usize = usize::MAX;

/// What is committed and not yet taken into a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Try {
    /// The assumptions.
    Root,
    /// A choice of the last level.
    Choice(usize),
}

/// An item under trial.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Level {
    /// The state in which the item was chosen.
    state: State,
    /// The options of the item.
    choices: List,
    /// How many choices were looked at.
    seen: usize,
    /// Which of the last four of them are to be tried, and the place of the first of the four.
    viable: u32,
    first: usize,
    /// The ends of the trail, of the items and of the arena before the first try.
    trail: usize,
    items: usize,
    top: usize,
}

impl Lists {
    /// A bound of the bytes that a problem takes with so many options that are not dropped,
    /// primary items, and items; `None` if these are too many. A level has room for four lists:
    /// two in turn while options are forced, one repacked, and the choices; and the arena grows
    /// by half.
    ///
    /// In practice lists shrink so fast that all of them together are a few times as long as the
    /// first, but the bound holds also where they do not. So 20,000 options of 5 items over 300
    /// stay with `links`: the bound is 2.3 GB, where 29 MB are used, for 1.13 million nodes a second
    /// against 0.95 million, of which 23 % are choices. A change of engine below a node is not
    /// what is missing: 99.8 % of the nodes have at most 300 live options, and 95 % of the options
    /// that are taken away are taken away there.
    pub(crate) fn memory(options: usize, primary: usize, items: usize) -> Option<usize> {
        let words = Tables::words(options, items)?;
        let lists = primary.saturating_add(1).saturating_mul(6);
        Some(lists.saturating_mul(List::stride(options) * words * size_of::<u64>()))
    }

    /// Lays a problem out, for which there is a bound of the memory.
    pub(crate) fn compile(
        problem: &Problem,
        kernels: Kernels,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let (tables, arena, items) = Tables::compile(problem, meter)?;
        let mut lists = Self {
            kernels,
            arena,
            items,
            here: State {
                list: tables.root,
                words: tables.words,
                open: tables.primary,
                bit: SOLVED,
                items: 0,
            },
            levels: Vec::new(),
            trail: Vec::new(),
            pending: None,
            taken: [0; MOST],
            forbidden: vec![false; tables.root.len],
            random: None,
            forced_options: 0,
            rejected_options: 0,
            tables: Arc::new(tables),
        };
        lists.reset(meter)?;
        Ok(lists)
    }

    /// Makes the arena at least so long.
    #[inline(always)]
    fn reserve(&mut self, end: usize) {
        if self.arena.len() < end {
            self.arena.resize(end + end / 2, 0);
        }
    }
}

impl Tree for Lists {
    #[inline]
    fn dead_ends_are_nodes(&self) -> bool {
        false
    }

    fn reset(&mut self, _: &mut Meter<'_>) -> Result<(), Stop> {
        self.levels.clear();
        self.trail.clear();
        self.items.truncate(self.tables.item_count());
        self.taken = [0; MOST];
        self.forbidden.fill(false);
        self.random = None;
        (self.forced_options, self.rejected_options) = (0, 0);
        self.pending = Some(Try::Root);
        self.here = State {
            list: self.tables.root,
            words: self.tables.words,
            open: self.tables.primary,
            bit: SOLVED,
            items: 0,
        };
        Ok(())
    }

    fn forbid(&mut self, option: OptionId) {
        if let Some(number) = self.tables.number(option) {
            self.forbidden[number as usize] = true;
        }
    }

    fn force(&mut self, option: OptionId) -> bool {
        with_words!(self.tables.words, W => self.take::<W>(option))
    }

    fn randomise(&mut self, seed: u64, _: &mut Meter<'_>) -> Result<(), Stop> {
        self.random = Some(Pcg32::seed_from_u64(seed));
        Ok(())
    }

    fn branch(&mut self) -> Branch {
        if let Some(what) = self.pending.take() {
            let words = self
                .levels
                .last()
                .map_or(self.here.words, |level| level.state.words);
            if !with_words!(words, W => self.settle::<W>(what)) {
                return Branch::Dead;
            }
        }
        match self.here.bit {
            SOLVED => Branch::Solved,
            _ => Branch::Open,
        }
    }

    fn enter(&mut self) {
        let State { bit, words, .. } = self.here;
        let choices = with_words!(words, W => self.choices::<W>(bit));
        self.levels.push(Level {
            state: self.here,
            choices,
            seen: 0,
            viable: 0,
            first: 0,
            trail: self.trail.len(),
            items: self.items.len(),
            top: choices.end(words),
        });
    }

    fn advance(&mut self) -> bool {
        self.pending = None;
        let Some(level) = self.levels.last_mut() else {
            return false;
        };
        self.trail.truncate(level.trail);
        self.items.truncate(level.items);
        while level.viable == 0 {
            if level.seen == level.choices.len {
                return false;
            }
            with_words!(level.state.words, W => {
                Self::look::<W>(&self.tables, self.kernels, &self.arena, level);
            });
            let looked_at = level.seen - level.first;
            self.rejected_options += looked_at as u64 - u64::from(level.viable.count_ones());
        }
        let place = level.first + level.viable.trailing_zeros() as usize;
        level.viable &= level.viable - 1;
        self.pending = Some(Try::Choice(place));
        true
    }

    fn leave(&mut self) {
        self.pending = None;
        if let Some(level) = self.levels.pop() {
            self.trail.truncate(level.trail);
            self.items.truncate(level.items);
            self.here = level.state;
        }
    }

    fn trail(&self, out: &mut Vec<OptionId>) {
        out.extend(self.trail.iter().map(|&number| self.tables.id(number)));
    }

    fn inferences(&self) -> Option<Inferences> {
        Some(Inferences {
            forced_options: Some(self.forced_options),
            rejected_options: Some(self.rejected_options),
            ..Inferences::default()
        })
    }
}
