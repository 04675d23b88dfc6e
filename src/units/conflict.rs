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
        quantity(&one.0, "solution"), one.1, other.0, other.1
    )]
    Counts {
        /// The unit.
        unit: Part,
        /// A number of solutions, and where it comes from.
        one: (Count, Witness),
        /// Another number of solutions.
        other: (Count, Witness),
    },
    /// The units of one question have different values of `times`.
    #[error(
        "conflict: solutions of \"{}\" count {} times in {one}, but {times} times in {other}",
        unit.question, unit.times
    )]
    Times {
        /// The first unit.
        unit: Box<Unit>,
        /// The line of the first unit.
        one: Place,
        /// The value of another unit.
        times: Count,
        /// The line of the other unit.
        other: Place,
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
