//! Puzzles of any rules as text: reading and writing.
//!
//! ```text
//! convert    Puzzle::read and Puzzle::write
//! iss        the text of Interactive Sudoku Solver
//! json       our own JSON
//! fpuzzles   the JSON of f-puzzles
//! sudokupad  the JSON of SudokuPad
//! link, lz   links that hold one of the two
//! elsewhere  links that hold a puzzle in another form
//! table      what the words of a format stand for
//! tree       JSON with the place of each value
//! draft      a puzzle that is being read
//! records    where the puzzles of a text begin and end
//! puzzle, kind, error, marks, regions, solution, cell
//! ```

mod cell;
mod convert;
mod draft;
mod elsewhere;
mod error;
mod fpuzzles;
mod iss;
mod json;
mod kind;
mod link;
mod lz;
mod marks;
mod puzzle;
mod records;
mod regions;
mod solution;
mod sudokupad;
mod table;
mod tree;

pub use error::{PuzzleError, PuzzleReason};
pub use kind::PuzzleFormat;
pub use puzzle::Puzzle;
pub use records::{begins_with_puzzle, puzzle_length, whole_puzzle_length};
