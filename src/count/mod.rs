//! Counting beyond walking.
mod branching;
mod counter;
mod diagram;
mod estimate;
mod first;
mod fold;
mod layout;
mod memo;
mod memory;
mod number;
mod smallest;
mod tally;

pub use counter::{Counter, Method, Report, TooLarge};
pub use diagram::{Diagram, NnfError};
pub use estimate::{Estimate, Interval, estimate};
