//! What a reader of a pasted text gives.

use std::ops::Range;

use crate::format::{Puzzle, PuzzleError, PuzzleReason};
use crate::grid::Grid;
use crate::shape::{Outline, Shape};

use super::board::Board;

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
    /// How the text writes each value, from the first: `A`, or `5.0`. Empty if there are no places.
    pub(crate) words: Vec<String>,
}

impl Pasted {
    /// A puzzle whose answer cannot be written in place, or what is wrong with it.
    pub(crate) fn apart(length: usize, puzzle: Result<Puzzle, PuzzleError>) -> Pasted {
        Pasted {
            length,
            puzzle,
            places: Vec::new(),
            words: Vec::new(),
        }
    }

    /// A board whose cells have their places.
    pub(super) fn in_place(length: usize, board: Board, note: Option<&str>) -> Pasted {
        let Board {
            side,
            values,
            places,
            words,
            ..
        } = board;
        let shape = Shape::outlined(&Outline::square(side), []);
        let puzzle = shape.map_err(|reason| PuzzleError {
            span: 0..length,
            reason: PuzzleReason::Shape(reason),
        });
        let puzzle = puzzle.map(|shape| {
            let mut puzzle = Puzzle::new(shape, Grid::new(values));
            puzzle.notes.extend(note.map(str::to_owned));
            puzzle
        });
        Pasted {
            length,
            puzzle,
            places,
            words,
        }
    }

    /// What came of reading a board.
    pub(super) fn of(
        length: usize,
        board: Result<Board, PuzzleError>,
        note: Option<&str>,
    ) -> Pasted {
        match board {
            Ok(board) => Pasted::in_place(length, board, note),
            Err(error) => Pasted::apart(length, Err(error)),
        }
    }
}

/// The error that some bytes of a part of the text are not what is expected there.
pub(super) fn error(span: Range<usize>, part: &str, text: &str, expected: &str) -> PuzzleError {
    let reason = PuzzleReason::Argument {
        rule: part.to_owned(),
        text: text.chars().take(40).collect(),
        expected: expected.to_owned(),
    };
    PuzzleError { span, reason }
}
