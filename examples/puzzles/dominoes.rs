//! Dominoes: tilings of a rectangle by pieces of two cells.

use quadrille::tile::{Board, Copies, Gaps, Packing, TileError, set};

use super::digit::digit;

/// The tilings of a rectangle, with items and options as [`Packing`] makes them. Any number of dominoes
/// may be used, so the dominoes themselves are not items: a domino is an option of two neighbouring
/// cells.
pub fn dominoes(rows: usize, columns: usize) -> Result<Packing, TileError> {
    let mut pieces = set("dominoes").ok_or(TileError::NoCells)??;
    for piece in &mut pieces {
        piece.copies = Copies::ANY;
    }
    let board = Board::rectangle(rows as u32, columns as u32)?;
    Packing::named(board, pieces, Gaps::None, |[_, row, column]| {
        digit(row as usize) + &digit(column as usize)
    })
}
