//! What a builder refuses.

use std::ops::RangeInclusive;

use thiserror::Error;

/// What a [`Builder`](super::Builder) refuses, with the culprit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// Two items have this name.
    #[error("two items are named \"{0}\"")]
    DuplicateItem(String),
    /// No text form can hold this name of an item or a colour.
    #[error(
        "the name that begins with {start:?} has {bytes} bytes: expected at most {}",
        super::Problem::LONGEST_NAME
    )]
    LongName {
        /// Its first characters.
        start: String,
        /// Its length.
        bytes: usize,
    },
    /// An option names an item that was not declared: its name in quotes, or its number.
    #[error("there is no item {0}")]
    UnknownItem(String),
    /// An option names this item twice.
    #[error("item \"{0}\" stands twice in one option")]
    RepeatedItem(String),
    /// An option names this primary item in a colour.
    #[error("item \"{0}\" is primary, and only secondary items have colours")]
    ColouredPrimary(String),
    /// An option names a colour of this number, which the builder has not made.
    #[error("there is no colour number {0}")]
    UnknownColour(usize),
    /// No number of times is allowed by this multiplicity: it ends before it starts, or at 0.
    #[error("item \"{name}\" has the multiplicity {} to {}, which is no number of times", bounds.start(), bounds.end())]
    BadMultiplicity {
        /// The name of the item.
        name: String,
        /// What was said of it.
        bounds: RangeInclusive<u32>,
    },
    /// The option was not added yet.
    #[error("there is no option number {0}")]
    UnknownOption(usize),
    /// The costs of all options come to more than a `u64`.
    #[error("the costs are too large: together they exceed 18,446,744,073,709,551,615")]
    CostOverflow,
    /// Items, options and uses of items are more than 32-bit ids can tell apart.
    #[error("the problem is too large: items, options and uses of items exceed 4,294,967,287")]
    TooLarge,
    /// The problem takes more memory than the builder [may use](super::Builder::memory).
    #[error("the problem takes more than {0} bytes of memory")]
    Memory(usize),
}
