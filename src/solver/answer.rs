//! Answers: a value, why the walk stopped, and what it cost.

use std::ops::AddAssign;
use std::time::Duration;

use smallvec::SmallVec;

use super::{Count, Stop};
use crate::engine::Inferences;
use crate::problem::OptionId;

/// The answer to a question that was asked of a [`Search`](super::Search).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer<T> {
    /// What was asked for, as far as the walk came.
    pub value: T,
    /// Why the walk stopped.
    pub stop: Stop,
    /// What it cost.
    pub stats: Stats,
}

impl<T> Answer<T> {
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

/// What a walk did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Solutions found.
    pub solutions: Count,
    /// States in which an item was chosen, the root included, and solutions. With the engine
    /// `links` this is the number of nodes of Knuth's search tree.
    pub nodes: u64,
    /// Nodes unlinked and items covered, as Knuth counts them; `None` for an engine that does
    /// not count them.
    pub updates: Option<u64>,
    /// What was inferred instead of being tried; `None` for an engine that does not tell.
    pub inferences: Option<Inferences>,
    /// Time since the question was asked.
    pub elapsed: Duration,
}

impl AddAssign<&Stats> for Stats {
    /// The cost of several questions together.
    fn add_assign(&mut self, other: &Self) {
        self.solutions += &other.solutions;
        self.nodes += other.nodes;
        if let Some(updates) = other.updates {
            *self.updates.get_or_insert(0) += updates;
        }
        if let Some(inferences) = other.inferences {
            let sum = self.inferences.get_or_insert_default();
            sum.forced += inferences.forced;
            sum.subsets += inferences.subsets;
        }
        self.elapsed += other.elapsed;
    }
}

/// An exact cover: the options that were chosen, forced ones included, in ascending order.
///
/// Up to sixteen options are held in place: walking over the solutions of a small puzzle does
/// not touch the heap.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution(SmallVec<[OptionId; 16]>);

impl Solution {
    pub(crate) fn new(trail: &[OptionId]) -> Self {
        let mut options = SmallVec::from_slice(trail);
        options.sort_unstable();
        Self(options)
    }

    /// The options, ascending.
    #[must_use]
    pub fn options(&self) -> &[OptionId] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a Solution {
    type Item = OptionId;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, OptionId>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().copied()
    }
}

/// How many solutions there are, as far as it matters for a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
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
