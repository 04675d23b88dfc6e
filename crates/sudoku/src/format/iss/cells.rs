//! Cells as ISS text names them.

use super::parts::{Argument, Part};
use super::read::Reading;
use crate::format::error::{PuzzleError, PuzzleReason};
use crate::shape::Outline;

impl Reading {
    /// A cell and the values that it may hold, one bit each.
    pub(super) fn given(
        &self,
        part: &Part<'_>,
        argument: &Argument<'_>,
    ) -> Result<(usize, u64), PuzzleError> {
        let mut words = argument.text.split('_');
        let cell = words.next().unwrap_or_default();
        let cell = self.cell(
            part,
            &Argument {
                text: cell,
                ..argument.clone()
            },
        )?;
        let mut marks = 0;
        for word in words {
            let bit = word.parse().ok().and_then(|value| self.draft.bit(value));
            let Some(bit) = bit else {
                return Err(part.bad(argument, self.draft.values()));
            };
            marks |= bit;
        }
        match marks {
            0 => Err(part.bad(argument, "a cell and its values, such as R1C1_5")),
            marks => Ok((cell, marks)),
        }
    }

    /// The cell that a text names: `R1C1`, where rows and columns above 9 are letters from `a`.
    pub(super) fn cell(
        &self,
        part: &Part<'_>,
        argument: &Argument<'_>,
    ) -> Result<usize, PuzzleError> {
        let text = argument.text;
        let place = || {
            let (row, column) = match *text.as_bytes() {
                // A row or column may itself be written `c`.
                [b'R' | b'r', row, b'C' | b'c', column] => (digit(row)?, digit(column)?),
                _ => {
                    let (row, column) = text.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
                    (row.parse().ok()?, column.parse().ok()?)
                }
            };
            let (row, column): (usize, usize) = (row.checked_sub(1)?, column.checked_sub(1)?);
            let is_good = row < self.draft.outline.rows && column < self.draft.outline.columns;
            is_good.then(|| row * self.draft.outline.columns + column)
        };
        place().ok_or_else(|| {
            let reason = PuzzleReason::Cell {
                rule: part.title(),
                text: text.to_owned(),
                first: name(0, 0),
                last: name(self.draft.outline.rows - 1, self.draft.outline.columns - 1),
            };
            reason.at(argument.span.clone())
        })
    }

    pub(super) fn cells(
        &self,
        part: &Part<'_>,
        arguments: &[Argument<'_>],
    ) -> Result<Vec<usize>, PuzzleError> {
        // Empty arguments at the end are not cells; between cells they would join two groups.
        let is_cell = |argument: &Argument<'_>| !argument.text.is_empty();
        let end = arguments
            .iter()
            .rposition(is_cell)
            .map_or(0, |last| last + 1);
        let start = arguments.iter().position(is_cell).unwrap_or(end);
        let cells = arguments[start..end].iter();
        cells.map(|argument| self.cell(part, argument)).collect()
    }

    /// The cells of a row or column such as `R1`, from its start.
    pub(super) fn row_or_column(
        &self,
        part: &Part<'_>,
        argument: &Argument<'_>,
    ) -> Result<Vec<usize>, PuzzleError> {
        let Outline { rows, columns, .. } = self.draft.outline;
        let number = || {
            let digit = argument.text.get(1..).filter(|digit| !digit.is_empty())?;
            let number = match digit.len() {
                1 => digit.chars().next()?.to_digit(36)? as usize,
                _ => digit.parse::<usize>().ok()?,
            };
            number.checked_sub(1)
        };
        let first = argument
            .text
            .bytes()
            .next()
            .map(|byte| byte.to_ascii_uppercase());
        match (first, number()) {
            (Some(b'R'), Some(row)) if row < rows => {
                Ok((0..columns).map(|column| row * columns + column).collect())
            }
            (Some(b'C'), Some(column)) if column < columns => {
                Ok((0..rows).map(|row| row * columns + column).collect())
            }
            _ => Err(part.bad(argument, "a row or column of the board, such as R1 or C9")),
        }
    }

    /// The cell that lies from `to` as `cell` lies from `from`, if it is on the board.
    pub(super) fn moved(&self, cell: usize, from: usize, to: usize) -> Option<usize> {
        let Outline { rows, columns, .. } = self.draft.outline;
        let row = (cell / columns + to / columns).checked_sub(from / columns)?;
        let column = (cell % columns + to % columns).checked_sub(from % columns)?;
        (row < rows && column < columns).then(|| row * columns + column)
    }

    /// The pairs of cells of a list that are neighbours, the earlier one of the list first.
    pub(super) fn neighbours(&self, cells: &[usize]) -> Vec<[usize; 2]> {
        let columns = self.draft.outline.columns;
        let mut pairs = Vec::new();
        for (place, &one) in cells.iter().enumerate() {
            for &other in &cells[place + 1..] {
                let rows = (one / columns).abs_diff(other / columns);
                if rows + (one % columns).abs_diff(other % columns) == 1 {
                    pairs.push([one, other]);
                }
            }
        }
        pairs
    }
}

/// The number that a character stands for: letters from 10.
fn digit(byte: u8) -> Option<usize> {
    Some(char::from(byte).to_digit(36)? as usize)
}

/// The name of a cell by its row and column from 0: `R1C1`, with letters for rows and columns from
/// ten.
pub(super) fn name(row: usize, column: usize) -> String {
    format!("R{}C{}", letter(row + 1), letter(column + 1))
}

/// A number as one character: letters from 10.
pub(super) fn letter(number: usize) -> char {
    char::from_digit(number as u32, 36).unwrap_or('?')
}
