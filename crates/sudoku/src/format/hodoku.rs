//! The library line of HoDoKu and that of Susser: a classic board, and candidates that are removed.
//!
//! ```text
//! :0000:x:53..7+4...[to 81 cells]:112 212:412::
//! 53..7+4...[to 81 cells]:112 212
//! ```
//!
//! The first fields of HoDoKu name a technique. Then follow the cells, those with a plus placed by
//! a solver, and the removed candidates: value, row, column. What the technique would remove next
//! follows from the rest, and is not read.

use super::draft::Draft;
use super::error::{PuzzleError, PuzzleReason};
use super::line;
use super::marks;
use super::puzzle::Puzzle;
use crate::shape::Outline;
use quadrille_core::text::quantity;

const FORMAT: &str = "a HoDoKu line";
const CELLS: usize = 81;

/// The fields of a line, each with its place: the cells and the removed candidates.
fn fields(text: &str) -> Option<[(usize, &str); 2]> {
    let mut at = 0;
    let fields: Vec<(usize, &str)> = text
        .split(':')
        .map(|field| {
            let start = at;
            at += field.len() + 1;
            (start, field)
        })
        .collect();
    match fields[..] {
        [(_, before), _, _, board, ref rest @ ..] if before.trim().is_empty() => {
            Some([board, *rest.first().unwrap_or(&(text.len(), ""))])
        }
        [board, removed, ..] => Some([board, removed]),
        _ => None,
    }
}

/// Whether a text is such a line: it has cells, and the short form also removed candidates.
pub(super) fn is_line(text: &str) -> bool {
    let Some([(start, board), (_, removed)]) = fields(text) else {
        return false;
    };
    let is_cell = |c: char| c.is_ascii_digit() || matches!(c, '.' | '+');
    let is_board = || board.trim().chars().all(is_cell) && board.len() >= CELLS;
    let mut words = removed.split_whitespace().peekable();
    let is_short = |word: &str| word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_digit());
    let has_removed = words.peek().is_some() && words.all(is_short);
    is_board() && (start > 0 || has_removed)
}

/// Reads a puzzle.
pub(super) fn read(text: &str) -> Result<Puzzle, PuzzleError> {
    let fail = |why: String, at: usize, length: usize| {
        let format = FORMAT;
        PuzzleReason::Format { format, why }.at(at..at + length)
    };
    let Some([(start, board), (place, removed)]) = fields(text) else {
        let why = "expected a colon between the cells and the removed candidates";
        return Err(fail(why.to_owned(), 0, text.len()));
    };
    let mut draft = Draft::new(Outline::square(9), &(start..start + board.len()))?;
    let (mut cell, mut placed, mut is_placed) = (0, 0, false);
    for (at, c) in board.char_indices().filter(|(_, c)| !c.is_whitespace()) {
        match (c, c.to_digit(10)) {
            ('+', _) if !is_placed => {
                is_placed = true;
                continue;
            }
            (_, Some(value @ 1..)) if cell < CELLS => {
                draft.restrict(cell, 1 << (value - 1));
                placed += usize::from(is_placed);
            }
            ('0' | '.', _) if !is_placed => {}
            (_, Some(_)) if cell >= CELLS => {}
            _ => {
                let why = format!("{c:?} is not a digit or a blank (0 .)");
                return Err(fail(why, start + at, c.len_utf8()));
            }
        }
        is_placed = false;
        cell += 1;
    }
    if cell != CELLS {
        let why = format!("{}, expected {CELLS}", quantity(cell, "cell"));
        return Err(fail(why, start, board.len()));
    }
    let mut notes = Vec::new();
    if placed > 0 {
        let values = quantity(placed, "placed value");
        notes.push(format!("{values} (with a plus) taken as given"));
    }
    let mut rest = removed;
    while let Some(first) = rest.find(|c: char| !c.is_whitespace()) {
        rest = &rest[first..];
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let word = &rest[..end];
        let at = place + removed.len() - rest.len();
        let digits: Option<Vec<usize>> = word.chars().map(digit).collect();
        let Some(&[value, row, column]) = digits.as_deref() else {
            let why = format!("{word:?} is not a candidate: value, row and column, such as 112");
            return Err(fail(why, at, word.len()));
        };
        draft.restrict(9 * row + column, ((1 << 9) - 1) & !(1 << value));
        rest = &rest[end..];
    }
    let puzzle = draft.finish()?;
    notes.extend(dead_cell(&puzzle).map(|cell| {
        let name = puzzle.shape.name(cell);
        format!("{name} has no candidate left, so there is no solution")
    }));
    Ok(Puzzle { notes, ..puzzle })
}

/// A digit from 1, counted from 0.
fn digit(c: char) -> Option<usize> {
    (c.to_digit(10)? as usize).checked_sub(1)
}

/// A blank cell whose candidates are all removed or given in its row, column or box.
fn dead_cell(puzzle: &Puzzle) -> Option<usize> {
    let marks = puzzle.board.marks()?;
    let mut blanks = (0..CELLS).filter(|&cell| puzzle.board.get(cell).is_none());
    blanks.find(|&cell| {
        let units = puzzle.shape.units();
        let of_cell = units.filter(|unit| unit.cells().contains(&cell));
        let others = of_cell.flat_map(|unit| unit.cells().iter());
        let given = others.filter_map(|&other| puzzle.board.get(other));
        given.fold(marks[cell], |left, value| left & !(1 << (value - 1))) == 0
    })
}

/// Writes a puzzle.
///
/// # Errors
/// [`PuzzleReason::Unwritable`] for all but a classic board.
pub(super) fn write(puzzle: &Puzzle) -> Result<String, PuzzleError> {
    line::only_usual(puzzle, FORMAT)?;
    if puzzle.shape.cell_count() != CELLS {
        return Err(PuzzleReason::unwritable(FORMAT, "a board of another size"));
    }
    let mut removed = Vec::new();
    for (cell, values) in marks::known(&puzzle.board, 9) {
        if puzzle.board.get(cell).is_none() {
            let (row, column) = (cell / 9 + 1, cell % 9 + 1);
            let gone = (0..9).filter(|value| !values.contains(value));
            removed.extend(gone.map(|value| format!("{}{row}{column}", value + 1)));
        }
    }
    let board = puzzle.shape.line(&puzzle.board);
    Ok(format!(":0000:x:{board}:{}:::", removed.join(" ")))
}
