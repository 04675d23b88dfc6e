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
//! Two things can be turned on for hard questions. By the *support rule*, an option that conflicts
//! with every live option of a primary item is removed: with rows of bits, the options that are
//! left are the union of `keep[o]` over the live options `o` of the item. A queue, the `agenda`,
//! holds the items that have lost options. With *learned weights*, the engine branches on an item
//! with the fewest tries divided by its weight; each dead end adds 1 to the weight of the item that
//! ran out of tries (F. Boussemart and others, "Boosting systematic search by weighting
//! constraints", 2004).
//!
//! Nothing is undone. A level keeps two states: the one in which it was opened, and the *rest*, the
//! same state without the options tried so far. Every try is made on a copy of the rest.

pub(super) mod agenda;
pub(super) mod kernel;
pub(super) mod pick;
#[cfg(test)]
mod sanity;
pub(super) mod state;
pub(super) mod tables;

use std::mem;
use std::sync::Arc;

use rand::SeedableRng;
use rand_pcg::Pcg32;

use self::agenda::Agenda;
use self::kernel::{Next, Try};
use self::pick::Weights;
use self::state::State;
use self::tables::Tables;
use self::tables::{Chunk, Left, WORDS, chunks_of};
use super::simd::Kernels;
use crate::ask::{Inferences, Meter, Stop};
use crate::engine::Remains;
use crate::engine::rest::RestLevel;
use crate::engine::{Branch, Tree};
use crate::problem::{OptionId, Problem};

/// The engine on rows. Clones share the tables.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    tables: Arc<Tables>,
    kernels: Kernels,
    /// The support rule examines items with at most this many options; 0 turns it off.
    most: u32,
    /// The states, end to end: two for each level, then the present one.
    live: Vec<Chunk>,
    left: Vec<Left>,
    levels: Vec<Level>,
    /// The numbers of the options in use.
    trail: Vec<u32>,
    random: Option<Pcg32>,
    agenda: Agenda,
    weights: Option<Weights>,
    /// The step from the last settled state to the present one, which `branch` makes.
    pending: Try,
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
        let row = chunks_of(options) * size_of::<Chunk>();
        let state = row + primary.checked_mul(size_of::<Left>())?;
        let states = levels.checked_mul(2)?.checked_add(1)?;
        row.checked_mul(options)?
            .checked_add(state.checked_mul(states)?)
    }

    /// Compiles any problem for which `memory` has a bound.
    /// `most` is the largest size of an item that the support rule examines; 0 turns it off.
    pub(crate) fn compile(
        problem: &Problem,
        kernels: Kernels,
        most: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let remains = Remains::whole(problem, meter)?;
        let engine = Self::compile_remains(problem, remains, kernels, meter)?;
        Ok(engine.inferring(most, false))
    }

    /// Compiles what assumptions leave of a problem, without the support rule.
    pub(crate) fn compile_remains(
        problem: &Problem,
        remains: Remains,
        kernels: Kernels,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let tables = Tables::compile(problem, remains, meter)?;
        Ok(Self::new(tables, kernels))
    }

    /// Sets the largest size of an item that the support rule examines, and whether items learn
    /// weights.
    pub(crate) fn inferring(mut self, most: u32, has_weights: bool) -> Self {
        self.most = most;
        self.weights = has_weights.then(|| Weights::new(self.tables.left.len()));
        self
    }

    fn new(tables: Tables, kernels: Kernels) -> Self {
        let (items, chunks) = (tables.left.len(), tables.chunks);
        Self {
            kernels,
            most: 0,
            agenda: Agenda::new(items, chunks),
            weights: None,
            pending: Try::Root,
            live: tables.live.clone(),
            left: tables.left.clone(),
            levels: Vec::new(),
            trail: Vec::new(),
            random: None,
            chosen: 0,
            forced_options: 0,
            tables: Arc::new(tables),
        }
    }

    /// The state at a place, with the tables and the agenda.
    fn state(&mut self, place: usize) -> (State<'_>, &Tables, &mut Agenda) {
        let (chunks, items) = (self.tables.chunks, self.tables.left.len());
        let state = State {
            live: &mut self.live[place * chunks..][..chunks],
            left: &mut self.left[place * items..][..items],
            trail: &mut self.trail,
        };
        (state, &self.tables, &mut self.agenda)
    }

    /// Removes an option from the state at a place, without conclusions.
    fn remove(&mut self, place: usize, option: u32) {
        let (mut state, tables, agenda) = self.state(place);
        if state.is_live(option) {
            state.remove(tables, agenda, option);
        }
    }

    /// Lists the tries of the last level so far for the kernel: those options are not live in this
    /// try.
    fn list_tries(&mut self) {
        let (here, chunks) = (self.here(), self.tables.chunks);
        let [before, after] = [here - 2, here].map(|place| &self.live[place * chunks..][..chunks]);
        let item = self.levels.last().map_or(0, |level| level.item);
        for &(word, mask) in self.tables.mask(item) {
            let at = |chunks: &[Chunk]| chunks[word as usize / WORDS][word as usize % WORDS];
            let mut tried = at(before) & !at(after) & mask;
            while tried != 0 {
                self.agenda.tried.push(word * 64 + tried.trailing_zeros());
                tried &= tried - 1;
            }
        }
    }

    /// The place of the present state.
    fn here(&self) -> usize {
        2 * self.levels.len()
    }

    /// Copies a state to the next place, and makes room for one more.
    fn copy(&mut self, place: usize) {
        let (chunks, items) = (self.tables.chunks, self.tables.left.len());
        if self.live.len() < (place + 3) * chunks {
            self.live.resize((place + 3) * chunks, [0; WORDS]);
        }
        if self.left.len() < (place + 3) * items {
            self.left.resize((place + 3) * items, Left::default());
        }
        let from = place * chunks;
        self.live.copy_within(from..from + chunks, from + chunks);
        let from = place * items;
        self.left.copy_within(from..from + items, from + items);
    }
}

/// The places of the bits of a word that are 1, in ascending order.
fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = (word != 0).then(|| word.trailing_zeros());
        word &= word.wrapping_sub(1);
        place
    })
}

impl Tree for Rows {
    fn reset(&mut self, _: &mut Meter<'_>) -> Result<(), Stop> {
        self.levels.clear();
        self.trail.clear();
        self.random = None;
        self.forced_options = 0;
        let tables = &*self.tables;
        self.live[..tables.chunks].copy_from_slice(&tables.live);
        self.left[..tables.left.len()].copy_from_slice(&tables.left);
        self.agenda.clear();
        (self.agenda.unsupported, self.agenda.work) = (0, 0);
        let items = tables.left.len();
        self.weights = self.weights.is_some().then(|| Weights::new(items));
        self.pending = Try::Root;
        Ok(())
    }

    fn forbid(&mut self, option: OptionId) {
        if let Some(number) = self.tables.number(option) {
            self.remove(0, number);
        }
    }

    fn force(&mut self, option: OptionId) -> bool {
        let number = self.tables.number(option);
        let live = number.filter(|&number| self.state(0).0.is_live(number));
        if let Some(number) = live {
            let (mut state, tables, agenda) = self.state(0);
            // The root is examined as a whole.
            state.use_option::<false, true>(tables, agenda, number);
        }
        live.is_some()
    }

    fn randomise(&mut self, seed: u64, _: &mut Meter<'_>) -> Result<(), Stop> {
        self.random = Some(Pcg32::seed_from_u64(seed));
        Ok(())
    }

    fn branch(&mut self) -> Branch {
        let attempt = mem::replace(&mut self.pending, Try::None);
        if matches!(attempt, Try::Use(_) | Try::Close(_)) {
            self.copy(self.here() - 1);
            if self.most > 0 {
                self.list_tries();
            }
        }
        let before_forced = self.trail.len() + usize::from(matches!(attempt, Try::Use(_)));
        let (kernels, most) = (self.kernels, self.most);
        let (mut random, mut weights) = (self.random.take(), self.weights.take());
        let (mut state, tables, agenda) = self.state(self.here());
        let (weights_out, random_out) = (&mut weights, &mut random);
        let next = kernels.settle_rows(
            tables,
            &mut state,
            agenda,
            attempt,
            most,
            weights_out,
            random_out,
        );
        (self.random, self.weights) = (random, weights);
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

    /// The states from which the levels were entered are still there. Levels of one item have
    /// nearly the same choices, so only those that are asked for are listed.
    fn rests(&self, tried: &[u32], is_listed: &dyn Fn(usize) -> bool) -> Vec<RestLevel> {
        let (chunks, items) = (self.tables.chunks, self.tables.left.len());
        let rest = |(number, (level, &tried)): (usize, (&Level, &u32))| {
            let live = &self.live[2 * number * chunks..][..chunks];
            let left = self.left[2 * number * items + level.item as usize];
            let tries = self.tables.tries(level.item, left) as usize;
            let count = tries.min(left.size as usize + 1);
            let options = self
                .tables
                .mask(level.item)
                .iter()
                .flat_map(|&(word, mask)| {
                    let word = word as usize;
                    let bits = live[word / WORDS][word % WORDS] & mask;
                    ones(bits).map(move |bit| self.tables.id(word as u32 * 64 + bit))
                });
            let choices = options.map(Some).chain([None]).take(count);
            RestLevel::new(count, choices, tried as usize, is_listed(number))
        };
        let levels = self.levels.iter().zip(tried).enumerate();
        levels.rev().map(rest).collect()
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
        self.pending = Try::None;
        let place = self.here() - 1;
        let mut random = self.random.take();
        let (rest, tables, _) = self.state(place);
        let left = rest.left[item as usize];
        let enough = tables.tries(item, left) > 0;
        let choice = rest.pick(tables, item, &mut random);
        self.random = random;
        if let Some(option) = choice {
            self.remove(place, option);
        }
        if let Some(level) = self.levels.last_mut() {
            level.done = choice.is_none();
        }
        if done || !enough {
            return false;
        }
        self.pending = choice.map_or(Try::Close(item), Try::Use);
        true
    }

    fn leave(&mut self) {
        self.pending = Try::None;
        if let Some(level) = self.levels.pop() {
            self.trail.truncate(level.trail);
            self.chosen = level.item;
        }
    }

    fn tried(&self) -> Option<OptionId> {
        let level = self.levels.last().filter(|level| !level.done)?;
        let option = match self.pending {
            Try::Use(option) => option,
            _ => *self.trail.get(level.trail)?,
        };
        Some(self.tables.id(option))
    }

    fn trail(&self, out: &mut Vec<OptionId>) {
        out.extend(self.tables.forced());
        out.extend(self.trail.iter().map(|&option| self.tables.id(option)));
    }

    fn work(&self) -> u64 {
        self.agenda.work
    }

    fn inferences(&self) -> Option<Inferences> {
        Some(Inferences {
            forced_options: Some(self.forced_options),
            unsupported: Some(self.agenda.unsupported),
            ..Inferences::default()
        })
    }
}
