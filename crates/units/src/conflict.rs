//! Conflicts: records that contradict each other or the problem.

use std::fmt;

use thiserror::Error;

use super::{Place, Unit};
use quadrille_core::text::quantity;
use quadrille_core::{Count, Decimal, Part};

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
    /// A unit has two different best costs.
    #[error(
        "conflict: the best cost of unit {unit} is {} according to {}, but {} according to {}",
        costs[0].0, costs[0].1, costs[1].0, costs[1].1
    )]
    Costs {
        /// The unit.
        unit: Part,
        /// The two costs, and where they come from.
        costs: Box<[(Decimal, Witness); 2]>,
    },
    /// A solution of the records is not a solution of the problem.
    #[error("conflict: a recorded solution of cost {cost} is wrong: {flaw}")]
    Solution {
        /// The cost of the solution.
        cost: Decimal,
        /// The first reason why it is not a solution.
        flaw: String,
    },
    /// The answers of two questions cannot be added up.
    #[error(
        "the answers of different questions cannot be added up: \"{}\" in {}, \"{}\" in {}",
        one.0.question, one.1, other.0.question, other.1
    )]
    Questions {
        /// A unit, and its line.
        one: Box<(Unit, Place)>,
        /// A unit with a question of another kind, and its line.
        other: Box<(Unit, Place)>,
    },
    /// Two questions have solutions in common.
    #[error(
        "the questions \"{}\" in {} and \"{}\" in {} overlap: solutions would count twice",
        one.0.question, one.1, other.0.question, other.1
    )]
    Overlap {
        /// A unit, and its line.
        one: Box<(Unit, Place)>,
        /// A unit of the other question, and its line.
        other: Box<(Unit, Place)>,
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

impl ProofError {
    /// Returns what the user can do about the error: one line without a full stop.
    #[must_use]
    pub fn help(&self) -> &'static str {
        match self {
            Self::Counts { .. } | Self::Costs { .. } | Self::Solution { .. } => {
                "search the unit again, and remove the wrong record"
            }
            Self::Times { .. } => "split the question again, with one value of 'times'",
            Self::Questions { .. } | Self::Overlap { .. } => "keep a ledger for each question",
        }
    }
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
