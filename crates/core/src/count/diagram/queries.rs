//! Counting and indexing.

use super::{Diagram, Edge};
use crate::ask::{Answer, Budget, Count, Meter, Stats, Stop};
use crate::problem::OptionId;
use crate::solver::Solution;
use crate::states::fold::NodeKind;

impl Diagram {
    /// Returns the number of solutions. O(1).
    #[must_use]
    pub fn count(&self) -> Count {
        self.counts[self.root as usize].clone()
    }

    /// Returns the solution with this number, counted from 0, in the order of the diagram; `None`
    /// if the number is too large. O(edges of the nodes on its path).
    #[must_use]
    pub fn nth(&self, number: &Count) -> Option<Solution> {
        (*number < self.counts[self.root as usize]).then(|| self.at(number.clone()))
    }

    /// Returns an iterator over all solutions, in the order of [`nth`](Self::nth).
    pub fn iter(&self) -> impl Iterator<Item = Solution> + '_ {
        let mut next = Count::ZERO;
        std::iter::from_fn(move || {
            let more = next < self.counts[self.root as usize];
            more.then(|| {
                let solution = self.at(next.clone());
                next += 1;
                solution
            })
        })
    }

    /// The edge of a decision with the solution of this number, and its number below that edge.
    pub(super) fn choose(&self, node: usize, mut number: Count) -> Option<(Edge, Count)> {
        for &edge in self.edges_of(node) {
            let count = &self.counts[edge.node as usize];
            if number < *count {
                return Some((edge, number));
            }
            number = number.checked_sub(count)?;
        }
        None
    }

    fn at(&self, number: Count) -> Solution {
        let mut chosen = Vec::new();
        let mut waiting = vec![(self.root as usize, number)];
        while let Some((node, mut number)) = waiting.pop() {
            match self.kinds[node] {
                NodeKind::Sum => {
                    if let Some((edge, number)) = self.choose(node, number) {
                        chosen.extend(edge.option);
                        waiting.push((edge.node as usize, number));
                    }
                }
                NodeKind::Product => {
                    for edge in self.edges_of(node) {
                        // The number is written in digits, one for each part, whose bases are the
                        // counts of the parts.
                        let (rest, part) = quotient(&number, &self.counts[edge.node as usize]);
                        waiting.push((edge.node as usize, part));
                        number = rest;
                    }
                }
            }
        }
        Solution::new(&chosen)
    }

    /// Counts, for each option of the problem, the solutions that use it. The value is a list in
    /// the order of the options. An option in all solutions is forced; an option in none is
    /// impossible. O(edges) sums and products.
    ///
    /// If the time limit, the memory limit or the cancel token stops the question, the list is
    /// empty. The other limits do not apply.
    #[must_use]
    pub fn marginals(&self, budget: impl Into<Budget>) -> Answer<Vec<Count>> {
        let budget = budget.into();
        let room = budget.most_memory().saturating_sub(self.bytes());
        let through = self.marginals_within(room, &mut budget.meter());
        let (value, stop) = match through {
            Ok(through) => (through, Stop::Exhausted),
            Err(stop) => (Vec::new(), stop),
        };
        Answer {
            value,
            stop,
            stats: Stats {
                solutions: self.count(),
                threads: 1,
                elapsed: budget.elapsed(),
                ..Stats::default()
            },
        }
    }

    fn marginals_within(&self, room: usize, meter: &mut Meter<'_>) -> Result<Vec<Count>, Stop> {
        let numbers = (self.options + self.kinds.len()) * size_of::<Count>();
        let mut heap = 0_usize;
        let mut held = |before: usize, number: &Count, meter: &mut Meter<'_>| {
            heap = heap.saturating_sub(before) + number.heap();
            if numbers + heap > room {
                return Err(Stop::Memory);
            }
            meter.spend(8 + number.heap())
        };
        if numbers > room {
            return Err(Stop::Memory);
        }
        let mut through = vec![Count::ZERO; self.options];
        // For each node, the number of ways to extend each of its solutions to a solution of the
        // problem.
        let mut ways = vec![Count::ZERO; self.kinds.len()];
        ways[self.root as usize] = Count::ONE;
        // Edges lead to earlier nodes, so a node comes after all that lead to it.
        for (node, kind, edges) in self.nodes().rev() {
            if ways[node].is_zero() {
                continue;
            }
            // Taken, so that a deep diagram does not keep the large numbers of all nodes.
            let here = std::mem::take(&mut ways[node]);
            held(here.heap(), &Count::ZERO, meter)?;
            for edge in edges {
                let count = &self.counts[edge.node as usize];
                let mut add = |number: &mut Count, more: &Count| {
                    let before = number.heap();
                    *number += more;
                    held(before, number, meter)
                };
                let below = &mut ways[edge.node as usize];
                match kind {
                    NodeKind::Sum => {
                        add(below, &here)?;
                        if let Some(through) = edge.option.and_then(|o| through.get_mut(o.index()))
                        {
                            let mut solutions = here.clone();
                            solutions *= count;
                            add(through, &solutions)?;
                        }
                    }
                    NodeKind::Product => {
                        // A division, because to multiply the other parts for each part takes the
                        // square of their number.
                        let (mut beside, _) = quotient(&self.counts[node], count);
                        beside *= &here;
                        add(below, &beside)?;
                    }
                }
            }
        }
        Ok(through)
    }

    /// Returns the options that at least one solution uses, ascending.
    #[must_use]
    pub fn support(&self) -> Vec<OptionId> {
        let mut options: Vec<_> = self.edges.iter().filter_map(|edge| edge.option).collect();
        options.sort_unstable();
        options.dedup();
        options
    }
}

/// A quotient and a remainder. No node of a diagram has the count 0 but the one of a diagram
/// without solutions, which is below no other.
fn quotient(count: &Count, part: &Count) -> (Count, Count) {
    count.checked_div_rem(part).unwrap_or_default()
}
