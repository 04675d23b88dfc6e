//! The cheapest solutions found so far.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::solution::Solution;
use crate::ask::Count;
use crate::problem::OptionId;

/// A solution and its cost. Ordered by cost, then by options.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Costed {
    /// The sum of the costs of its options.
    pub cost: u64,
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
    pub bound: Option<u64>,
}

/// What is known before a search: no cost is less than 0.
impl Default for Best {
    fn default() -> Self {
        Self {
            solutions: Vec::new(),
            ties: Count::default(),
            bound: Some(0),
        }
    }
}

impl Best {
    /// Returns the least cost found; `None` if no solution was found, or if `k` was 0.
    #[must_use]
    pub fn least(&self) -> Option<u64> {
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
    pub(super) with_ties: bool,
    /// At most `k` solutions, but room for at least one, because the least cost is always needed.
    heap: BinaryHeap<Costed>,
    pub(super) least: Option<u64>,
    ties: Count,
}

impl Ranking {
    pub(super) fn new(k: usize, with_ties: bool) -> Self {
        Self {
            k,
            with_ties,
            heap: BinaryHeap::new(),
            least: None,
            ties: Count::default(),
        }
    }

    pub(super) fn add(&mut self, cost: u64, trail: &[OptionId]) {
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

    /// Whether there are as many solutions as requested.
    pub(super) fn is_full(&self) -> bool {
        self.heap.len() >= self.k.max(1)
    }

    /// Whether this ranking answers the question better than another one for the same question: it
    /// has more solutions, or as many and none dearer.
    pub(super) fn is_better_than(&self, other: &Self) -> bool {
        let dearest = |ranking: &Self| ranking.heap.peek().map(|costed| costed.cost);
        match self.heap.len().cmp(&other.heap.len()) {
            Ordering::Equal => dearest(self) <= dearest(other),
            unequal => unequal == Ordering::Greater,
        }
    }

    /// The highest cost of interest, once there are enough solutions. `Err` if no other solution
    /// can be of interest.
    pub(super) fn ceiling(&self) -> Result<Option<u64>, NoBetter> {
        let last = self.heap.peek().filter(|_| self.is_full());
        match (last, self.with_ties) {
            (None, _) => Ok(None),
            (Some(last), true) => Ok(Some(last.cost)),
            // Another solution must be cheaper. No cost is less than 0.
            (Some(last), false) => last.cost.checked_sub(1).map(Some).ok_or(NoBetter),
        }
    }

    /// `remaining` is a lower bound on the cost of solutions that were not visited; `None` if all
    /// were.
    pub(super) fn finish(self, remaining: Option<u64>) -> Best {
        let mut solutions = self.heap.into_sorted_vec();
        solutions.truncate(self.k);
        Best {
            solutions,
            ties: self.ties,
            bound: self.least.into_iter().chain(remaining).min(),
        }
    }
}

/// No solution can be cheaper than the best one.
#[derive(Clone, Copy, Debug)]
pub(super) struct NoBetter;
