//! How large lanes are, and what it weighs to take options away from them.

use super::lane::{Chunk, Lane};
use crate::policy::{BITS_LIGHT, BITS_WEIGHED};

/// How large the lanes of a state are: what a pass finds out for the choice among them.
#[derive(Clone, Debug)]
pub(in crate::engine::bits) struct Sizes<L, const N: usize> {
    /// How many bits are set in each lane.
    pub(super) counts: Vec<Chunk<L, N>>,
    /// How many options each of the smallest lanes that are not decided has.
    pub(super) size: u32,
    /// The first of these, up to `BITS_WEIGHED`, ascending. There is room for a chunk after those that count.
    lanes: [L; BITS_WEIGHED + LARGEST],
    len: usize,
}

impl<L: Lane, const N: usize> Sizes<L, N> {
    /// A place to work for states of so many chunks.
    pub(super) fn new(chunks: usize) -> Self {
        Self {
            counts: vec![Chunk::all(L::ZERO); chunks],
            size: 0,
            lanes: [L::ZERO; BITS_WEIGHED + LARGEST],
            len: 0,
        }
    }

    /// Begins a list of lanes of this size.
    #[inline(always)]
    pub(super) fn start(&mut self, size: u32) {
        self.size = size;
        self.len = 0;
    }

    /// No lane was added.
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
        // As `len` is `BITS_WEIGHED` at most, a chunk of the largest kind is left.
        room.first_chunk_mut().unwrap_or_else(|| unreachable!())
    }

    /// Adds the lanes that were put at the start of that room, as far as they are not too many.
    #[inline(always)]
    pub(super) fn add(&mut self, count: u32) {
        self.len = (self.len + count as usize).min(BITS_WEIGHED);
    }
}

/// The most lanes in a chunk: those of 16 bits.
const LARGEST: usize = 32;

/// What it weighs that an option takes something away from a lane with so many bits set, its flag
/// among them: 4 where two options are left, of which it leaves one, and then 3, 2 and 1. The weight
/// of an option is the sum over all lanes. Guesses a board where of eight lanes with two options that
/// is taken whose options weigh most, for samples of the hard boards and of top1465:
///
/// | weights of lanes with 2, 3, 4 .. options | hard | top1465 |
/// |---|---|---|
/// | the sizes of the items beside, as before | 104 | 15.5 |
/// | 1 | 77 | 13.7 |
/// | 2 1 1 .. | 65 | 10.2 |
/// | 3 2 1 1 .. | 57 | 8.5 |
/// | 4 3 2 1 1 .. | 55 | 9.1 |
/// | 5 4 3 2 1 1 .. | 57 | 9.6 |
/// | 6 5 4 3 2 1 1 .. | 60 | 10.9 |
#[inline(always)]
pub(super) fn weight<L: Lane>(bits: L) -> L {
    L::from(BITS_LIGHT + 1).minus(bits.min(L::from(BITS_LIGHT)))
}
