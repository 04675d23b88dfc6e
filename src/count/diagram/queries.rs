//! Counting, indexing, sampling.

use num_bigint::BigUint;
use rand::RngCore;

use super::Diagram;
use crate::count::branching::Kind;
use crate::problem::OptionId;
use crate::solver::{Count, Solution};

impl Diagram {
    /// How many solutions there are. O(1).
    #[must_use]
    pub fn count(&self) -> Count {
        Count::new(self.counts[self.root as usize].clone())
    }

    /// The solution with this number, counted from 0, in an order of the diagram's own; `None`
    /// where there are not so many. O(edges of the nodes on the way).
    #[must_use]
    pub fn nth(&self, number: &Count) -> Option<Solution> {
        let number = number.as_big();
        (*number < self.counts[self.root as usize]).then(|| self.at(number.clone()))
    }

    /// All solutions, in the order of [`nth`](Self::nth).
    pub fn iter(&self) -> impl Iterator<Item = Solution> + '_ {
        let mut next = BigUint::ZERO;
        std::iter::from_fn(move || {
            let more = next < self.counts[self.root as usize];
            more.then(|| {
                let solution = self.at(next.clone());
                next += 1_u32;
                solution
            })
        })
    }

    /// A random solution, each with the same probability; `None` if there is none. The same
    /// state of the generator gives the same solution on every machine.
    ///
    /// ```
    /// # use quadrille::{Problem, Solver, count::Counter};
    /// use rand::SeedableRng;
    ///
    /// # let solver = Solver::new(Problem::builder().build());
    /// let diagram = Counter::new(&solver).diagram()?.value.expect("no limit was set");
    /// let mut rng = rand_pcg::Pcg64::seed_from_u64(7);
    /// let solution = diagram.sample(&mut rng);
    /// # assert!(solution.is_some());
    /// # Ok::<(), quadrille::count::TooLarge>(())
    /// ```
    #[must_use]
    pub fn sample(&self, rng: &mut impl RngCore) -> Option<Solution> {
        let count = &self.counts[self.root as usize];
        if *count == BigUint::ZERO {
            return None;
        }
        // Numbers with as many digits as the count, until one is below it: two tries or less.
        let bits = count.bits();
        let mut digits = vec![0_u32; bits.div_ceil(32) as usize];
        loop {
            digits.iter_mut().for_each(|digit| *digit = rng.next_u32());
            if let Some(last) = digits.last_mut() {
                *last >>= (32 - bits % 32) % 32;
            }
            let number = BigUint::from_slice(&digits);
            if number < *count {
                return Some(self.at(number));
            }
        }
    }

    /// The solution with a number below the count.
    fn at(&self, number: BigUint) -> Solution {
        let mut chosen = Vec::new();
        let mut waiting = vec![(self.root as usize, number)];
        while let Some((node, mut number)) = waiting.pop() {
            for edge in self.edges_of(node) {
                let count = &self.counts[edge.node as usize];
                match self.kinds[node] {
                    Kind::Sum if number < *count => {
                        chosen.extend(edge.option);
                        waiting.push((edge.node as usize, number));
                        break;
                    }
                    Kind::Sum => number -= count,
                    Kind::Product => {
                        waiting.push((edge.node as usize, &number % count));
                        number /= count;
                    }
                }
            }
        }
        Solution::new(&chosen)
    }

    /// For each option of the problem, how many solutions hold it: an option with all of them is
    /// forced, one with none impossible. O(edges) sums and products.
    #[must_use]
    pub fn marginals(&self) -> Vec<Count> {
        let mut through = vec![BigUint::ZERO; self.options];
        // In how many ways a node is met from the root, and completed beside it.
        let mut ways = vec![BigUint::ZERO; self.kinds.len()];
        ways[self.root as usize] += 1_u32;
        for (node, kind, edges) in self.nodes().rev() {
            if ways[node] == BigUint::ZERO {
                continue;
            }
            let here = std::mem::take(&mut ways[node]);
            for edge in edges {
                let count = &self.counts[edge.node as usize];
                match kind {
                    Kind::Sum => {
                        if let Some(through) = edge.option.and_then(|o| through.get_mut(o.index()))
                        {
                            *through += &here * count;
                        }
                        ways[edge.node as usize] += &here;
                    }
                    Kind::Product => {
                        ways[edge.node as usize] += &here * &self.counts[node] / count;
                    }
                }
            }
        }
        through.into_iter().map(Count::new).collect()
    }

    /// The options that some solution holds, ascending.
    #[must_use]
    pub fn support(&self) -> Vec<OptionId> {
        let mut options: Vec<_> = self.edges.iter().filter_map(|edge| edge.option).collect();
        options.sort_unstable();
        options.dedup();
        options
    }
}
