//! What a team is to do.

use crate::ask::{Budget, Question, Threads};
use crate::solver::Solver;
use crate::solver::engines::Role;

/// What a team does with solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solver) enum Wanted {
    /// Counts them, up to this number.
    Number(u64),
    /// Passes them to the caller, in the order of the walk.
    Solutions,
    /// Ranks them by cost.
    Cheapest,
}

/// What a team is to do.
pub(in crate::solver) struct Plan<'p> {
    pub(in crate::solver) solver: &'p Solver,
    pub(in crate::solver) question: &'p Question,
    pub(in crate::solver) role: Role,
    pub(in crate::solver) wanted: Wanted,
    pub(in crate::solver) budget: &'p Budget,
    /// The number of nodes between two checks of the clock.
    pub(in crate::solver) interval: u64,
    pub(in crate::solver) threads: &'p Threads,
}
