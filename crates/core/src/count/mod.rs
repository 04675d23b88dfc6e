//! Counts solutions without visiting every one: sweeps, folds, diagrams, samples and estimates.
//!
//! A walk visits every solution, so its time grows with their number. The methods of this module
//! visit *states* instead, such as the set of items that are still uncovered. A state that occurs
//! again is looked up. Independent parts of a state are counted separately, and the counts are
//! multiplied. So the 2,444,888,770,250,892,795,802,079,170,816 tilings of a 16 x 16 board with
//! dominoes are counted in a twentieth of a second.
//!
//! * [`Search::count`](crate::Search::count) counts by a walk, a `sweep` or a `fold`. They take
//!   turns in a `race` until one of them is done.
//! * A [`Diagram`] is the set of all solutions as one value: it can be indexed, sampled, restricted
//!   and written to a file. The fold builds it.
//! * [`Search::estimate`](crate::Search::estimate) estimates the size of a walk from random probes.
//!
//! Words: the *memo* is the table of a fold, from states to numbers of solutions. A *table* stores
//! the states of one level of a sweep. The sweep and the fold are the *rivals* of the walk.
//! *Memory* always means bytes. The *layout* of a problem gives the bits of a state their meaning.
//!
//! No count can overflow: numbers are [`Count`](crate::Count)s, or words whose additions are
//! checked. Long work polls a meter, and large allocations count towards
//! [`Limits::memory`](crate::Limits::memory).

mod compile;
mod diagram;
pub(crate) mod estimate;
mod questions;
mod race;
#[cfg(test)]
mod tests;

pub use diagram::{Diagram, DiagramError, Named, Sampler};
pub use estimate::{Estimate, Interval};
