//! Boards from text.

use pyo3::prelude::*;
use quadrille::CancelToken;
use quadrille::sudoku::text::{BoardError, Content, Reader, Record, drawn_shape, guess_side};
use quadrille::sudoku::{Puzzle, PuzzleError, Shape, begins_with_puzzle, puzzle_length};

use super::BoardCore;
use super::compiled::Compiled;
use super::shape::bad_shape;
use crate::failure::{self, Details};
use crate::wait::wait;

/// What is wrong with a board, in words.
struct Wrong {
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

    /// A puzzle with rules, which begins on a line.
    fn puzzle(text: &str, error: &PuzzleError, first_line: usize) -> Self {
        let start = error.span.start.min(text.len());
        let start = (0..=start).rev().find(|&at| text.is_char_boundary(at));
        let before = &text[..start.unwrap_or_default()];
        let column = before
            .rsplit('\n')
            .next()
            .map_or(0, |rest| rest.chars().count())
            + 1;
        Self {
            what: error.to_string(),
            place: (first_line + before.matches('\n').count(), column),
            excerpt: None,
            help: error.reason.help(),
        }
    }

    fn into_error(self, py: Python<'_>, file: Option<&str>) -> PyErr {
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
    let read = wait(py, &CancelToken::new(), None, move || {
        let plain = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
        match &named {
            None if begins_with_puzzle(plain) => puzzles(plain),
            _ => boards(&text, named),
        }
    })?;
    let found = read.into_iter().map(|board| match board {
        Ok(board) => Py::new(py, board).map(Py::into_any),
        Err(wrong) => Ok(wrong.into_error(py, file).into_value(py).into_any()),
    });
    found.collect()
}

/// The boards of a text. What the text shows of their shape counts if no shape is named.
fn boards(text: &[u8], named: Option<Shape>) -> Vec<Result<BoardCore, Wrong>> {
    let shape = named.unwrap_or_else(|| {
        let drawn = drawn_shape(text);
        let drawn = drawn.and_then(|drawn| Shape::from_text(&drawn, Shape::CLASSIC_SIDE).ok());
        let of_size = || guess_side(text, true).and_then(Shape::with_side);
        drawn.or_else(of_size).unwrap_or_default()
    });
    let compiled = Compiled::of(&shape);
    let mut reader = Reader::of(shape.clone(), text).lenient();
    let (mut record, mut boards) = (Record::new(), Vec::new());
    // A text in memory cannot fail.
    while let Ok(true) = reader.next_record(&mut record) {
        match record.content() {
            Content::Board(grid) => {
                let puzzle = Puzzle::new(shape.clone(), grid.clone());
                boards.push(Ok(BoardCore::compiled(puzzle, &compiled)));
            }
            Content::Bad(error) => boards.push(Err(Wrong::board(&record, error))),
            _ => {}
        }
    }
    boards
}

/// The puzzles with rules of a text.
fn puzzles(text: &[u8]) -> Vec<Result<BoardCore, Wrong>> {
    let (mut rest, mut line, mut puzzles) = (text, 1, Vec::new());
    while !rest.is_empty() {
        let (record, after) = rest.split_at(puzzle_length(rest));
        let text = String::from_utf8_lossy(record);
        let trimmed = text.trim();
        if !trimmed.is_empty() && !trimmed.starts_with('#') {
            let read = Puzzle::read(&text);
            puzzles.push(match read {
                Ok((puzzle, _)) => Ok(BoardCore::new(puzzle)),
                Err(error) => Err(Wrong::puzzle(&text, &error, line)),
            });
        }
        line += text.matches('\n').count();
        rest = after;
    }
    puzzles
}
