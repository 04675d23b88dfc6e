//! Lanes and chunks of lanes: what the kernels compute with.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Shl, Shr};

use crate::engine::bits::simd::Plain;

/// An unsigned integer that holds the live options of one item, one bit each, and on top the
/// flag of an item that is not decided yet.
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
    const BITS: u32;
    const ZERO: Self;
    const MAX: Self;
    /// The highest bit: the item is not decided.
    const FLAG: Self;

    /// The difference, which is not negative.
    fn minus(self, other: Self) -> Self;
    fn minus_one(self) -> Self;
    /// The sum, which does not overflow.
    fn plus(self, other: Self) -> Self;
    fn count(self) -> Self;
    /// All ones if it is true. A choice by masks stays a vector instruction where `if` may not.
    fn mask(is: bool) -> Self;
    fn lowest(self) -> u32;
    /// The low bits of a number.
    fn truncate(number: u64) -> Self;
    fn widen(self) -> u64;
}

macro_rules! lane {
    ($type:ty) => {
        impl Lane for $type {
            const BITS: u32 = <$type>::BITS;
            const ZERO: Self = 0;
            const MAX: Self = <$type>::MAX;
            const FLAG: Self = 1 << (<$type>::BITS - 1);

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn minus_one(self) -> Self {
                self.wrapping_sub(1)
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn count(self) -> Self {
                self.count_ones() as $type
            }
            #[inline(always)]
            fn mask(is: bool) -> Self {
                (is as $type).wrapping_neg()
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

lane!(u16);
lane!(u32);
lane!(u64);

/// Sixty-four bytes of lanes: one register of AVX-512, two of AVX2, four of SSE2. What a kernel
/// finds never depends on which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(in crate::engine::bits) struct Chunk<L, const N: usize>(pub(in crate::engine::bits) [L; N]);

impl<L: Lane, const N: usize> Chunk<L, N> {
    pub(in crate::engine::bits) const fn all(lane: L) -> Self {
        Self([lane; N])
    }
}
