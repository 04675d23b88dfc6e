//! The layout *lists* on registers of AVX2.

use std::arch::x86_64 as x86;

use super::processor::HasAvx2;
use crate::engine::bits::lists::quad::Quad;

/// Four words in an AVX2 register.
///
/// Invariant: a value exists only if the processor has AVX2. Values are made in this file only,
/// from [`HasAvx2`] or from other values.
#[derive(Clone, Copy)]
pub(super) struct Words(x86::__m256i);

/// For each set of kept words, the source of each half word.
static ORDERS: [[u32; 8]; 16] = {
    let mut orders = [[0; 8]; 16];
    let mut set = 0;
    while set < 16 {
        let (mut word, mut place) = (0, 0);
        while word < 4 {
            if set >> word & 1 == 1 {
                orders[set][place] = 2 * word;
                orders[set][place + 1] = 2 * word + 1;
                place += 2;
            }
            word += 1;
        }
        set += 1;
    }
    orders
};

/// Runs AVX2 instructions in a function that has a value of `Words` or `HasAvx2`.
macro_rules! avx2 {
    ($act:expr) => {
        // SAFETY: the processor has AVX2 by the invariant of `Words` or of `HasAvx2`. Every pointer
        // comes from a reference to 32 bytes of integers, which need not be aligned.
        unsafe { $act }
    };
}

impl Quad for Words {
    type Proof = HasAvx2;
    type Order = x86::__m256i;

    #[inline(always)]
    fn load(_: HasAvx2, from: &[u64; 4]) -> Self {
        avx2!(Self(x86::_mm256_loadu_si256(from.as_ptr().cast())))
    }
    #[inline(always)]
    fn store(self, to: &mut [u64; 4]) {
        avx2!(x86::_mm256_storeu_si256(to.as_mut_ptr().cast(), self.0));
    }
    #[inline(always)]
    fn splat(_: HasAvx2, word: u64) -> Self {
        avx2!(Self(x86::_mm256_set1_epi64x(word.cast_signed())))
    }
    #[inline(always)]
    fn zeros(self) -> Self {
        avx2!(Self(x86::_mm256_cmpeq_epi64(
            self.0,
            x86::_mm256_setzero_si256()
        )))
    }
    #[inline(always)]
    fn order(mask: Self) -> (Self::Order, usize) {
        let set = avx2!(x86::_mm256_movemask_pd(x86::_mm256_castsi256_pd(mask.0)));
        let order = &ORDERS[set as usize & 15];
        let order = avx2!(x86::_mm256_loadu_si256(order.as_ptr().cast()));
        (order, set.count_ones() as usize)
    }
    #[inline(always)]
    fn keep(self, order: Self::Order, to: &mut [u64; 4]) {
        avx2!(Self(x86::_mm256_permutevar8x32_epi32(self.0, order))).store(to);
    }
    #[inline(always)]
    fn halves_swapped(self) -> Self {
        avx2!(Self(x86::_mm256_permute4x64_epi64::<0b01_00_11_10>(self.0)))
    }
    #[inline(always)]
    fn neighbours_swapped(self) -> Self {
        avx2!(Self(x86::_mm256_shuffle_epi32::<0b01_00_11_10>(self.0)))
    }
    #[inline(always)]
    fn first(self) -> u64 {
        avx2!(x86::_mm_cvtsi128_si64(x86::_mm256_castsi256_si128(self.0))).cast_unsigned()
    }
}

macro_rules! operator {
    ($trait:ident $name:ident, $a:ident, $b:ident: $right:ty => $act:expr) => {
        impl std::ops::$trait<$right> for Words {
            type Output = Self;

            #[inline(always)]
            fn $name(self, $b: $right) -> Self {
                let $a = self;
                avx2!(Self($act))
            }
        }
    };
}

mod operators {
    use super::{Words, x86};

    operator!(BitAnd bitand, a, b: Self => x86::_mm256_and_si256(a.0, b.0));
    operator!(BitOr bitor, a, b: Self => x86::_mm256_or_si256(a.0, b.0));
    operator!(BitXor bitxor, a, b: Self => x86::_mm256_xor_si256(a.0, b.0));
    operator!(Shl shl, a, b: u32 => x86::_mm256_sll_epi64(a.0, x86::_mm_cvtsi32_si128(b as i32)));
    operator!(Shr shr, a, b: u32 => x86::_mm256_srl_epi64(a.0, x86::_mm_cvtsi32_si128(b as i32)));
}
