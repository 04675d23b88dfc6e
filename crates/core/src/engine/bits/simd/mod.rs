//! Instruction sets: the kernels compiled for each of them, and the choice at run time.
//!
//! This is the only module with `unsafe` code. It is used to call functions that are compiled for
//! an instruction set, for the instructions themselves (one file for each kind of register), and to
//! read rows. Types carry the facts that this code relies on, so that code outside the module
//! cannot break them:
//!
//! * The processor has an instruction set: only `detect` makes a [`HasAvx2`] or a [`HasAvx512`].
//!   Registers are made only from these, and kernels receive them as arguments.
//! * A place in a row is the place of a chunk: only [`pool`] handles places, and [`Rows`] borrow
//!   the pool whose chunks they name.
//! * Lanes are integers without padding: [`Plain`].
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod part;
mod parts;
mod plain;
mod pool;
#[cfg(target_arch = "x86_64")]
mod processor;
#[cfg(target_arch = "x86_64")]
mod width;
#[cfg(target_arch = "x86_64")]
mod words;

use std::fmt;

use rand_pcg::Pcg32;

#[cfg(target_arch = "x86_64")]
use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use avx512::Avx512;
pub(super) use part::Part;
use parts::Parts;
pub(super) use plain::Plain;
pub(super) use pool::{Pool, Rows};
#[cfg(target_arch = "x86_64")]
use processor::{HasAvx2, HasAvx512};
#[cfg(target_arch = "x86_64")]
use words::Words;

use super::lanes::kernel::{self, Next};
use super::lanes::lane::{Chunk, Lane};
use super::lanes::masks::Masks;
use super::lanes::sizes::Sizes;
use super::lanes::tables::Tables;
use super::lanes::trail::Trail;
use super::lists::count::counts;
use super::lists::kernel::{Settled, select, settle, viable};
use super::lists::list::List;
use super::lists::quad;
use super::lists::repack::repack;
use super::rows::agenda::Agenda;
use super::rows::kernel as rows;
use super::rows::pick::Weights;
use super::rows::state::State;
use super::rows::tables::Tables as RowTables;

/// An instruction set for which the kernels of the engine `bits` are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Vectors {
    /// The instructions that every processor of the architecture has.
    Portable,
    /// AVX2, BMI1, BMI2, LZCNT and POPCNT.
    Avx2,
    /// AVX-512 F, BW, VL, DQ, BITALG, VPOPCNTDQ and VBMI2, with the sets listed for `Avx2`.
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
    /// Returns the best instruction set of this processor.
    #[must_use]
    pub fn best() -> Self {
        [Self::Avx512, Self::Avx2]
            .into_iter()
            .find(|vectors| vectors.is_available())
            .unwrap_or(Self::Portable)
    }

    /// Returns whether this processor has the instruction set.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => HasAvx2::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => HasAvx512::detect().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }
}

/// The kernels compiled for one instruction set of this processor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernels(Set);

/// An instruction set with a proof that the processor has it.
#[derive(Clone, Copy, Debug)]
enum Set {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(HasAvx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(HasAvx512),
}

impl Set {
    /// `None` if the processor lacks it.
    fn detect(vectors: Vectors) -> Option<Self> {
        match vectors {
            Vectors::Portable => Some(Self::Portable),
            #[cfg(target_arch = "x86_64")]
            Vectors::Avx2 => HasAvx2::detect().map(Self::Avx2),
            #[cfg(target_arch = "x86_64")]
            Vectors::Avx512 => HasAvx512::detect().map(Self::Avx512),
            #[cfg(not(target_arch = "x86_64"))]
            _ => None,
        }
    }
}

impl Kernels {
    /// The kernels for this instruction set; those for the best one if none is given or the
    /// processor lacks it.
    pub(crate) fn new(requested: Option<Vectors>) -> Self {
        let set = requested.and_then(Set::detect);
        let set = set.or_else(|| Set::detect(Vectors::best()));
        Self(set.unwrap_or(Set::Portable))
    }

    /// The instruction set.
    pub(crate) fn vectors(self) -> Vectors {
        match self.0 {
            Set::Portable => Vectors::Portable,
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(_) => Vectors::Avx2,
            #[cfg(target_arch = "x86_64")]
            Set::Avx512(_) => Vectors::Avx512,
        }
    }
}

// The portable kernels are functions, too: inlined at every call, they were a third of the code of
// this engine, and hardly any processor runs them beside the others.

/// A kernel of the layout *lanes*, compiled for every instruction set.
macro_rules! compiled_lanes {
    ($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*) -> $result:ty) => {
        $(#[$doc])*
        #[inline]
        pub(super) fn $name<L: Lane, const N: usize>(self, $($argument: $type),*) -> $result {
            #[inline(never)]
            fn portable<L: Lane, const N: usize>($($argument: $type),*) -> $result {
                kernel::$name(Masks::<Parts<L>>(()), $($argument),*)
            }
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn avx2<L: Lane, const N: usize>(has: HasAvx2, $($argument: $type),*) -> $result {
                    kernel::$name(Masks::<Avx2>(has), $($argument),*)
                }
                #[target_feature(
                    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512bitalg,avx512vpopcntdq,\
                              avx512vbmi2,avx2,bmi1,bmi2,lzcnt,popcnt"
                )]
                fn avx512<L: Lane, const N: usize>(
                    has: HasAvx512,
                    $($argument: $type),*
                ) -> $result {
                    kernel::$name(Masks::<Avx512>(has), $($argument),*)
                }
                match self.0 {
                    // SAFETY: `HasAvx2` proves the features that the function needs.
                    Set::Avx2(has) => return unsafe { avx2(has, $($argument),*) },
                    // SAFETY: `HasAvx512` proves the features that the function needs.
                    Set::Avx512(has) => return unsafe { avx512(has, $($argument),*) },
                    Set::Portable => {}
                }
            }
            portable($($argument),*)
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
        /// See [`kernel::random_lane`].
        random_lane(state: &[Chunk<L, N>], random: &mut Pcg32) -> usize
    );
    compiled_lanes!(
        /// See [`kernel::remove_rows`].
        remove_rows(tables: &Tables<L, N>, options: &[u32], state: &mut [Chunk<L, N>]) -> ()
    );
}

/// A kernel of the layout *lists*, compiled for every instruction set up to the best one that gains
/// at least 3 %: processors with AVX-512 run that copy.
macro_rules! compiled_lists {
    (
        $(#[$doc:meta])*
        $best:ident $name:ident<$W:ident>($($argument:ident: $type:ty),*) -> $result:ty
    ) => {
        $(#[$doc])*
        #[inline]
        pub(super) fn $name<const $W: usize>(self, $($argument: $type),*) -> $result {
            #[inline(never)]
            fn portable<const $W: usize>($($argument: $type),*) -> $result {
                $name::<quad::Plain, $W>((), $($argument),*)
            }
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn avx2<const $W: usize>(has: HasAvx2, $($argument: $type),*) -> $result {
                    $name::<Words, $W>(has, $($argument),*)
                }
                #[allow(dead_code, reason = "kernels that gain nothing from it use AVX2")]
                #[target_feature(
                    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt"
                )]
                fn avx512<const $W: usize>(has: HasAvx512, $($argument: $type),*) -> $result {
                    $name::<Words, $W>(has.into(), $($argument),*)
                }
                match self.0 {
                    // SAFETY: `HasAvx2` proves the features that the function needs.
                    Set::Avx2(has) => return unsafe { avx2::<$W>(has, $($argument),*) },
                    // SAFETY: `HasAvx512` proves the features that either function needs.
                    Set::Avx512(has) => return unsafe { $best::<$W>(has.into(), $($argument),*) },
                    Set::Portable => {}
                }
            }
            portable::<$W>($($argument),*)
        }
    };
}

impl Kernels {
    compiled_lists!(
        /// See [`settle`].
        avx512 settle<W>(
            arena: &mut [u64],
            from: (List, usize),
            open: [u64; W],
            covered: [u64; W],
            items: &[u64; W],
            trail: &mut Vec<u32>
        ) -> Option<Settled<W>>
    );
    compiled_lists!(
        /// See [`counts`].
        avx512 counts<DIGITS>(plane: &[[u64; 4]]) -> [u64; DIGITS]
    );
    compiled_lists!(
        /// See [`select`].
        avx2 select<W>(
            arena: &mut [u64],
            list: List,
            start: usize,
            stride: usize,
            items: &[u64; W]
        ) -> usize
    );
    compiled_lists!(
        /// See [`viable`].
        avx512 viable<W>(
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
        avx2 repack<W>(
            arena: &mut [u64],
            state: &mut Settled<W>,
            items: &[u64; W],
            words: usize,
            top: usize
        ) -> ()
    );
}

/// A kernel of the layout *rows*, compiled for every instruction set but AVX-512, which gains
/// nothing.
macro_rules! compiled_rows {
    ($(#[$doc:meta])* $name:ident = $kernel:path, ($($argument:ident: $type:ty),*) -> $result:ty) => {
        $(#[$doc])*
        #[inline]
        #[allow(clippy::too_many_arguments, reason = "the kernel and the instruction set")]
        pub(super) fn $name(self, $($argument: $type),*) -> $result {
            #[inline(never)]
            fn portable($($argument: $type),*) -> $result {
                $kernel($($argument),*)
            }
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn avx2($($argument: $type),*) -> $result {
                    $kernel($($argument),*)
                }
                match self.0 {
                    // SAFETY: `HasAvx2` or `HasAvx512` proves the features that the function needs.
                    Set::Avx2(_) | Set::Avx512(_) => return unsafe { avx2($($argument),*) },
                    Set::Portable => {}
                }
            }
            portable($($argument),*)
        }
    };
}

impl Kernels {
    compiled_rows!(
        /// See [`rows::settle`].
        settle_rows = rows::settle,
        (
            tables: &RowTables,
            state: &mut State<'_>,
            agenda: &mut Agenda,
            attempt: rows::Try,
            most: u32,
            weights: &mut Option<Weights>,
            random: &mut Option<Pcg32>
        ) -> rows::Next
    );
}
