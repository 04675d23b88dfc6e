//! What was found in a part of a search.

use quadrille_core::{Costed, PartState};
use quadrille_core::{Count, Want};

/// What was found in a part of a search.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Subtotal {
    /// The number of solutions. If the question is `best`, the number of those with the best cost.
    pub count: Count,
    /// The best solutions, in order; empty if the question is not `best`. Solutions may be absent
    /// that are worse than the requested number of solutions found elsewhere.
    pub best: Vec<Costed>,
}

impl Subtotal {
    pub(super) fn of_part(state: &PartState) -> Self {
        match &state.best {
            None => Self::from(state.solutions.clone()),
            Some(best) => Self {
                count: best.ties.clone(),
                best: best.solutions.clone(),
            },
        }
    }

    /// Returns the best cost.
    #[must_use]
    pub fn cost(&self) -> Option<i64> {
        self.best.first().map(|first| first.cost)
    }

    /// Returns the best cost.
    #[deprecated(since = "0.2.0", note = "renamed to `cost`")]
    #[must_use]
    pub fn least(&self) -> Option<i64> {
        self.cost()
    }

    /// The worst cost of solutions that are of interest, if `k` are wanted.
    pub(super) fn ceiling(&self, k: usize) -> Option<i64> {
        self.best.get(k.checked_sub(1)?).map(|last| last.cost)
    }

    /// Adds what was found in another part.
    pub(super) fn add(&mut self, other: &Self, want: Want) {
        let Want::Best(k, sense) = want else {
            self.count += &other.count;
            return;
        };
        let Some(theirs) = other.cost() else {
            return;
        };
        match self.cost() {
            Some(mine) if sense.loss(mine) < sense.loss(theirs) => {}
            Some(mine) if mine == theirs => self.count += &other.count,
            _ => self.count = other.count.clone(),
        }
        self.best.extend_from_slice(&other.best);
        let rank = |found: &Costed| (sense.loss(found.cost), found.solution.clone());
        self.best.sort_by_cached_key(rank);
        self.best.dedup();
        self.best.truncate(k);
    }

    /// Returns whether two results of the same part can both be right.
    pub(super) fn agrees(&self, other: &Self) -> bool {
        let is_unknown = |found: &Self| found.best.is_empty();
        match self.best.len().max(other.best.len()) {
            0 => self.count == other.count,
            // One of the searches knew better solutions of other parts.
            _ if is_unknown(self) || is_unknown(other) => true,
            _ => (self.cost(), &self.count) == (other.cost(), &other.count),
        }
    }

    /// Returns whether a part cannot have found this if the whole has found `whole`.
    pub(super) fn exceeds(&self, whole: &Self, want: Want) -> bool {
        let loss = |cost| match want {
            Want::Best(_, sense) => sense.loss(cost),
            _ => cost,
        };
        match (self.cost(), whole.cost()) {
            (Some(cost), Some(of_whole)) if cost != of_whole => loss(cost) < loss(of_whole),
            (Some(_), None) => false,
            _ => self.count > whole.count,
        }
    }
}

impl From<Count> for Subtotal {
    fn from(count: Count) -> Self {
        Self {
            count,
            best: Vec::new(),
        }
    }
}
