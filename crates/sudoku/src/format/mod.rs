//! Puzzles of any rules as text: reading and writing.
//!
//! ```text
//! convert    Puzzle::read and Puzzle::write
//! iss        the text of Interactive Sudoku Solver
//! json       our own JSON
//! fpuzzles   the JSON of f-puzzles
//! sudokupad  the JSON of SudokuPad
//! drawing    which of the two JSON is
//! penpa      links of penpa-edit
//! link       links that hold a puzzle in any form; lz, puzz_link
//! hodoku, tatham, xml, csv  short forms of other programs
//! line       a board as one line of cells
//! table      what the words of a format stand for
//! tree       JSON with the place of each value
//! draft      a puzzle that is being read
//! written    what formats have no way to write
//! records    where the puzzles of a text begin and end
//! puzzle, kind, error, marks, arrow, solution, cell
//! ```

mod arrow;
mod cell;
mod convert;
mod csv;
mod draft;
mod drawing;
mod error;
mod fpuzzles;
mod hodoku;
mod iss;
mod json;
mod kind;
mod line;
mod link;
mod lz;
mod marks;
mod penpa;
mod puzz_link;
mod puzzle;
mod records;
mod solution;
mod sudokupad;
mod table;
mod tatham;
mod tree;
mod written;
mod xml;

pub use error::{PuzzleError, PuzzleReason};
pub use kind::PuzzleFormat;
pub use puzzle::Puzzle;
pub(crate) use records::{After, Extent, broken_length, extent};
