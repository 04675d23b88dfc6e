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
use super::kind::PuzzleFormat;
use super::marks;
use super::puzzle::Puzzle;
use super::written::{Written, only_classic};
use crate::shape::Outline;
use quadrille_core::text::quantity;

const CELLS: usize = 81;

/// The fields of a line: the cells and the removed candidates.
fn fields(text: &str) -> Option<[&str; 2]> {
    let fields: Vec<&str> = text.split(':').collect();
    match fields[..] {
        [before, _, _, board, ref rest @ ..] if before.trim().is_empty() => {
            Some([board, rest.first().unwrap_or(&"")])
        }
        [board, removed, ..] => Some([board, removed]),
        _ => None,
    }
}

/// Whether a text is such a line: it has cells, and the short form also removed candidates.
pub(super) fn is_line(text: &str) -> bool {
    let Some([board, removed]) = fields(text) else {
        return false;
    };
    let is_cell = |c: char| c.is_ascii_digit() || matches!(c, '.' | '+');
    let is_board = |least: usize| board.len() >= least && board.trim().chars().all(is_cell);
    let is_short = |word: &str| word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_digit());
    let mut words = removed.split_whitespace().peekable();
    match text.starts_with(':') {
        true => is_board(CELLS / 2),
        false => is_board(CELLS) && words.peek().is_some() && words.all(is_short),
    }
}

/// Reads a puzzle.
pub(super) fn read(text: &str) -> Result<Puzzle, PuzzleError> {
    let fail = |why: String, piece: &str| {
        PuzzleReason::not_in(PuzzleFormat::Hodoku.title(), why, (text, piece))
    };
    let Some([board, removed]) = fields(text) else {
        let why = "expected a colon between the cells and the removed candidates";
        return Err(fail(why.to_owned(), text));
    };
    let mut draft = Draft::new(Outline::square(9), &(0..0))?;
    let (mut cell, mut placed) = (0, 0);
    let mut rest = board.trim();
    while let Some(c) = rest.chars().next() {
        let (plus, after) = match rest.strip_prefix('+') {
            Some(after) => (1, after),
            None => (0, rest),
        };
        let value = after.chars().next().and_then(|c| match c {
            '.' => Some(0),
            c => c.to_digit(10),
        });
        let Some(value) = value.filter(|&value| value > 0 || plus == 0) else {
            let why = format!("{c:?} is not a digit or a blank (0 .)");
            return Err(fail(why, &rest[..c.len_utf8()]));
        };
        if value > 0 && cell < CELLS {
            draft.restrict(cell, 1 << (value - 1));
            placed += plus;
        }
        cell += 1;
        rest = &after[1..];
    }
    if cell != CELLS {
        let why = format!("{}, expected {CELLS}", quantity(cell, "cell"));
        return Err(fail(why, board));
    }
    for word in removed.split_whitespace() {
        let digits: Option<Vec<usize>> = word.chars().map(digit).collect();
        let Some(&[value, row, column]) = digits.as_deref() else {
            let why = format!("{word:?} is not a candidate: value, row and column, such as 112");
            return Err(fail(why, word));
        };
        draft.restrict(9 * row + column, ((1 << 9) - 1) & !(1 << value));
    }
    let puzzle = draft.finish()?;
    let placed = (placed > 0).then(|| quantity(placed, "placed value"));
    let placed = placed.map(|values| format!("{values} (with a plus) taken as given"));
    let dead = dead_cell(&puzzle).map(|cell| {
        let name = puzzle.shape.name(cell);
        format!("{name} has no candidate left, so there is no solution")
    });
    let notes = placed.into_iter().chain(bare_number(text)).chain(dead);
    let notes = notes.collect();
    Ok(Puzzle { notes, ..puzzle })
}

/// What is read from the number after the cells of a short line. It could also be a name.
fn bare_number(text: &str) -> Option<String> {
    let (_, removed) = text
        .split_once(':')
        .filter(|(board, _)| !board.is_empty())?;
    let word = removed.trim();
    let is_one = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    is_one.then(|| format!("{word} is taken as a removed candidate: value, row, column"))
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
/// All but a classic board.
pub(super) fn write(puzzle: &Puzzle) -> Written {
    only_classic(&puzzle.shape)?;
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
