//! The cheapest solutions.
//!
//! One walk over the engine `costs`. The best solutions so far are kept in a heap, and as soon as
//! there are as many as were asked for the dearest of them is the engine's ceiling.

use std::collections::BinaryHeap;

use super::engines::Role;
use super::{Search, Solution};
use crate::ask::{Answer, Count, Stop};
use crate::engine::{Engine, Priced};
use crate::problem::OptionId;

/// A solution and its cost. In order of cost; at the same cost in order of their options.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Costed {
    /// What its options cost together.
    pub cost: u64,
    /// The solution.
    pub solution: Solution,
}

/// The cheapest solutions, as far as a walk came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Best {
    /// The cheapest solutions that were found, the cheapest first, those of the same cost in the
    /// order of their options. If the answer is complete there is no other that should stand
    /// among them.
    pub solutions: Vec<Costed>,
    /// How many solutions were found that cost as little as the first. If the answer is complete
    /// these are all, unless only one was asked for, by [`Search::cheapest`].
    pub ties: Count,
    /// No solution costs less than this: proved, also if the walk was stopped. If the answer is
    /// complete and there is no solution, this is the largest number.
    pub bound: u64,
}

impl Best {
    /// The least cost that was found.
    #[must_use]
    pub fn least(&self) -> Option<u64> {
        self.solutions.first().map(|first| first.cost)
    }

    /// Whether it is proved that no solution is cheaper than the first: there is one, and it
    /// costs no more than the [bound](Self::bound).
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        self.least() == Some(self.bound)
    }
}

impl Search {
    /// The `k` cheapest solutions, and how many share the least cost: with costs, colours,
    /// multiplicities, and under the assumptions and limits of this search.
    ///
    /// All solutions are met that cost no more than the last of the `k`, so that neither the
    /// answer nor its order depends on the walk: where they are very many and one of them will do,
    /// ask for the [`cheapest`](Self::cheapest). If a limit stops the walk, the answer holds what
    /// was found, and the gap between [`Best::least`] and [`Best::bound`] is what is not proved.
    /// The limit of solutions bounds how many the walk meets, good ones and less good ones.
    ///
    /// At first use the problem is compiled for the engine `costs`, in O(its total size). Memory
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
    ///     builder.cost(option, cost)?;
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

    /// One of the cheapest solutions: like [`best(1)`](Self::best), but once one is found no
    /// others of the same cost are looked for.
    #[must_use]
    pub fn cheapest(&mut self) -> Answer<Best> {
        self.cheapest_of(1, false)
    }

    fn cheapest_of(&mut self, k: usize, ties: bool) -> Answer<Best> {
        let budget = self.start_budget();
        let mut run = self.start_under(Role::Cheapest, budget, u64::MAX);
        let mut ranking = Ranking::new(k);
        while self.go_on(&mut run) {
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
        let to_come = match run.stop {
            Some(Stop::Exhausted) => u64::MAX,
            _ => {
                let priced = self.engine(&run).and_then(Engine::priced);
                priced.map_or(0, Priced::remaining_bound)
            }
        };
        self.answer(ranking.finish(to_come), &run)
    }
}

/// The best solutions so far.
struct Ranking {
    k: usize,
    /// At most `k`, but one at least: that the least cost is known.
    heap: BinaryHeap<Costed>,
    least: u64,
    /// Of any size. Each is met by the walk, so that their number would need centuries to exceed 64
    /// bits; nothing rests on that.
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

    /// What a solution may cost to be of interest, once there are enough of them.
    fn ceiling(&self) -> Option<u64> {
        let dearest = self.heap.peek()?;
        (self.heap.len() >= self.k.max(1)).then_some(dearest.cost)
    }

    fn finish(self, to_come: u64) -> Best {
        let mut solutions = self.heap.into_sorted_vec();
        let least = solutions.first().map_or(u64::MAX, |first| first.cost);
        solutions.truncate(self.k);
        Best {
            solutions,
            ties: self.ties,
            bound: least.min(to_come),
        }
    }
}
