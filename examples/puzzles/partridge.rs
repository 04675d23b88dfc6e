//! The partridge puzzle: fill a square with one square of side 1, two of side 2, ... and n of side
//! n.

use quadrille::tile::{Board, CellGrid, Copies, Gaps, Packing, Piece, Polyform, TileError};

use super::digit::digit;

/// The side of the large square: 1 + 2 + ... + n. Its area is 1 + 8 + ... + n^3, that of all small
/// squares.
pub fn side(n: usize) -> usize {
    n * (n + 1) / 2
}

/// The tilings of the large square, with items and options as [`Packing`] makes them: the item `#k`
/// must be covered k times, because k squares of side k are used.
pub fn partridge(n: usize) -> Result<Packing, TileError> {
    let square = |k: u32| -> Result<Piece, TileError> {
        let cells = (0..k as i32).flat_map(|row| (0..k as i32).map(move |column| [0, row, column]));
        Ok(Piece {
            copies: Copies::new(k, Some(k))?,
            ..Piece::new(format!("#{k}"), Polyform::new(CellGrid::Squares, cells)?)
        })
    };
    let pieces = (1..=n as u32).map(square).collect::<Result<_, _>>()?;
    let side = side(n) as u32;
    let board = Board::rectangle(side, side)?;
    Packing::named(board, pieces, Gaps::None, |[_, row, column]| {
        digit(row as usize) + &digit(column as usize)
    })
}
