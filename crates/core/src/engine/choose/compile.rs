//! The forms in which a problem is compiled for a walk.

use std::fmt;

use crate::ask::{Meter, Stop};
use crate::engine::lane_width::LaneWidth;
use crate::engine::{Costs, Engine, Kernels, Links, Lists, Multiple, Remains, Rows, Walk};
use crate::policy::{BITS_WEIGHED, BitsPolicies, Policies};
use crate::problem::{Problem, Sense};

/// How the engine `bits` represents a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    Lanes(LaneWidth),
    Lists,
    Rows,
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lanes(width) => write!(f, "lanes of {} bits", width.bits()),
            Self::Lists => f.write_str("lists of options"),
            Self::Rows => f.write_str("rows of options"),
        }
    }
}

impl Layout {
    /// What positions in a tree say of the layout. They outlive the program, so other words make them
    /// invalid.
    pub(super) fn tree(self) -> &'static str {
        match self {
            Self::Lanes(LaneWidth::Bits16) => "Lanes16",
            Self::Lanes(LaneWidth::Bits32) => "Lanes32",
            Self::Lanes(LaneWidth::Bits64) => "Lanes64",
            Self::Lists => "Lists",
            Self::Rows => "Rows",
        }
    }

    /// Compiles the engine `bits` in this layout.
    pub(super) fn compile(
        self,
        problem: &Problem,
        kernels: Kernels,
        subset_rule: Option<BitsPolicies>,
        meter: &mut Meter<'_>,
    ) -> Result<Box<dyn Engine>, Stop> {
        Ok(match self {
            Self::Lanes(width) => {
                let whole = Remains::whole(problem, meter)?;
                width.compile((problem, whole), kernels, subset_rule, BITS_WEIGHED, meter)?
            }
            Self::Lists => Box::new(Walk::new(Lists::compile(problem, kernels, meter)?)),
            Self::Rows => Box::new(Walk::new(Rows::compile(problem, kernels, 0, meter)?)),
        })
    }
}

/// Compiles the engine `links`, in the variant that the problem needs.
pub(crate) fn links(problem: &Problem, meter: &mut Meter<'_>) -> Result<Box<dyn Engine>, Stop> {
    Ok(
        match (problem.has_multiplicities(), problem.has_colours()) {
            (false, false) => Box::new(Walk::new(Links::<false>::compile(problem, meter)?)),
            (false, true) => Box::new(Walk::new(Links::<true>::compile(problem, meter)?)),
            (true, false) => Box::new(Walk::new(Multiple::<false>::compile(problem, meter)?)),
            (true, true) => Box::new(Walk::new(Multiple::<true>::compile(problem, meter)?)),
        },
    )
}

/// Compiles the engine for the best solutions. O(total size of the problem).
pub(crate) fn costs(
    problem: &Problem,
    sense: Sense,
    policies: &Policies,
    meter: &mut Meter<'_>,
) -> Result<Box<dyn Engine>, Stop> {
    let costs = Costs::compile(problem, sense, policies.costs, meter)?;
    Ok(Box::new(Walk::new(costs)))
}
