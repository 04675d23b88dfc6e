//! Passes: the operations on all lanes of a state.

use super::groups::Slots;
use super::lane::{Chunk, Lane};
use super::sizes::Sizes;
use crate::engine::bits::simd::Rows;

/// The number of options that one pass uses.
pub(in crate::engine::bits) const BATCH: usize = 4;

/// The outcome of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine::bits) enum Found<L> {
    /// An undecided lane has no option left.
    Dead,
    /// No lane is forced.
    NoneForced,
    /// Undecided lanes have one option left. From each column of lanes the pass takes the one in
    /// the last chunk, and of these the first `BATCH` columns. The values are numbers of bits in
    /// the state, or the number after the last bit if there are fewer lanes.
    Forced([L; BATCH]),
}

/// What the choice of a lane needs first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine::bits) struct Glance {
    /// The number of undecided lanes.
    pub(super) undecided: usize,
    /// The first lane with two options.
    pub(super) pair: Option<usize>,
}

/// The passes. Every implementation has the same outcomes. A value of an implementation proves that
/// the processor has the instructions it needs.
pub(in crate::engine::bits) trait Passes<L: Lane, const N: usize>:
    Copy
{
    /// Removes rows from several states, each its own rows, and examines what is left. If `from` is
    /// given, each state starts as a copy of it.
    fn apply_rows<const S: usize, const R: usize>(
        self,
        from: Option<&[Chunk<L, N>]>,
        states: [&mut [Chunk<L, N>]; S],
        rows: Rows<'_, L, N, R, S>,
    ) -> [Found<L>; S];

    /// Removes rows from a state.
    fn remove_rows(self, state: &mut [Chunk<L, N>], rows: Rows<'_, L, N, BATCH, 1>);

    /// Finds groups with live options outside for exactly one of their two items. From each column
    /// of lanes the pass takes the last pair of chunks, and of these the first `BATCH` columns. The
    /// values are numbers of lanes through all pairs of chunks of all slots, or the number after
    /// the last.
    fn subsets(self, slots: &Slots<L, N>, state: &[Chunk<L, N>]) -> Option<[usize; BATCH]>;

    /// Lists the smallest undecided lanes; none if all are decided.
    fn measure(self, state: &[Chunk<L, N>], sizes: &mut Sizes<L, N>);

    /// Counts the bits of the lanes for `weigh`, unless `measure` has counted them or `weigh`
    /// counts them itself.
    fn count(self, state: &[Chunk<L, N>], sizes: &mut Sizes<L, N>);

    /// Counts the undecided lanes, and finds the first one with two options.
    fn glance(self, state: &[Chunk<L, N>]) -> Glance;

    /// The weight of the two options of each of some lanes. An option weighs 4 for each lane from
    /// which it removes something if two options are left there, then 3, 2 and 1; `counts` has the
    /// numbers of bits, flags included. Hard boards take 55 guesses by these weights, 104 by the
    /// sizes of the items of the options; see measured.md.
    fn weigh<const C: usize>(
        self,
        state: &[Chunk<L, N>],
        counts: &[Chunk<L, N>],
        rows: Rows<'_, L, N, 2, C>,
    ) -> [u64; C];
}
