//! The cheapest solutions found so far.

use std::collections::BinaryHeap;

use super::solution::Solution;
use crate::ask::Count;
use crate::problem::{OptionId, Problem};

/// A solution and its cost. Ordered by cost, then by options.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Costed {
    /// The sum of the costs of its options.
    pub cost: i64,
    /// The solution.
    pub solution: Solution,
}

/// The cheapest solutions that a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Best {
    /// The cheapest solutions found, in order of cost, then of their options. If the answer is
    /// complete, these are the cheapest of all solutions.
    pub solutions: Vec<Costed>,
    /// The number of solutions found that cost as little as the first. If the answer is complete,
    /// these are all such solutions, except after [`Search::cheapest`](crate::Search::cheapest),
    /// which stops at one.
    pub ties: Count,
    /// A lower bound: no solution costs less. It is proved even if a limit stopped the search.
    /// `None` if it is proved that there is no solution.
    pub bound: Option<i64>,
}

impl Best {
    /// Returns what is known before a search: no solution costs less than all negative costs of the
    /// problem together. O(options).
    #[must_use]
    pub fn before(problem: &Problem) -> Self {
        Self {
            solutions: Vec::new(),
            ties: Count::default(),
            bound: Some(problem.least_sum()),
        }
    }

    /// Returns the least cost found; `None` if no solution was found, or if `k` was 0.
    #[must_use]
    pub fn least(&self) -> Option<i64> {
        self.solutions.first().map(|first| first.cost)
    }

    /// Returns whether the first solution is proved to be the cheapest: its cost equals the
    /// [bound](Self::bound).
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        self.least().is_some() && self.least() == self.bound
    }
}

/// The best solutions so far, and the number of solutions with the least cost.
#[derive(Clone, Debug)]
pub(super) struct Ranking {
    k: usize,
    /// Whether solutions of the same cost as the last of the `k` are of interest.
    with_ties: bool,
    /// At most `k` solutions, but room for at least one, because the least cost is always needed.
    heap: BinaryHeap<Costed>,
    pub(super) least: Option<i64>,
    /// No solution costs less.
    floor: i64,
    ties: Count,
}

impl Ranking {
    pub(super) fn new(problem: &Problem, k: usize, with_ties: bool) -> Self {
        Self {
            k,
            with_ties,
            heap: BinaryHeap::new(),
            least: None,
            floor: problem.least_sum(),
            ties: Count::default(),
        }
    }

    pub(super) fn add(&mut self, cost: i64, trail: &[OptionId]) {
        if self.least.is_none_or(|least| cost < least) {
            (self.least, self.ties) = (Some(cost), Count::default());
        }
        // Without ties, others of the same cost are found by accident.
        if self.least == Some(cost) && (self.with_ties || self.ties.is_zero()) {
            self.ties += 1;
        }
        let solution = Solution::new(trail);
        self.heap.push(Costed { cost, solution });
        if self.heap.len() > self.k.max(1) {
            self.heap.pop();
        }
    }

    /// The highest cost of interest, once there are enough solutions. `Err` if no other solution
    /// can be of interest.
    pub(super) fn ceiling(&self) -> Result<Option<i64>, NoBetter> {
        let last = self
            .heap
            .peek()
            .filter(|_| self.heap.len() >= self.k.max(1));
        match (last, self.with_ties) {
            (None, _) => Ok(None),
            (Some(last), true) => Ok(Some(last.cost)),
            // Another solution must be cheaper.
            (Some(last), false) if last.cost > self.floor => Ok(Some(last.cost - 1)),
            (Some(_), false) => Err(NoBetter),
        }
    }

    /// A lower bound on the cost of all solutions. `remaining` is one on those that were not visited;
    /// `None` if all were.
    pub(super) fn bound(&self, remaining: Option<i64>) -> Option<i64> {
        let remaining = remaining.map(|bound| bound.max(self.floor));
        self.least.into_iter().chain(remaining).min()
    }

    /// `remaining` is that of [`bound`](Self::bound).
    pub(super) fn finish(self, remaining: Option<i64>) -> Best {
        let bound = self.bound(remaining);
        let mut solutions = self.heap.into_sorted_vec();
        solutions.truncate(self.k);
        Best {
            solutions,
            ties: self.ties,
            bound,
        }
    }
}

/// No solution can be cheaper than the best one.
#[derive(Clone, Copy, Debug)]
pub(super) struct NoBetter;
