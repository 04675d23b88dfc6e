//! The widths of a lane. A problem gets the narrowest that its items fit in, whose states are the
//! smallest.

use super::{Engine, Kernels, Lanes, Remains, SumTables, Summed, Walk};
use crate::ask::{Meter, Stop};
use crate::policy::BitsPolicies;
use crate::problem::Problem;

/// The number of bits of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LaneWidth {
    Bits16 = 16,
    Bits32 = 32,
    Bits64 = 64,
}

/// Evaluates an expression with the type `$Lanes`, which is an engine on lanes of a width.
macro_rules! with_lanes {
    ($width:expr, $Engine:ident as $Lanes:ident => $act:expr) => {
        match $width {
            LaneWidth::Bits16 => {
                type $Lanes = $Engine<u16, 32>;
                $act
            }
            LaneWidth::Bits32 => {
                type $Lanes = $Engine<u32, 16>;
                $act
            }
            LaneWidth::Bits64 => {
                type $Lanes = $Engine<u64, 8>;
                $act
            }
        }
    };
}

impl LaneWidth {
    /// The widths of which one lane holds an item with this many options, the narrowest first. The
    /// highest bit of a lane is a flag.
    pub(super) fn holding(options: usize) -> impl Iterator<Item = Self> {
        let all = [Self::Bits16, Self::Bits32, Self::Bits64];
        all.into_iter().filter(move |width| options < width.bits())
    }

    pub(super) fn bits(self) -> usize {
        self as usize
    }

    /// See [`Lanes::memory`].
    pub(super) fn memory(self, options: usize, primary: usize) -> Option<usize> {
        with_lanes!(self, Lanes as Typed => Typed::memory(options, primary))
    }

    /// Compiles what is left of a problem, for a walk that weighs at most `weighed` of its smallest
    /// lanes. The subset rule is used if policies for it are given.
    pub(super) fn compile(
        self,
        (problem, remains): (&Problem, Remains),
        kernels: Kernels,
        subset_rule: Option<BitsPolicies>,
        weighed: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Box<dyn Engine>, Stop> {
        with_lanes!(self, Lanes as Typed => {
            let lanes = Typed::compile_remains(problem, remains, kernels, subset_rule, meter)?;
            Ok(Box::new(Walk::new(lanes.weighing(weighed))))
        })
    }

    /// See [`Summed::memory`].
    pub(super) fn memory_with_sums(
        self,
        problem: &Problem,
        options: usize,
        primary: usize,
    ) -> Option<usize> {
        with_lanes!(self, Summed as Typed => Typed::memory(problem, options, primary))
    }

    /// See [`Summed::compile`].
    pub(super) fn compile_sums(
        self,
        whole: (&Problem, &Remains),
        left: (SumTables, Remains),
        kernels: Kernels,
        subset_rule: Option<BitsPolicies>,
        meter: &mut Meter<'_>,
    ) -> Result<Box<dyn Engine>, Stop> {
        with_lanes!(self, Summed as Typed => {
            let lanes = Typed::compile(whole, left, kernels, subset_rule, meter)?;
            Ok(Box::new(Walk::new(lanes)))
        })
    }
}
