//! What looks at all lanes of a state.

use super::groups::Slots;
use super::lane::{Chunk, Lane};
use super::pool::{Place, Pool};
use super::sizes::Sizes;

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

/// What looks at all lanes of a state. Every implementation finds the same.
pub(in crate::engine::bits) trait Passes<L: Lane, const N: usize> {
    /// Takes rows into some states, each its own, and looks at what is left. What they hold before
    /// is in `from` for all of them, if it is given.
    fn take<const S: usize, const R: usize>(
        from: Option<&[Chunk<L, N>]>,
        states: [&mut [Chunk<L, N>]; S],
        pool: &Pool<L, N>,
        rows: [[&[Place]; R]; S],
    ) -> [Found<L>; S];

    /// Takes places into a state: those that are told for each chunk.
    fn strike<I: Iterator<Item = Place>>(
        state: &mut [Chunk<L, N>],
        pool: &Pool<L, N>,
        places: impl Fn(usize) -> I,
    );

    /// Groups of which one item has live options outside of it and the other has none: of each
    /// column of lanes the one in the last pair, of the first `BATCH` columns that have any. As
    /// numbers of lanes in all pairs of chunks of all slots, or that beyond the last.
    fn subsets(slots: &Slots<L, N>, state: &[Chunk<L, N>]) -> Option<[usize; BATCH]>;

    /// Finds out how large lanes are: no smallest one if all are decided.
    fn measure(state: &[Chunk<L, N>], sizes: &mut Sizes<L, N>);

    /// How much the options of each of some lanes take away from a state: see `sizes::weight`.
    fn weigh<const C: usize>(
        state: &[Chunk<L, N>],
        counts: &[Chunk<L, N>],
        pool: &Pool<L, N>,
        rows: [[&[Place]; 2]; C],
    ) -> [u64; C];
}
