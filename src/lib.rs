//! Exact cover, solved.

pub mod naive;
pub mod problem;
pub mod sudoku;
