//! Counting beyond walking.
mod branching;
mod counter;
mod first;
mod fold;
mod layout;
mod memo;
mod memory;
mod number;
mod smallest;
mod tally;

pub use counter::{Counter, Method, Report};
