//! Tests of the references in `crates/core/tests/support/naive`: known counts, and comparisons with each other.

#[path = "../../crates/core/tests/support/naive/mod.rs"]
mod naive;

mod agree;
mod covers;
mod subsets;
mod sudoku;
