//! Counting beyond walking: states, diagrams, random solutions, estimates.
//!
//! A walk visits every solution, so that its time grows with their number. Here a state that was
//! met before is looked up instead, and independent parts of a state are counted apart and
//! multiplied: the 2,444,888,770,250,892,795,802,079,170,816 tilings of a 16 x 16 board with
//! dominoes take a twentieth of a second.
//!
//! * [`Search::count`](crate::Search::count) counts by a walk, by a `sweep`, or by a `fold`: in a
//!   `race`, each in turn, ever longer, until one is done.
//! * A [`Diagram`] is all solutions as a value: indexed, sampled, restricted, written down. The
//!   fold builds it, too.
//! * [`Search::estimate`](crate::Search::estimate) forecasts a walk by random probes.
//!
//! One word for each thing: *memory* is bytes; the *memo* is the table of states of a fold; a *table*
//! holds the states of one level of a sweep; a *rival* is a sweep or a fold in its race with the walk.
//! `layout` says how a `state` of a problem is written in bits.
//!
//! All solutions are counted in the types of `number`, which cannot wrap. Everything that is laid out
//! is polled by a meter and charged to [`Limits::memory`](crate::Limits::memory).

mod diagram;
mod estimate;
mod fold;
mod layout;
mod progress;
mod questions;
mod race;
mod state;
mod sweep;
#[cfg(test)]
mod tests;

pub use diagram::{Diagram, DiagramError, Named, Sampler};
pub use estimate::{Estimate, Interval};
