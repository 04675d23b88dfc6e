//! Instruction sets: the kernels compiled for each, and the choice among them at run time.
//!
//! This is the one file with `unsafe` code: the calls of functions that are compiled for an
//! instruction set, each behind the check that the processor has it.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64 as x86;
use std::fmt;

use super::kernel::{self, Next, Trail};
use super::lane::{Chunk, Lane};
use super::lists::kernel::{Settled, select, settle, viable};
use super::lists::list::List;
use super::lists::quad::{Plain, Quad};
use super::lists::repack::repack;
use super::loops::Loops;
use super::masks::{Masks, Wide};
use super::pool::{Place, Pool};
use super::tables::Tables;

/// An instruction set for which the kernels are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Vectors {
    /// What every processor of the architecture has.
    Portable,
    /// AVX2, BMI1, BMI2, LZCNT and POPCNT.
    Avx2,
    /// AVX-512 F, BW, VL, DQ, BITALG, VPOPCNTDQ, VBMI2 and what AVX2 stands for.
    Avx512,
}

impl fmt::Display for Vectors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Portable => "portable",
            Self::Avx2 => "AVX2",
            Self::Avx512 => "AVX-512",
        })
    }
}

impl Vectors {
    /// The best that this processor has.
    #[must_use]
    pub fn best() -> Self {
        [Self::Avx512, Self::Avx2]
            .into_iter()
            .find(|vectors| vectors.is_available())
            .unwrap_or(Self::Portable)
    }

    /// Whether this processor has it.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt")
                    && is_x86_feature_detected!("popcnt")
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                Self::Avx2.is_available()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512bitalg")
                    && is_x86_feature_detected!("avx512vpopcntdq")
                    && is_x86_feature_detected!("avx512vbmi2")
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }
}

/// The kernels as they are compiled for one instruction set, which this processor has: the proof
/// that they may be called.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernels(Vectors);

impl Kernels {
    /// Those for this instruction set; for the best of this processor if none is wished for, or if
    /// it lacks that one.
    pub(crate) fn new(wish: Option<Vectors>) -> Self {
        let available = wish.filter(|vectors| vectors.is_available());
        Self(available.unwrap_or_else(Vectors::best))
    }

    /// The instruction set.
    pub(crate) fn vectors(self) -> Vectors {
        self.0
    }
}

/// A kernel of the layout *lanes*, compiled for every instruction set.
macro_rules! compiled_lanes {
    ($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*) -> $result:ty) => {
        $(#[$doc])*
        #[inline]
        pub(super) fn $name<L: Lane, const N: usize>(self, $($argument: $type),*) -> $result {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn avx2<L: Lane, const N: usize>($($argument: $type),*) -> $result {
                    kernel::$name::<Loops, L, N>($($argument),*)
                }
                #[target_feature(
                    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512bitalg,avx512vpopcntdq,\
                              avx512vbmi2,avx2,bmi1,bmi2,lzcnt,popcnt"
                )]
                fn avx512<L: Lane, const N: usize>($($argument: $type),*) -> $result {
                    kernel::$name::<Masks<Avx512>, L, N>($($argument),*)
                }
                match self.0 {
                    // SAFETY: `Kernels` names only what `new` found to be available.
                    Vectors::Avx2 => return unsafe { avx2($($argument),*) },
                    // SAFETY: as above.
                    Vectors::Avx512 => return unsafe { avx512($($argument),*) },
                    Vectors::Portable => {}
                }
            }
            kernel::$name::<Loops, L, N>($($argument),*)
        }
    };
}

impl Kernels {
    compiled_lanes!(
        /// See [`kernel::branch`].
        branch(
            tables: &Tables<L, N>,
            from: &[Chunk<L, N>],
            option: u32,
            state: &mut [Chunk<L, N>],
            trail: &mut Trail
        ) -> Next
    );
    compiled_lanes!(
        /// See [`kernel::branch_two`].
        branch_two(
            tables: &Tables<L, N>,
            from: &[Chunk<L, N>],
            options: [u32; 2],
            states: [&mut [Chunk<L, N>]; 2],
            trails: [&mut Trail; 2]
        ) -> [Next; 2]
    );
    compiled_lanes!(
        /// See [`kernel::take`].
        take(tables: &Tables<L, N>, options: [u32; 4], state: &mut [Chunk<L, N>]) -> ()
    );
}

/// A chunk in a register of AVX-512. Like `Avx2` it is named only where the processor has it.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Avx512(x86::__m512i);

/// A call of instructions of AVX-512.
#[cfg(target_arch = "x86_64")]
macro_rules! avx512 {
    ($act:expr) => {
        // SAFETY: a value of `Avx512` exists only where the processor has AVX-512; every pointer
        // comes from a reference to 64 bytes, aligned to 64.
        unsafe { $act }
    };
}

/// The same for lanes of 16, 32 and 64 bits. Which of them is meant is known when this is
/// compiled, so that nothing is left of the choice.
#[cfg(target_arch = "x86_64")]
macro_rules! by_width {
    ($L:ty: $of16:expr, $of32:expr, $of64:expr) => {
        match <$L>::BITS {
            16 => $of16,
            32 => $of32,
            _ => $of64,
        }
    };
}

#[cfg(target_arch = "x86_64")]
impl<L: Lane, const N: usize> Wide<L, N> for Avx512 {
    #[inline(always)]
    fn load(chunk: &Chunk<L, N>) -> Self {
        const { assert!(size_of::<Chunk<L, N>>() == 64) };
        avx512!(Self(x86::_mm512_load_si512(chunk.0.as_ptr().cast())))
    }
    #[inline(always)]
    fn load_at(pool: &Pool<L, N>, place: Place) -> Self {
        debug_assert!(place.index() < pool.chunks().len());
        // SAFETY: a pool only grows, and tables give the places of their own pool only.
        <Self as Wide<L, N>>::load(unsafe { pool.chunks().get_unchecked(place.index()) })
    }
    #[inline(always)]
    fn store(self, chunk: &mut Chunk<L, N>) {
        const { assert!(size_of::<Chunk<L, N>>() == 64) };
        avx512!(x86::_mm512_store_si512(chunk.0.as_mut_ptr().cast(), self.0));
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        avx512!(Self(x86::_mm512_andnot_si512(other.0, self.0)))
    }
    #[inline(always)]
    fn permute(self, order: Self) -> Self {
        avx512!(Self(by_width!(L:
            x86::_mm512_permutexvar_epi16(order.0, self.0),
            x86::_mm512_permutexvar_epi32(order.0, self.0),
            x86::_mm512_permutexvar_epi64(order.0, self.0)
        )))
    }
    #[inline(always)]
    fn meet(self, other: Self) -> u32 {
        avx512!(by_width!(L:
            x86::_mm512_test_epi16_mask(self.0, other.0),
            u32::from(x86::_mm512_test_epi32_mask(self.0, other.0)),
            u32::from(x86::_mm512_test_epi64_mask(self.0, other.0))
        ))
    }
    #[inline(always)]
    fn part(self, other: Self) -> u32 {
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
    fn splat(lane: L) -> Self {
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
    fn gather(self, mask: u32, room: &mut [L; N]) {
        const { assert!(size_of::<[L; N]>() == 64) };
        avx512!({
            let gathered = by_width!(L:
                x86::_mm512_maskz_compress_epi16(mask, self.0),
                x86::_mm512_maskz_compress_epi32(mask as u16, self.0),
                x86::_mm512_maskz_compress_epi64(mask as u8, self.0)
            );
            x86::_mm512_storeu_si512(room.as_mut_ptr().cast(), gathered);
        });
    }
    #[inline(always)]
    fn first_four(self, mask: u32, none: L) -> [L; 4] {
        let none = <Self as Wide<L, N>>::splat(none).0;
        if L::BITS == 16 {
            let four = avx512!(x86::_mm512_mask_compress_epi16(none, mask, self.0));
            let four = avx512!(x86::_mm_cvtsi128_si64(x86::_mm512_castsi512_si128(four)));
            return [0, 16, 32, 48].map(|by| L::truncate(four.cast_unsigned() >> by));
        }
        let four = Self(avx512!(by_width!(L:
            self.0,
            x86::_mm512_mask_compress_epi32(none, mask as u16, self.0),
            x86::_mm512_mask_compress_epi64(none, mask as u8, self.0)
        )));
        let mut chunk = Chunk([L::ZERO; N]);
        four.store(&mut chunk);
        [0, 1, 2, 3].map(|i| chunk.0[i])
    }
}

/// A kernel of the layout *lists*, compiled for every instruction set.
macro_rules! compiled_lists {
    ($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*) -> $result:ty) => {
        $(#[$doc])*
        #[inline]
        pub(super) fn $name<const W: usize>(self, $($argument: $type),*) -> $result {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn avx2<const W: usize>($($argument: $type),*) -> $result {
                    $name::<Avx2, W>($($argument),*)
                }
                #[target_feature(
                    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt"
                )]
                fn avx512<const W: usize>($($argument: $type),*) -> $result {
                    $name::<Avx2, W>($($argument),*)
                }
                match self.0 {
                    // SAFETY: `Kernels` names only what `new` found to be available.
                    Vectors::Avx2 => return unsafe { avx2::<W>($($argument),*) },
                    // SAFETY: as above.
                    Vectors::Avx512 => return unsafe { avx512::<W>($($argument),*) },
                    Vectors::Portable => {}
                }
            }
            $name::<Plain, W>($($argument),*)
        }
    };
}

impl Kernels {
    compiled_lists!(
        /// See [`settle`].
        settle(
            arena: &mut [u64],
            from: (List, usize),
            open: [u64; W],
            taken: [u64; W],
            items: &[u64; W],
            trail: &mut Vec<u32>
        ) -> Option<Settled<W>>
    );
    compiled_lists!(
        /// See [`select`].
        select(
            arena: &mut [u64],
            list: List,
            start: usize,
            stride: usize,
            items: &[u64; W]
        ) -> usize
    );
    compiled_lists!(
        /// See [`viable`].
        viable(
            arena: &[u64],
            list: List,
            choices: List,
            place: usize,
            open: &[u64; W],
            items: &[u64; W]
        ) -> u32
    );
    compiled_lists!(
        /// See [`repack`].
        repack(
            arena: &mut [u64],
            state: &mut Settled<W>,
            items: &[u64; W],
            words: usize,
            top: usize
        ) -> ()
    );
}

/// Four words in a register of AVX2. It is named nowhere but in functions that are compiled for
/// AVX2, and these are called only where the processor has it.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Avx2(x86::__m256i);

/// For each set of words to be kept, the halves of the words that go to each half word.
#[cfg(target_arch = "x86_64")]
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

/// A call of instructions of AVX2.
#[cfg(target_arch = "x86_64")]
macro_rules! avx2 {
    ($act:expr) => {
        // SAFETY: a value of `Avx2` exists only where the processor has AVX2; every pointer
        // comes from a reference to 32 bytes.
        unsafe { $act }
    };
}

#[cfg(target_arch = "x86_64")]
impl Quad for Avx2 {
    type Order = x86::__m256i;

    #[inline(always)]
    fn load(from: &[u64; 4]) -> Self {
        avx2!(Self(x86::_mm256_loadu_si256(from.as_ptr().cast())))
    }
    #[inline(always)]
    fn store(self, to: &mut [u64; 4]) {
        avx2!(x86::_mm256_storeu_si256(to.as_mut_ptr().cast(), self.0));
    }
    #[inline(always)]
    fn splat(word: u64) -> Self {
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

#[cfg(target_arch = "x86_64")]
macro_rules! operator {
    ($trait:ident $name:ident, $a:ident, $b:ident: $right:ty => $act:expr) => {
        impl std::ops::$trait<$right> for Avx2 {
            type Output = Self;

            #[inline(always)]
            fn $name(self, $b: $right) -> Self {
                let $a = self;
                avx2!(Self($act))
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod operators {
    use super::{Avx2, x86};

    operator!(BitAnd bitand, a, b: Self => x86::_mm256_and_si256(a.0, b.0));
    operator!(BitOr bitor, a, b: Self => x86::_mm256_or_si256(a.0, b.0));
    operator!(BitXor bitxor, a, b: Self => x86::_mm256_xor_si256(a.0, b.0));
    operator!(Shl shl, a, b: u32 => x86::_mm256_sll_epi64(a.0, x86::_mm_cvtsi32_si128(b as i32)));
    operator!(Shr shr, a, b: u32 => x86::_mm256_srl_epi64(a.0, x86::_mm_cvtsi32_si128(b as i32)));
}
