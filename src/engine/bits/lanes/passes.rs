//! What looks at all lanes of a state.

use super::groups::Slots;
use super::lane::{Chunk, Lane};
use super::sizes::Sizes;
use crate::engine::bits::simd::Rows;

/// How many options a pass takes.
pub(in crate::engine::bits) const BATCH: usize = 4;

/// What a pass finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine::bits) enum Found<L> {
    /// A lane has no option left.
    Dead,
    /// No lane is forced.
    Quiet,
    /// Lanes that are not decided and have one option left: of each column of lanes the one in the
    /// last chunk, of the first `BATCH` columns that have any. As numbers of bits in the state,
    /// or that beyond the last bit where there are fewer.
    Forced([L; BATCH]),
}

/// What looks at all lanes of a state. Every implementation finds the same. A value of it shows that
/// the processor has what it needs.
pub(in crate::engine::bits) trait Passes<L: Lane, const N: usize>:
    Copy
{
    /// Takes rows into some states, each its own, and looks at what is left. What they hold before
    /// is in `from` for all of them, if it is given.
    fn take<const S: usize, const R: usize>(
        self,
        from: Option<&[Chunk<L, N>]>,
        states: [&mut [Chunk<L, N>]; S],
        rows: Rows<'_, L, N, R, S>,
    ) -> [Found<L>; S];

    /// Takes away from each chunk of a state what the chunks hold that are given for it.
    fn strike<'a, I: Iterator<Item = &'a Chunk<L, N>>>(
        self,
        state: &mut [Chunk<L, N>],
        dead: impl Fn(usize) -> I,
    );

    /// Groups of which one item has live options outside of it and the other has none: of each
    /// column of lanes the one in the last pair, of the first `BATCH` columns that have any. As
    /// numbers of lanes in all pairs of chunks of all slots, or that beyond the last.
    fn subsets(self, slots: &Slots<L, N>, state: &[Chunk<L, N>]) -> Option<[usize; BATCH]>;

    /// Finds out how large lanes are: no smallest one if all are decided.
    fn measure(self, state: &[Chunk<L, N>], sizes: &mut Sizes<L, N>);

    /// How much the options of each of some lanes take away from a state: see `sizes::weight`.
    fn weigh<const C: usize>(
        self,
        state: &[Chunk<L, N>],
        counts: &[Chunk<L, N>],
        rows: Rows<'_, L, N, 2, C>,
    ) -> [u64; C];
}
