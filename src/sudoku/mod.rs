//! Sudoku on top of the public API.

pub mod grid;
pub mod text;

pub use grid::{Clash, Grid, GridError};
