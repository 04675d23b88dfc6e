//! Counting by *states* instead of solutions: sweeps and folds.
//!
//! A state is what is left of a problem, such as the set of items that are still uncovered. States
//! that occur again are looked up. The [`layout`] of a problem gives the bits of a state their
//! meaning. The *memo* is the table of a `fold`; a *table* stores the states of one level of a
//! `sweep`. *Memory* always means bytes.
//!
//! Counts, diagrams and searches that need to know whether there is any solution use these methods.

pub(crate) mod fold;
pub(crate) mod layout;
pub(crate) mod packed;
pub(crate) mod progress;
mod quota;
pub(crate) mod state;
pub(crate) mod sweep;
