//! Sudoku on top of the public API: boards are read, solved by forcing their givens in one
//! compiled problem, and written back in the shape in which they came.

mod encode;
pub mod grid;
mod search;
pub mod text;

pub use grid::{Clash, Grid, GridError};
pub use search::{BoardSearch, Sudoku};
