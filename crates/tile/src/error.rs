//! Why boards, pieces and packings cannot be made.

use super::grid::{Cell, CellGrid};
use quadrille_core::BuildError;

/// Why a board, a piece or a packing cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TileError {
    /// A shape or a board has no cells.
    #[error("no cells, expected at least one")]
    NoCells,
    /// The grid has no cell at these coordinates.
    #[error("the grid of {grid} has no cell at layer {}, row {}, column {}", cell[0] + 1, cell[1] + 1, cell[2] + 1)]
    NotACell {
        /// The grid.
        grid: CellGrid,
        /// The coordinates.
        cell: Cell,
    },
    /// A cell is given twice.
    #[error("the cell {} is given twice", grid.cell_name(*cell))]
    CellTwice {
        /// The grid.
        grid: CellGrid,
        /// The cell.
        cell: Cell,
    },
    /// No board of this grid is a hexagon.
    #[error("a hexagon consists of hexagons or triangles, not of {0}")]
    NoHexagon(CellGrid),
    /// A piece and the board are of different grids.
    #[error("a piece of {piece} does not fit a board of {board}")]
    OtherGrid {
        /// The grid of the piece.
        piece: CellGrid,
        /// The grid of the board.
        board: CellGrid,
    },
    /// The largest number of copies is 0, or smaller than the least.
    #[error(
        "invalid number of copies {least}..{most}, expected at least 1, the smaller number first"
    )]
    Copies {
        /// The least number.
        least: u32,
        /// The largest number.
        most: u32,
    },
    /// The board is too large.
    #[error("the board is too large, expected at most {LARGEST_BOARD} cells")]
    LargeBoard,
    /// A piece is too large.
    #[error("a piece of {0} cells is too large, expected at most 10000")]
    LargeShape(usize),
    /// The pieces have too many placements on the board.
    #[error(
        "the pieces have too many placements on this board: they cover more than {LARGEST_PACKING} cells in total"
    )]
    LargePacking,
    /// The polyforms of this size are too many.
    #[error("there are too many pieces of {}", grid.cells(*size as u64))]
    LargeSet {
        /// The grid.
        grid: CellGrid,
        /// The number of cells of a piece.
        size: usize,
    },
    /// The problem cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// The most cells of a board.
pub(super) const LARGEST_BOARD: u64 = 1 << 20;
/// The most cells that all placements together cover.
pub(super) const LARGEST_PACKING: usize = 100_000_000;
