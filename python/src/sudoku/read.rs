//! Boards from text.

use pyo3::prelude::*;
use quadrille::CancelToken;
use quadrille::sudoku::text::{
    BoardError, Content, Reader, Record, begins_with_own_shape, drawn_shape, guess_side,
};
use quadrille::sudoku::{Puzzle, Shape};

use super::BoardCore;
use super::compiled::Compiled;
use super::shape::bad_shape;
use crate::failure::{self, Details};
use crate::wait::wait;

/// What is wrong with a board, in words.
pub(super) struct Wrong {
    what: String,
    place: (usize, usize),
    excerpt: Option<String>,
    help: Option<String>,
}

impl Wrong {
    /// A board in a text.
    fn board(record: &Record, error: &BoardError) -> Self {
        Self {
            what: error.reason.to_string(),
            place: (
                usize::try_from(error.line).unwrap_or(usize::MAX),
                error.column,
            ),
            excerpt: failure::shown(&record.excerpt(error)),
            help: error.reason.help().map(Into::into),
        }
    }

    pub(super) fn into_error(self, py: Python<'_>, file: Option<&str>) -> PyErr {
        let details = Details {
            file,
            place: Some(self.place),
            excerpt: self.excerpt,
            help: self.help,
        };
        failure::bad(py, self.what, details)
    }
}

/// Reads all boards of a text, in any format. An invalid board is an exception in its place.
#[pyfunction]
#[pyo3(signature = (text, shape=None, file=None))]
pub(crate) fn read_boards(
    py: Python<'_>,
    text: &[u8],
    shape: Option<&str>,
    file: Option<&str>,
) -> PyResult<Vec<Py<PyAny>>> {
    let named = match shape {
        Some(words) => {
            let side = if Shape::has_size(words) {
                None
            } else {
                guess_side(text, true)
            };
            let shape = Shape::from_text(words, side.unwrap_or(Shape::CLASSIC_SIDE));
            Some(shape.map_err(|error| bad_shape(py, words, &error))?)
        }
        None => None,
    };
    let text = text.to_vec();
    let read = wait(py, &CancelToken::new(), None, move || boards(&text, named))?;
    let found = read.into_iter().map(|board| match board {
        Ok(board) => Py::new(py, board).map(Py::into_any),
        Err(wrong) => Ok(wrong.into_error(py, file).into_value(py).into_any()),
    });
    found.collect()
}

/// The boards of a text. What the text shows of their shape counts if no shape is named.
pub(super) fn boards(text: &[u8], named: Option<Shape>) -> Vec<Result<BoardCore, Wrong>> {
    let is_open = named.is_none() && begins_with_own_shape(text);
    let shape = named.unwrap_or_else(|| {
        if is_open {
            return Shape::classic();
        }
        let drawn = drawn_shape(text);
        let drawn = drawn.and_then(|drawn| Shape::from_text(&drawn, Shape::CLASSIC_SIDE).ok());
        let of_size = || guess_side(text, true).and_then(Shape::with_side);
        drawn.or_else(of_size).unwrap_or_default()
    });
    let compiled = Compiled::of(&shape);
    let mut reader = Reader::of(shape.clone(), text).lenient().patient();
    if is_open {
        reader = reader.of_any_size();
    }
    let (mut record, mut boards) = (Record::new(), Vec::new());
    // A text in memory cannot fail.
    while let Ok(true) = reader.next_record(&mut record) {
        let puzzle = record.take_puzzle();
        match (record.content(), puzzle) {
            (Content::Board(_), Some(own)) => boards.push(Ok(BoardCore::new(own.0))),
            (Content::Board(grid), None) => {
                let puzzle = Puzzle::new(shape.clone(), grid.clone());
                boards.push(Ok(BoardCore::compiled(puzzle, &compiled)));
            }
            (Content::Bad(error), _) => boards.push(Err(Wrong::board(&record, error))),
            _ => {}
        }
    }
    boards
}
