//! Exact cover, solved.

pub mod naive;
pub mod problem;
pub mod sudoku;
pub mod text;

pub use problem::{BuildError, Builder, ItemId, Note, OptionId, Problem, Use};
