//! The choice of the lane to branch on.
//!
//! If many lanes are undecided, some lanes with two options are weighed: the one whose options
//! affect the most small lanes is best. Near the leaves a better choice saves next to no nodes, so
//! there the first smallest lane is taken: with at most `BITS_FEW` undecided lanes, or
//! `BITS_FEW_AT_FIRST` as long as every try on the path is the first of its level. Weighing halves
//! the guesses on hard boards; see measured.md.

use std::hint::select_unpredictable;

use rand::Rng;
use rand_pcg::Pcg32;

use super::lane::{Chunk, Lane};
use super::passes::{Glance, Passes};
use super::sizes::Sizes;
use super::tables::Tables;
use crate::policy::BITS_AT_ONCE;

/// Chooses the lane to branch on. Among the first lanes of the smallest size it is the one whose
/// options weigh most (see `Passes::weigh`), the first one on a tie. If the smallest lanes have
/// more than two options, or if few lanes are undecided, it is the first of them. `None` if all
/// lanes are decided.
#[inline(always)]
pub(super) fn choose<P: Passes<L, N>, L: Lane, const N: usize>(
    passes: P,
    tables: &Tables<L, N>,
    state: &[Chunk<L, N>],
    sizes: &mut Sizes<L, N>,
) -> Option<usize> {
    let Glance { undecided, pair } = passes.glance(state);
    let are_few = sizes.are_few(undecided);
    if are_few && pair.is_some() {
        return pair;
    }
    passes.measure(state, sizes);
    let mut best = sizes.smallest().first().map(|lane| lane.widen() as usize)?;
    if are_few || sizes.size != 2 {
        return Some(best);
    }
    passes.count(state, sizes);
    let lanes = sizes.smallest();
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

/// A random one of the smallest undecided lanes. There is at least one.
#[inline(always)]
pub(super) fn smallest<L: Lane, const N: usize>(
    state: &[Chunk<L, N>],
    random: &mut Pcg32,
) -> usize {
    // Three plain loops, because a draw for each tie would take longer than the rest of the node.
    let size = |lane: L| {
        if lane & L::FLAG == L::ZERO {
            L::MAX
        } else {
            lane.count()
        }
    };
    let mut least = [L::MAX; N];
    for chunk in state {
        for (least, &lane) in least.iter_mut().zip(&chunk.0) {
            *least = size(lane).min(*least);
        }
    }
    let least = least.into_iter().min().unwrap_or(L::MAX);
    let is_tie = |lane: L| u32::from(size(lane) == least);
    let ties = |chunk: &Chunk<L, N>| chunk.0.iter().map(|&lane| is_tie(lane)).sum::<u32>();
    let mut skip = random.random_range(0..state.iter().map(ties).sum());
    for (at, chunk) in state.iter().enumerate() {
        let in_chunk = ties(chunk);
        if skip >= in_chunk {
            skip -= in_chunk;
            continue;
        }
        for (i, &lane) in chunk.0.iter().enumerate() {
            if is_tie(lane) == 1 {
                if skip == 0 {
                    return at * N + i;
                }
                skip -= 1;
            }
        }
    }
    0
}

/// A random one of the set bits. There is at least one.
pub(super) fn bit(mut bits: u64, random: &mut Pcg32) -> u32 {
    for _ in 0..random.random_range(0..bits.count_ones()) {
        bits &= bits - 1;
    }
    bits.trailing_zeros()
}
