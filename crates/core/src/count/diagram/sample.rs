//! Random solutions.

use std::iter::FusedIterator;

use num_bigint::BigUint;
use rand::{RngCore, SeedableRng};
use rand_pcg::Pcg64;

use super::Diagram;
use crate::ask::Count;
use crate::solver::Solution;
use crate::states::fold::NodeKind;

/// An endless iterator over random solutions of a [`Diagram`]: see [`Diagram::sampler`].
#[derive(Clone, Debug)]
pub struct Sampler<'d> {
    diagram: &'d Diagram,
    random: Pcg64,
}

impl Diagram {
    /// Returns an endless iterator over random solutions. Every solution has the same probability,
    /// and the draws are independent. It is empty if there is no solution. The same seed gives the
    /// same sequence on every machine.
    ///
    /// A solution costs O(edges of the nodes on its path).
    ///
    /// ```
    /// # use quadrille::{Problem, Solver};
    /// # let solver = Solver::new(Problem::builder().build());
    /// let diagram = solver.search().diagram().value.expect("no limit was set");
    /// let five: Vec<_> = diagram.sampler(7).take(5).collect();
    /// # assert_eq!(five.len(), 5);
    /// ```
    #[must_use]
    pub fn sampler(&self, seed: u64) -> Sampler<'_> {
        Sampler {
            diagram: self,
            random: Pcg64::seed_from_u64(seed),
        }
    }
}

impl Iterator for Sampler<'_> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        let (diagram, root) = (self.diagram, self.diagram.root as usize);
        if diagram.counts[root].is_zero() {
            return None;
        }
        let mut chosen = Vec::new();
        // The nodes still to visit, each with a random number below its count. The parts of a
        // product are independent, so each of them draws its own number.
        let mut waiting = vec![(root, None)];
        while let Some((node, number)) = waiting.pop() {
            match diagram.kinds[node] {
                NodeKind::Sum => {
                    let count = &diagram.counts[node];
                    let number = number.unwrap_or_else(|| below(count, &mut self.random));
                    if let Some((edge, number)) = diagram.choose(node, number) {
                        chosen.extend(edge.option);
                        waiting.push((edge.node as usize, Some(number)));
                    }
                }
                NodeKind::Product => {
                    let parts = diagram.edges_of(node).iter().rev();
                    waiting.extend(parts.map(|edge| (edge.node as usize, None)));
                }
            }
        }
        Some(Solution::new(&chosen))
    }
}

impl FusedIterator for Sampler<'_> {}

/// Draws a uniform random number below a count that is not 0: draws as many binary digits as the
/// count has until the number is below it, at most twice on average.
fn below(count: &Count, random: &mut Pcg64) -> Count {
    let bits = count.bits();
    let mut digits = vec![0_u32; bits.div_ceil(32) as usize];
    loop {
        digits
            .iter_mut()
            .for_each(|digit| *digit = random.next_u32());
        // Digits beyond the length of the count would nearly always be too large.
        if let Some(last) = digits.last_mut() {
            *last >>= (32 - bits % 32) % 32;
        }
        let number = Count::from(BigUint::from_slice(&digits));
        if number < *count {
            return number;
        }
    }
}
