//! The layout *rows*: the state has one bit for each option, which is set while the option is live,
//! and the number of live options of each primary item.
//!
//! ```text
//! use option o:    dead = live and not keep[o]
//!                  for each dead option, for each of its items: decrement the item's size
//!                  for each item of o: decrement its bound; if that makes it 0,
//!                      all of its options are dead
//! ```
//!
//! `keep[o]` is a row of bits: the options that are compatible with `o`. It excludes `o` itself and
//! every option that shares with `o` an item which is covered once, or a secondary item in another
//! colour or without one. So colours cost nothing at run time, and multiplicities cost one bound
//! for each item. This is the only layout that supports all problems: lanes support no
//! multiplicities, lists support neither multiplicities nor colours.
//!
//! Items are chosen as in Algorithm M (see `links/multiple.rs`): the engine branches on an item
//! with the fewest *tries*, `size + min(slack, bound) - bound + 1`. An item with one try is settled
//! immediately, without a node. The try is a forced option; or, if an item that has been covered
//! often enough has no options left, it is closing the item. An item without a try is a dead end.
//! An option that was tried is removed for the tries after it.
//!
//! Nothing is undone. A level keeps two states: the one in which it was opened, and the *rest*, the
//! same state without the options tried so far. Every try is made on a copy of the rest.

#[cfg(test)]
mod sanity;
mod state;
mod tables;

use std::sync::Arc;

use rand::SeedableRng;
use rand_pcg::Pcg32;

use self::state::{Next, State};
use self::tables::{Left, Tables};
use crate::ask::{Inferences, Meter, Stop};
use crate::engine::{Branch, Tree};
use crate::problem::{OptionId, Problem};

/// The engine on rows. Clones share the tables.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    tables: Arc<Tables>,
    /// The states, end to end: two for each level, then the present one.
    live: Vec<u64>,
    left: Vec<Left>,
    levels: Vec<Level>,
    /// The numbers of the options in use.
    trail: Vec<u32>,
    random: Option<Pcg32>,
    /// The number of the item that `branch` chose last.
    chosen: u32,
    /// Forced options since the last reset.
    forced_options: u64,
}

/// A level: an item whose options are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    item: u32,
    /// Whether all tries are done.
    done: bool,
    /// The length of the trail before the first try.
    trail: usize,
}

impl Rows {
    /// An upper bound of the bytes for this many options that are not dropped, primary items, and
    /// levels. `None` if there are too many.
    pub(crate) fn memory(options: usize, primary: usize, levels: usize) -> Option<usize> {
        let row = options.div_ceil(64) * size_of::<u64>();
        let state = row + primary.checked_mul(size_of::<Left>())?;
        let states = levels.checked_mul(2)?.checked_add(1)?;
        row.checked_mul(options)?
            .checked_add(state.checked_mul(states)?)
    }

    /// Compiles any problem for which `memory` has a bound.
    pub(crate) fn compile(problem: &Problem, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let tables = Tables::compile(problem, meter)?;
        Ok(Self {
            live: tables.live.clone(),
            left: tables.left.clone(),
            levels: Vec::new(),
            trail: Vec::new(),
            random: None,
            chosen: 0,
            forced_options: 0,
            tables: Arc::new(tables),
        })
    }

    /// The state at a place, with the tables.
    fn state(&mut self, place: usize) -> (State<'_>, &Tables) {
        let (words, items) = (self.tables.words, self.tables.left.len());
        let state = State {
            live: &mut self.live[place * words..][..words],
            left: &mut self.left[place * items..][..items],
            trail: &mut self.trail,
        };
        (state, &self.tables)
    }

    /// The place of the present state.
    fn here(&self) -> usize {
        2 * self.levels.len()
    }

    /// Copies a state to the next place, and makes room for one more.
    fn copy(&mut self, place: usize) {
        let (words, items) = (self.tables.words, self.tables.left.len());
        if self.live.len() < (place + 3) * words {
            self.live.resize((place + 3) * words, 0);
        }
        if self.left.len() < (place + 3) * items {
            self.left.resize((place + 3) * items, Left::default());
        }
        let from = place * words;
        self.live.copy_within(from..from + words, from + words);
        let from = place * items;
        self.left.copy_within(from..from + items, from + items);
    }
}

impl Tree for Rows {
    #[inline]
    fn dead_ends_are_nodes(&self) -> bool {
        false
    }

    fn reset(&mut self, _: &mut Meter<'_>) -> Result<(), Stop> {
        self.levels.clear();
        self.trail.clear();
        self.random = None;
        self.forced_options = 0;
        let tables = &*self.tables;
        self.live[..tables.words].copy_from_slice(&tables.live);
        self.left[..tables.left.len()].copy_from_slice(&tables.left);
        Ok(())
    }

    fn forbid(&mut self, option: OptionId) {
        let number = self.tables.number(option);
        let (mut state, tables) = self.state(0);
        if let Some(number) = number.filter(|&number| state.is_live(number)) {
            state.remove(tables, number);
        }
    }

    fn force(&mut self, option: OptionId) -> bool {
        let number = self.tables.number(option);
        let (mut state, tables) = self.state(0);
        let live = number.filter(|&number| state.is_live(number));
        if let Some(number) = live {
            state.use_option(tables, number);
        }
        live.is_some()
    }

    fn randomise(&mut self, seed: u64, _: &mut Meter<'_>) -> Result<(), Stop> {
        self.random = Some(Pcg32::seed_from_u64(seed));
        Ok(())
    }

    fn branch(&mut self) -> Branch {
        let before_forced = self.trail.len();
        let mut random = self.random.take();
        let (mut state, tables) = self.state(self.here());
        let next = state.settle(tables, &mut random);
        self.random = random;
        self.forced_options += (self.trail.len() - before_forced) as u64;
        match next {
            Next::Dead => Branch::Dead,
            Next::Solved => Branch::Solved,
            Next::Item(item) => {
                self.chosen = item;
                Branch::Open
            }
        }
    }

    fn enter(&mut self) {
        self.copy(self.here());
        self.levels.push(Level {
            item: self.chosen,
            done: false,
            trail: self.trail.len(),
        });
    }

    fn advance(&mut self) -> bool {
        let Some(&Level { item, done, trail }) = self.levels.last() else {
            return false;
        };
        self.trail.truncate(trail);
        let mut random = self.random.take();
        let place = self.here() - 1;
        let (mut rest, tables) = self.state(place);
        let Left { size, bound } = rest.left[item as usize];
        let enough = u64::from(size) + u64::from(tables.slack(item)) >= u64::from(bound);
        let choice = rest.pick(tables, item, &mut random);
        if let Some(option) = choice {
            rest.remove(tables, option);
        }
        self.random = random;
        if let Some(level) = self.levels.last_mut() {
            level.done = choice.is_none();
        }
        if done || !enough {
            return false;
        }
        self.copy(place);
        let (mut state, tables) = self.state(place + 1);
        match choice {
            Some(option) => state.use_option(tables, option),
            None => state.close(tables, item),
        }
        true
    }

    fn leave(&mut self) {
        if let Some(level) = self.levels.pop() {
            self.trail.truncate(level.trail);
            self.chosen = level.item;
        }
    }

    fn tried(&self) -> Option<OptionId> {
        let level = self.levels.last().filter(|level| !level.done)?;
        let option = self.trail.get(level.trail)?;
        Some(self.tables.id(*option))
    }

    fn trail(&self, out: &mut Vec<OptionId>) {
        out.extend(self.trail.iter().map(|&option| self.tables.id(option)));
    }

    fn inferences(&self) -> Option<Inferences> {
        Some(Inferences {
            forced_options: Some(self.forced_options),
            ..Inferences::default()
        })
    }
}
