//! Cells that stay free.

use std::ops::RangeInclusive;
use std::str::FromStr;

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

/// Why a text is not a number of gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GapsError {
    /// It is neither a number nor a range.
    #[error("expected a number of cells such as 3, a range such as 1..3, or .. for any")]
    NoNumber,
    /// A range ends before it begins.
    #[error("expected the smaller number first")]
    Reversed,
}

impl FromStr for Gaps {
    type Err = GapsError;

    /// Reads a number of gaps: `3`, `1..3`, `..3`, `2..`, or `..` for any.
    fn from_str(text: &str) -> Result<Self, GapsError> {
        let number = |text: &str| text.parse().map_err(|_| GapsError::NoNumber);
        match text.split_once("..") {
            None => number(text).map(|count| Self::Between(count..=count)),
            Some(("", "")) => Ok(Self::Any),
            Some((least, most)) => {
                let least = if least.is_empty() { 0 } else { number(least)? };
                let most = if most.is_empty() {
                    u32::MAX
                } else {
                    number(most)?
                };
                if least <= most {
                    Ok(Self::Between(least..=most))
                } else {
                    Err(GapsError::Reversed)
                }
            }
        }
    }
}
