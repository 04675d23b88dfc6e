//! The passes of the layout *lanes* as plain loops, the reference for those on registers in tests.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over the lanes of several chunks at once are what vectorises"
)]

use super::groups::Slots;
use super::lane::{Chunk, Lane};
use super::passes::{BATCH, Found, Glance, Passes};
use super::sizes::Sizes;
use crate::engine::bits::simd::Rows;
use crate::policy::BITS_LIGHT;

/// Passes as plain loops.
#[derive(Clone, Copy)]
pub(in crate::engine::bits) struct Loops;

impl Loops {
    #[inline(always)]
    fn apply_to_one<L: Lane, const N: usize, const R: usize, const S: usize>(
        from: Option<&[Chunk<L, N>]>,
        state: &mut [Chunk<L, N>],
        rows: Rows<'_, L, N, R, S>,
        s: usize,
    ) -> Found<L> {
        let len = state.len();
        assert!(rows.len() == len);
        let from = from.map(|from| &from[..len]);
        let mut least = [L::MAX; N];
        // For each column of lanes: the last chunk (from 1) with a forced lane in it, and that
        // lane.
        let mut last = [L::ZERO; N];
        let mut value = [L::ZERO; N];
        let mut number = L::ZERO;
        for at in 0..len {
            number = number.plus(L::from(1));
            let before = from.map_or(&state[at], |from| &from[at]).0;
            let rows: [_; R] = std::array::from_fn(|r| rows.chunk([s, r], at));
            for i in 0..N {
                let mut lane = before[i];
                for row in rows {
                    lane &= !row.0[i];
                }
                state[at].0[i] = lane;
                least[i] = least[i].min(lane << 1);
                let forced = mask::<L>(lane & minus_one(lane) == L::FLAG);
                last[i] = (number & forced) | (last[i] & !forced);
                value[i] = (lane & forced) | (value[i] & !forced);
            }
        }
        if minimum(least) == L::ZERO {
            return Found::Dead;
        }
        let columns = columns(&last);
        if columns == 0 {
            return Found::NoneForced;
        }
        let bits = first(columns, len * N * L::BITS as usize, |i| {
            let lane = (last[i].widen() as usize - 1) * N + i;
            lane * L::BITS as usize + value[i].lowest() as usize
        });
        Found::Forced(bits.map(|bit| L::truncate(bit as u64)))
    }
}

impl<L: Lane, const N: usize> Passes<L, N> for Loops {
    #[inline(always)]
    fn apply_rows<const S: usize, const R: usize>(
        self,
        from: Option<&[Chunk<L, N>]>,
        states: [&mut [Chunk<L, N>]; S],
        rows: Rows<'_, L, N, R, S>,
    ) -> [Found<L>; S] {
        let mut found = [Found::NoneForced; S];
        for (s, (found, state)) in found.iter_mut().zip(states).enumerate() {
            *found = Self::apply_to_one(from, state, rows, s);
        }
        found
    }

    fn remove_rows(self, state: &mut [Chunk<L, N>], rows: Rows<'_, L, N, BATCH, 1>) {
        for (at, chunk) in state.iter_mut().enumerate() {
            for r in 0..BATCH {
                let row = rows.chunk([0, r], at);
                for i in 0..N {
                    chunk.0[i] &= !row.0[i];
                }
            }
        }
    }

    #[inline(always)]
    fn subsets(self, slots: &Slots<L, N>, state: &[Chunk<L, N>]) -> Option<[usize; BATCH]> {
        let mut last = [L::ZERO; N];
        let mut number = L::ZERO;
        for (slot, pairs) in slots {
            for &[one, other] in pairs {
                number = number.plus(L::from(1));
                let (one, other) = (&state[one], &state[other]);
                let mut permuted = [L::ZERO; N];
                for i in 0..N {
                    permuted[i] = other.0[slot.order.0[i].widen() as usize % N];
                }
                for i in 0..N {
                    let one = mask::<L>(one.0[i] & slot.outside.0[i] == L::ZERO);
                    let other = mask::<L>(permuted[i] & slot.outside_other.0[i] == L::ZERO);
                    let differ = (one & !other) | (other & !one);
                    last[i] = (number & differ) | (last[i] & !differ);
                }
            }
        }
        let columns = columns(&last);
        (columns != 0).then(|| {
            let all = number.widen() as usize * N;
            first(columns, all, |i| (last[i].widen() as usize - 1) * N + i)
        })
    }

    #[inline(always)]
    fn measure(self, state: &[Chunk<L, N>], sizes: &mut Sizes<L, N>) {
        let mut least = [L::MAX; N];
        for (chunk, counts) in state.iter().zip(&mut sizes.counts) {
            for i in 0..N {
                let decided = mask::<L>(chunk.0[i] & L::FLAG == L::ZERO);
                counts.0[i] = chunk.0[i].count();
                least[i] = least[i].min(counts.0[i] | decided);
            }
        }
        let least = minimum(least);
        if least == L::MAX {
            return sizes.start(0);
        }
        sizes.start(least.widen() as u32 - 1);
        for at in 0..state.len() {
            let mut are = [L::ZERO; N];
            for i in 0..N {
                are[i] = mask::<L>(sizes.counts[at].0[i] == least);
            }
            let columns = columns(&are);
            let mut left = columns;
            for lane in sizes.room() {
                if left == 0 {
                    break;
                }
                *lane = L::truncate((at * N) as u64 + u64::from(left.trailing_zeros()));
                left &= left - 1;
            }
            sizes.add(columns.count_ones());
        }
    }

    /// `measure` has counted them.
    #[inline(always)]
    fn count(self, _: &[Chunk<L, N>], _: &mut Sizes<L, N>) {}

    #[inline(always)]
    fn glance(self, state: &[Chunk<L, N>]) -> Glance {
        let lanes = || state.iter().flat_map(|chunk| chunk.0);
        let is_undecided = |&lane: &L| lane & L::FLAG != L::ZERO;
        Glance {
            undecided: lanes().filter(is_undecided).count(),
            pair: lanes().position(|lane| is_undecided(&lane) && lane.count() == L::from(3)),
        }
    }

    #[inline(always)]
    fn weigh<const C: usize>(
        self,
        state: &[Chunk<L, N>],
        counts: &[Chunk<L, N>],
        rows: Rows<'_, L, N, 2, C>,
    ) -> [u64; C] {
        let counts = &counts[..state.len()];
        assert!(rows.len() == state.len());
        let mut sums = [[L::ZERO; N]; C];
        for at in 0..state.len() {
            let lanes = state[at].0;
            let mut weight = [L::ZERO; N];
            for i in 0..N {
                weight[i] = weight_of(counts[at].0[i]);
            }
            for c in 0..C {
                for k in 0..2 {
                    let dead = rows.chunk([c, k], at).0;
                    for i in 0..N {
                        sums[c][i] =
                            sums[c][i].plus(weight[i] & mask(lanes[i] & dead[i] != L::ZERO));
                    }
                }
            }
        }
        sums.map(|sums| sums.iter().map(|sum| sum.widen()).sum())
    }
}

/// The columns that are not zero, the first one as the lowest bit.
#[inline(always)]
fn columns<L: Lane, const N: usize>(lanes: &[L; N]) -> u64 {
    let mut columns = 0;
    let part = N.min(L::BITS as usize);
    for start in (0..N).step_by(part) {
        let mut bits = L::ZERO;
        for i in 0..part {
            bits |= mask::<L>(lanes[start + i] != L::ZERO) & (L::from(1) << i as u32);
        }
        columns |= bits.widen() << start;
    }
    columns
}

/// The values of the first columns of a set; `none` where there are fewer than `BATCH`.
#[inline(always)]
fn first(mut columns: u64, none: usize, value_of: impl Fn(usize) -> usize) -> [usize; BATCH] {
    let mut batch = [none; BATCH];
    for value in &mut batch {
        if columns == 0 {
            break;
        }
        *value = value_of(columns.trailing_zeros() as usize);
        columns &= columns - 1;
    }
    batch
}

#[inline(always)]
fn minimum<L: Lane, const N: usize>(lanes: [L; N]) -> L {
    let mut least = L::MAX;
    for lane in lanes {
        least = least.min(lane);
    }
    least
}

/// See `Passes::weigh`.
fn weight_of<L: Lane>(bits: L) -> L {
    L::truncate(u64::from(BITS_LIGHT) + 1 - bits.min(L::from(BITS_LIGHT)).widen())
}

/// All ones if `is` is true, else 0. A selection by masks compiles to a vector instruction where
/// `if` may not.
#[inline(always)]
fn mask<L: Lane>(is: bool) -> L {
    L::truncate(u64::from(is).wrapping_neg())
}

#[inline(always)]
fn minus_one<L: Lane>(lane: L) -> L {
    L::truncate(lane.widen().wrapping_sub(1))
}
