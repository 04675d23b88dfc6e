//! The orders in which steps are taken.

use quadrille_core::steps::{Deduction, Kind, Position, Search};

use super::items::Items;
use super::{public, usual};
use crate::compiled::Sudoku;

/// An order of steps, by what they cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// All techniques.
    Usual,
    /// The techniques of the public scale, which is defined for boards of the classic shape.
    Public,
}

impl Order {
    /// The order by which boards are rated.
    pub(super) fn of_rating(items: &Items) -> Self {
        match items.shape() == Sudoku::classic().shape() {
            true => Self::Public,
            false => Self::Usual,
        }
    }

    /// The searches for steps of some kinds.
    pub(super) fn searches(self, items: &Items, kinds: &[Kind]) -> Vec<Search> {
        let all = match self {
            Self::Usual => usual::searches(items),
            Self::Public => public::searches(items),
        };
        let is_allowed = |search: &Search| kinds.contains(&search.kind());
        all.into_iter().filter(is_allowed).collect()
    }

    /// What a deduction costs, in tenths; `None` if it must not be taken.
    pub(super) fn cost(
        self,
        items: &Items,
        position: Position<'_>,
        deduction: &Deduction,
    ) -> Option<u64> {
        match self {
            Self::Usual => Some(usual::cost(items, position, deduction)),
            Self::Public => public::cost(items, position, deduction),
        }
    }
}
