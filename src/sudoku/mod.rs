//! Sudoku on top of the public API.

pub mod grid;

pub use grid::{Clash, Grid, GridError};
