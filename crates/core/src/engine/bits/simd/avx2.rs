//! The layout *lanes* on pairs of registers of AVX2.

use std::arch::x86_64 as x86;

use super::processor::HasAvx2;
use super::width::by_width;
use crate::engine::bits::lanes::lane::{Chunk, Lane};
use crate::engine::bits::lanes::masks::{Register, Wide};
use crate::engine::bits::lanes::passes::BATCH;

/// A chunk in two AVX2 registers. As a mask it has all ones in the selected lanes.
///
/// Invariant: a value exists only if the processor has AVX2. Values are made in this file only,
/// from [`HasAvx2`] or from other values.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Avx2([x86::__m256i; 2]);

impl Register for Avx2 {
    type Proof = HasAvx2;
}

/// Runs AVX2 instructions that do not access memory, in a function that has a value of `Avx2` or
/// `HasAvx2`.
macro_rules! avx2 {
    ($act:expr) => {
        // SAFETY: these instructions need nothing but AVX2. The processor has it by the invariant
        // of `Avx2` or of `HasAvx2`.
        unsafe { $act }
    };
}

/// Runs instructions on both registers of one or several chunks. It has no closures, because their
/// code might be compiled without the instruction set.
macro_rules! both {
    ($($name:ident = $chunk:expr),+ => $act:expr) => {
        Avx2([
            {
                $(let $name = $chunk.0[0];)+
                avx2!($act)
            },
            {
                $(let $name = $chunk.0[1];)+
                avx2!($act)
            },
        ])
    };
}

impl Avx2 {
    /// A proof that the processor has AVX2.
    #[inline(always)]
    fn has(self) -> HasAvx2 {
        // SAFETY: this value exists, so the processor has AVX2.
        unsafe { HasAvx2::new_unchecked() }
    }

    /// The lanes of the chunk as an array.
    #[inline(always)]
    fn lanes<L: Lane, const N: usize>(self) -> [L; N] {
        let mut chunk = Chunk::all(L::ZERO);
        self.store(&mut chunk);
        chunk.0
    }
}

impl<L: Lane, const N: usize> Wide<L, N> for Avx2 {
    type Mask = Self;
    const COUNTS_FAST: bool = false;
    const KEEPS_FORCED: bool = false;

    #[inline(always)]
    fn load(_: HasAvx2, chunk: &Chunk<L, N>) -> Self {
        const { assert!(size_of::<[L; N]>() == size_of::<Self>()) };
        const { assert!(align_of::<Chunk<L, N>>() >= align_of::<Self>()) };
        // SAFETY: the lanes are at the start of the chunk. They have the size of an `Avx2` and at
        // least its alignment, and all their bytes are initialised, because lanes are `Plain`.
        // Every bit pattern is a valid `Avx2`, and the processor has AVX2 by the invariant of
        // `HasAvx2`.
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
    fn splat(_: HasAvx2, lane: L) -> Self {
        let lane = lane.widen().cast_signed();
        Self(
            [avx2!(by_width!(L:
                x86::_mm256_set1_epi16(lane as i16),
                x86::_mm256_set1_epi32(lane as i32),
                x86::_mm256_set1_epi64x(lane)
            )); 2],
        )
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        both!(a = self, b = other => x86::_mm256_and_si256(a, b))
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        both!(a = self, b = other => x86::_mm256_andnot_si256(b, a))
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        both!(a = self, b = other => by_width!(L:
            x86::_mm256_add_epi16(a, b),
            x86::_mm256_add_epi32(a, b),
            x86::_mm256_add_epi64(a, b)
        ))
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        both!(a = self, b = other => by_width!(L:
            x86::_mm256_sub_epi16(a, b),
            x86::_mm256_sub_epi32(a, b),
            x86::_mm256_sub_epi64(a, b)
        ))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        both!(a = self, b = other => by_width!(L:
            x86::_mm256_min_epu16(a, b),
            x86::_mm256_min_epu32(a, b),
            // No lane has its highest bit set, so a signed comparison is right.
            x86::_mm256_blendv_epi8(a, b, x86::_mm256_cmpgt_epi64(a, b))
        ))
    }
    #[inline(always)]
    fn flags(self) -> Self {
        both!(a = self => by_width!(L:
            x86::_mm256_srli_epi16::<15>(a),
            x86::_mm256_srli_epi32::<31>(a),
            x86::_mm256_srli_epi64::<63>(a)
        ))
    }
    #[inline(always)]
    fn count(self) -> Self {
        both!(lanes = self => {
                let low = x86::_mm256_set1_epi8(15);
                let counts = x86::_mm256_setr_epi8(
                    0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
                    0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                );
                let high = x86::_mm256_and_si256(x86::_mm256_srli_epi16::<4>(lanes), low);
                let low = x86::_mm256_and_si256(lanes, low);
                let bytes = x86::_mm256_add_epi8(
                    x86::_mm256_shuffle_epi8(counts, low),
                    x86::_mm256_shuffle_epi8(counts, high),
                );
                let ones = x86::_mm256_set1_epi8(1);
                by_width!(L:
                    x86::_mm256_maddubs_epi16(bytes, ones),
                    x86::_mm256_madd_epi16(
                        x86::_mm256_maddubs_epi16(bytes, ones),
                        x86::_mm256_set1_epi16(1)
                    ),
                    x86::_mm256_sad_epu8(bytes, x86::_mm256_setzero_si256())
                )
        })
    }
    #[inline(always)]
    fn sum(self) -> u64 {
        let [low, high] = self.0;
        avx2!(if L::BITS == 64 {
            let both = x86::_mm256_add_epi64(low, high);
            let (low, high) = (
                x86::_mm256_castsi256_si128(both),
                x86::_mm256_extracti128_si256::<1>(both),
            );
            let two = x86::_mm_add_epi64(low, high);
            let one = x86::_mm_add_epi64(two, x86::_mm_unpackhi_epi64(two, two));
            x86::_mm_cvtsi128_si64(one).cast_unsigned()
        } else {
            let both = match L::BITS {
                16 => {
                    let ones = x86::_mm256_set1_epi16(1);
                    x86::_mm256_add_epi32(
                        x86::_mm256_madd_epi16(low, ones),
                        x86::_mm256_madd_epi16(high, ones),
                    )
                }
                _ => x86::_mm256_add_epi32(low, high),
            };
            let (low, high) = (
                x86::_mm256_castsi256_si128(both),
                x86::_mm256_extracti128_si256::<1>(both),
            );
            let four = x86::_mm_add_epi32(low, high);
            let two = x86::_mm_add_epi32(four, x86::_mm_shuffle_epi32::<0b01_00_11_10>(four));
            let one = x86::_mm_add_epi32(two, x86::_mm_shuffle_epi32::<0b10_11_00_01>(two));
            u64::from(x86::_mm_cvtsi128_si32(one).cast_unsigned())
        })
    }
    #[inline(always)]
    fn load_in_order(has: HasAvx2, chunk: &Chunk<L, N>, order: &Chunk<L, N>) -> Self {
        let (lanes, order) = (Self::load(has, chunk), Self::load(has, order));
        // A byte shuffle stays within each half of a register, so each quarter of the chunk is
        // copied to both halves in turn. Byte numbers outside the quarter get their highest bit
        // set, which yields zero.
        let quarters = [
            avx2!(x86::_mm256_permute4x64_epi64::<0b01_00_01_00>(lanes.0[0])),
            avx2!(x86::_mm256_permute4x64_epi64::<0b11_10_11_10>(lanes.0[0])),
            avx2!(x86::_mm256_permute4x64_epi64::<0b01_00_01_00>(lanes.0[1])),
            avx2!(x86::_mm256_permute4x64_epi64::<0b11_10_11_10>(lanes.0[1])),
        ];
        both!(order = order => {
                let mut bytes = by_width!(L:
                    {
                        let twice = x86::_mm256_add_epi16(order, order);
                        let both = x86::_mm256_or_si256(twice, x86::_mm256_slli_epi16::<8>(twice));
                        x86::_mm256_or_si256(both, x86::_mm256_set1_epi16(0x0100))
                    },
                    {
                        let all = x86::_mm256_mullo_epi32(order, x86::_mm256_set1_epi32(0x0404_0404));
                        x86::_mm256_or_si256(all, x86::_mm256_set1_epi32(0x0302_0100))
                    },
                    {
                        let all = x86::_mm256_mul_epu32(order, x86::_mm256_set1_epi64x(0x0808_0808));
                        let all = x86::_mm256_or_si256(all, x86::_mm256_slli_epi64::<32>(all));
                        x86::_mm256_or_si256(all, x86::_mm256_set1_epi64x(0x0706_0504_0302_0100))
                    }
                );
                let mut permuted = x86::_mm256_setzero_si256();
                for quarter in quarters {
                    let bytes_here = x86::_mm256_adds_epu8(bytes, x86::_mm256_set1_epi8(0x70));
                    permuted = x86::_mm256_or_si256(
                        permuted,
                        x86::_mm256_shuffle_epi8(quarter, bytes_here),
                    );
                    bytes = x86::_mm256_sub_epi8(bytes, x86::_mm256_set1_epi8(16));
                }
                permuted
        })
    }
    #[inline(always)]
    fn disjoint(self, other: Self) -> Self {
        let has = self.has();
        <Self as Wide<L, N>>::equal(
            <Self as Wide<L, N>>::and(self, other),
            <Self as Wide<L, N>>::splat(has, L::ZERO),
        )
    }
    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        both!(a = self, b = other => by_width!(L:
            x86::_mm256_cmpeq_epi16(a, b),
            x86::_mm256_cmpeq_epi32(a, b),
            x86::_mm256_cmpeq_epi64(a, b)
        ))
    }
    #[inline(always)]
    fn forced(self) -> Self {
        let has = self.has();
        let (one, flag) = (L::from(1), <Self as Wide<L, N>>::splat(has, L::FLAG));
        let less = <Self as Wide<L, N>>::minus(self, <Self as Wide<L, N>>::splat(has, one));
        <Self as Wide<L, N>>::equal(<Self as Wide<L, N>>::and(self, less), flag)
    }
    #[inline(always)]
    fn pairs(self) -> Self {
        let has = self.has();
        let (one, flag) = (L::from(1), <Self as Wide<L, N>>::splat(has, L::FLAG));
        let one = <Self as Wide<L, N>>::splat(has, one);
        let less = <Self as Wide<L, N>>::and(self, <Self as Wide<L, N>>::minus(self, one));
        let last = <Self as Wide<L, N>>::and(less, <Self as Wide<L, N>>::minus(less, one));
        <Self as Wide<L, N>>::equal(last, flag)
    }
    #[inline(always)]
    fn exclusive_or(one: Self, other: Self) -> Self {
        both!(a = one, b = other => x86::_mm256_xor_si256(a, b))
    }
    #[inline(always)]
    fn bits(mask: Self) -> u32 {
        let [low, high] = mask.0;
        avx2!(by_width!(L:
            {
                let bytes = x86::_mm256_packs_epi16(low, high);
                let bytes = x86::_mm256_permute4x64_epi64::<0b11_01_10_00>(bytes);
                x86::_mm256_movemask_epi8(bytes).cast_unsigned()
            },
            {
                let low = x86::_mm256_movemask_ps(x86::_mm256_castsi256_ps(low));
                let high = x86::_mm256_movemask_ps(x86::_mm256_castsi256_ps(high));
                (high << 8 | low).cast_unsigned()
            },
            {
                let low = x86::_mm256_movemask_pd(x86::_mm256_castsi256_pd(low));
                let high = x86::_mm256_movemask_pd(x86::_mm256_castsi256_pd(high));
                (high << 4 | low).cast_unsigned()
            }
        ))
    }
    #[inline(always)]
    fn replace(self, mask: Self, other: Self) -> Self {
        both!(a = self, b = other, mask = mask => x86::_mm256_blendv_epi8(a, b, mask))
    }
    #[inline(always)]
    fn plus_where_common(self, [a, b]: [Self; 2], other: Self) -> Self {
        let part = <Self as Wide<L, N>>::disjoint(a, b);
        <Self as Wide<L, N>>::plus(self, <Self as Wide<L, N>>::and_not(other, part))
    }
    #[inline(always)]
    fn gather(_: HasAvx2, first: usize, mask: Self, room: &mut [L; N]) {
        let mut bits = <Self as Wide<L, N>>::bits(mask);
        let count = bits.count_ones() as usize;
        // Writes four at a time without checking for fewer: there are rarely more.
        for four in room.chunks_exact_mut(4).take(count.div_ceil(4).max(1)) {
            for to in four {
                *to = L::truncate(first as u64 + u64::from(bits.trailing_zeros()));
                bits &= bits.wrapping_sub(1);
            }
        }
    }
    #[inline(always)]
    fn first(self, mask: Self, none: L) -> [L; BATCH] {
        let lanes: [L; N] = self.lanes();
        let mut bits = <Self as Wide<L, N>>::bits(mask);
        [(); BATCH].map(|()| {
            let lane = lanes[bits.trailing_zeros() as usize % N];
            let lane = if bits == 0 { none } else { lane };
            bits &= bits.wrapping_sub(1);
            lane
        })
    }
}
