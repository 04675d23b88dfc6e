//! Pentominoes: the twelve pieces of five cells, each used once, which may be rotated and
//! reflected.

use quadrille::tile::{Board, Gaps, Packing, TileError, set};

use super::digit::digit;

/// The tilings of a rectangle. Only a rectangle of 60 cells can have any.
pub fn rectangle(rows: usize, columns: usize) -> Result<Packing, TileError> {
    packing(Board::rectangle(rows as u32, columns as u32)?)
}

/// Scott's board: 8 x 8 without the four cells in the middle.
pub fn scott() -> Result<Packing, TileError> {
    let middle = [[0, 3, 3], [0, 3, 4], [0, 4, 3], [0, 4, 4]];
    packing(Board::rectangle(8, 8)?.without(middle))
}

/// The tilings of a board, with items and options as [`Packing`] makes them. A cell is named by its
/// row and column, with a digit or letter for each.
fn packing(board: Board) -> Result<Packing, TileError> {
    let pieces = set("pentominoes").ok_or(TileError::NoCells)??;
    Packing::named(board, pieces, Gaps::None, |[_, row, column]| {
        digit(row as usize) + &digit(column as usize)
    })
}
