//! Dominoes: tilings of a rectangle by pieces of two cells.

use quadrille::{BuildError, Problem};

use super::digit::digit;

/// * Primary items, the cells row by row, named by row and column: each is covered exactly once.
/// * Options, two neighbouring cells: a domino lies there. Any number of dominoes may be used, so
///   the dominoes themselves are not items.
pub fn dominoes(rows: usize, columns: usize) -> Result<Problem, BuildError> {
    let mut builder = Problem::builder();
    let mut cells = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            cells.push(builder.primary(&(digit(row) + &digit(column)))?);
        }
    }
    for (place, &cell) in cells.iter().enumerate() {
        if (place + 1) % columns != 0 {
            builder.option([cell, cells[place + 1]])?;
        }
        if let Some(&below) = cells.get(place + columns) {
            builder.option([cell, below])?;
        }
    }
    Ok(builder.build())
}
