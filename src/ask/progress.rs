//! The progress of a search.

use std::time::Duration;

use super::{Count, Parts};

/// What a search has done so far; see [`Search::watch`](crate::Search::watch).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    /// The share of the search tree that was visited, from 0 to 1: each child of a node with d
    /// children has 1/d of its weight. `None` if it is unknown, as in a random walk.
    pub share: Option<f64>,
    /// The number of solutions found.
    pub solutions: Count,
    /// The number of nodes visited.
    pub nodes: u64,
    /// The time since the question was asked.
    pub elapsed: Duration,
    /// The least cost found, and a lower bound of all costs, if the question is about costs.
    pub costs: Option<(Option<u64>, u64)>,
    /// The number of partial states that a count by memory or a diagram has stored; `None` in a
    /// report of a walk.
    pub states: Option<usize>,
    /// The parts that have changed since the last report, if the question is about
    /// [parts](crate::Search::walk_parts).
    pub parts: Vec<PartState>,
}

/// How far the search of one part is. It replaces all earlier states of the same part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartState {
    /// The place of the part in the list that was searched.
    pub part: usize,
    /// The number of solutions of the part that are not in `rest`.
    pub solutions: Count,
    /// The number of nodes visited in the part.
    pub nodes: u64,
    /// The parts of the part that are left. Empty if the part is complete.
    pub rest: Parts,
}
