//! The statistics of an answer.

use std::fmt;
use std::ops::AddAssign;
use std::time::Duration;

use super::{Count, Counted, Turns};

/// The statistics of an answer. The text has one line `name: value` for each number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Stats {
    /// The number of solutions found.
    pub solutions: Count,
    /// The number of nodes: states in which an item was chosen, including the root, and solutions.
    /// With the engine `links` these are the nodes of Knuth's search tree.
    pub nodes: u64,
    /// The number of updates: list nodes unlinked and items covered, as Knuth's programs count
    /// them. `None` if the engine does not count them.
    pub updates: Option<u64>,
    /// What the engines `bits` and `learn` concluded; `None` for the other engines. The
    /// numbers follow the insides of the engine.
    #[cfg_attr(feature = "json", serde(flatten))]
    pub inferences: Option<Inferences>,
    /// The largest number of threads that searched together; 0 if nothing was searched.
    pub threads: usize,
    /// The time from the question to the answer.
    #[cfg_attr(
        feature = "json",
        serde(rename = "seconds", serialize_with = "super::json::seconds")
    )]
    pub elapsed: Duration,
    /// The method of a count; `None` for other questions.
    #[cfg_attr(feature = "json", serde(flatten))]
    pub counted: Option<Counted>,
}

impl AddAssign<&Stats> for Stats {
    /// Adds the statistics of another answer.
    fn add_assign(&mut self, other: &Self) {
        self.solutions += &other.solutions;
        self.nodes += other.nodes;
        if let Some(updates) = other.updates {
            *self.updates.get_or_insert(0) += updates;
        }
        if let Some(inferences) = other.inferences {
            *self.inferences.get_or_insert_default() += inferences;
        }
        self.threads = self.threads.max(other.threads);
        self.elapsed += other.elapsed;
        self.counted = other.counted.clone().or_else(|| self.counted.take());
    }
}

/// The numbers of conclusions that saved a branch. Each layout of the engine `bits` and the engine
/// `learn` have their own counters; the others are `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Inferences {
    /// Lanes: passes over a state that found forced options. A pass takes at most four of them.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub forced: Option<u64>,
    /// Lanes: passes that removed options by the subset rule, for at most four pairs of items each.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub subsets: Option<u64>,
    /// Lists and rows: options that were used because an item had no other left.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub forced_options: Option<u64>,
    /// Lists: options that were rejected before they were tried, because an item would have had no
    /// option left.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub rejected_options: Option<u64>,
    /// Options that were removed by the support rule.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub unsupported: Option<u64>,
    /// Nodes of a walk on rows, with the support rule and learned weights, that joined the question.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub rows: Option<u64>,
    /// Nodes of a walk on narrower lanes that joined the question.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub narrower: Option<u64>,
    /// Dead ends from which a clause was learned.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub conflicts: Option<u64>,
    /// Learning: how often the search returned to its root and kept what it had learned.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub restarts: Option<u64>,
    /// The methods that took turns, if the question was long.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub turns: Option<Turns>,
}

impl Inferences {
    /// The counters with their names in reports.
    fn counters(&mut self) -> [(&'static str, &mut Option<u64>); 9] {
        [
            ("forced", &mut self.forced),
            ("subsets", &mut self.subsets),
            ("forced options", &mut self.forced_options),
            ("rejected options", &mut self.rejected_options),
            ("unsupported", &mut self.unsupported),
            ("nodes on rows", &mut self.rows),
            ("nodes on narrower lanes", &mut self.narrower),
            ("conflicts", &mut self.conflicts),
            ("restarts", &mut self.restarts),
        ]
    }
}

impl Inferences {
    /// The conclusions after an earlier moment.
    pub(crate) fn since(mut self, mut before: Self) -> Self {
        for ((_, all), (_, before)) in self.counters().into_iter().zip(before.counters()) {
            *all = all.map(|all| all - before.unwrap_or(0));
        }
        let turns = before.turns.unwrap_or_default();
        self.turns = self.turns.map(|all| all.since(&turns));
        self
    }
}

impl AddAssign for Inferences {
    fn add_assign(&mut self, mut other: Self) {
        for ((_, sum), (_, more)) in self.counters().into_iter().zip(other.counters()) {
            if let Some(more) = *more {
                *sum.get_or_insert(0) += more;
            }
        }
        if let Some(more) = other.turns {
            self.turns = Some(self.turns.unwrap_or_default().plus(&more));
        }
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
        let mut inferences = self.inferences.unwrap_or_default();
        for (name, counter) in inferences.counters() {
            if let Some(number) = counter {
                writeln!(f, "{name}: {number}")?;
            }
        }
        if let Some(turns) = inferences.turns {
            writeln!(f, "turns: {turns}")?;
        }
        writeln!(f, "threads: {}", self.threads.max(1))?;
        write!(f, "seconds: {:.6}", self.elapsed.as_secs_f64())
    }
}
