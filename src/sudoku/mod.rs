//! Sudoku on top of the public API: boards are read, solved by forcing their givens in one
//! compiled problem, and written back in the shape in which they came.

mod clash;
mod encode;
mod grid;
mod search;
pub mod text;

pub use clash::Clash;
pub use grid::{Grid, GridError};
pub use search::{BoardSearch, Sudoku};
