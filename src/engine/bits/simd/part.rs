//! Vectors of sixteen bytes, which SSE2, NEON and WebAssembly have. The crate `wide` supplies them, and
//! arrays on other processors.

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
    /// Replaces the lanes in the mask by those of `other`, which are larger. Their highest bits are
    /// not set.
    fn raise(self, mask: Self, other: Self) -> Self;
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
    ($lane:ty, $part:ty, |$one:ident, $other:ident| $min:expr,
     |$old:ident, $mask:ident, $new:ident| $raise:expr) => {
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
            #[inline(always)]
            fn raise(self, mask: Self, other: Self) -> Self {
                let ($old, $mask, $new) = (self, mask, other);
                $raise
            }
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
    |one, other| {
        let least = i16x8::min(one.cast_signed(), other.cast_signed());
        least.cast_unsigned()
    },
    |old, mask, new| {
        let larger = i16x8::max(old.cast_signed(), (mask & new).cast_signed());
        larger.cast_unsigned()
    }
);
part!(
    u32,
    u32x4,
    |one, other| {
        let least = i32x4::min(one.cast_signed(), other.cast_signed());
        least.cast_unsigned()
    },
    |old, mask, new| (old & !mask) | (new & mask)
);
part!(
    u64,
    u64x2,
    |one, other| one.min(other),
    |old, mask, new| (old & !mask) | (new & mask)
);
