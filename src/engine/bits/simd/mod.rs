//! Instruction sets: the kernels compiled for each, and the choice among them at run time.
//!
//! This is the one room with `unsafe` code: the calls of functions that are compiled for an
//! instruction set, each behind the check that the processor has it, and in a file for each kind
//! of register the instructions themselves.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod words;

use std::fmt;

#[cfg(target_arch = "x86_64")]
use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use avx512::Avx512;
#[cfg(target_arch = "x86_64")]
use words::Words;

use super::lanes::kernel::{self, Next};
use super::lanes::lane::{Chunk, Lane};
use super::lanes::loops::Loops;
#[cfg(target_arch = "x86_64")]
use super::lanes::masks::Masks;
#[cfg(target_arch = "x86_64")]
use super::lanes::pool::{Place, Pool};
use super::lanes::sizes::Sizes;
use super::lanes::tables::Tables;
use super::lanes::trail::Trail;
use super::lists::kernel::{Settled, select, settle, viable};
use super::lists::list::List;
use super::lists::quad::Plain;
use super::lists::repack::repack;

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

/// What is done with lanes of 16, 32 and 64 bits. Which of them is meant is known when this is
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
use by_width;

/// The chunk at a place of this pool.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn chunk_at<L: Lane, const N: usize>(pool: &Pool<L, N>, place: Place) -> &Chunk<L, N> {
    debug_assert!(place.bytes() < size_of_val(pool.chunks()));
    // SAFETY: only a pool makes places, and never takes a chunk back; `Tables` holds one pool, and
    // kernels are given its rows only.
    unsafe { &*pool.chunks().as_ptr().byte_add(place.bytes()) }
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
                    kernel::$name::<Masks<Avx2>, L, N>($($argument),*)
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
            sizes: &mut Sizes<L, N>,
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
            sizes: &mut Sizes<L, N>,
            trails: [&mut Trail; 2]
        ) -> [Next; 2]
    );
    compiled_lanes!(
        /// See [`kernel::strike`].
        strike(tables: &Tables<L, N>, options: &[u32], state: &mut [Chunk<L, N>]) -> ()
    );
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
                    $name::<Words, W>($($argument),*)
                }
                #[target_feature(
                    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt"
                )]
                fn avx512<const W: usize>($($argument: $type),*) -> $result {
                    $name::<Words, W>($($argument),*)
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
