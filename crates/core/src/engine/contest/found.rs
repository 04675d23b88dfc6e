//! The solutions that were found: all walks find the same ones, and each is returned once.

use crate::problem::OptionId;

/// What is known about the solutions that were found.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownSolutions {
    /// The number of solutions that were returned.
    pub(super) count: u64,
    /// The solutions that some walk has found and another one, which is not at its end, has not.
    pub(super) known: Vec<Known>,
    /// Whether `known` has the last solution that was returned.
    pub(super) is_last_known: bool,
}

/// A solution that some of the walks have found.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// In ascending order.
    pub(super) options: Vec<OptionId>,
    /// The contestants that have found it, as bits.
    pub(super) finders: u32,
}

impl KnownSolutions {
    /// Forgets the last solution that was returned: the walk will find it again.
    pub(super) fn put_back(&mut self) {
        self.count -= 1;
        if self.is_last_known {
            self.known.pop();
            self.is_last_known = false;
        }
    }

    /// Whether another contestant has found this solution before. If the finder is alone, the
    /// solution is forgotten; else one that joins later may still find it.
    pub(super) fn meet(&mut self, options: &[OptionId], finder: usize, is_alone: bool) -> bool {
        let mut known = self.known.iter();
        let Some(place) = known.position(|known| known.options == options) else {
            return false;
        };
        self.known[place].finders |= 1 << finder;
        if is_alone {
            self.known.swap_remove(place);
        }
        true
    }

    /// Keeps the solutions that one contestant has not found: it goes on alone, and is to pass over
    /// them.
    pub(super) fn keep_for(&mut self, who: usize) {
        self.known.retain(|known| known.finders & 1 << who == 0);
    }
}
