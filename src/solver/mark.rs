//! Marks of trees. A [position](crate::Position) counts tries, which say nothing in another tree; its mark
//! tells one tree from another.

use super::Solver;
use crate::ask::Assumptions;
use crate::problem::OptionId;

/// A sum over numbers by which two trees differ: FNV-1a, a number in place of a byte.
#[derive(Clone, Copy, Debug)]
struct Mark(u64);

impl Mark {
    const START: Self = Self(0xcbf2_9ce4_8422_2325);
    const PRIME: u64 = 0x0000_0100_0000_01b3;

    fn add(&mut self, number: usize) {
        self.0 = (self.0 ^ number as u64).wrapping_mul(Self::PRIME);
        // High digits reach low ones.
        self.0 ^= self.0 >> 32;
    }

    fn add_options(&mut self, options: &[OptionId]) {
        self.add(options.len());
        options.iter().for_each(|option| self.add(option.index()));
    }
}

impl Solver {
    /// The mark of the tree that a walk under these assumptions goes through, in the natural order: of
    /// the problem without its names and costs, the layout of the engine, the version of this crate, and the
    /// assumptions. The same on every machine. O(size of the problem) the first time, then O(number of
    /// assumptions).
    pub(super) fn mark_of_tree(&self, assumptions: &Assumptions) -> u64 {
        let mut mark = Mark(*self.0.mark.get_or_init(|| self.mark().0));
        mark.add_options(&assumptions.forced());
        mark.add_options(&assumptions.forbidden());
        mark.0
    }

    fn mark(&self) -> Mark {
        let mut mark = Mark::START;
        for text in [env!("CARGO_PKG_VERSION"), &self.0.choice.tree] {
            mark.add(text.len());
            text.bytes().for_each(|byte| mark.add(byte.into()));
        }
        let problem = self.problem();
        mark.add(problem.item_count());
        for item in problem.items() {
            let (low, high) = match problem.multiplicity(item) {
                Some(times) => times.into_inner(),
                // Of a secondary item: no multiplicity has a low number above the high one.
                None => (1, 0),
            };
            mark.add(low as usize);
            mark.add(high as usize);
        }
        mark.add(problem.option_count());
        for option in problem.options() {
            let uses = problem.uses_of(option);
            mark.add(uses.len());
            for (item, colour) in uses {
                mark.add(item.index());
                mark.add(colour.map_or(0, |colour| colour.code() as usize));
            }
        }
        mark
    }
}
