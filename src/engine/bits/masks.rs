//! The passes of the layout *lanes* on registers as wide as a chunk, for instruction sets that
//! choose between lanes by a mask and gather those that a mask names.

#![allow(
    clippy::needless_range_loop,
    reason = "loops over several states at once are what fills the processor"
)]

use super::groups::Slot;
use super::kernel::{Found, Passes, Smallest};
use super::lane::{Chunk, Lane};
use super::pool::{Place, Pool};

/// A chunk in a register. Masks have a bit for each lane, the lowest for the first.
pub(super) trait Wide<L, const N: usize>: Copy {
    fn load(chunk: &Chunk<L, N>) -> Self;
    /// The chunk at a place that this pool gave.
    fn load_at(pool: &Pool<L, N>, place: Place) -> Self;
    fn store(self, chunk: &mut Chunk<L, N>);
    fn splat(lane: L) -> Self;
    /// The bits of one that another has not.
    fn without(self, other: Self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn min(self, other: Self) -> Self;
    /// The sum of all lanes, each taken as a number with a sign.
    fn sum(self) -> u64;
    /// How many bits are set in each lane.
    fn count(self) -> Self;
    /// The lanes of `self` at the places that `order` names.
    fn permute(self, order: Self) -> Self;
    /// The lanes in which two have a common bit.
    fn meet(self, other: Self) -> u32;
    /// The lanes in which two have none.
    fn part(self, other: Self) -> u32;
    fn equal(self, other: Self) -> u32;
    /// The lanes of `other` where the mask is set, of `self` elsewhere.
    fn replace(self, mask: u32, other: Self) -> Self;
    /// Puts the lanes where the mask is set at the start of some room. The rest of it is any.
    fn gather(self, mask: u32, room: &mut [L; N]);
    /// The first four lanes where the mask is set; `none` where there are fewer.
    fn first_four(self, mask: u32, none: L) -> [L; 4];
}

/// Passes on registers of type `W`.
pub(super) struct Masks<W>(W);

impl<W: Wide<L, N>, L: Lane, const N: usize> Passes<L, N> for Masks<W> {
    #[inline(always)]
    fn take<const S: usize, const R: usize>(
        from: Option<&[Chunk<L, N>]>,
        mut states: [&mut [Chunk<L, N>]; S],
        pool: &Pool<L, N>,
        rows: [[&[Place]; R]; S],
    ) -> [Found; S] {
        let len = states[0].len();
        let rows = rows.map(|rows| rows.map(|row| &row[..len]));
        let from = from.map(|from| &from[..len]);
        for state in &mut states {
            *state = &mut std::mem::take(state)[..len];
        }
        let zero = W::splat(L::ZERO);
        let (ones, two) = (W::splat(L::MAX), W::splat(L::from(2)));
        let options = W::splat(!L::FLAG);
        // Bits are numbered through all lanes; this is the number of the first bit of the next chunk.
        let step = W::splat(L::truncate((N as u64) * u64::from(L::BITS)));
        let mut number = zero;
        let (mut dead, mut last, mut value) = ([zero; S], [zero; S], [zero; S]);
        for at in 0..len {
            number = number.plus(step);
            for s in 0..S {
                let before = from.map_or(&states[s][at], |from| &from[at]);
                let mut lanes = W::load(before);
                for row in rows[s] {
                    lanes = lanes.without(W::load_at(pool, row[at]));
                }
                lanes.store(&mut states[s][at]);
                dead[s] = dead[s].replace(lanes.part(options), ones);
                // Its flag and one option: a lane that is decided has one bit.
                let forced = lanes.count().equal(two);
                last[s] = last[s].replace(forced, number);
                value[s] = value[s].replace(forced, lanes);
            }
        }
        let mut found = [Found::Dead; S];
        for s in 0..S {
            let columns = last[s].meet(ones);
            if dead[s].meet(ones) != 0 {
                continue;
            }
            if columns == 0 {
                found[s] = Found::Quiet;
                continue;
            }
            // The flag and all bits below the option: one more than the number of its bit.
            let bits = value[s].plus(ones).count();
            let first = W::load(&steps(L::BITS as usize, N * L::BITS as usize + 1));
            let keys = last[s].plus(first).plus(bits);
            let none = L::truncate((len * N) as u64 * u64::from(L::BITS));
            let four = keys.first_four(columns, none);
            found[s] = Found::Forced(four.map(|bit| bit.widen() as usize));
        }
        found
    }

    #[inline(always)]
    fn subsets(slots: &[Slot<L, N>], state: &[Chunk<L, N>]) -> Option<[usize; 4]> {
        let mut last = W::splat(L::ZERO);
        let mut number = L::ZERO;
        for slot in slots {
            number = number.plus(L::truncate(N as u64));
            let a = W::load(&state[slot.a]);
            let b = W::load(&state[slot.b]).permute(W::load(&slot.order));
            let differ = a.meet(W::load(&slot.outside_a)) ^ b.meet(W::load(&slot.outside_b));
            last = last.replace(differ, W::splat(number));
        }
        let columns = last.meet(W::splat(L::MAX));
        if columns == 0 {
            return None;
        }
        let keys = last.plus(W::load(&steps(1, N)));
        Some(
            keys.first_four(columns, number)
                .map(|lane| lane.widen() as usize),
        )
    }

    #[inline(always)]
    fn smallest(state: &[Chunk<L, N>]) -> Smallest<L> {
        // The flag and two options: there is no smaller one where nothing is forced.
        for bits in 3..=L::BITS as u8 {
            let mut smallest = Smallest::new(u32::from(bits) - 1);
            let (bits, step) = (W::splat(L::from(bits)), W::splat(L::from(N as u8)));
            let mut numbers = W::load(&steps(1, 0));
            for chunk in state {
                let are = W::load(chunk).count().equal(bits);
                numbers.gather(are, smallest.room());
                smallest.grow(are.count_ones());
                numbers = numbers.plus(step);
            }
            if !smallest.is_empty() {
                return smallest;
            }
        }
        Smallest::new(0)
    }

    #[inline(always)]
    fn weigh<const C: usize>(
        state: &[Chunk<L, N>],
        pool: &Pool<L, N>,
        rows: [[&[Place]; 2]; C],
    ) -> [u64; C] {
        let rows = rows.map(|two| two.map(|row| &row[..state.len()]));
        let mut sums = [[W::splat(L::ZERO); 2]; C];
        let (most, over) = (W::splat(L::from(6)), W::splat(L::from(7)));
        for at in 0..state.len() {
            let lanes = W::load(&state[at]);
            let weight = over.minus(lanes.count().min(most));
            for c in 0..C {
                for k in 0..2 {
                    let hit = lanes.meet(W::load_at(pool, rows[c][k][at]));
                    sums[c][k] = sums[c][k].replace(hit, sums[c][k].plus(weight));
                }
            }
        }
        sums.map(|[one, other]| one.plus(other).sum())
    }
}

/// For each column `i` the number `i * step - less`.
#[inline(always)]
fn steps<L: Lane, const N: usize>(step: usize, less: usize) -> Chunk<L, N> {
    let mut columns = Chunk::all(L::ZERO);
    for i in 0..N {
        columns.0[i] = L::truncate(((i * step) as u64).wrapping_sub(less as u64));
    }
    columns
}
