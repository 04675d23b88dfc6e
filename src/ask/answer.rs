//! Answers: a value, why the search stopped, and what it cost.

use super::{Stats, Stop};

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Answer<T> {
    /// What was asked for, as far as the search came.
    pub value: T,
    /// Why the search stopped.
    pub stop: Stop,
    /// What it cost.
    pub stats: Stats,
}

impl<T> Answer<T> {
    /// An answer to a question that was put together from others.
    #[must_use]
    pub fn new(value: T, stop: Stop, stats: Stats) -> Self {
        Self { value, stop, stats }
    }

    /// Whether everything was searched, so that what was not found does not exist.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stop == Stop::Exhausted
    }

    /// The same answer with another value.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Answer<U> {
        Answer {
            value: change(self.value),
            stop: self.stop,
            stats: self.stats,
        }
    }
}

/// How many solutions there are, as far as it matters for a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[cfg_attr(feature = "json", serde(rename_all = "lowercase"))]
pub enum Uniqueness {
    /// There is none: proved.
    None,
    /// There is exactly one: proved.
    One,
    /// There are at least two.
    Many,
    /// A limit stopped the walk before it was known.
    Unknown,
}
