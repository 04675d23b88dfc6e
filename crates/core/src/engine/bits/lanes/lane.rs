//! Lanes and chunks of lanes, the units of computation of the kernels.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Shl, Shr};

use crate::engine::bits::simd::{Part, Plain};

/// An unsigned integer with one bit for each live option of an item. Its highest bit is a flag,
/// which is set while the item is undecided.
pub(crate) trait Lane:
    Plain
    + Copy
    + Ord
    + From<u8>
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + std::fmt::Debug
    + std::hash::Hash
    + Send
    + Sync
    + 'static
{
    /// Sixteen bytes of lanes.
    type Part: Part<Self>;
    const BITS: u32;
    const ZERO: Self;
    const MAX: Self;
    /// The highest bit: the item is undecided.
    const FLAG: Self;

    /// The sum; never overflows.
    fn plus(self, other: Self) -> Self;
    fn count(self) -> Self;
    fn lowest(self) -> u32;
    /// The low bits of a number.
    fn truncate(number: u64) -> Self;
    fn widen(self) -> u64;
}

macro_rules! lane {
    ($type:ty, $part:ty) => {
        impl Lane for $type {
            type Part = $part;
            const BITS: u32 = <$type>::BITS;
            const ZERO: Self = 0;
            const MAX: Self = <$type>::MAX;
            const FLAG: Self = 1 << (<$type>::BITS - 1);

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn count(self) -> Self {
                self.count_ones() as $type
            }
            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn truncate(number: u64) -> Self {
                number as $type
            }
            #[inline(always)]
            fn widen(self) -> u64 {
                self as u64
            }
        }
    };
}

lane!(u16, wide::u16x8);
lane!(u32, wide::u32x4);
lane!(u64, wide::u64x2);

/// Sixty-four bytes of lanes: one register of AVX-512, two of AVX2, four of SSE2. The result of a
/// kernel never depends on which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(in crate::engine::bits) struct Chunk<L, const N: usize>(pub(in crate::engine::bits) [L; N]);

impl<L: Lane, const N: usize> Chunk<L, N> {
    pub(in crate::engine::bits) const fn all(lane: L) -> Self {
        Self([lane; N])
    }
}
