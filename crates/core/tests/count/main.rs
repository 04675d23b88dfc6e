//! Counts, diagrams and estimates, against references that share no code with them.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test may panic"
)]

#[path = "../support/case.rs"]
#[allow(dead_code, reason = "shared with other tests")]
mod case;
#[path = "../../../../examples/puzzles/mod.rs"]
mod puzzles;

mod diagram;
mod estimate;
mod grids;
mod large;
mod small;
mod symmetry;
