//! The lane to branch on.
//!
//! What a sketch on 61 hard boards told, all lanes with two options weighed, beside the weights
//! of `sizes::weight`; where nothing else is said, an option weighed what it took away in all lanes:
//!
//! | choice | guesses a board | states a board |
//! |---|---|---|
//! | by the sizes of the items beside | 105 | 210 |
//! | by what is taken away | 77 | 155 |
//! | counted by the lanes of cells alone, a quarter of the work | 77 | 155 |
//! | by what is taken away, and a rule for triads (three digits left for three cells in line) | 74 | 149 |
//! | times one, and a tenth more for each dead end met at the lane | 69 | 139 |
//! | of the best two, three or four the one that decides most when both options are settled | 62, 53, 48 | 301, 296, 304 |
//! | by weights 4, 3, 2, 1 for each lane hit | 50 | 101 |
//! | by these in the lanes of cells alone | 64 | 130 |
//!
//! Where no more lanes than `BITS_FEW` are open, the first of the smallest is branched on: so near the
//! leaves a better choice saves next to no node. Zen 4, AVX-512, seconds, the least of seven, where twelve
//! lanes were weighed:
//!
//! | where lanes are weighed | Langford 12 | 13 queens | Latin 5 |
//! |---|---|---|---|
//! | always | 0.160 | 0.042 | 0.063 |
//! | always, and lanes with three and four options too | 0.182 | 0.051 | 0.088 |
//! | more than 96 are open | 0.122 | 0.031 | 0.031 |
//!
//! Weighed always they have 1, 5 and 0 % fewer nodes. On hard boards 64 and 128 are not told apart from
//! 96 by time.

use std::hint::select_unpredictable;

use rand::Rng;
use rand_pcg::Pcg32;

use super::lane::{Chunk, Lane};
use super::passes::Passes;
use super::sizes::Sizes;
use super::tables::Tables;
use crate::policy::{BITS_AT_ONCE, BITS_FEW};

/// The lane to branch on: of the first of the smallest the one whose options weigh most (see
/// `sizes::weight`); the first of these. The first of all if the smallest have more than two options, or
/// few lanes are open. `None` if all lanes are decided.
#[inline(always)]
pub(super) fn choose<P: Passes<L, N>, L: Lane, const N: usize>(
    passes: P,
    tables: &Tables<L, N>,
    state: &[Chunk<L, N>],
    sizes: &mut Sizes<L, N>,
) -> Option<usize> {
    passes.measure(state, sizes);
    let lanes = sizes.smallest();
    let mut best = lanes.first().map(|lane| lane.widen() as usize)?;
    if sizes.size != 2 || state.len() * N <= BITS_FEW || open(state) <= BITS_FEW {
        return Some(best);
    }
    let mut most = 0;
    for some in lanes.chunks(BITS_AT_ONCE) {
        let mut options = [[tables.none(); 2]; BITS_AT_ONCE];
        for (two_options, lane) in options.iter_mut().zip(some) {
            let lane = lane.widen() as usize;
            let two = state[lane / N].0[lane % N].widen() ^ L::FLAG.widen();
            let ends = [two.trailing_zeros(), 63 - two.leading_zeros()];
            let bits = ends.map(|bit| lane * L::BITS as usize + bit as usize);
            *two_options = bits.map(|bit| tables.option(bit));
        }
        let weights = passes.weigh(state, &sizes.counts, tables.rows(options));
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

/// A random one of the smallest lanes that are not decided, of which there is one at least.
pub(super) fn smallest<L: Lane, const N: usize>(
    state: &[Chunk<L, N>],
    random: &mut Pcg32,
) -> usize {
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
pub(super) fn bit(mut bits: u64, random: &mut Pcg32) -> u32 {
    for _ in 0..random.random_range(0..bits.count_ones()) {
        bits &= bits - 1;
    }
    bits.trailing_zeros()
}
