//! The solutions that were found: both walks find the same ones, and each is returned once.

use crate::problem::OptionId;

/// What is known about the solutions that were found.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownSolutions {
    /// The number of solutions that were returned.
    pub(super) count: u64,
    /// The solutions that one walk has found and the other one, which is not at its end, has not.
    pub(super) known: Vec<Known>,
    /// Whether `known` has the last solution that was returned.
    pub(super) is_last_known: bool,
}

/// A solution that one of the walks has found.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// In ascending order.
    pub(super) options: Vec<OptionId>,
    pub(super) is_of_second: bool,
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

    /// Whether this solution is known. Then both walks have found it now, and it is forgotten.
    pub(super) fn forget(&mut self, options: &[OptionId]) -> bool {
        let mut known = self.known.iter();
        let place = known.position(|known| known.options == options);
        if let Some(place) = place {
            self.known.swap_remove(place);
        }
        place.is_some()
    }

    /// Keeps the solutions of one walk: the other one goes on alone, and is to pass over them.
    pub(super) fn keep_those_of(&mut self, is_second: bool) {
        self.known.retain(|known| known.is_of_second == is_second);
    }
}
