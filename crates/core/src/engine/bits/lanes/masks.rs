//! The passes of the layout *lanes* on registers. A chunk is in one register of AVX-512, two of
//! AVX2 or four of sixteen bytes.

#![allow(
    clippy::needless_range_loop,
    reason = "loops over several states at once are what fills the processor"
)]

use std::hint::select_unpredictable;

use super::groups::Slots;
use super::lane::{Chunk, Lane};
use super::passes::{BATCH, Found, Glance, Passes};
use super::sizes::Sizes;
use crate::engine::bits::simd::Rows;
use crate::policy::BITS_LIGHT;

/// A kind of register.
pub(in crate::engine::bits) trait Register: Copy {
    /// A proof that the processor has these registers. A register can only be made with the proof,
    /// so a register is a proof, too.
    type Proof: Copy;
}

/// A chunk in one or several registers.
pub(in crate::engine::bits) trait Wide<L, const N: usize>:
    Register
{
    /// A set of lanes.
    type Mask: Copy;
    /// Whether counting bits again is as fast as loading earlier counts.
    const COUNTS_FAST: bool;
    /// Whether forced lanes are kept in a register, instead of read again after a pass.
    const KEEPS_FORCED: bool;

    fn load(has: Self::Proof, chunk: &Chunk<L, N>) -> Self;
    fn store(self, chunk: &mut Chunk<L, N>);
    fn splat(has: Self::Proof, lane: L) -> Self;
    fn and(self, other: Self) -> Self;
    /// The bits of `self` that are not in `other`.
    fn and_not(self, other: Self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    /// The smaller one of each two lanes. Their highest bits are not set.
    fn min(self, other: Self) -> Self;
    /// 1 in each lane that has its flag, 0 in the others.
    fn flags(self) -> Self;
    /// The number of set bits in each lane.
    fn count(self) -> Self;
    /// The sum of all lanes as signed numbers.
    fn sum(self) -> u64;
    /// Loads the lanes of a chunk at the positions in `order`.
    fn load_in_order(has: Self::Proof, chunk: &Chunk<L, N>, order: &Chunk<L, N>) -> Self;

    /// The lanes in which two chunks have no common bit.
    fn disjoint(self, other: Self) -> Self::Mask;
    fn equal(self, other: Self) -> Self::Mask;
    /// The lanes that have their flag and exactly one option.
    fn forced(self) -> Self::Mask;
    /// The lanes that have their flag and exactly two options. No lane is forced or has lost all
    /// its options.
    fn pairs(self) -> Self::Mask;
    /// The lanes that are in exactly one of two sets.
    fn exclusive_or(one: Self::Mask, other: Self::Mask) -> Self::Mask;
    /// A bit for each lane, the lowest for the first.
    fn bits(mask: Self::Mask) -> u32;

    /// Replaces the lanes in the mask by those of `other`.
    fn replace(self, mask: Self::Mask, other: Self) -> Self;
    /// Does the same where the lanes of `other` are larger and their highest bits are not set.
    #[inline(always)]
    fn raise(self, mask: Self::Mask, other: Self) -> Self {
        self.replace(mask, other)
    }
    /// Adds `other` in the lanes where the two chunks have a common bit.
    fn plus_where_common(self, two: [Self; 2], other: Self) -> Self;
    /// Writes the numbers of the lanes in a set, counted from `first`, to the start of `room`. The
    /// rest of `room` is undefined.
    fn gather(has: Self::Proof, first: usize, mask: Self::Mask, room: &mut [L; N]);
    /// The first lanes in the mask; `none` where there are fewer than `BATCH`.
    fn first(self, mask: Self::Mask, none: L) -> [L; BATCH];
}

/// Passes on registers of type `W`.
#[derive(Clone, Copy)]
pub(in crate::engine::bits) struct Masks<W: Register>(pub(in crate::engine::bits) W::Proof);

impl<W: Wide<L, N>, L: Lane, const N: usize> Passes<L, N> for Masks<W> {
    // It is long, because all that is found in a pass stays in registers until its end.
    #[inline(always)]
    fn apply_rows<const S: usize, const R: usize>(
        self,
        from: Option<&[Chunk<L, N>]>,
        mut states: [&mut [Chunk<L, N>]; S],
        rows: Rows<'_, L, N, R, S>,
    ) -> [Found<L>; S] {
        let has = self.0;
        let len = states[0].len();
        assert!(rows.len() == len);
        let from = from.map(|from| &from[..len]);
        for state in &mut states {
            *state = &mut std::mem::take(state)[..len];
        }
        let zero = W::splat(has, L::ZERO);
        let ones = W::splat(has, L::MAX);
        let options = W::splat(has, !L::FLAG);
        // Bits are numbered through all lanes. With `KEEPS_FORCED` this is the number of the first
        // bit of the next chunk, else the number of the chunk, from 1.
        let step = if W::KEEPS_FORCED {
            N as u64 * u64::from(L::BITS)
        } else {
            1
        };
        let step = W::splat(has, L::truncate(step));
        let mut number = zero;
        let (mut least, mut last, mut value) = ([options; S], [zero; S], [zero; S]);
        for at in 0..len {
            number = number.plus(step);
            for s in 0..S {
                let before = from.map_or(&states[s][at], |from| &from[at]);
                let mut lanes = W::load(has, before);
                for r in 0..R {
                    lanes = lanes.and_not(W::load(has, rows.chunk([s, r], at)));
                }
                lanes.store(&mut states[s][at]);
                least[s] = least[s].min(lanes.and(options));
                let forced = lanes.forced();
                if W::KEEPS_FORCED {
                    last[s] = last[s].replace(forced, number);
                    value[s] = value[s].replace(forced, lanes);
                } else {
                    last[s] = last[s].raise(forced, number);
                }
            }
        }
        let none = L::truncate((len * N) as u64 * u64::from(L::BITS));
        let mut found = [Found::Dead; S];
        for s in 0..S {
            if W::bits(least[s].equal(zero)) != 0 {
                continue;
            }
            let columns = columns(has, last[s]);
            if W::bits(columns) == 0 {
                found[s] = Found::NoneForced;
                continue;
            }
            found[s] = Found::Forced(if W::KEEPS_FORCED {
                // The flag and all bits below the option: one more than the number of the option's
                // bit.
                let bits = value[s].plus(ones).count();
                let first = W::load(has, &steps(L::BITS as usize, N * L::BITS as usize + 1));
                let keys = last[s].plus(first).plus(bits);
                keys.first(columns, none)
            } else {
                forced_in(last[s], columns, states[s], none)
            });
        }
        found
    }

    #[inline(always)]
    fn remove_rows(self, state: &mut [Chunk<L, N>], rows: Rows<'_, L, N, BATCH, 1>) {
        let has = self.0;
        assert!(rows.len() == state.len());
        for (at, chunk) in state.iter_mut().enumerate() {
            let mut lanes = W::load(has, chunk);
            for r in 0..BATCH {
                lanes = lanes.and_not(W::load(has, rows.chunk([0, r], at)));
            }
            lanes.store(chunk);
        }
    }

    #[inline(always)]
    fn subsets(self, slots: &Slots<L, N>, state: &[Chunk<L, N>]) -> Option<[usize; BATCH]> {
        let has = self.0;
        let mut last = W::splat(has, L::ZERO);
        let mut number = L::ZERO;
        for (slot, pairs) in slots {
            let outside = W::load(has, &slot.outside);
            let outside_other = W::load(has, &slot.outside_other);
            for &[one, other] in pairs {
                number = number.plus(L::truncate(N as u64));
                let one = W::load(has, &state[one]).disjoint(outside);
                let other = W::load_in_order(has, &state[other], &slot.order);
                let other = other.disjoint(outside_other);
                last = last.replace(W::exclusive_or(one, other), W::splat(has, number));
            }
        }
        let columns = columns(has, last);
        if W::bits(columns) == 0 {
            return None;
        }
        let keys = last.plus(W::load(has, &steps(1, N)));
        Some(
            keys.first(columns, number)
                .map(|lane| lane.widen() as usize),
        )
    }

    #[inline(always)]
    fn measure(self, state: &[Chunk<L, N>], sizes: &mut Sizes<L, N>) {
        let has = self.0;
        // Lanes with fewer options are forced, and none is left.
        sizes.start(2);
        for (at, chunk) in state.iter().enumerate() {
            let are = W::load(has, chunk).pairs();
            W::gather(has, at * N, are, sizes.room());
            sizes.add(W::bits(are).count_ones());
        }
        if !sizes.is_empty() {
            return;
        }
        self.count(state, sizes);
        let (flag, none) = (W::splat(has, L::FLAG), W::splat(has, L::MAX >> 1));
        let mut least = none;
        for at in 0..state.len() {
            let count = count::<W, L, N>(has, &state[at], &sizes.counts[at]);
            let decided = W::load(has, &state[at]).disjoint(flag);
            least = least.min(count.replace(decided, none));
        }
        if W::bits(least.equal(none)) != W::bits(none.equal(none)) {
            let mut columns = Chunk::all(L::ZERO);
            least.store(&mut columns);
            let bits = columns.0.iter().fold(L::MAX, |one, &other| one.min(other));
            gather::<W, L, N>(has, state, bits.widen() as u32 - 1, sizes);
        }
    }

    #[inline(always)]
    fn count(self, state: &[Chunk<L, N>], sizes: &mut Sizes<L, N>) {
        if !W::COUNTS_FAST {
            for (chunk, counts) in state.iter().zip(&mut sizes.counts) {
                W::load(self.0, chunk).count().store(counts);
            }
        }
    }

    #[inline(always)]
    fn glance(self, state: &[Chunk<L, N>]) -> Glance {
        const NONE: usize = usize::MAX;
        let has = self.0;
        let mut sum = W::splat(has, L::ZERO);
        let mut first = NONE;
        for (at, chunk) in state.iter().enumerate() {
            let lanes = W::load(has, chunk);
            sum = sum.plus(lanes.flags());
            let pairs = W::bits(lanes.pairs());
            let lane = at * N + pairs.trailing_zeros() as usize;
            // A loop that ends here is slower: where it ends cannot be predicted.
            first = select_unpredictable(first == NONE && pairs != 0, lane, first);
        }
        Glance {
            undecided: sum.sum() as usize,
            pair: (first != NONE).then_some(first),
        }
    }

    #[inline(always)]
    fn weigh<const C: usize>(
        self,
        state: &[Chunk<L, N>],
        counts: &[Chunk<L, N>],
        rows: Rows<'_, L, N, 2, C>,
    ) -> [u64; C] {
        let has = self.0;
        let counts = &counts[..state.len()];
        assert!(rows.len() == state.len());
        let mut sums = [W::splat(has, L::ZERO); C];
        let (most, over) = (
            W::splat(has, L::from(BITS_LIGHT)),
            W::splat(has, L::from(BITS_LIGHT + 1)),
        );
        for at in 0..state.len() {
            let lanes = W::load(has, &state[at]);
            let count = count::<W, L, N>(has, &state[at], &counts[at]);
            let weight = over.minus(count.min(most));
            for c in 0..C {
                for k in 0..2 {
                    let dead = W::load(has, rows.chunk([c, k], at));
                    sums[c] = sums[c].plus_where_common([lanes, dead], weight);
                }
            }
        }
        let mut weights = [0; C];
        for c in 0..C {
            weights[c] = sums[c].sum();
        }
        weights
    }
}

/// The numbers of the bits of forced lanes, in the first `BATCH` columns. `last` has the number of
/// the chunk with the forced lane, from 1, in each of these columns.
#[inline(always)]
fn forced_in<W: Wide<L, N>, L: Lane, const N: usize>(
    last: W,
    columns: W::Mask,
    state: &[Chunk<L, N>],
    none: L,
) -> [L; BATCH] {
    let mut chunks = Chunk::all(L::ZERO);
    last.store(&mut chunks);
    let mut columns = W::bits(columns);
    let mut bits = [none; BATCH];
    for bit in &mut bits {
        if columns == 0 {
            break;
        }
        let i = columns.trailing_zeros() as usize % N;
        columns &= columns - 1;
        let at = chunks.0[i].widen() as usize - 1;
        let place = (at * N + i) as u64 * u64::from(L::BITS);
        *bit = L::truncate(place + u64::from(state[at].0[i].lowest()));
    }
    bits
}

/// The number of bits in each lane of a chunk, counted now or taken from earlier counts.
#[inline(always)]
fn count<W: Wide<L, N>, L: Lane, const N: usize>(
    has: W::Proof,
    chunk: &Chunk<L, N>,
    counted: &Chunk<L, N>,
) -> W {
    if W::COUNTS_FAST {
        W::load(has, chunk).count()
    } else {
        W::load(has, counted)
    }
}

/// Lists the first lanes with a flag and `size` options.
#[inline(always)]
fn gather<W: Wide<L, N>, L: Lane, const N: usize>(
    has: W::Proof,
    state: &[Chunk<L, N>],
    size: u32,
    sizes: &mut Sizes<L, N>,
) {
    sizes.start(size);
    let bits = W::splat(has, L::from(size as u8 + 1));
    for at in 0..state.len() {
        let are = count::<W, L, N>(has, &state[at], &sizes.counts[at]).equal(bits);
        W::gather(has, at * N, are, sizes.room());
        sizes.add(W::bits(are).count_ones());
    }
}

/// The lanes that are not zero.
#[inline(always)]
fn columns<W: Wide<L, N>, L: Lane, const N: usize>(has: W::Proof, lanes: W) -> W::Mask {
    let zero = W::splat(has, L::ZERO);
    W::exclusive_or(lanes.equal(zero), zero.equal(zero))
}

/// For each column `i` the number `i * step - less`.
#[inline(always)]
pub(in crate::engine::bits) fn steps<L: Lane, const N: usize>(
    step: usize,
    less: usize,
) -> Chunk<L, N> {
    let mut columns = Chunk::all(L::ZERO);
    for i in 0..N {
        columns.0[i] = L::truncate(((i * step) as u64).wrapping_sub(less as u64));
    }
    columns
}
