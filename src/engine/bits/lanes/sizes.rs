//! The sizes of lanes, and the weight of removing options from them.

use super::lane::{Chunk, Lane};
use crate::policy::{BITS_LIGHT, BITS_WEIGHED};

/// The sizes of the lanes of a state, as found by the pass `measure`.
#[derive(Clone, Debug)]
pub(in crate::engine::bits) struct Sizes<L, const N: usize> {
    /// The number of set bits in each lane.
    pub(super) counts: Vec<Chunk<L, N>>,
    /// The number of options of the smallest undecided lanes.
    pub(super) size: u32,
    /// The first of these lanes, at most `BITS_WEIGHED`, ascending. Behind them there is room for
    /// one more chunk.
    lanes: [L; BITS_WEIGHED + LARGEST],
    len: usize,
}

impl<L: Lane, const N: usize> Sizes<L, N> {
    /// Work space for states of `chunks` chunks.
    pub(super) fn new(chunks: usize) -> Self {
        Self {
            counts: vec![Chunk::all(L::ZERO); chunks],
            size: 0,
            lanes: [L::ZERO; BITS_WEIGHED + LARGEST],
            len: 0,
        }
    }

    /// Starts a list of lanes of this size.
    #[inline(always)]
    pub(super) fn start(&mut self, size: u32) {
        self.size = size;
        self.len = 0;
    }

    /// Whether no lane was added.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The smallest lanes.
    #[inline(always)]
    pub(super) fn smallest(&self) -> &[L] {
        &self.lanes[..self.len]
    }

    /// Room for the lanes of one more chunk.
    #[inline(always)]
    pub(super) fn room(&mut self) -> &mut [L; N] {
        const { assert!(N <= LARGEST) };
        let (_, room) = self.lanes.split_at_mut(self.len);
        // `len` is at most `BITS_WEIGHED`, so there is always room for a chunk of the largest kind.
        room.first_chunk_mut().unwrap_or_else(|| unreachable!())
    }

    /// Adds the lanes that were written to the start of `room`, up to `BITS_WEIGHED` in all.
    #[inline(always)]
    pub(super) fn add(&mut self, count: u32) {
        self.len = (self.len + count as usize).min(BITS_WEIGHED);
    }
}

/// The most lanes in a chunk: those of 16 bits.
const LARGEST: usize = 32;

/// The weight of removing something from a lane with `bits` set bits, its flag included: 4 if two
/// options are left, then 3, 2 and 1. The weight of an option is the sum over all lanes that it
/// affects. Hard boards take 55 guesses by these weights, 104 by the sizes of the items of the
/// options; see measured.md.
#[inline(always)]
pub(super) fn weight<L: Lane>(bits: L) -> L {
    L::from(BITS_LIGHT + 1).minus(bits.min(L::from(BITS_LIGHT)))
}
