//! The lane to branch on.

use std::hint::select_unpredictable;

use super::lane::{Chunk, Lane};
use super::passes::Passes;
use super::sizes::Sizes;
use super::tables::Tables;

/// How many lanes are weighed in one pass.
const AT_ONCE: usize = 4;

/// Where no more lanes than this are open, the first of the smallest is branched on: so near the
/// leaves a better choice saves next to no node. Zen 4, user time, for the boards 400 of the hard:
///
/// | where lanes are scored | hard | Langford 12 | 13 queens | Latin 5 | a million grids of 2 x 4 boxes |
/// |---|---|---|---|---|---|
/// | always | 0.031 s | 0.135 s | 0.040 s | 0.044 s | 0.44 s |
/// | more than 96 are open | 0.028 s | 0.120 s | 0.033 s | 0.031 s | 0.37 s |
///
/// That makes 1 or 2 % more nodes for Langford and queens, as many for Latin squares, 0.1 % more
/// for hard boards. 64, 128 and 160 are not told apart from 96 by time.
const FEW: usize = 96;

/// The lane to branch on: of the first of the smallest the one whose options weigh most (see
/// [`weight`]); the first of these. The first of all if the smallest have more than two options, or
/// few lanes are open. `None` if all lanes are decided.
#[inline(always)]
pub(super) fn choose<P: Passes<L, N>, L: Lane, const N: usize>(
    tables: &Tables<L, N>,
    state: &[Chunk<L, N>],
    sizes: &mut Sizes<L, N>,
) -> Option<usize> {
    P::measure(state, sizes);
    let lanes = sizes.smallest();
    let mut best = lanes.first().map(|lane| lane.widen() as usize)?;
    if sizes.size != 2 || state.len() * N <= FEW || open(state) <= FEW {
        return Some(best);
    }
    let mut most = 0;
    for some in lanes.chunks(AT_ONCE) {
        let mut rows = [tables.rows([tables.none(); 2]); AT_ONCE];
        for (rows, lane) in rows.iter_mut().zip(some) {
            let lane = lane.widen() as usize;
            let two = state[lane / N].0[lane % N].widen() ^ L::FLAG.widen();
            let ends = [two.trailing_zeros(), 63 - two.leading_zeros()];
            let bits = ends.map(|bit| lane * L::BITS as usize + bit as usize);
            *rows = tables.rows(bits.map(|bit| tables.option(bit)));
        }
        let weights = P::weigh(state, &sizes.counts, &tables.pool, rows);
        for (lane, weight) in some.iter().zip(weights) {
            best = select_unpredictable(weight > most, lane.widen() as usize, best);
            most = most.max(weight);
        }
    }
    Some(best)
}

/// How many lanes are not decided.
#[inline(always)]
fn open<L: Lane, const N: usize>(state: &[Chunk<L, N>]) -> usize {
    let mut columns = [L::ZERO; N];
    for chunk in state {
        for (column, &lane) in columns.iter_mut().zip(&chunk.0) {
            *column = column.plus(lane >> (L::BITS - 1));
        }
    }
    columns.iter().map(|column| column.widen() as usize).sum()
}
