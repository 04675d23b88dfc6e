//! The best solutions found so far.

use std::collections::{BTreeSet, BinaryHeap};

use super::solution::Solution;
use crate::ask::Count;
use crate::problem::{Decimal, OptionId, Problem, Sense};

/// A solution and its cost. Ordered by cost, then by options.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Costed {
    /// The sum of the costs of its options, in units of the
    /// [last decimal](crate::Problem::cost_decimals).
    pub cost: i64,
    /// The solution.
    pub solution: Solution,
}

/// The best solutions that a search found: the cheapest, or the dearest.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Best {
    /// Which solutions are the best.
    pub sense: Sense,
    /// The number of decimals of all costs: that of the
    /// [problem](crate::Problem::cost_decimals).
    pub decimals: u32,
    /// The best solutions found, the best first, then in order of their options. If the answer is
    /// complete, these are the best of all solutions.
    pub solutions: Vec<Costed>,
    /// The number of solutions found that cost the same as the first.
    pub ties: Count,
    /// Whether these are all solutions of this cost: if the answer is complete, except after
    /// [`Search::cheapest`](crate::Search::cheapest) and
    /// [`Search::dearest`](crate::Search::dearest), which stop at one.
    pub has_all_ties: bool,
    /// No solution has a better cost: a lower bound of all costs, or an upper bound if the dearest
    /// solutions are the best. It is proved even if a limit stopped the search. `None` if it is
    /// proved that there is no solution.
    pub bound: Option<i64>,
}

impl Best {
    /// Returns what is known before a search: no solution costs less than all negative costs of the
    /// problem together, and none more than all positive costs. O(options).
    #[must_use]
    pub fn before(problem: &Problem, sense: Sense) -> Self {
        Self {
            sense,
            decimals: problem.cost_decimals(),
            solutions: Vec::new(),
            ties: Count::default(),
            has_all_ties: false,
            bound: Some(problem.best_sum(sense)),
        }
    }

    /// Returns the best cost found; `None` if no solution was found, or if `k` was 0.
    #[must_use]
    pub fn cost(&self) -> Option<i64> {
        self.solutions.first().map(|first| first.cost)
    }

    /// Returns the best cost found.
    #[deprecated(since = "0.2.0", note = "renamed to `cost`")]
    #[must_use]
    pub fn least(&self) -> Option<i64> {
        self.cost()
    }

    /// Returns a cost, in units, as the number that it stands for.
    #[must_use]
    pub const fn decimal(&self, cost: i64) -> Decimal {
        Decimal::new(cost, self.decimals)
    }

    /// Returns whether the first solution is proved to be the best: its cost equals the
    /// [bound](Self::bound).
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        self.cost().is_some() && self.cost() == self.bound
    }
}

/// What a search for the best solutions knows about their costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CostRange {
    /// Which costs are the best.
    pub sense: Sense,
    /// The number of decimals of the costs.
    pub decimals: u32,
    /// The best cost found.
    pub best: Option<i64>,
    /// No solution has a better cost. `None` if it is proved that there is no solution.
    pub bound: Option<i64>,
}

/// The best solutions so far, and the number of solutions with the best cost.
///
/// All costs in it are those of the engine: the [loss](Sense::loss), so that less is better.
#[derive(Clone, Debug)]
pub(super) struct Ranking {
    pub(super) sense: Sense,
    decimals: u32,
    k: usize,
    /// Others of the same cost as the last of the `k` are of interest until there are more than this
    /// many of them.
    most_ties: u64,
    /// At most `k` solutions, but room for at least one, because the least cost is always needed.
    heap: BinaryHeap<Costed>,
    pub(super) least: Option<i64>,
    /// No solution costs less.
    pub(super) floor: i64,
    ties: Count,
    /// The solutions that were better than all before them, until the caller takes them; `None` if
    /// nobody does.
    better: Option<Vec<Costed>>,
}

impl Ranking {
    pub(super) fn new(problem: &Problem, sense: Sense, k: usize, most_ties: u64) -> Self {
        Self {
            sense,
            decimals: problem.cost_decimals(),
            k,
            most_ties,
            heap: BinaryHeap::new(),
            least: None,
            floor: sense.loss(problem.best_sum(sense)),
            ties: Count::default(),
            better: None,
        }
    }

    /// Keeps the better solutions for [`take_better`](Self::take_better).
    pub(super) fn keep_better(&mut self) {
        self.better = Some(Vec::new());
    }

    /// The solutions that were better than all before them, since the last call.
    pub(super) fn take_better(&mut self) -> Vec<Costed> {
        self.better.as_mut().map(std::mem::take).unwrap_or_default()
    }

    pub(super) fn add(&mut self, cost: i64, trail: &[OptionId]) {
        let solution = Solution::new(trail);
        if self.least.is_none_or(|least| cost < least) {
            (self.least, self.ties) = (Some(cost), Count::default());
            if let Some(better) = &mut self.better {
                let solution = solution.clone();
                better.push(Costed { cost, solution });
            }
        }
        // Without ties, others of the same cost are found by accident.
        if self.least == Some(cost) && (self.counts_ties() || self.ties.is_zero()) {
            self.ties += 1;
        }
        self.heap.push(Costed { cost, solution });
        if self.heap.len() > self.k.max(1) {
            self.heap.pop();
        }
    }

    /// Whether others of the same cost are of interest at first.
    pub(super) fn counts_ties(&self) -> bool {
        self.most_ties > 0
    }

    /// Whether others of the same cost are still of interest: if all solutions were visited, their
    /// number is known.
    pub(super) fn has_few_ties(&self) -> bool {
        self.counts_ties() && self.ties <= self.most_ties
    }

    /// Whether there are as many solutions as requested.
    pub(super) fn is_full(&self) -> bool {
        self.heap.len() >= self.k.max(1)
    }

    /// Adds the solutions of another ranking for the same question.
    pub(super) fn merge(&mut self, other: Self) {
        if other.heap.is_empty() {
            return;
        }
        self.ties = match (self.least, other.least) {
            (Some(own), Some(others)) if own < others => self.ties.clone(),
            // Those of one may be among those of the other.
            (own, others) if own == others => self.ties.clone().max(other.ties),
            _ => other.ties,
        };
        self.least = self.least.into_iter().chain(other.least).min();
        let all: BTreeSet<Costed> = self.heap.drain().chain(other.heap).collect();
        self.heap = all.into_iter().take(self.k.max(1)).collect();
    }

    /// The highest cost of interest, once there are enough solutions. `Err` if no other solution
    /// can be of interest.
    pub(super) fn ceiling(&self) -> Result<Option<i64>, NoBetter> {
        let last = self.heap.peek().filter(|_| self.is_full());
        match (last, self.has_few_ties()) {
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

    /// The costs so far. `remaining` is that of [`bound`](Self::bound).
    pub(super) fn range(&self, remaining: Option<i64>) -> CostRange {
        let cost = |loss| self.sense.loss(loss);
        CostRange {
            sense: self.sense,
            decimals: self.decimals,
            best: self.least.map(cost),
            bound: self.bound(remaining).map(cost),
        }
    }

    /// `remaining` is that of [`bound`](Self::bound).
    pub(super) fn finish(self, remaining: Option<i64>) -> Best {
        let CostRange {
            sense,
            decimals,
            bound,
            ..
        } = self.range(remaining);
        let mut solutions = self.heap.into_sorted_vec();
        solutions.truncate(self.k);
        for found in &mut solutions {
            found.cost = sense.loss(found.cost);
        }
        Best {
            sense,
            decimals,
            solutions,
            ties: self.ties,
            has_all_ties: false,
            bound,
        }
    }
}

/// No solution can be better than the best one.
#[derive(Clone, Copy, Debug)]
pub(super) struct NoBetter;
