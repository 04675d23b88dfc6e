//! Soma: seven pieces that fill a cube of 27 cells.

use quadrille::tile::{Board, Gaps, Packing, TileError, pieces};

/// The seven pieces of three or four cubes that are neither a straight bar nor a square: b(ent), l,
/// t, s, L(eft) and R(ight), which are mirror images, and c(law).
const PIECES: &str = "b=xx|x. l=xxx|x.. t=xxx|.x. s=xx.|.xx L=xx|x.||.x R=xx|x.||..|x. c=xx|x.||x.";

/// The cube of 3 x 3 x 3 cells, which are named by layer, row and column. Items and options are as
/// [`Packing`] makes them.
pub fn soma() -> Result<Packing, TileError> {
    let pieces = pieces(PIECES, None).map_err(|_| TileError::NoCells)?;
    let board = Board::cuboid(3, 3, 3)?;
    Packing::named(board, pieces, Gaps::None, |[layer, row, column]| {
        format!("{layer}{row}{column}")
    })
}
