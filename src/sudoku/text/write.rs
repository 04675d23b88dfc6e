//! Boards in a form of our own.

use std::io::{self, Write};

use crate::sudoku::grid::Grid;
use crate::sudoku::shape::Shape;

/// Writes a board as lines of numbers parted by spaces, 0 for a blank, with spaces where the shape has no cell.
///
/// # Errors
/// Those of the output.
pub fn write_grid(output: &mut impl Write, shape: &Shape, grid: &Grid) -> io::Result<()> {
    let width = if shape.side() > 9 { 2 } else { 1 };
    for row in 0..shape.rows() {
        let cells = (0..shape.columns()).map(|column| shape.cell(row, column));
        let last = cells.clone().rposition(|cell| cell.is_some());
        for (column, cell) in cells.enumerate().take(last.map_or(0, |last| last + 1)) {
            let space = if column > 0 { " " } else { "" };
            match cell {
                Some(cell) => {
                    let value = grid.get(cell).unwrap_or_default();
                    write!(output, "{space}{value:width$}")?;
                }
                None => write!(output, "{space}{:width$}", "")?,
            }
        }
        output.write_all(b"\n")?;
    }
    Ok(())
}
