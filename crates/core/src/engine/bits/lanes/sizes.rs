//! The sizes of lanes.

use super::lane::{Chunk, Lane};
use crate::policy::{BITS_FEW, BITS_MOST_WEIGHED, BITS_WEIGHED};

/// The sizes of the lanes of a state, as found by the passes `measure` and `count`.
#[derive(Clone, Debug)]
pub(in crate::engine::bits) struct Sizes<L, const N: usize> {
    /// The number of set bits in each lane, as found by the pass `count`.
    pub(super) counts: Vec<Chunk<L, N>>,
    /// The number of options of the smallest undecided lanes.
    pub(super) size: u32,
    /// The first of these lanes, at most `most`, ascending. Behind them there is room for
    /// one more chunk.
    lanes: [L; BITS_MOST_WEIGHED + LARGEST],
    /// The most lanes to list; at most `BITS_MOST_WEIGHED`.
    most: usize,
    len: usize,
    /// Lanes are weighed only if more than this many are undecided.
    few: usize,
}

impl<L: Lane, const N: usize> Sizes<L, N> {
    /// Work space for states of `chunks` chunks.
    pub(super) fn new(chunks: usize) -> Self {
        Self {
            counts: vec![Chunk::all(L::ZERO); chunks],
            size: 0,
            lanes: [L::ZERO; BITS_MOST_WEIGHED + LARGEST],
            most: BITS_WEIGHED,
            len: 0,
            few: BITS_FEW,
        }
    }

    /// Lists at most this many of the smallest lanes.
    pub(super) fn list_at_most(&mut self, lanes: usize) {
        self.most = lanes.clamp(1, BITS_MOST_WEIGHED);
    }

    /// Weighs lanes only if more than this many are undecided.
    pub(super) fn weigh_above(&mut self, lanes: usize) {
        self.few = lanes;
    }

    /// Whether lanes are not weighed if this many are undecided.
    #[inline(always)]
    pub(super) fn are_few(&self, lanes: usize) -> bool {
        lanes <= self.few
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
        // `len` is at most `BITS_MOST_WEIGHED`, so there is always room for a chunk of the largest
        // kind.
        room.first_chunk_mut().unwrap_or_else(|| unreachable!())
    }

    /// Adds the lanes that were written to the start of `room`, up to `most` in all.
    #[inline(always)]
    pub(super) fn add(&mut self, count: u32) {
        self.len = (self.len + count as usize).min(self.most);
    }
}

/// The most lanes in a chunk: those of 16 bits.
const LARGEST: usize = 32;
