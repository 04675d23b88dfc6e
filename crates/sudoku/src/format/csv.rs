//! A row of a spreadsheet with a field for each cell of a usual board: `5,3,,,7,...`.

use super::error::{PuzzleError, PuzzleReason};
use super::kind::PuzzleFormat;
use super::line;
use super::puzzle::Puzzle;
use super::written::{Written, only_givens, only_usual};
use crate::alphabet::LARGEST_SIDE;
use crate::shape::Outline;

fn fields(text: &str) -> impl Iterator<Item = &str> {
    text.trim_end_matches(['\n', '\r'])
        .split(',')
        .map(str::trim)
}

/// The value of a field, 0 for a blank.
fn value(field: &str, side: usize) -> Option<u8> {
    match field.trim_matches('"') {
        "" | "." | "-" | "_" | "?" => Some(0),
        field => field
            .parse()
            .ok()
            .filter(|&value: &u8| usize::from(value) <= side),
    }
}

/// Whether a text is such a row. Shorter ones can be the row of a board.
pub(super) fn is_row(text: &str) -> bool {
    let count = fields(text).count();
    let side = line::side(count).filter(|_| count > LARGEST_SIDE);
    side.is_some_and(|side| fields(text).all(|field| value(field, side).is_some()))
}

/// Reads a puzzle.
pub(super) fn read(text: &str) -> Result<Puzzle, PuzzleError> {
    let fail =
        |why: String, at: &str| PuzzleReason::not_in(PuzzleFormat::Csv.title(), why, (text, at));
    let count = fields(text).count();
    let Some(side) = line::side(count) else {
        let why = format!("{count} fields, expected one for each cell, such as 81");
        return Err(fail(why, text));
    };
    let mut cells = Vec::new();
    for field in fields(text) {
        let Some(value) = value(field, side) else {
            let why = format!("{field:?} is not a number from 1 to {side} or a blank");
            return Err(fail(why, field));
        };
        cells.push(value);
    }
    let board = line::board(&Outline::square(side), cells);
    board.ok_or_else(|| fail("no board".to_owned(), text))
}

/// Writes a puzzle.
///
/// # Errors
/// More than the values of a usual board.
pub(super) fn write(puzzle: &Puzzle) -> Written {
    only_usual(&puzzle.shape)?;
    only_givens(puzzle)?;
    if puzzle.board.cells().len() <= LARGEST_SIDE {
        return Err("a board of fewer than 7 rows".to_owned());
    }
    let field = |&value: &u8| match value {
        0 => String::new(),
        value => value.to_string(),
    };
    let fields: Vec<String> = puzzle.board.cells().iter().map(field).collect();
    Ok(fields.join(","))
}
