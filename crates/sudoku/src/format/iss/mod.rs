//! The text of Interactive Sudoku Solver: `.Cage~17~R1C1~R1C2.~R5C5_3`, one puzzle a line.
//!
//! ```text
//! read    from a text to a puzzle, with the rules for the whole board
//! rules   rules about cells
//! outline the size and the regions
//! cells   the names of cells, rows and columns
//! machine packed state machines and tables of pairs
//! parts   the parts of a text
//! table   all parts, and what they stand for
//! head    what stands in a part before its cells; body, the cells: both read and written
//! killer  other text, that has cages only
//! lines   texts on several lines
//! write   from a puzzle to a text; write_rules, its rules about cells
//! ```

mod body;
mod cells;
mod head;
mod killer;
mod lines;
mod machine;
mod outline;
mod parts;
mod read;
mod rules;
mod table;
mod write;
mod write_rules;

use super::error::PuzzleError;
use super::puzzle::Puzzle;
use killer::is_killer;

pub(super) use lines::{Between, Lines, Next};
pub(super) use write::write;

/// Whether a text is ISS text or killer text. A board with blanks also begins with a dot, but has
/// no names.
pub(super) fn is_iss(text: &str) -> bool {
    is_killer(text) || lines::is_iss(text)
}

/// Reads a puzzle.
pub(super) fn read(text: &str) -> Result<Puzzle, PuzzleError> {
    match is_killer(text) {
        true => killer::read(text),
        false => lines::joined(text, read::read),
    }
}
