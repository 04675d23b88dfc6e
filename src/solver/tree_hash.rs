//! Hashes of search trees. A [position](crate::Position) is valid in one tree only, and its hash
//! identifies that tree.

use super::Solver;
use crate::ask::Assumptions;
use crate::problem::OptionId;

/// The hash FNV-1a, with numbers in place of bytes. It must be the same on all machines.
#[derive(Clone, Copy, Debug)]
struct TreeHash(u64);

impl TreeHash {
    const START: Self = Self(0xcbf2_9ce4_8422_2325);
    const PRIME: u64 = 0x0000_0100_0000_01b3;

    fn add(&mut self, number: usize) {
        self.0 = (self.0 ^ number as u64).wrapping_mul(Self::PRIME);
        // Mix the high bits into the low bits.
        self.0 ^= self.0 >> 32;
    }

    fn add_options(&mut self, options: &[OptionId]) {
        self.add(options.len());
        options.iter().for_each(|option| self.add(option.index()));
    }
}

impl Solver {
    /// The hash of the search tree under these assumptions, in natural order. It covers the problem
    /// without names and costs, the layout of the engine, the version of this crate, and the
    /// assumptions. O(size of the problem) for the first call, then O(number of assumptions).
    pub(super) fn tree_hash(&self, assumptions: &Assumptions) -> u64 {
        let mut hash = TreeHash(*self.0.hash.get_or_init(|| self.problem_hash().0));
        hash.add_options(&assumptions.forced());
        hash.add_options(&assumptions.forbidden());
        hash.0
    }

    fn problem_hash(&self) -> TreeHash {
        let mut hash = TreeHash::START;
        for text in [env!("CARGO_PKG_VERSION"), &self.0.choice.tree] {
            hash.add(text.len());
            text.bytes().for_each(|byte| hash.add(byte.into()));
        }
        let problem = self.problem();
        hash.add(problem.item_count());
        for item in problem.items() {
            let (low, high) = match problem.multiplicity(item) {
                Some(times) => times.into_inner(),
                // A secondary item. No multiplicity has these bounds.
                None => (1, 0),
            };
            hash.add(low as usize);
            hash.add(high as usize);
        }
        hash.add(problem.option_count());
        for option in problem.options() {
            let uses = problem.uses_of(option);
            hash.add(uses.len());
            for (item, colour) in uses {
                hash.add(item.index());
                hash.add(colour.map_or(0, |colour| colour.code() as usize));
            }
        }
        hash
    }
}
