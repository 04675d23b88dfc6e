//! Cells that stay free.

use std::ops::RangeInclusive;

/// How many cells of a board may stay free, beside those that the board itself leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gaps {
    /// None.
    None,
    /// A number in this range.
    Between(RangeInclusive<u32>),
    /// Any number.
    Any,
}
