//! The layout *lanes*: one lane for each primary item, with one bit for each of its options.
//!
//! To use an option is to clear the bits of its row in the state, which removes all conflicting
//! options from all their lanes at once. An undecided lane with one bit left forces its option. An
//! undecided lane without bits is a dead end. The state is copied for each level, so nothing has to
//! be undone. Secondary items have no lanes: they are only one more reason for two options to
//! exclude each other.

mod groups;
pub(super) mod kernel;
pub(super) mod lane;
#[cfg(test)]
mod loops;
pub(super) mod masks;
pub(super) mod passes;
mod pick;
#[cfg(test)]
mod sanity;
pub(super) mod sizes;
mod sums;
pub(super) mod tables;
#[cfg(test)]
mod tests;
pub(super) mod trail;

use std::sync::Arc;

use rand::SeedableRng;
use rand_pcg::Pcg32;

use super::simd::Kernels;
use crate::ask::Inferences;
use crate::ask::{Meter, Stop};
use crate::engine::Remains;
use crate::engine::numbering::NONE;
use crate::engine::{Branch, Tree};
use crate::policy::{BITS_FEW, BITS_FEW_AT_FIRST, BitsPolicies};
use crate::problem::{OptionId, Problem};
use kernel::Next;
use lane::{Chunk, Lane};
use passes::BATCH;
use sizes::Sizes;
pub(crate) use sums::{SumTables, Summed};
use tables::Tables;
use trail::Trail;

/// The engine on lanes of type `L`, `N` of them in a chunk. Clones share the tables.
#[derive(Clone, Debug)]
pub(crate) struct Lanes<L: Lane, const N: usize> {
    pub(super) tables: Arc<Tables<L, N>>,
    kernels: Kernels,
    /// The root with the assumptions, the state in which the first level is opened, and an unused
    /// one. Then for each level the state of the present try and that of its twin.
    pub(super) states: Vec<Chunk<L, N>>,
    /// The place in `states` of the state that was settled last.
    here: usize,
    pub(super) levels: Vec<Level>,
    pub(super) trail: Trail,
    /// The option that is committed and not yet used in a state.
    pub(super) pending: Option<u32>,
    pub(super) random: Option<Pcg32>,
    /// Work space for `force_all`: the numbers of the forced options.
    forced: Vec<u32>,
    /// Work space for kernels.
    sizes: Sizes<L, N>,
    /// The forced options in the states of twins.
    twin_trail: Trail,
    /// The lane that `branch` chose last.
    chosen: usize,
    /// Whether the last two options of a level are settled together.
    has_twins: bool,
}

/// A level: a lane whose options are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Level {
    /// The place of the state in which it was opened.
    pub(super) state: usize,
    lane: usize,
    /// The options that are still to be tried, as bits.
    left: u64,
    /// The length of the trail before the first try.
    pub(super) trail: usize,
    twin: Twin,
    /// Whether a try has been made.
    is_tried: bool,
    /// Whether the present try of this level or of one above it is not the first. Then easy
    /// solutions were not all that there is to find, and more work for each state pays.
    is_retried: bool,
}

/// The second of the last two options of a level, which is settled together with the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Twin {
    /// There is none: not two options are left, the order is random, or all tries on the path are
    /// the first of their levels.
    None,
    /// It will be settled together with the pending option.
    Waiting(u32),
    /// It has been settled: the outcome, and the start of its trail.
    Settled { next: Next, start: usize },
}

impl<L: Lane, const N: usize> Lanes<L, N> {
    /// The bytes of tables and states for this many options and primary items. `None` if the
    /// numbers of bits do not fit in a lane, where the kernels keep them, or if the bytes do not
    /// fit in 32 bits.
    pub(crate) fn memory(options: usize, primary: usize) -> Option<usize> {
        let chunks = groups::most_chunks(primary, N);
        // Every bit has a number, and so has the position after the last bit.
        if (chunks * N * L::BITS as usize) as u64 > L::MAX.widen() {
            return None;
        }
        // Options and groups have rows. Every level has a twin, so there are two states for each.
        let rows = options.saturating_add(groups::most_groups(options, primary));
        let states = primary.saturating_add(3).saturating_mul(2);
        let rows = rows.saturating_add(states);
        let bytes = rows.saturating_mul(chunks * (size_of::<Chunk<L, N>>() + size_of::<u32>()));
        // A pool numbers its bytes with 32 bits.
        u32::try_from(bytes).is_ok().then_some(bytes)
    }

    /// Compiles a whole problem, as `compile_remains` does.
    #[cfg(test)]
    pub(crate) fn compile(
        problem: &Problem,
        kernels: Kernels,
        subset_rule: Option<BitsPolicies>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let remains = Remains::whole(problem, meter)?;
        Self::compile_remains(problem, remains, kernels, subset_rule, meter)
    }

    /// Compiles what assumptions leave of a problem. The subset rule is used if policies for it are
    /// given. Every primary item must have fewer than `L::BITS` options.
    pub(crate) fn compile_remains(
        problem: &Problem,
        remains: Remains,
        kernels: Kernels,
        subset_rule: Option<BitsPolicies>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let tables = Tables::compile(problem, remains, subset_rule, meter)?;
        Ok(Self {
            kernels,
            states: tables.root.repeat(3),
            sizes: Sizes::new(tables.len),
            here: 0,
            levels: Vec::new(),
            trail: Trail::default(),
            pending: None,
            random: None,
            forced: Vec::new(),
            twin_trail: Trail::default(),
            chosen: 0,
            has_twins: true,
            tables: Arc::new(tables),
        })
    }

    /// Weighs at most this many of the smallest lanes to choose one, instead of `BITS_WEIGHED`.
    pub(crate) fn weighing(mut self, lanes: usize) -> Self {
        self.sizes.list_at_most(lanes);
        self
    }

    /// Settles the last two options of a level one after the other.
    fn without_twins(self) -> Self {
        Self {
            has_twins: false,
            ..self
        }
    }

    /// The state that was settled last.
    fn state_mut(&mut self) -> &mut [Chunk<L, N>] {
        let len = self.tables.len;
        &mut self.states[self.here * len..][..len]
    }

    /// The state in which the present level was opened; `None` at the root.
    fn state_before(&self) -> Option<&[Chunk<L, N>]> {
        let (level, len) = (self.levels.last()?, self.tables.len);
        Some(&self.states[level.state * len..][..len])
    }

    /// Removes the option of a bit from the state that was settled last.
    fn remove(&mut self, lane: u32, bit: u32) {
        let tables = &*self.tables;
        let state = &mut self.states[self.here * tables.len..][..tables.len];
        let option = tables.option((lane * L::BITS + bit) as usize);
        for &(lane, bit) in tables.bits(option) {
            state[lane as usize / N].0[lane as usize % N] &= !(L::from(1) << bit);
        }
    }

    /// Settles the last state again, after options were removed. There may be no twins.
    fn settle_again(&mut self) -> Branch {
        let (here, len) = (self.here * self.tables.len, self.tables.len);
        let (state, twin) = self.states[here..].split_at_mut(len);
        let from = &mut twin[..len];
        from.copy_from_slice(state);
        let (tables, trail, sizes) = (&*self.tables, &mut self.trail, &mut self.sizes);
        trail.reserve(tables.lanes());
        let none = tables.none();
        match self.kernels.branch(tables, from, none, state, sizes, trail) {
            Next::Dead => Branch::Dead,
            Next::Solved => Branch::Solved,
            Next::Lane(lane) => {
                self.chosen = lane;
                Branch::Open
            }
        }
    }

    /// Branches on this lane, instead of the one that `branch` chose.
    fn choose_lane(&mut self, lane: usize) {
        self.chosen = lane;
    }

    #[inline(always)]
    fn lane_at(&self, state: usize, lane: usize) -> L {
        self.states[state * self.tables.len + lane / N].0[lane % N]
    }

    fn lane_mut(&mut self, lane: usize) -> &mut L {
        &mut self.states[lane / N].0[lane % N]
    }

    /// The number of an option, if it is usable at the root.
    fn usable(&self, option: OptionId) -> Option<u32> {
        let number = self.tables.number(option)?;
        self.is_usable(number).then_some(number)
    }

    #[inline(always)]
    fn is_usable(&self, number: u32) -> bool {
        let bit = self.tables.first_bit(number);
        let lane = self.lane_at(0, bit as usize / L::BITS as usize);
        lane & L::from(1) << (bit % L::BITS) != L::ZERO
    }

    /// Whether a try on the path to the present state is not the first of its level. This depends
    /// on the path only, so a walk that continues at a position, or was split, finds the same tree.
    #[inline(always)]
    fn is_retried(&self) -> bool {
        self.levels.last().is_some_and(|level| level.is_retried)
    }

    /// Whether the first option excludes the second, a different one.
    fn excludes(&self, one: u32, other: u32) -> bool {
        let first = self.tables.bits(other).first();
        first.is_some_and(|&(lane, bit)| {
            let dead = self.tables.chunk(one, lane as usize / N).0[lane as usize % N];
            dead & L::from(1) << bit != L::ZERO
        })
    }
}

impl<L: Lane, const N: usize> Tree for Lanes<L, N> {
    fn reset(&mut self, _: &mut Meter<'_>) -> Result<(), Stop> {
        self.levels.clear();
        self.trail.clear();
        self.twin_trail.clear();
        self.pending = None;
        self.random = None;
        self.here = 0;
        self.states[..self.tables.len].copy_from_slice(&self.tables.root);
        Ok(())
    }

    fn forbid(&mut self, option: OptionId) {
        if let Some(number) = self.usable(option) {
            let tables = Arc::clone(&self.tables);
            for &(lane, bit) in tables.bits(number) {
                *self.lane_mut(lane as usize) &= !(L::from(1) << bit);
            }
        }
    }

    fn force(&mut self, option: OptionId) -> bool {
        self.force_all(&[option])
    }

    fn force_all(&mut self, options: &[OptionId]) -> bool {
        self.forced.clear();
        for &option in options {
            match self.usable(option) {
                Some(number) => self.forced.push(number),
                None => break,
            }
        }
        let state = &mut self.states[..self.tables.len];
        self.kernels.remove_rows(&self.tables, &self.forced, state);
        let new = &self.forced;
        if !new.iter().all(|&number| self.is_usable(number)) {
            let excluded = |&place: &usize| {
                let before = &new[..place];
                before.iter().any(|&one| self.excludes(one, new[place]))
            };
            let possible = (0..new.len()).find(excluded).unwrap_or(new.len());
            self.forced.truncate(possible);
        }
        let new = &self.forced;
        self.trail.reserve(self.tables.lanes());
        for some in new.chunks(BATCH) {
            let mut batch = [NONE; BATCH];
            for (place, &number) in batch.iter_mut().zip(some) {
                *place = number;
            }
            self.trail.push(batch);
        }
        new.len() == options.len()
    }

    fn randomise(&mut self, seed: u64, _: &mut Meter<'_>) -> Result<(), Stop> {
        self.random = Some(Pcg32::seed_from_u64(seed));
        Ok(())
    }

    fn branch(&mut self) -> Branch {
        self.sizes.weigh_above(if self.is_retried() {
            BITS_FEW
        } else {
            BITS_FEW_AT_FIRST
        });
        let (level, len) = (self.levels.len(), self.tables.len);
        let first = 2 * level + 1;
        let (before, states) = self.states.split_at_mut(first * len);
        let (state, twin_state) = states[..2 * len].split_at_mut(len);
        let from = &before[self.levels.last().map_or(0, |level| level.state) * len..][..len];
        let option = self.pending.take().unwrap_or(self.tables.none());
        let (tables, trail) = (&*self.tables, &mut self.trail);
        trail.reserve(tables.lanes());
        if level > 0 {
            trail.push_one(option);
        }
        self.here = first;
        let next = match self.levels.last_mut().map(|level| &mut level.twin) {
            Some(twin @ &mut Twin::Settled { next, start }) => {
                trail.append_from(&mut self.twin_trail, start);
                *twin = Twin::None;
                self.here = first + 1;
                next
            }
            Some(twin @ &mut Twin::Waiting(other)) => {
                let start = self.twin_trail.len;
                self.twin_trail.reserve(tables.lanes());
                let [next, other] = self.kernels.branch_two(
                    tables,
                    from,
                    [option, other],
                    [state, twin_state],
                    &mut self.sizes,
                    [trail, &mut self.twin_trail],
                );
                *twin = Twin::Settled { next: other, start };
                next
            }
            _ => {
                let sizes = &mut self.sizes;
                self.kernels
                    .branch(tables, from, option, state, sizes, trail)
            }
        };
        let state = &self.states[self.here * len..][..len];
        match (next, &mut self.random) {
            (Next::Dead, _) => Branch::Dead,
            (Next::Solved, _) => Branch::Solved,
            (Next::Lane(lane), None) => {
                self.chosen = lane;
                Branch::Open
            }
            (Next::Lane(_), Some(random)) => {
                self.chosen = self.kernels.random_lane(state, random);
                Branch::Open
            }
        }
    }

    fn enter(&mut self) {
        let lane = self.chosen;
        let left = self.lane_at(self.here, lane) & !L::FLAG;
        self.levels.push(Level {
            state: self.here,
            lane,
            left: left.widen(),
            trail: self.trail.len,
            twin: Twin::None,
            is_tried: false,
            is_retried: self.is_retried(),
        });
        let needed = (2 * self.levels.len() + 3) * self.tables.len;
        if self.states.len() < needed {
            self.states.resize(needed, Chunk::all(L::ZERO));
        }
    }

    fn advance(&mut self) -> bool {
        let Some(level) = self.levels.last_mut() else {
            return false;
        };
        self.trail.len = level.trail;
        if level.left == 0 {
            return false;
        }
        let bit = match &mut self.random {
            None => level.left.trailing_zeros(),
            Some(random) => pick::bit(level.left, random),
        };
        level.is_retried |= level.is_tried;
        level.is_tried = true;
        level.left &= !(1 << bit);
        let first = level.lane * L::BITS as usize;
        self.pending = Some(self.tables.option(first + bit as usize));
        let may_have_twin = self.has_twins && self.random.is_none();
        if may_have_twin && level.left.is_power_of_two() && level.is_retried {
            let bit = level.left.trailing_zeros() as usize;
            level.twin = Twin::Waiting(self.tables.option(first + bit));
        }
        true
    }

    fn leave(&mut self) {
        self.pending = None;
        if let Some(level) = self.levels.pop() {
            self.trail.len = level.trail;
            (self.here, self.chosen) = (level.state, level.lane);
            if let Twin::Settled { start, .. } = level.twin {
                self.twin_trail.len = start;
            }
        }
    }

    fn tried(&self) -> Option<OptionId> {
        let level = self.levels.last()?;
        let number = self
            .pending
            .unwrap_or_else(|| self.trail.first(level.trail));
        (number < self.tables.none()).then(|| self.tables.id(number))
    }

    fn trail(&self, out: &mut Vec<OptionId>) {
        let (tables, len) = (&*self.tables, self.trail.len);
        out.reserve(tables.forced.len() + len * BATCH);
        out.extend(&tables.forced);
        let id = |number| tables.id(number);
        self.trail.list(len, tables.none(), id, out);
    }

    fn inferences(&self) -> Option<Inferences> {
        let (first, second) = (&self.trail, &self.twin_trail);
        Some(Inferences {
            forced: Some(first.forced + second.forced),
            subsets: Some(first.subsets + second.subsets),
            ..Inferences::default()
        })
    }
}
