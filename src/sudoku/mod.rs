//! Sudoku on top of the public API: boards are read, solved by forcing their givens in one
//! compiled problem, and written back in the shape in which they came.

mod check;
mod clash;
mod encode;
mod grid;
mod picture;
mod search;
mod shape;
pub mod text;

pub use check::Check;
pub use clash::Clash;
pub use grid::{Grid, GridError};
pub use search::{BoardSearch, Sudoku};
pub use shape::{Kind, LARGEST_SIDE, Shape, ShapeError, Unit};
