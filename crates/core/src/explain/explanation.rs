//! What is found: a solution, or why there is none.

use crate::colouring::Colouring;
use crate::problem::{ItemId, OptionId};
use crate::reduce::NoCover;
use crate::solver::Solution;

/// The value of the answer to [`explain`](super::explain).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[cfg_attr(feature = "json", serde(rename_all = "lowercase"))]
pub enum Explanation {
    /// The problem has a solution: this one.
    Cover(Solution),
    /// The problem has no solution, because these items cannot be covered together.
    Conflict(Conflict),
    /// The problem has no solution, because of these weights of items.
    Colouring(Colouring),
    /// A limit stopped the search before it was known whether there is a solution.
    Unknown,
}

/// Primary items that no solution covers together, even if every other primary item may stay
/// uncovered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Conflict {
    /// The items, ascending.
    pub items: Vec<ItemId>,
    /// The forced options that are part of the conflict, ascending: no solution that uses all of
    /// them covers the items.
    pub options: Vec<OptionId>,
    /// The items that may not be needed, ascending, because a limit stopped the search before this
    /// was known. Every other item is needed: without it, the rest can be covered together.
    pub undecided: Vec<ItemId>,
    /// The forced options that may not be needed, ascending.
    pub undecided_options: Vec<OptionId>,
    /// The proof that the items cannot be covered together, if the rules of
    /// [`reduce`](crate::reduce::reduce) find one without a search. Also `None` if the time limit
    /// or the cancel token stopped the search, or if forced options are part of the conflict.
    pub proof: Option<NoCover>,
}

impl Conflict {
    /// Returns whether all of the items and options are known to be needed.
    #[must_use]
    pub fn is_minimal(&self) -> bool {
        self.undecided.is_empty() && self.undecided_options.is_empty()
    }
}

/// The progress of [`explain_with`](super::explain_with).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplainProgress {
    /// The number of items and forced options in the smallest conflict so far.
    pub size: usize,
    /// The number of these that may turn out not to be needed.
    pub undecided: usize,
}
