//! What it cost to answer a question.

use std::fmt;
use std::ops::AddAssign;
use std::time::Duration;

use super::{Count, Counted};

/// What a walk did; as text, a line `name: value` for each number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
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
    #[cfg_attr(feature = "json", serde(flatten))]
    pub inferences: Option<Inferences>,
    /// Time since the question was asked.
    #[cfg_attr(
        feature = "json",
        serde(rename = "seconds", serialize_with = "super::json::seconds")
    )]
    pub elapsed: Duration,
    /// How solutions were counted; `None` where they were visited by the question itself.
    #[cfg_attr(feature = "json", serde(flatten))]
    pub counted: Option<Counted>,
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
        self.counted = other.counted.clone().or_else(|| self.counted.take());
    }
}

/// How often an engine inferred something that saved it a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Inferences {
    /// Passes over a state that found forced options and took up to four of them.
    pub forced: u64,
    /// Passes that took options away by the subset rule, for up to four pairs of items.
    pub subsets: u64,
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
