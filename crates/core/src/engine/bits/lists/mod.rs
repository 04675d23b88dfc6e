//! The layout *lists*: the state is the list of the live options, each as a set of its items.
//!
//! To use an option is to copy the options of the list that share no item with it. The copying also
//! finds which items still have one option and which have two or more. An open item without an
//! option is a dead end; an open item with one option forces it. The list shrinks quickly, so the
//! deep states, where most of the time goes, fit on a few cache lines. The layout suits problems
//! with few items and many options, such as polyomino tilings.
//!
//! A set of items takes one or a few words. The number of an option is in the high bits of its last
//! word. As items are covered, fewer words suffice, and the list is repacked.
//!
//! A level tries the options of an item in the order of the list. Before it tries them, it examines
//! four at a time: most of them would leave an item without options, and finding that out is much
//! cheaper than copying a list.
//!
//! The support rule would save nodes here but no time; see measured.md.
//!
//! The arena is a stack. It holds for each level the list of its state and the list of its choices.
//! The list of all options belongs to the tables, which all searches share. A level uses at least
//! one option, so there are at most as many levels as primary items.
//!
//! Pentominoes 6 x 10 take 0.29 s on Zen 3, and 0.84 s without vector instructions; see
//! measured.md.

/// Runs code with the number of words as a constant.
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
pub(super) mod count;
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
use crate::ask::{Budget, Inferences, Meter, Stop};
use crate::engine::rest::RestLevel;
use crate::engine::{Branch, Tree};
use crate::problem::{ItemId, OptionId, Problem};

/// The engine on lists. Clones share the tables.
#[derive(Clone, Debug)]
pub(crate) struct Lists {
    tables: Arc<Tables>,
    kernels: Kernels,
    arena: Vec<u64>,
    /// The item of each bit: those of the root, then those of each repacked state.
    items: Vec<ItemId>,
    /// The present state; without meaning while a try is pending.
    here: State,
    levels: Vec<Level>,
    /// The numbers of the options in use.
    trail: Vec<u32>,
    pending: Option<Try>,
    /// The assumptions: the items of forced options, and the forbidden options.
    covered: Items,
    forbidden: Vec<bool>,
    random: Option<Pcg32>,
    /// Forced options, and options that look-ahead rejected, since the last reset.
    forced_options: u64,
    rejected_options: u64,
    /// The work since the last reset, in nanoseconds, as measured on Zen 4 with AVX-512: the
    /// estimate for whole walks was right within 11 %.
    work: u64,
}

/// A state without forced options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    list: List,
    words: usize,
    open: Items,
    /// The bit of the item to branch on; `SOLVED` if no item is open.
    bit: usize,
    /// The index of the first item of its bits in `Lists::items`.
    items: usize,
}

/// In `bit`: no item is open.
const SOLVED: usize = usize::MAX;

/// What is committed and not yet part of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Try {
    /// The assumptions.
    Root,
    /// A choice of the last level.
    Choice(usize),
}

/// A level: an item whose options are tried.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Level {
    /// The state in which the item was chosen.
    state: State,
    /// The options of the item.
    choices: List,
    /// The number of choices that were examined.
    examined: usize,
    /// The viable ones among the last four choices, as bits, and the place of the first of the
    /// four.
    viable: u32,
    first: usize,
    /// The lengths of the trail, of `items` and of the arena before the first try.
    trail: usize,
    items: usize,
    top: usize,
}

impl Lists {
    /// An upper bound of the bytes that a search takes, with the list of all options in the tables,
    /// for a problem with `options` options that are not dropped, `primary` primary items and
    /// `items` items. `None` if there are too many. Each level may need four lists: two in turn
    /// while options are forced, one repacked, and the choices. The arena grows by half.
    ///
    /// In practice all lists together are a few times as long as the first. But the bound holds in
    /// every case, so some large sparse problems go to `links`; see measured.md.
    pub(crate) fn memory(options: usize, primary: usize, items: usize) -> Option<usize> {
        let words = Tables::words(options, items)?;
        let lists = primary.saturating_add(1).saturating_mul(6);
        let list = List::stride(options).saturating_mul(words * size_of::<u64>());
        Some(lists.saturating_mul(list))
    }

    /// Compiles a problem for which `memory` has a bound.
    pub(crate) fn compile(
        problem: &Problem,
        kernels: Kernels,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let (tables, items) = Tables::compile(problem, meter)?;
        let mut lists = Self {
            kernels,
            arena: Vec::new(),
            items,
            here: State {
                list: List::default(),
                words: tables.words,
                open: tables.primary,
                bit: SOLVED,
                items: 0,
            },
            levels: Vec::new(),
            trail: Vec::new(),
            pending: None,
            covered: [0; MOST],
            forbidden: vec![false; tables.root.len],
            random: None,
            forced_options: 0,
            rejected_options: 0,
            work: 0,
            tables: Arc::new(tables),
        };
        lists.reset(meter)?;
        Ok(lists)
    }

    /// Makes the arena at least `end` words long.
    #[inline(always)]
    fn reserve(&mut self, end: usize) {
        if self.arena.len() < end {
            let more = if self.arena.is_empty() { 0 } else { end / 2 };
            self.arena.resize(end + more, 0);
        }
    }

    /// The option that was committed at a level: options that it forces stand behind it.
    fn committed(&self, level: &Level) -> Option<OptionId> {
        Some(self.tables.id(*self.trail.get(level.trail)?))
    }
}

impl Tree for Lists {
    fn reset(&mut self, _: &mut Meter<'_>) -> Result<(), Stop> {
        self.levels.clear();
        self.trail.clear();
        self.items.truncate(self.tables.item_count());
        self.covered = [0; MOST];
        self.forbidden.fill(false);
        self.random = None;
        (self.forced_options, self.rejected_options, self.work) = (0, 0, 0);
        self.pending = Some(Try::Root);
        self.here = State {
            list: List::default(),
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
        with_words!(self.tables.words, W => self.force_option::<W>(option))
    }

    fn randomise(&mut self, seed: u64, _: &mut Meter<'_>) -> Result<(), Stop> {
        self.random = Some(Pcg32::seed_from_u64(seed));
        Ok(())
    }

    fn branch(&mut self) -> Branch {
        if let Some(attempt) = self.pending.take() {
            let words = self
                .levels
                .last()
                .map_or(self.here.words, |level| level.state.words);
            if !with_words!(words, W => self.settle::<W>(attempt)) {
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
            examined: 0,
            viable: 0,
            first: 0,
            trail: self.trail.len(),
            items: self.items.len(),
            top: choices.end(words),
        });
    }

    fn advance(&mut self) -> bool {
        self.advance_within(&mut Budget::unlimited().meter())
            .unwrap_or(false)
    }

    /// Most choices can be dead, and each four of them take a pass over the list.
    #[inline]
    fn advance_within(&mut self, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        self.pending = None;
        let Some(level) = self.levels.last_mut() else {
            return Ok(false);
        };
        self.trail.truncate(level.trail);
        self.items.truncate(level.items);
        while level.viable == 0 {
            if level.examined == level.choices.len {
                return Ok(false);
            }
            let words = level.state.list.len * level.state.words;
            self.work += 85 + words as u64 / 3;
            with_words!(level.state.words, W => {
                Self::examine_choices::<W>(&self.tables, self.kernels, &self.arena, level);
            });
            let examined = level.examined - level.first;
            self.rejected_options += examined as u64 - u64::from(level.viable.count_ones());
            meter.spend(words)?;
        }
        let place = level.first + level.viable.trailing_zeros() as usize;
        level.viable &= level.viable - 1;
        self.pending = Some(Try::Choice(place));
        Ok(true)
    }

    fn may_advance(&mut self) -> bool {
        self.levels
            .last()
            .is_some_and(|level| level.viable != 0 || level.examined < level.choices.len)
    }

    fn choice_count(&mut self) -> u64 {
        self.enter();
        let choices = self.levels.last().map_or(0, |level| level.choices.len);
        self.leave();
        choices as u64
    }

    fn advance_over(&mut self, passed: u64) -> bool {
        self.pending = None;
        let Some(level) = self.levels.last_mut() else {
            return false;
        };
        self.trail.truncate(level.trail);
        self.items.truncate(level.items);
        debug_assert_eq!(level.viable, 0);
        let place = level.examined as u64 + passed;
        if place >= level.choices.len as u64 {
            level.examined = level.choices.len;
            return false;
        }
        level.examined = place as usize + 1;
        self.pending = Some(Try::Choice(place as usize));
        true
    }

    /// The viable choices are not known without a pass for each four, so all are listed. No copy of
    /// the lists is made: they may be most of the memory.
    fn rests(&self, _: &[u32], is_listed: &dyn Fn(usize) -> bool) -> Vec<RestLevel> {
        let deepest = self.levels.len().saturating_sub(1);
        let levels = self.levels.iter().enumerate().rev();
        let rest = |(number, level): (usize, &Level)| {
            let tried = if number == deepest {
                self.tried()
            } else {
                self.committed(level)
            };
            // A limit can stop the walk between examining four choices and trying the viable ones.
            let next = match level.viable {
                0 => level.examined,
                viable => level.first + viable.trailing_zeros() as usize,
            };
            with_words!(level.state.words, W => {
                let items = self.tables.items::<W>();
                let option = |place| level.choices.option::<W>(&self.arena, place);
                let options = (0..level.choices.len)
                    .map(|place| Some(self.tables.id(kernel::number(&option(place), &items))));
                let present = options.clone().position(|option| option == tried);
                let present = present.map_or(next, |place| place + 1);
                RestLevel::new(level.choices.len, options, present, is_listed(number))
            })
        };
        levels.map(rest).collect()
    }

    fn leave(&mut self) {
        self.pending = None;
        if let Some(level) = self.levels.pop() {
            self.trail.truncate(level.trail);
            self.items.truncate(level.items);
            self.here = level.state;
        }
    }

    fn tried(&self) -> Option<OptionId> {
        let level = self.levels.last()?;
        match self.pending {
            Some(Try::Choice(place)) => {
                let number = with_words!(level.state.words, W => {
                    let option = level.choices.option::<W>(&self.arena, place);
                    kernel::number(&option, &self.tables.items::<W>())
                });
                Some(self.tables.id(number))
            }
            _ => self.committed(level),
        }
    }

    fn trail(&self, out: &mut Vec<OptionId>) {
        out.extend(self.trail.iter().map(|&number| self.tables.id(number)));
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn inferences(&self) -> Option<Inferences> {
        Some(Inferences {
            forced_options: Some(self.forced_options),
            rejected_options: Some(self.rejected_options),
            ..Inferences::default()
        })
    }
}
