//! The layout *lanes*: one lane for each primary item, one bit in it for each of its options.
//!
//! To take an option is to AND its row into the state: the options that share an item with it
//! vanish from all their lanes at once. A lane that is not decided and has one bit left forces
//! its option; a lane without bits is a dead end. A state is copied for each level, so there is
//! nothing to undo. Secondary items have no lanes: they are only a reason for two options to
//! exclude each other.

use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

use super::kernel::{Next, Trail};
use super::lane::{Chunk, Lane};
use super::simd::Vectors;
use super::tables::Tables;
use crate::engine::{Branch, Engine};
use crate::problem::{ItemId, OptionId, Problem};

/// The engine on lanes of type `L`, `N` of them in a chunk. A clone shares the tables.
#[derive(Clone, Debug)]
pub(crate) struct Lanes<L: Lane, const N: usize> {
    pub(super) tables: Arc<Tables<L, N>>,
    vectors: Vectors,
    /// One state for each level, and one for the root.
    pub(super) states: Vec<Chunk<L, N>>,
    pub(super) levels: Vec<Level>,
    pub(super) trail: Trail,
    /// The option that was committed and is not yet taken into the state.
    pub(super) pending: Option<u32>,
    pub(super) random: Option<Pcg32>,
}

/// A lane under trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Level {
    lane: usize,
    /// The options that are still to be tried.
    left: u64,
    /// The length of the trail before the first try.
    pub(super) trail: usize,
}

impl<L: Lane, const N: usize> Lanes<L, N> {
    /// The bytes of tables and states for so many options and primary items; `None` if the
    /// chunks are too many to be numbered in a lane, as the kernels do.
    pub(crate) fn memory(options: usize, primary: usize) -> Option<usize> {
        let chunks = primary.div_ceil(N);
        if chunks as u64 >= (1 << L::NUMBER) - 1 {
            return None;
        }
        let rows = options.saturating_add(primary).saturating_add(3);
        Some(rows.saturating_mul(chunks * size_of::<Chunk<L, N>>()))
    }

    /// Lays a problem out. Every primary item has fewer than `L::BITS` options.
    pub(crate) fn compile(problem: &Problem, vectors: Vectors) -> Self {
        let tables = Tables::compile(problem);
        Self {
            vectors,
            states: tables.root.clone(),
            levels: Vec::new(),
            trail: Trail::new(tables.lanes()),
            pending: None,
            random: None,
            tables: Arc::new(tables),
        }
    }

    fn lane_at(&self, level: usize, lane: usize) -> L {
        self.states[level * self.tables.len + lane / N].0[lane % N]
    }

    fn lane_mut(&mut self, lane: usize) -> &mut L {
        &mut self.states[lane / N].0[lane % N]
    }

    /// At the root: the bits of an option, if it can still be taken.
    fn alive(&self, option: OptionId) -> Option<u32> {
        let index = self.tables.index(option)?;
        let &(lane, bit) = self.tables.bits(index).first()?;
        let live = self.lane_at(0, lane as usize) & L::from(1) << bit != L::ZERO;
        live.then_some(index)
    }
}

impl<L: Lane, const N: usize> Engine for Lanes<L, N> {
    const DEAD_ENDS_ARE_NODES: bool = false;

    fn reset(&mut self) {
        self.levels.clear();
        self.trail.len = 0;
        self.pending = None;
        self.random = None;
        self.states[..self.tables.len].copy_from_slice(&self.tables.root);
    }

    fn forbid(&mut self, option: OptionId) {
        if let Some(index) = self.alive(option) {
            let tables = Arc::clone(&self.tables);
            for &(lane, bit) in tables.bits(index) {
                *self.lane_mut(lane as usize) &= !(L::from(1) << bit);
            }
        }
    }

    fn force(&mut self, option: OptionId) -> bool {
        let Some(index) = self.alive(option) else {
            return false;
        };
        for (chunk, row) in self.states.iter_mut().zip(self.tables.row(index)) {
            for i in 0..N {
                chunk.0[i] &= row.0[i];
            }
        }
        self.trail.push(index);
        true
    }

    fn randomise(&mut self, seed: u64) {
        self.random = Some(Pcg32::seed_from_u64(seed));
    }

    fn branch(&mut self) -> Branch {
        let (level, len) = (self.levels.len(), self.tables.len);
        let (above, here) = self.states.split_at_mut(level * len);
        let state = &mut here[..len];
        let from = match self.pending.take() {
            Some(index) => {
                self.trail.push(index);
                Some((&above[(level - 1) * len..], index))
            }
            None => None,
        };
        let next = self
            .vectors
            .branch(&self.tables, from, state, &mut self.trail);
        match (next, &mut self.random) {
            (Next::Dead, _) => Branch::Dead,
            (Next::Solved, _) => Branch::Solved(1),
            (Next::Lane(lane), None) => Branch::Item(self.tables.item(lane)),
            (Next::Lane(_), Some(random)) => {
                Branch::Item(self.tables.item(pick_smallest(state, random)))
            }
        }
    }

    fn enter(&mut self, item: ItemId) {
        let lane = self.tables.lane(item);
        let left = self.lane_at(self.levels.len(), lane) & !L::FLAG;
        self.levels.push(Level {
            lane,
            left: left.widen(),
            trail: self.trail.len,
        });
        let needed = (self.levels.len() + 1) * self.tables.len;
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
            Some(random) => pick_bit(level.left, random),
        };
        level.left &= !(1 << bit);
        self.pending = Some(self.tables.option(level.lane, bit));
        true
    }

    fn leave(&mut self) {
        self.pending = None;
        if let Some(level) = self.levels.pop() {
            self.trail.len = level.trail;
        }
    }

    fn trail(&self, out: &mut Vec<OptionId>) {
        out.extend(
            self.trail
                .options()
                .iter()
                .map(|&index| self.tables.id(index)),
        );
    }

    fn updates(&self) -> Option<u64> {
        None
    }
}

/// A random one of the smallest lanes that are not decided, of which there is one at least.
fn pick_smallest<L: Lane, const N: usize>(state: &[Chunk<L, N>], random: &mut Pcg32) -> usize {
    let mut best = 0;
    let (mut least, mut ties) = (L::MAX, 0_u32);
    for (number, &lane) in state.iter().flat_map(|chunk| &chunk.0).enumerate() {
        if lane & L::FLAG == L::ZERO || lane.count() > least {
            continue;
        }
        ties = if lane.count() < least { 1 } else { ties + 1 };
        least = lane.count();
        if random.random_range(0..ties) == 0 {
            best = number;
        }
    }
    best
}

/// A random one of the bits that are set; there is at least one.
fn pick_bit(mut bits: u64, random: &mut Pcg32) -> u32 {
    for _ in 0..random.random_range(0..bits.count_ones()) {
        bits &= bits - 1;
    }
    bits.trailing_zeros()
}
