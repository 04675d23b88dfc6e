//! Instruction sets: the kernels compiled for each, and the choice among them at run time.
//!
//! This is the one file with `unsafe` code: the calls of functions that are compiled for an
//! instruction set, each behind the check that the processor has it.
#![allow(unsafe_code)]

use std::fmt;

use super::kernel::{self, Next, Trail};
use super::lane::{Chunk, Lane};
use super::tables::Tables;

/// An instruction set for which the kernels are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Vectors {
    /// What every processor of the architecture has.
    Portable,
    /// AVX2, BMI1, BMI2, LZCNT and POPCNT.
    Avx2,
    /// AVX-512 F, BW, VL, DQ and what AVX2 stands for.
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
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }
}

/// A kernel for every instruction set: the function of this name in `kernel`, compiled for each.
macro_rules! compiled {
    ($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*) -> $result:ty) => {
        $(#[$doc])*
        #[inline]
        pub(super) fn $name<L: Lane, const N: usize>(self, $($argument: $type),*) -> $result {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn avx2<L: Lane, const N: usize>($($argument: $type),*) -> $result {
                    kernel::$name($($argument),*)
                }
                #[target_feature(
                    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt"
                )]
                fn avx512<L: Lane, const N: usize>($($argument: $type),*) -> $result {
                    kernel::$name($($argument),*)
                }
                match self {
                    // SAFETY: an engine holds only instruction sets that are available.
                    Self::Avx2 => return unsafe { avx2($($argument),*) },
                    // SAFETY: as above.
                    Self::Avx512 => return unsafe { avx512($($argument),*) },
                    Self::Portable => {}
                }
            }
            kernel::$name($($argument),*)
        }
    };
}

impl Vectors {
    compiled!(
        /// See [`kernel::branch`].
        branch(
            tables: &Tables<L, N>,
            from: Option<(&[Chunk<L, N>], u32)>,
            state: &mut [Chunk<L, N>],
            trail: &mut Trail
        ) -> Next
    );
}
