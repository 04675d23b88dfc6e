//! The references in `tests/support/naive`: known counts, and one judged by another.

#[path = "../support/naive/mod.rs"]
mod naive;

mod agree;
mod covers;
mod subsets;
mod sudoku;
