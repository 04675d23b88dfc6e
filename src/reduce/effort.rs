//! How much work may still be done.

use crate::problem::Problem;

/// The most uses of items that the rules look at, as a multiple of the size of the problem; and
/// what is always few enough.
const MOST: u64 = 64;
const LITTLE: u64 = 1 << 26;

/// How many uses of items may still be looked at. Forcing is not charged: it looks at each use a
/// few times only.
pub(super) struct Effort(pub(super) u64);

impl Effort {
    pub(super) fn new(problem: &Problem) -> Self {
        Self(MOST.saturating_mul(problem.size() as u64).max(LITTLE))
    }

    pub(super) fn spend(&mut self, looks: u64) {
        self.0 = self.0.saturating_sub(looks);
    }

    /// Whether it was too much work, so that nothing more is looked for.
    pub(super) fn is_spent(&self) -> bool {
        self.0 == 0
    }
}
