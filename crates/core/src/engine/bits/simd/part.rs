//! Vectors of sixteen bytes, which SSE2, NEON and WebAssembly have. The crate `wide` supplies them,
//! and arrays on other processors.

use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};

use wide::{i16x8, i32x4, u16x8, u32x4, u64x2};

/// A quarter of a chunk: sixteen bytes of lanes.
pub(crate) trait Part<L>:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
{
    fn splat(lane: L) -> Self;
    /// Replaces the lanes in the mask by those of `other`.
    #[inline(always)]
    fn replace(self, mask: Self, other: Self) -> Self {
        (self & !mask) | (other & mask)
    }
    /// Does the same where the lanes of `other` are larger and their highest bits are not set.
    #[inline(always)]
    fn raise(self, mask: Self, other: Self) -> Self {
        self.replace(mask, other)
    }
    /// The smaller one of each two lanes. Their highest bits are not set.
    fn min(self, other: Self) -> Self;
    /// All ones in each lane that is equal in both.
    fn equal(self, other: Self) -> Self;
    /// The lanes shifted to the right.
    fn shift(self, bits: u32) -> Self;
    /// The lanes of a chunk at the positions in `order`, all less than the number of lanes.
    #[cfg(target_arch = "aarch64")]
    fn in_order(chunk: [Self; 4], order: Self) -> Self;
    /// The highest bit of each lane, that of the first lane as the lowest.
    fn highest(self) -> u32;
}

macro_rules! part {
    ($lane:ty, $part:ty, |$one:ident, $other:ident| $min:expr $(, $own:item)*) => {
        impl Part<$lane> for $part {
            #[inline(always)]
            fn splat(lane: $lane) -> Self {
                Self::splat(lane)
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                let ($one, $other) = (self, other);
                $min
            }
            $($own)*
            #[inline(always)]
            fn equal(self, other: Self) -> Self {
                self.simd_eq(other)
            }
            #[inline(always)]
            fn shift(self, bits: u32) -> Self {
                self >> bits
            }
            #[cfg(target_arch = "aarch64")]
            #[inline(always)]
            fn in_order(chunk: [Self; 4], order: Self) -> Self {
                wide::ShuffleExt::shuffle(chunk, order)
            }
            #[inline(always)]
            fn highest(self) -> u32 {
                self.to_bitmask()
            }
        }
    };
}

part!(
    u16,
    u16x8,
    |one, other| i16x8::min(one.cast_signed(), other.cast_signed()).cast_unsigned(),
    #[inline(always)]
    fn raise(self, mask: Self, other: Self) -> Self {
        i16x8::max(self.cast_signed(), (mask & other).cast_signed()).cast_unsigned()
    }
);
part!(u32, u32x4, |one, other| {
    i32x4::min(one.cast_signed(), other.cast_signed()).cast_unsigned()
});
part!(u64, u64x2, |one, other| one.min(other));
