//! What a reader of a pasted text gives.

use std::ops::Range;

use super::board::Board;
use super::cages::puzzle;
use crate::format::{Puzzle, PuzzleError};

/// A board or puzzle that a text begins with.
#[derive(Debug)]
pub(crate) struct Pasted {
    /// The bytes of the text that belong to it: whole lines, line end included.
    pub(crate) length: usize,
    /// The puzzle, or what is wrong with it. Spans are bytes of the text.
    pub(crate) puzzle: Result<Puzzle, PuzzleError>,
    /// Where in the text each cell stands (bytes), ascending, if an answer can be written in place
    /// by replacing the text of blank cells; empty if not.
    pub(crate) places: Vec<Range<usize>>,
    /// Whether no answer can be written in place although there are places: those are for messages.
    pub(crate) is_apart: bool,
    /// How the text writes each value, from the first: `A`, or `5.0`. Empty if there are no places.
    pub(crate) words: Vec<String>,
}

impl Pasted {
    /// A puzzle whose answer cannot be written in place, or what is wrong with it.
    pub(crate) fn apart(length: usize, puzzle: Result<Puzzle, PuzzleError>) -> Pasted {
        let (places, words) = (Vec::new(), Vec::new());
        Pasted {
            length,
            puzzle,
            places,
            is_apart: false,
            words,
        }
    }

    /// A puzzle whose givens have their places.
    pub(super) fn in_place(
        length: usize,
        puzzle: Result<Puzzle, PuzzleError>,
        givens: Board,
    ) -> Pasted {
        let (places, words) = (givens.places, givens.words);
        Pasted {
            length,
            puzzle,
            places,
            is_apart: false,
            words,
        }
    }

    /// A board, or what is wrong with it.
    pub(super) fn of(length: usize, board: Result<Board, PuzzleError>) -> Pasted {
        match board {
            Ok(board) => {
                let puzzle = puzzle(board.side, Some(&board), None, Vec::new());
                Pasted::in_place(length, puzzle, board)
            }
            Err(error) => Pasted::apart(length, Err(error)),
        }
    }

    /// With a note about the reading that was taken.
    pub(super) fn noted(mut self, note: &str) -> Pasted {
        if let Ok(puzzle) = &mut self.puzzle {
            puzzle.notes.push(note.to_owned());
        }
        self
    }
}
