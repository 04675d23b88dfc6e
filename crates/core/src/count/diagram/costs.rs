//! The cheapest solutions of a diagram.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use num_bigint::BigUint;

use super::Diagram;
use crate::ask::Count;
use crate::problem::Problem;
use crate::solver::Solution;
use crate::states::fold::NodeKind;

impl Diagram {
    /// Returns the `k` cheapest solutions with their costs, the cheapest first; all solutions if
    /// there are fewer. Equal costs come in no particular order. `problem` is the problem of the
    /// diagram, which has the costs.
    ///
    /// O(edges) once, then for each solution O(edges of the nodes on its path) heap operations. No
    /// limit applies: memory grows with `k` too.
    #[must_use]
    pub fn cheapest(&self, problem: &Problem, k: usize) -> Vec<(i64, Solution)> {
        let least = self.least(problem);
        let mut found = Vec::new();
        let Some(start) = least[self.root as usize] else {
            return found;
        };
        // Partial solutions: the least cost of a completion, the nodes still to visit, and the
        // options so far. The cheapest partial solution is always continued first.
        let mut heap = BinaryHeap::from([Reverse((start, vec![self.root], Vec::new()))]);
        while let Some(Reverse((cost, mut waiting, chosen))) = heap.pop() {
            // The heap yields partial solutions in order of their bounds, so the first complete
            // ones are the cheapest.
            if found.len() == k {
                break;
            }
            let Some(node) = waiting.pop() else {
                found.push((cost, Solution::new(&chosen)));
                continue;
            };
            let edges = self.edges_of(node as usize);
            if self.kinds[node as usize] == NodeKind::Product {
                waiting.extend(edges.iter().map(|edge| edge.node));
                heap.push(Reverse((cost, waiting, chosen)));
                continue;
            }
            let here = least[node as usize].unwrap_or(0);
            for edge in edges {
                let step = edge.option.map_or(0, |option| problem.cost(option));
                let below = least[edge.node as usize].unwrap_or(0);
                let (mut waiting, mut chosen) = (waiting.clone(), chosen.clone());
                waiting.push(edge.node);
                chosen.extend(edge.option);
                // The bound contains the least cost of this node; the edge puts its own in the
                // place of it.
                heap.push(Reverse((cost - here + step + below, waiting, chosen)));
            }
        }
        found
    }

    /// The least cost of a solution of each node, if it has any.
    fn least(&self, problem: &Problem) -> Vec<Option<i64>> {
        let mut least: Vec<Option<i64>> = Vec::with_capacity(self.kinds.len());
        for (_, kind, edges) in self.nodes() {
            let mut costs = edges.iter().map(|edge| {
                let step = edge.option.map_or(0, |option| problem.cost(option));
                least[edge.node as usize].map(|below| step + below)
            });
            let cost = match kind {
                NodeKind::Sum => costs.flatten().min(),
                NodeKind::Product => costs.try_fold(0, |sum, cost| Some(sum + cost?)),
            };
            least.push(cost);
        }
        least
    }

    /// Counts the solutions of each cost. `problem` is the problem of the diagram. O(edges x number
    /// of costs); where independent parts meet, O(number of costs squared).
    #[must_use]
    pub fn count_by_cost(&self, problem: &Problem) -> BTreeMap<i64, Count> {
        let mut tables: Vec<BTreeMap<i64, BigUint>> = Vec::with_capacity(self.kinds.len());
        for (_, kind, edges) in self.nodes() {
            let mut table = BTreeMap::new();
            if kind == NodeKind::Product {
                table.insert(0, BigUint::from(1_u32));
            }
            for edge in edges {
                let step = edge.option.map_or(0, |option| problem.cost(option));
                let below = &tables[edge.node as usize];
                if kind == NodeKind::Sum {
                    for (cost, count) in below {
                        *table.entry(step + cost).or_default() += count;
                    }
                } else {
                    let before = std::mem::take(&mut table);
                    for (cost, count) in &before {
                        for (more, times) in below {
                            *table.entry(cost + more).or_default() += count * times;
                        }
                    }
                }
            }
            tables.push(table);
        }
        let root = tables.swap_remove(self.root as usize);
        root.into_iter()
            .map(|(cost, count)| (cost, Count::from(count)))
            .collect()
    }
}
