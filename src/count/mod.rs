//! Counting beyond walking: memory, diagrams, random solutions, estimates.
//!
//! A walk visits every solution, so that its time grows with their number. Here a state that was
//! met before is looked up instead, and independent parts of a state are counted apart and
//! multiplied: the 2,444,888,770,250,892,795,802,079,170,816 tilings of a 16 x 16 board with
//! dominoes take a twentieth of a second.
//!
//! * [`Search::count`](crate::Search::count) counts by a walk, by a `sweep`, or by a `fold` with
//!   memory (`remembering`): in turn, ever longer, until one is done (`contest`).
//! * A [`Diagram`] is all solutions as a value: indexed, sampled, restricted, written down. The
//!   fold builds it, too.
//! * [`Search::estimate`](crate::Search::estimate) forecasts a walk by random probes.
//!
//! The parts of the fold: `layout` says how a state is written in bits, `branching` how a
//! state leads to smaller ones, on the `first` uncovered item or on the `smallest`; `memo` is
//! the memory; `tally` and the builder of the
//! `diagram` say what sums and products are made of; `memory` puts them together for states of
//! any size.
//!
//! All solutions are counted in the types of `number`, which cannot wrap. Everything that is laid out
//! is polled by a meter and charged to [`Limits::memory`](crate::Limits::memory).

mod branching;
mod contest;
mod diagram;
mod estimate;
mod first;
mod fold;
mod layout;
mod memo;
mod memory;
mod number;
mod questions;
mod remembering;
mod smallest;
mod sweep;
mod tally;
#[cfg(test)]
mod tests;

pub use diagram::{Diagram, DiagramError, Named, Sampler};
pub use estimate::{Estimate, Interval};
