//! The names that ISS text has for cells.

/// The name of a cell by its row and column from 0: `R1C1`, with letters for rows and columns from
/// ten.
pub(super) fn name(row: usize, column: usize) -> String {
    format!("R{}C{}", letter(row + 1), letter(column + 1))
}

/// A number as one character: letters from 10.
pub(super) fn letter(number: usize) -> char {
    char::from_digit(number as u32, 36).unwrap_or('?')
}
