//! Hashes of search trees. A [position](crate::Position) is valid in one tree only, and its hash
//! identifies that tree.

use super::Solver;
use crate::ask::Assumptions;
use crate::problem::StableHash;

impl Solver {
    /// The hash of the search tree under these assumptions, in natural order. It covers the problem
    /// without names and costs, the layout of the engine, the version of this crate, and the
    /// assumptions. O(size of the problem) for the first call, then O(number of assumptions).
    pub(super) fn tree_hash(&self, assumptions: &Assumptions) -> u64 {
        let mut hash = StableHash(*self.0.hash.get_or_init(|| self.problem_hash().0));
        hash.add_options(&assumptions.forced());
        hash.add_options(&assumptions.forbidden());
        hash.0
    }

    fn problem_hash(&self) -> StableHash {
        let mut hash = StableHash::START;
        for text in [env!("CARGO_PKG_VERSION"), &self.0.choice.tree] {
            hash.add_bytes(text.as_bytes());
        }
        hash.add_structure(self.problem());
        hash
    }
}
