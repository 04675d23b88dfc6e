//! Which costs are the best.

use std::fmt;

/// Which solutions are the best: those with the least cost, or those with the greatest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "json", serde(rename_all = "lowercase"))]
pub enum Sense {
    /// The cheapest solutions are the best.
    #[default]
    Min,
    /// The dearest solutions are the best.
    Max,
}

impl Sense {
    /// Returns a number that is less for better costs: the cost, or for [`Max`](Self::Max) its
    /// negation. Applied twice, it returns the cost of a solution, which is never [`i64::MIN`]: the
    /// negation of that is taken as [`i64::MAX`].
    ///
    /// ```
    /// use quadrille::Sense;
    ///
    /// assert_eq!((Sense::Min.loss(7), Sense::Max.loss(7)), (7, -7));
    /// ```
    #[must_use]
    pub const fn loss(self, cost: i64) -> i64 {
        match self {
            Self::Min => cost,
            Self::Max => cost.saturating_neg(),
        }
    }

    /// Returns `least` or `greatest`, the cost of the best solutions in words.
    #[must_use]
    pub const fn best(self) -> &'static str {
        match self {
            Self::Min => "least",
            Self::Max => "greatest",
        }
    }

    /// Returns `cheapest` or `dearest`, the best solutions in words.
    #[must_use]
    pub const fn superlative(self) -> &'static str {
        match self {
            Self::Min => "cheapest",
            Self::Max => "dearest",
        }
    }

    /// Returns `less` or `more`, a better cost in words.
    #[must_use]
    pub const fn better(self) -> &'static str {
        match self {
            Self::Min => "less",
            Self::Max => "more",
        }
    }
}

impl fmt::Display for Sense {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Min => "min",
            Self::Max => "max",
        })
    }
}
