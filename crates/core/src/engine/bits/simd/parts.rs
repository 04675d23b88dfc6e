//! The layout *lanes* on four vectors of sixteen bytes.

use super::part::Part;
use crate::engine::bits::lanes::lane::{Chunk, Lane};
use crate::engine::bits::lanes::masks::{Register, Wide};
use crate::engine::bits::lanes::passes::BATCH;

/// A chunk as four parts. As a mask it has all ones in the selected lanes.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Parts<L: Lane>([L::Part; 4]);

impl<L: Lane> Register for Parts<L> {
    type Proof = ();
}

/// Does the same with each part of one or several chunks.
macro_rules! each {
    ($($name:ident = $chunk:expr),+ => $act:expr) => {
        Parts([
            { $(let $name = $chunk.0[0];)+ $act },
            { $(let $name = $chunk.0[1];)+ $act },
            { $(let $name = $chunk.0[2];)+ $act },
            { $(let $name = $chunk.0[3];)+ $act },
        ])
    };
}

impl<L: Lane> Parts<L> {
    /// The lanes as integers.
    #[inline(always)]
    fn lanes<const N: usize>(self) -> Chunk<L, N> {
        let mut chunk = Chunk::all(L::ZERO);
        self.store(&mut chunk);
        chunk
    }
}

impl<L: Lane, const N: usize> Wide<L, N> for Parts<L> {
    type Mask = Self;
    const COUNTS_FAST: bool = false;
    const KEEPS_FORCED: bool = false;

    #[inline(always)]
    fn load((): (), chunk: &Chunk<L, N>) -> Self {
        const { assert!(size_of::<[L; N]>() == size_of::<Self>()) };
        const { assert!(align_of::<Chunk<L, N>>() >= align_of::<Self>()) };
        // SAFETY: the lanes are at the start of the chunk. They have the size of a `Parts` and at
        // least its alignment, and all their bytes are initialised, because lanes are `Plain`.
        // Every bit pattern is a valid vector.
        unsafe { *std::ptr::from_ref(&chunk.0).cast() }
    }
    #[inline(always)]
    fn store(self, chunk: &mut Chunk<L, N>) {
        const { assert!(size_of::<[L; N]>() == size_of::<Self>()) };
        const { assert!(align_of::<Chunk<L, N>>() >= align_of::<Self>()) };
        // SAFETY: as for `load`. Every bit pattern is a valid lane, because lanes are `Plain`.
        unsafe { *std::ptr::from_mut(&mut chunk.0).cast() = self };
    }
    #[inline(always)]
    fn splat((): (), lane: L) -> Self {
        Self([L::Part::splat(lane); 4])
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        each!(a = self, b = other => a & b)
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        each!(a = self, b = other => a & !b)
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        each!(a = self, b = other => a + b)
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        each!(a = self, b = other => a - b)
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        each!(a = self, b = other => a.min(b))
    }
    #[inline(always)]
    fn flags(self) -> Self {
        each!(a = self => a.shift(L::BITS - 1))
    }
    #[inline(always)]
    fn count(self) -> Self {
        // Counts in fields of 2, 4, 8 .. bits (Hacker's Delight, 5-1). `fields` has the lower half
        // of the bits of every field set.
        let fields = |width: u32| L::Part::splat(L::truncate(u64::MAX / ((1 << width) + 1)));
        each!(a = self => {
            let a = a - (a.shift(1) & fields(1));
            let a = (a & fields(2)) + (a.shift(2) & fields(2));
            let mut a = (a + a.shift(4)) & fields(4);
            let mut width = 8;
            while width < L::BITS {
                a = a + a.shift(width);
                width *= 2;
            }
            a & L::Part::splat(L::from(127))
        })
    }
    #[inline(always)]
    fn sum(self) -> u64 {
        let mut sum = 0;
        for lane in Self::lanes::<N>(self).0 {
            sum += lane.widen();
        }
        sum
    }
    #[inline(always)]
    fn load_in_order((): (), chunk: &Chunk<L, N>, order: &Chunk<L, N>) -> Self {
        #[cfg(target_arch = "aarch64")]
        {
            let lanes = <Self as Wide<L, N>>::load((), chunk).0;
            let order = <Self as Wide<L, N>>::load((), order);
            each!(order = order => L::Part::in_order(lanes, order))
        }
        // SSE2 does not shuffle lanes.
        #[cfg(not(target_arch = "aarch64"))]
        {
            let mut lanes = Chunk::all(L::ZERO);
            for i in 0..N {
                lanes.0[i] = chunk.0[order.0[i].widen() as usize % N];
            }
            <Self as Wide<L, N>>::load((), &lanes)
        }
    }
    #[inline(always)]
    fn disjoint(self, other: Self) -> Self {
        let zero = L::Part::splat(L::ZERO);
        each!(a = self, b = other => (a & b).equal(zero))
    }
    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        each!(a = self, b = other => a.equal(b))
    }
    #[inline(always)]
    fn forced(self) -> Self {
        let (one, flag) = (L::Part::splat(L::from(1)), L::Part::splat(L::FLAG));
        each!(a = self => (a & (a - one)).equal(flag))
    }
    #[inline(always)]
    fn pairs(self) -> Self {
        let (one, flag) = (L::Part::splat(L::from(1)), L::Part::splat(L::FLAG));
        each!(a = self => {
            let less = a & (a - one);
            (less & (less - one)).equal(flag)
        })
    }
    #[inline(always)]
    fn exclusive_or(one: Self, other: Self) -> Self {
        each!(a = one, b = other => a ^ b)
    }
    #[inline(always)]
    fn bits(mask: Self) -> u32 {
        let mut bits = 0;
        for (place, part) in mask.0.into_iter().enumerate() {
            bits |= part.highest() << (place * N / 4);
        }
        bits
    }
    #[inline(always)]
    fn replace(self, mask: Self, other: Self) -> Self {
        each!(a = self, b = other, mask = mask => a.replace(mask, b))
    }
    #[inline(always)]
    fn raise(self, mask: Self, other: Self) -> Self {
        each!(a = self, b = other, mask = mask => a.raise(mask, b))
    }
    #[inline(always)]
    fn plus_where_common(self, [one, other]: [Self; 2], add: Self) -> Self {
        let zero = L::Part::splat(L::ZERO);
        each!(a = self, one = one, other = other, add = add => {
            a + (add & !(one & other).equal(zero))
        })
    }
    #[inline(always)]
    fn gather((): (), first: usize, mask: Self, room: &mut [L; N]) {
        let mut bits = <Self as Wide<L, N>>::bits(mask);
        let mut places = room.iter_mut();
        while let (true, Some(place)) = (bits != 0, places.next()) {
            *place = L::truncate(first as u64 + u64::from(bits.trailing_zeros()));
            bits &= bits - 1;
        }
    }
    #[inline(always)]
    fn first(self, mask: Self, none: L) -> [L; BATCH] {
        let lanes = Self::lanes::<N>(self).0;
        let mut bits = <Self as Wide<L, N>>::bits(mask);
        let mut first = [none; BATCH];
        for place in &mut first {
            if bits == 0 {
                break;
            }
            *place = lanes[bits.trailing_zeros() as usize % N];
            bits &= bits - 1;
        }
        first
    }
}
