//! A board on one line, with a character for each cell or with pencil marks.

use super::error::Reason;
use super::fault::{Fault, bad_byte, glued};
use super::measure::Measure;
use super::token::{Form, Place};
use super::words::{count, is_space};
use crate::alphabet::{digit_value, is_cell};
use crate::shape::Shape;

/// The cells of the smallest board that is looked for among columns.
const SMALLEST: usize = 16;

/// Reads a line that begins with one character for each cell of a board, each pencil mark, or each
/// place of its picture; `None` for any other line.
pub(super) fn read(
    body: &[u8],
    base: usize,
    cells: usize,
    measure: &Measure,
    places: &mut Vec<Place>,
) -> Option<Result<Form, Fault>> {
    let is_blank = |(&byte, &is_cell_of): (&u8, &bool)| is_cell_of || digit_value(byte) == 0;
    let is_picture =
        || cells == measure.places.len() && body.iter().zip(&measure.places).all(is_blank);
    let (form, length, wide) = match cells {
        cells if cells == measure.cells => (Form::Characters, 1, false),
        cells if measure.side <= 9 && cells == measure.cells * measure.side => {
            (Form::Marks, measure.side, false)
        }
        cells if cells > 0 && is_picture() => (Form::Characters, 1, true),
        _ => return None,
    };
    if let Some(fault) = fault(body, cells, cells, measure) {
        return Some(Err(fault));
    }
    let all = 0..cells / length;
    let place = |cell: usize| Place::new(base + cell * length, length);
    // Most boards have no places to leave out. Without a filter, the list is made in one pass.
    if wide {
        places.extend(all.filter(|&cell| measure.places[cell]).map(place));
    } else {
        places.extend(all.map(place));
    }
    Some(Ok(form))
}

/// Reads a line of which a later column is a board: the first with a blank, or else the first.
/// Between columns stand spaces, commas, semicolons or quotes.
pub(super) fn read_column(
    body: &[u8],
    base: usize,
    measure: &Measure,
    places: &mut Vec<Place>,
) -> Option<Form> {
    let is_between = |byte: &u8| is_space(*byte) || matches!(byte, b',' | b';' | b'"' | b'\'');
    // An object may have rules, too.
    if measure.cells < SMALLEST || body.starts_with(b"{") || body.starts_with(b"[{") {
        return None;
    }
    let mut end = 0;
    let columns = body.split(is_between).map(|column| {
        end += column.len() + 1;
        (end - 1 - column.len(), column)
    });
    let is_board = |&(_, column): &(usize, &[u8])| {
        column.len() == measure.cells && column.iter().all(|&byte| is_cell(byte, measure.side))
    };
    let boards: Vec<_> = columns.filter(is_board).collect();
    let has_blank = |board: &&(_, &[u8])| board.1.iter().any(|&byte| digit_value(byte) == 0);
    let &(at, board) = boards.iter().find(has_blank).or(boards.first())?;
    places.extend((0..board.len()).map(|cell| Place::new(base + at + cell, 1)));
    Some(Form::Characters)
}

/// The fault of a line that begins with `cells` cells, read as a whole board.
pub(super) fn fault(
    body: &[u8],
    cells: usize,
    expected: usize,
    measure: &Measure,
) -> Option<Fault> {
    let after = body.get(cells).copied();
    let set_off = after.is_none_or(|byte| {
        is_space(byte) || !(byte.is_ascii_alphanumeric() || byte.is_ascii_control())
    });
    if cells > expected {
        let reason = Reason::Cells {
            found: cells,
            expected,
        };
        return Some(Fault::new(expected, cells - expected, reason));
    }
    if cells == expected {
        let tail = body.get(cells..).unwrap_or_default();
        return match tail.iter().position(|&byte| byte == b'\r') {
            Some(at) => Some(bad_byte(body, cells + at, measure.side)),
            None if set_off => None,
            None => Some(glued(bad_byte(body, cells, measure.side), expected)),
        };
    }
    if let Some(found) = other_size(body).filter(|&found| found > expected) {
        let reason = Reason::Cells { found, expected };
        return Some(Fault::new(expected, found - expected, reason));
    }
    if set_off && (cells > 2 * measure.side || after.is_none_or(is_space)) && cells > 0 {
        let reason = Reason::Cells {
            found: cells,
            expected,
        };
        return Some(Fault::new(cells, 0, reason));
    }
    Some(bad_byte(body, cells, measure.side))
}

/// The number of cells of a whole board of any size that a line begins with.
fn other_size(body: &[u8]) -> Option<usize> {
    let length = count(body, |byte| !is_space(byte));
    let side = length.isqrt();
    let is_board = side * side == length && Shape::has_boxes(side);
    let mut cells = body.iter().take(length);
    (is_board && cells.all(|&byte| is_cell(byte, side))).then_some(length)
}
