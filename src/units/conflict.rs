//! Conflicts: records that contradict each other or the problem.

use std::fmt;

use thiserror::Error;

use super::{Place, Unit};
use crate::ask::{Count, Part};
use crate::display::quantity;

/// Records that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProofError {
    /// A unit has two different numbers of solutions.
    #[error(
        "conflict: unit {unit} has {} according to {}, but {} according to {}",
        quantity(&counts[0].0, "solution"), counts[0].1, counts[1].0, counts[1].1
    )]
    Counts {
        /// The unit.
        unit: Part,
        /// The two numbers of solutions, and where they come from.
        counts: Box<[(Count, Witness); 2]>,
    },
    /// The units of one question have different values of `times`.
    #[error(
        "conflict: solutions of \"{}\" count {} times in {}, but {} times in {}",
        one.0.question, one.0.times, one.1, other.0.times, other.1
    )]
    Times {
        /// A unit, and its line.
        one: Box<(Unit, Place)>,
        /// A unit of the same question with another value, and its line.
        other: Box<(Unit, Place)>,
    },
}

/// The origin of a number of solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Witness {
    /// The record in this line.
    Record(Place),
    /// Records of parts of the unit, such as the one in this line.
    Parts(Place),
    /// The problem: the steps of the unit contradict each other, or leave an item without options.
    Problem,
}

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record(place) => place.fmt(f),
            Self::Parts(place) => write!(f, "its parts, such as {place}"),
            Self::Problem => f.write_str("the definition of the problem"),
        }
    }
}
