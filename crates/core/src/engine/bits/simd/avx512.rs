//! The layout *lanes* on registers of AVX-512.

use std::arch::x86_64 as x86;

use super::processor::HasAvx512;
use super::width::by_width;
use crate::engine::bits::lanes::lane::{Chunk, Lane};
use crate::engine::bits::lanes::masks::{Register, Wide, steps};
use crate::engine::bits::lanes::passes::BATCH;

/// A chunk in an AVX-512 register.
///
/// Invariant: a value exists only if the processor has AVX-512. Values are made in this file only,
/// from [`HasAvx512`] or from other values.
#[derive(Clone, Copy)]
pub(super) struct Avx512(x86::__m512i);

impl Avx512 {
    /// A proof that the processor has AVX-512.
    #[inline(always)]
    fn has(self) -> HasAvx512 {
        // SAFETY: this value exists, so the processor has AVX-512.
        unsafe { HasAvx512::new_unchecked() }
    }
}

impl Register for Avx512 {
    type Proof = HasAvx512;
}

/// Runs AVX-512 instructions in a function that has a value of `Avx512` or `HasAvx512`.
macro_rules! avx512 {
    ($act:expr) => {
        // SAFETY: the processor has these instructions by the invariant of `Avx512` or of
        // `HasAvx512`. Instructions that access memory have a note why they may.
        unsafe { $act }
    };
}

impl<L: Lane, const N: usize> Wide<L, N> for Avx512 {
    type Mask = u32;
    const COUNTS_FAST: bool = true;
    const KEEPS_FORCED: bool = true;

    #[inline(always)]
    fn load(_: HasAvx512, chunk: &Chunk<L, N>) -> Self {
        const { assert!(size_of::<[L; N]>() == 64 && align_of::<Chunk<L, N>>() >= 64) };
        // Reads the lanes: 64 aligned bytes, all initialised, because lanes are `Plain`.
        avx512!(Self(x86::_mm512_load_si512(chunk.0.as_ptr().cast())))
    }
    #[inline(always)]
    fn store(self, chunk: &mut Chunk<L, N>) {
        const { assert!(size_of::<[L; N]>() == 64 && align_of::<Chunk<L, N>>() >= 64) };
        // Writes the lanes: 64 aligned bytes. Every bit pattern is a valid lane, because lanes are
        // `Plain`.
        avx512!(x86::_mm512_store_si512(chunk.0.as_mut_ptr().cast(), self.0));
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        avx512!(Self(x86::_mm512_and_si512(self.0, other.0)))
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        avx512!(Self(x86::_mm512_andnot_si512(other.0, self.0)))
    }
    #[inline(always)]
    fn load_in_order(has: HasAvx512, chunk: &Chunk<L, N>, order: &Chunk<L, N>) -> Self {
        let (lanes, order) = (Self::load(has, chunk), Self::load(has, order));
        avx512!(Self(by_width!(L:
            x86::_mm512_permutexvar_epi16(order.0, lanes.0),
            x86::_mm512_permutexvar_epi32(order.0, lanes.0),
            x86::_mm512_permutexvar_epi64(order.0, lanes.0)
        )))
    }
    #[inline(always)]
    fn disjoint(self, other: Self) -> u32 {
        avx512!(by_width!(L:
            x86::_mm512_testn_epi16_mask(self.0, other.0),
            u32::from(x86::_mm512_testn_epi32_mask(self.0, other.0)),
            u32::from(x86::_mm512_testn_epi64_mask(self.0, other.0))
        ))
    }
    #[inline(always)]
    fn equal(self, other: Self) -> u32 {
        avx512!(by_width!(L:
            x86::_mm512_cmpeq_epi16_mask(self.0, other.0),
            u32::from(x86::_mm512_cmpeq_epi32_mask(self.0, other.0)),
            u32::from(x86::_mm512_cmpeq_epi64_mask(self.0, other.0))
        ))
    }
    #[inline(always)]
    fn forced(self) -> u32 {
        // A decided lane has one bit set; an undecided one has its flag, too.
        let two = <Self as Wide<L, N>>::splat(self.has(), L::from(2));
        <Self as Wide<L, N>>::equal(<Self as Wide<L, N>>::count(self), two)
    }
    #[inline(always)]
    fn pairs(self) -> u32 {
        // A decided lane has at most one bit set.
        let three = <Self as Wide<L, N>>::splat(self.has(), L::from(3));
        <Self as Wide<L, N>>::equal(<Self as Wide<L, N>>::count(self), three)
    }
    #[inline(always)]
    fn exclusive_or(one: u32, other: u32) -> u32 {
        one ^ other
    }
    #[inline(always)]
    fn bits(mask: u32) -> u32 {
        mask
    }
    #[inline(always)]
    fn splat(_: HasAvx512, lane: L) -> Self {
        let lane = lane.widen().cast_signed();
        avx512!(Self(by_width!(L:
            x86::_mm512_set1_epi16(lane as i16),
            x86::_mm512_set1_epi32(lane as i32),
            x86::_mm512_set1_epi64(lane)
        )))
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        avx512!(Self(by_width!(L:
            x86::_mm512_add_epi16(self.0, other.0),
            x86::_mm512_add_epi32(self.0, other.0),
            x86::_mm512_add_epi64(self.0, other.0)
        )))
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        avx512!(Self(by_width!(L:
            x86::_mm512_sub_epi16(self.0, other.0),
            x86::_mm512_sub_epi32(self.0, other.0),
            x86::_mm512_sub_epi64(self.0, other.0)
        )))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        avx512!(Self(by_width!(L:
            x86::_mm512_min_epu16(self.0, other.0),
            x86::_mm512_min_epu32(self.0, other.0),
            x86::_mm512_min_epu64(self.0, other.0)
        )))
    }
    #[inline(always)]
    fn sum(self) -> u64 {
        avx512!(by_width!(L:
            u64::from(x86::_mm512_reduce_add_epi32(
                x86::_mm512_madd_epi16(self.0, x86::_mm512_set1_epi16(1))
            ).cast_unsigned()),
            u64::from(x86::_mm512_reduce_add_epi32(self.0).cast_unsigned()),
            x86::_mm512_reduce_add_epi64(self.0).cast_unsigned()
        ))
    }
    #[inline(always)]
    fn flags(self) -> Self {
        avx512!(Self(by_width!(L:
            x86::_mm512_srli_epi16::<15>(self.0),
            x86::_mm512_srli_epi32::<31>(self.0),
            x86::_mm512_srli_epi64::<63>(self.0)
        )))
    }
    #[inline(always)]
    fn count(self) -> Self {
        avx512!(Self(by_width!(L:
            x86::_mm512_popcnt_epi16(self.0),
            x86::_mm512_popcnt_epi32(self.0),
            x86::_mm512_popcnt_epi64(self.0)
        )))
    }
    #[inline(always)]
    fn replace(self, mask: u32, other: Self) -> Self {
        avx512!(Self(by_width!(L:
            x86::_mm512_mask_mov_epi16(self.0, mask, other.0),
            x86::_mm512_mask_mov_epi32(self.0, mask as u16, other.0),
            x86::_mm512_mask_mov_epi64(self.0, mask as u8, other.0)
        )))
    }
    #[inline(always)]
    fn plus_where_common(self, [a, b]: [Self; 2], other: Self) -> Self {
        let sum = <Self as Wide<L, N>>::plus(self, other);
        let common = avx512!(by_width!(L:
            x86::_mm512_test_epi16_mask(a.0, b.0),
            u32::from(x86::_mm512_test_epi32_mask(a.0, b.0)),
            u32::from(x86::_mm512_test_epi64_mask(a.0, b.0))
        ));
        <Self as Wide<L, N>>::replace(self, common, sum)
    }
    #[inline(always)]
    fn gather(has: HasAvx512, first: usize, mask: u32, room: &mut [L; N]) {
        const { assert!(size_of::<[L; N]>() == 64) };
        let first: Self = Wide::<L, N>::splat(has, L::truncate(first as u64));
        let numbers = Wide::<L, N>::plus(first, Wide::<L, N>::load(has, &steps(1, 0)));
        avx512!({
            let gathered = by_width!(L:
                x86::_mm512_maskz_compress_epi16(mask, numbers.0),
                x86::_mm512_maskz_compress_epi32(mask as u16, numbers.0),
                x86::_mm512_maskz_compress_epi64(mask as u8, numbers.0)
            );
            // Writes `room`: 64 bytes. Every bit pattern is a valid lane, because lanes are
            // `Plain`.
            x86::_mm512_storeu_si512(room.as_mut_ptr().cast(), gathered);
        });
    }
    #[inline(always)]
    fn first(self, mask: u32, none: L) -> [L; BATCH] {
        let none = <Self as Wide<L, N>>::splat(self.has(), none).0;
        let first = Self(avx512!(by_width!(L:
            x86::_mm512_mask_compress_epi16(none, mask, self.0),
            x86::_mm512_mask_compress_epi32(none, mask as u16, self.0),
            x86::_mm512_mask_compress_epi64(none, mask as u8, self.0)
        )));
        let mut chunk = Chunk([L::ZERO; N]);
        first.store(&mut chunk);
        let mut batch = [L::ZERO; BATCH];
        batch.copy_from_slice(&chunk.0[..BATCH]);
        batch
    }
}
