//! The puzzles of puzz.link and pzv.jp: `9/9/g5h3...`, columns, rows and cells.
//!
//! A cell is a digit of sixteen, `-` and two of them for a larger number, or a dot for a number that
//! is not given; the letters from `g` are runs of blanks (`g` 1, `h` 2, ...).

use super::error::{PuzzleError, PuzzleReason};
use super::line;
use super::puzzle::Puzzle;
use crate::alphabet::LARGEST_SIDE;
use crate::shape::Outline;
use quadrille_core::text::quantity;

/// Reads a puzzle.
pub(super) fn read(text: &str) -> Result<Puzzle, PuzzleError> {
    let fail = |why: String| PuzzleReason::bad_link(why);
    // Settings may stand before the size.
    let mut parts = text
        .split('/')
        .skip_while(|part| part.parse::<usize>().is_err());
    let mut size = || parts.next().and_then(|part| part.parse::<usize>().ok());
    let Some((columns, rows)) = size().zip(size()) else {
        return Err(fail(
            "no numbers of columns and rows, such as 9/9".to_owned(),
        ));
    };
    let side = Some(rows).filter(|_| columns == rows);
    let side = side.and_then(|side| line::side(side.checked_mul(side)?));
    let side = side.ok_or_else(|| {
        fail(format!(
            "a board of {columns} columns and {rows} rows, expected as many columns as rows, 4 to \
             {LARGEST_SIDE} and not prime"
        ))
    })?;
    let mut cells = Vec::new();
    let body = parts.next().unwrap_or_default();
    let mut rest = body;
    while let Some(c) = rest.chars().next() {
        let (value, length) = match c {
            'g'..='z' => {
                cells.extend((b'g'..=c as u8).map(|_| 0));
                rest = &rest[1..];
                continue;
            }
            '.' => (Some(0), 1),
            '-' => (
                rest.get(1..3)
                    .and_then(|two| u8::from_str_radix(two, 16).ok()),
                3,
            ),
            c => (c.to_digit(16).map(|digit| digit as u8), c.len_utf8()),
        };
        let value = value.filter(|&value| usize::from(value) <= side && (value > 0 || c == '.'));
        let Some(value) = value else {
            return Err(fail(format!("{c:?} is not a value from 1 to {side}")));
        };
        cells.push(value);
        rest = &rest[length..];
    }
    // The blanks at the end may be missing.
    if cells.is_empty() || cells.len() > side * side {
        let found = quantity(cells.len(), "cell");
        return Err(fail(format!("{found}, expected {}", side * side)));
    }
    cells.resize(side * side, 0);
    let board = line::board(&Outline::square(side), cells);
    board.ok_or_else(|| fail("it holds no puzzle".to_owned()))
}
