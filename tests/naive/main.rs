//! Tests of the references in `crates/core/tests/support/naive`: known counts, and comparisons with each other.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../crates/core/tests/support/naive/mod.rs"]
mod naive;

mod agree;
mod covers;
mod subsets;
mod sudoku;
