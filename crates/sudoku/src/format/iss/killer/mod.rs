//! Other text of killer sudokus that the website reads: with a number for each cell, and with an
//! arrow from each cell to the next of its cage.

mod long;
mod short;

use crate::format::error::PuzzleError;
use crate::format::puzzle::Puzzle;

/// Whether a text is of one of these kinds.
pub(super) fn is_killer(text: &str) -> bool {
    long::is_killer(text) || short::is_killer(text)
}

/// Reads a puzzle.
pub(super) fn read(text: &str) -> Result<Puzzle, PuzzleError> {
    match short::is_killer(text) {
        true => short::read(text),
        false => long::read(text),
    }
}
