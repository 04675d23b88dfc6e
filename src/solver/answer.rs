//! Answers: a value, why the walk stopped, and what it cost.

use std::fmt;
use std::ops::AddAssign;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

use super::Count;
use crate::ask::{Limits, Stop};
use crate::engine::Inferences;
use crate::problem::OptionId;

/// The answer to a question that was asked of a [`Search`](super::Search).
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
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

/// What a walk did; as text, a line `name: value` for each number.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
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
    /// What was inferred instead of being tried, which follows the insides of an engine; `None`
    /// for one that does not tell.
    #[doc(hidden)]
    #[serde(flatten)]
    pub inferences: Option<Inferences>,
    /// Time since the question was asked.
    #[serde(rename = "seconds", serialize_with = "seconds")]
    pub elapsed: Duration,
}

/// Writes a time as a number of seconds.
fn seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
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

impl Limits {
    /// What is left of the limits of nodes and time after questions of this cost: several
    /// questions under one budget.
    #[must_use]
    pub fn after(&self, spent: &Stats) -> Self {
        let mut left = self.clone();
        if self.most_nodes() < u64::MAX {
            left = left.nodes(self.most_nodes().saturating_sub(spent.nodes));
        }
        if let Some(most) = self.most_time() {
            left = left.time(most.saturating_sub(spent.elapsed));
        }
        left
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "solutions: {}", self.solutions)?;
        writeln!(f, "nodes: {}", self.nodes)?;
        match self.updates {
            Some(updates) => writeln!(f, "updates: {updates}")?,
            None => writeln!(f, "updates: -")?,
        }
        if let Some(inferences) = self.inferences {
            writeln!(f, "forced: {}", inferences.forced)?;
            writeln!(f, "subsets: {}", inferences.subsets)?;
        }
        write!(f, "seconds: {:.6}", self.elapsed.as_secs_f64())
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

    /// The options one by one, ascending.
    pub fn iter(&self) -> std::iter::Copied<std::slice::Iter<'_, OptionId>> {
        self.0.iter().copied()
    }
}

/// A list of numbers of options.
impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

/// Reads a list of numbers of options, in any order.
impl<'de> Deserialize<'de> for Solution {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(|options| Self::new(&options))
    }
}

impl AsRef<[OptionId]> for Solution {
    fn as_ref(&self) -> &[OptionId] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a Solution {
    type Item = OptionId;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, OptionId>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Solution {
    type Item = OptionId;
    type IntoIter = IntoIter;

    fn into_iter(self) -> IntoIter {
        IntoIter(self.0.into_iter())
    }
}

/// The options of a [`Solution`] that is used up, ascending.
#[derive(Clone, Debug)]
pub struct IntoIter(smallvec::IntoIter<[OptionId; 16]>);

impl Iterator for IntoIter {
    type Item = OptionId;

    fn next(&mut self) -> Option<OptionId> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for IntoIter {
    fn next_back(&mut self) -> Option<OptionId> {
        self.0.next_back()
    }
}

impl ExactSizeIterator for IntoIter {}
impl std::iter::FusedIterator for IntoIter {}

/// How many solutions there are, as far as it matters for a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
#[serde(rename_all = "lowercase")]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_is_a_list_of_options_in_every_way() {
        let ids = [3, 1, 2].map(OptionId::new);
        let solution = Solution::new(&ids);
        let expected = [1, 2, 3].map(OptionId::new);
        assert_eq!(solution.options(), expected);
        assert_eq!(solution.as_ref(), expected);
        assert!(solution.iter().eq(expected));
        assert!((&solution).into_iter().eq(expected));
        let owned = solution.into_iter();
        assert_eq!(owned.len(), 3);
        assert!(owned.rev().eq(expected.into_iter().rev()));
    }

    #[test]
    fn limits_shrink_by_what_was_spent_and_not_below_zero() {
        let spent = |nodes, seconds| Stats {
            nodes,
            elapsed: Duration::from_secs(seconds),
            solutions: 7.into(),
            ..Stats::default()
        };
        let limits = Limits::new()
            .solutions(10)
            .nodes(100)
            .time(Duration::from_secs(60));
        for (spent, nodes, seconds) in [
            (spent(0, 0), 100, 60),
            (spent(30, 20), 70, 40),
            (spent(101, 61), 0, 0),
        ] {
            let left = limits.after(&spent);
            assert_eq!(left.most_nodes(), nodes);
            assert_eq!(left.most_time(), Some(Duration::from_secs(seconds)));
            assert_eq!(left.most_solutions(), Some(10));
        }
        let left = Limits::new().after(&spent(5, 5));
        assert_eq!((left.most_nodes(), left.most_time()), (u64::MAX, None));
    }

    #[test]
    fn stats_are_a_report() {
        let mut stats = Stats {
            solutions: 92.into(),
            nodes: 1049,
            updates: Some(16680),
            inferences: None,
            elapsed: Duration::from_micros(1_500_000),
        };
        assert_eq!(
            stats.to_string(),
            "solutions: 92\nnodes: 1049\nupdates: 16680\nseconds: 1.500000"
        );
        stats.updates = None;
        stats.inferences = Some(Inferences::default());
        assert_eq!(
            stats.to_string(),
            "solutions: 92\nnodes: 1049\nupdates: -\nforced: 0\nsubsets: 0\nseconds: 1.500000"
        );
    }
}
