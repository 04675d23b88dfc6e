//! The errors of a builder.

use std::ops::RangeInclusive;

use thiserror::Error;

/// An error of a [`Builder`](super::Builder). It names the item, option or colour that is wrong;
/// [`help`](Self::help) names the likely fix.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// An item with this name exists already.
    #[error("item \"{0}\" is declared twice")]
    DuplicateItem(String),
    /// The name of an item or a colour is longer than
    /// [`LONGEST_NAME`](super::Problem::LONGEST_NAME).
    #[error("the name \"{}…\" has {bytes} bytes, expected at most 1,048,576", start.escape_debug())]
    LongName {
        /// The first 40 characters of the name.
        start: String,
        /// The length of the name in bytes.
        bytes: usize,
    },
    /// An option contains an item that was not declared. The text is the name of the item in
    /// quotes, or its number.
    #[error("there is no item {0}")]
    UnknownItem(String),
    /// An option contains this item twice.
    #[error("item \"{0}\" occurs twice in one option")]
    RepeatedItem(String),
    /// An option gives a colour to this primary item.
    #[error("item \"{0}\" is primary and cannot have a colour")]
    ColouredPrimary(String),
    /// An option contains a colour with this number, which the builder has not made.
    #[error("there is no colour number {0}")]
    UnknownColour(usize),
    /// The multiplicity of an item allows no number of options: its lower bound exceeds its upper
    /// bound, or its upper bound is 0.
    #[error(
        "invalid multiplicity of item \"{name}\": {} to {}, expected {}",
        bounds.start(), bounds.end(), expected_bounds(bounds)
    )]
    BadMultiplicity {
        /// The name of the item.
        name: String,
        /// The lower and the upper bound.
        bounds: RangeInclusive<u32>,
    },
    /// The builder has no option with this number.
    #[error("there is no option number {0}")]
    UnknownOption(usize),
    /// The costs of all options, without their signs, add up to more than [`i64::MAX`] units of the
    /// last decimal.
    #[error(
        "the costs of all options, without signs and decimal points, add up to more than \
         9,223,372,036,854,775,807"
    )]
    CostOverflow,
    /// A cost has this many decimals, more than
    /// [`MOST_DECIMALS`](super::Decimal::MOST_DECIMALS).
    #[error("a cost has {0} decimals, expected at most 9")]
    CostDecimals(u32),
    /// The numbers of the sum with this name, in a [`Model`](crate::model::Model), do not fit into
    /// 128 bits.
    #[error("the numbers of the sum \"{0}\" are too large: their total exceeds 128 bits")]
    LargeSum(String),
    /// The constraint with this name, in a [`Model`](crate::model::Model), makes no sense.
    #[error("the constraint \"{name}\": {why}")]
    BadConstraint {
        /// The name of the constraint.
        name: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// The chain of states of the constraint with this name, in a [`Model`](crate::model::Model),
    /// has more than 16,777,216 steps.
    #[error("the constraint \"{0}\" has too many states")]
    TooManyStates(String),
    /// The problem has more items, options and uses of items than 32-bit ids can number.
    #[error(
        "the problem is too large: more than 4,294,967,287 items, options and uses of items together"
    )]
    TooLarge,
    /// The problem needs more than this many bytes, the
    /// [memory limit](super::Builder::memory) of the builder.
    #[error("the problem needs more than {0} bytes of memory")]
    Memory(usize),
}

impl BuildError {
    /// Returns what the user can do about the error: one line without a full stop. `None` if there
    /// is nothing to suggest.
    ///
    /// ```
    /// use quadrille::Problem;
    ///
    /// let mut builder = Problem::builder();
    /// builder.primary("Ann")?;
    /// let error = builder.option([("Ann", "red")]).unwrap_err();
    /// assert_eq!(error.to_string(), "item \"Ann\" is primary and cannot have a colour");
    /// assert_eq!(error.help(), Some("make the item secondary, or remove the colour"));
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        Some(match self {
            Self::DuplicateItem(_) => "rename or remove one of the two items",
            Self::UnknownItem(_) => "declare the item, or correct its name",
            Self::RepeatedItem(_) => "remove one of the two",
            Self::ColouredPrimary(_) => "make the item secondary, or remove the colour",
            Self::UnknownColour(_) => "use a colour that this builder has made",
            Self::BadMultiplicity { bounds, .. } if *bounds.end() == 0 => {
                "for an item that may stay uncovered, use the bounds 0 to 1"
            }
            Self::BadMultiplicity { .. } => "swap the bounds",
            Self::UnknownOption(_) => "use the id that `Builder::option` returned",
            Self::CostDecimals(_) => "round the cost",
            Self::CostOverflow => {
                "use smaller costs: express them in a larger unit, and round them if necessary"
            }
            Self::LargeSum(_) => {
                "divide the factors and the total by a common divisor, or subtract a constant from all values"
            }
            Self::Memory(_) => "raise the memory limit",
            Self::TooManyStates(_) => "use fewer variables, or states that remember less",
            Self::LongName { .. } | Self::TooLarge | Self::BadConstraint { .. } => return None,
        })
    }
}

fn expected_bounds(bounds: &RangeInclusive<u32>) -> &'static str {
    match bounds.end() {
        0 => "an upper bound of at least 1",
        _ => "the lower bound first",
    }
}
