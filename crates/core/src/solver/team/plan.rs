//! What a team is to do.

use crate::ask::{Budget, Question, Threads};
use crate::solver::Solver;
use crate::solver::engines::Role;

/// What the caller needs of the solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solver) enum Goal {
    /// Their number.
    Count,
    /// The solutions themselves, in the order of the walk.
    List,
    /// The cheapest ones.
    Rank,
}

/// What a team is to do.
pub(in crate::solver) struct Plan<'p> {
    pub(in crate::solver) solver: &'p Solver,
    pub(in crate::solver) question: &'p Question,
    pub(in crate::solver) role: Role,
    pub(in crate::solver) goal: Goal,
    /// A count ends at this number of solutions.
    pub(in crate::solver) needed: u64,
    pub(in crate::solver) budget: &'p Budget,
    /// The number of nodes between two checks of the clock.
    pub(in crate::solver) interval: u64,
    /// Whether walks for the best solutions use the linear relaxation.
    pub(in crate::solver) relaxes: bool,
    /// The threads that help, if they are free; `None` if there must be only one.
    pub(in crate::solver) threads: Option<&'p Threads>,
}
