//! The cheapest solutions.
//!
//! One walk with the engine `costs`. A heap stores the best solutions so far. Once it has as many
//! as requested, the highest of their costs is the ceiling of the engine.

use std::collections::BinaryHeap;

use super::engines::Role;
use super::{Search, Solution};
use crate::ask::{Answer, Count, Stop};
use crate::engine::Engine;
use crate::problem::OptionId;

/// A solution and its cost. Ordered by cost, then by options.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Costed {
    /// The sum of the costs of its options.
    pub cost: u64,
    /// The solution.
    pub solution: Solution,
}

/// The cheapest solutions that a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Best {
    /// The cheapest solutions found, in order of cost, then of their options. If the answer is
    /// complete, these are the cheapest of all solutions.
    pub solutions: Vec<Costed>,
    /// The number of solutions found that cost as little as the first. If the answer is complete,
    /// these are all such solutions, except after [`Search::cheapest`], which stops at one.
    pub ties: Count,
    /// A lower bound: no solution costs less. It is proved even if a limit stopped the search. If
    /// the answer is complete and there is no solution, this is `u64::MAX`.
    pub bound: u64,
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
        self.least() == Some(self.bound)
    }
}

impl Search {
    /// Finds the `k` cheapest solutions, and counts the solutions that share the least cost.
    ///
    /// The search visits every solution that costs no more than the last of the `k`, so that the
    /// answer does not depend on the order of the search. If there may be very many of them, and
    /// one is enough, use [`cheapest`](Self::cheapest).
    ///
    /// If a limit stops the search, the answer contains the best solutions found, and the true
    /// least cost lies between [`Best::bound`] and [`Best::least`]. The solution limit counts all
    /// solutions that the search visits, not only those in the answer.
    ///
    /// The first call compiles the problem for the engine `costs`, in O(its total size). Memory
    /// grows with `k`, not with the number of solutions.
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    ///
    /// let mut builder = Problem::builder();
    /// for item in ["a", "b"] {
    ///     builder.primary(item)?;
    /// }
    /// for (items, cost) in [(&["a"][..], 3), (&["b"], 4), (&["a", "b"], 7), (&["a", "b"], 9)] {
    ///     let option = builder.option(items.iter().copied())?;
    ///     builder.add_cost(option, cost)?;
    /// }
    /// let solver = Solver::new(builder.build());
    ///
    /// let best = solver.search().best(2).value;
    /// assert_eq!(best.least(), Some(7));
    /// assert!(best.is_optimal());
    /// assert_eq!(best.ties, 2);
    /// assert_eq!(solver.search().best(9).value.solutions.len(), 3);
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    #[must_use]
    pub fn best(&mut self, k: usize) -> Answer<Best> {
        self.cheapest_of(k, true)
    }

    /// Finds one of the cheapest solutions. Unlike [`best(1)`](Self::best), it does not search for
    /// other solutions of the same cost.
    #[must_use]
    pub fn cheapest(&mut self) -> Answer<Best> {
        self.cheapest_of(1, false)
    }

    fn cheapest_of(&mut self, k: usize, ties: bool) -> Answer<Best> {
        let budget = self.start_budget();
        let mut run = self.start_under(Role::Cheapest, budget, u64::MAX);
        let mut ranking = Ranking::new(k);
        while self.advance(&mut run) {
            let Some(priced) = self.engine(&run).and_then(Engine::priced) else {
                break;
            };
            let cost = priced.cost();
            ranking.add(cost, self.trail(&run));
            let ceiling = match ranking.ceiling() {
                Some(0) if !ties => {
                    run.end(Stop::Exhausted);
                    None
                }
                Some(ceiling) if !ties => Some(ceiling - 1),
                ceiling => ceiling,
            };
            if let (Some(ceiling), Some(engine)) = (ceiling, self.engine(&run))
                && let Some(priced) = engine.priced()
            {
                priced.lower_ceiling(ceiling);
            }
        }
        let remaining = match run.stop {
            Some(Stop::Exhausted) => u64::MAX,
            _ => {
                let engine = self.engine(&run);
                engine.map_or(0, Engine::remaining_bound)
            }
        };
        self.answer(ranking.finish(remaining), &run)
    }
}

/// The best solutions so far.
struct Ranking {
    k: usize,
    /// At most `k` solutions, but room for at least one, because the least cost is always needed.
    heap: BinaryHeap<Costed>,
    least: u64,
    ties: Count,
}

impl Ranking {
    fn new(k: usize) -> Self {
        Self {
            k,
            heap: BinaryHeap::new(),
            least: u64::MAX,
            ties: Count::default(),
        }
    }

    fn add(&mut self, cost: u64, trail: &[OptionId]) {
        if cost < self.least {
            (self.least, self.ties) = (cost, Count::default());
        }
        if cost == self.least {
            self.ties += &Count::from(1);
        }
        let solution = Solution::new(trail);
        self.heap.push(Costed { cost, solution });
        if self.heap.len() > self.k.max(1) {
            self.heap.pop();
        }
    }

    /// The highest cost of interest, once there are enough solutions.
    fn ceiling(&self) -> Option<u64> {
        let last = self.heap.peek()?;
        (self.heap.len() >= self.k.max(1)).then_some(last.cost)
    }

    /// `remaining` is a lower bound on the cost of solutions that were not visited.
    fn finish(self, remaining: u64) -> Best {
        let mut solutions = self.heap.into_sorted_vec();
        let least = solutions.first().map_or(u64::MAX, |first| first.cost);
        solutions.truncate(self.k);
        Best {
            solutions,
            ties: self.ties,
            bound: least.min(remaining),
        }
    }
}
