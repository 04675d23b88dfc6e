//! A board and pieces as an exact-cover problem, and the way back from its solutions.

use std::sync::Arc;

use super::board::Board;
use super::encode::{Encoding, encode};
use super::error::TileError;
use super::gaps::Gaps;
use super::grid::{Cell, CellGrid};
use super::piece::{Copies, Piece};
use quadrille_core::{ItemId, OptionId, Problem, Solution};

/// A board and pieces as a problem: each solution is a tiling.
///
/// * A primary item for each piece, with the multiplicity of its copies. A piece of which any
///   number is used has no item; nor has a single piece whose number follows from the area.
/// * An item for each cell of the board: primary if the cell must be covered.
/// * An option for each placement of a piece: the piece and its cells. The placements are in the
///   order of pieces, of each by orientation and then by place; those of pieces without an item by
///   place and then by orientation.
/// * If cells may stay free, and the items of cells are primary nevertheless, an option for each of
///   them that leaves it free.
/// * On a grid of sticks, a secondary item for each grid point, which belongs to pieces that pass
///   it in a straight line: pieces may touch there, but not cross.
///
/// ```
/// use quadrille::tile::{Board, Gaps, Packing, set};
/// use quadrille::Solver;
///
/// let board = Board::rectangle(3, 20)?;
/// let pieces = set("pentominoes").expect("it is known")?;
/// let packing = Packing::new(board, pieces, Gaps::None)?;
/// let mut search = Solver::new(packing.problem().clone()).search();
/// assert_eq!(search.count().value, 4 * 2);
/// let tiling = search.first().value.expect("there are eight");
/// assert_eq!(packing.placements(&tiling).count(), 12);
/// # Ok::<(), quadrille::tile::TileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Packing {
    board: Board,
    pieces: Vec<Piece>,
    gaps: Gaps,
    /// The cells of the board, ascending.
    cells: Vec<Cell>,
    encoding: Encoding,
}

/// A piece that lies on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement<'p> {
    /// The piece.
    pub piece: &'p Piece,
    /// Its cells, ascending.
    pub cells: Vec<Cell>,
}

impl Packing {
    /// Makes the problem. Equal pieces become one piece with more copies. If the board or a piece
    /// consists of cubes, flat boards and pieces of squares do, too. O(orientations of all pieces *
    /// cells of the board * cells of a piece).
    ///
    /// # Errors
    /// [`TileError::OtherGrid`] if a piece does not fit the grid of the board,
    /// [`TileError::LargePacking`], or [`TileError::Build`], for example if two pieces have the
    /// same name.
    pub fn new(board: Board, pieces: Vec<Piece>, gaps: Gaps) -> Result<Self, TileError> {
        let grid = common_grid(&board, &pieces);
        Self::named(board, pieces, gaps, |cell| grid.cell_name(cell))
    }

    /// Makes the problem with other names of cells.
    ///
    /// # Errors
    /// As for [`Packing::new`].
    pub fn named(
        board: Board,
        pieces: Vec<Piece>,
        gaps: Gaps,
        name: impl Fn(Cell) -> String,
    ) -> Result<Self, TileError> {
        let grid = common_grid(&board, &pieces);
        let board = board.on(grid)?;
        let pieces = pieces.into_iter().map(|piece| piece.on(grid));
        let mut pieces = Piece::merge(pieces.collect::<Result<_, _>>()?);
        if gaps == Gaps::None {
            use_all(&board, &mut pieces);
        }
        let encoding = encode(&board, &pieces, &gaps, name)?;
        Ok(Self {
            cells: board.cells().map(|(cell, _)| cell).collect(),
            board,
            pieces,
            gaps,
            encoding,
        })
    }

    /// Returns the board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the pieces. No two are equal.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Returns how many cells may stay free.
    #[must_use]
    pub const fn gaps(&self) -> &Gaps {
        &self.gaps
    }

    /// Returns the problem.
    #[must_use]
    pub const fn problem(&self) -> &Arc<Problem> {
        &self.encoding.problem
    }

    /// Returns the problem alone.
    #[must_use]
    pub fn into_problem(self) -> Problem {
        Arc::unwrap_or_clone(self.encoding.problem)
    }

    /// Returns the pieces of a solution with their cells, in the order of the solution.
    pub fn placements<'a>(
        &'a self,
        solution: &'a Solution,
    ) -> impl Iterator<Item = Placement<'a>> + 'a {
        solution.iter().filter_map(|option| self.placement(option))
    }

    /// Returns the piece and the cells of an option; `None` if the option leaves a cell free.
    #[must_use]
    pub fn placement(&self, option: OptionId) -> Option<Placement<'_>> {
        let piece = self.encoding.piece_of(option)?;
        Some(Placement {
            piece: self.pieces.get(piece)?,
            cells: self.cells_of_option(option),
        })
    }

    /// Returns the cells that a solution leaves free, ascending.
    #[must_use]
    pub fn free_cells(&self, solution: &Solution) -> Vec<Cell> {
        let mut is_free = vec![true; self.cells.len()];
        for option in solution.iter() {
            if self.encoding.piece_of(option).is_some() {
                for &cell in self.encoding.cells_of(option) {
                    is_free[cell as usize] = false;
                }
            }
        }
        let cells = self.cells.iter().zip(is_free);
        cells
            .filter_map(|(&cell, is_free)| is_free.then_some(cell))
            .collect()
    }

    /// Returns the cells of these items of the problem, in the order of the items. Items of pieces
    /// have none.
    #[must_use]
    pub fn cells_of_items(&self, items: &[ItemId]) -> Vec<Cell> {
        let first = self
            .encoding
            .cell_items
            .first()
            .map_or(0, |item| item.index());
        let cell = |item: &ItemId| self.cells.get(item.index().checked_sub(first)?).copied();
        items.iter().filter_map(cell).collect()
    }

    /// Returns the cells of an option: those of a placement, or the cell that stays free.
    #[must_use]
    pub fn cells_of_option(&self, option: OptionId) -> Vec<Cell> {
        let cells = self.encoding.cells_of(option).iter();
        cells.map(|&cell| self.cells[cell as usize]).collect()
    }

    pub(super) fn encoding(&self) -> &Encoding {
        &self.encoding
    }

    pub(super) fn grid(&self) -> CellGrid {
        self.board.grid()
    }
}

/// If the pieces cover the board only if all copies are used, requires all of them. Fewer choices
/// make a smaller problem.
fn use_all(board: &Board, pieces: &mut [Piece]) {
    let area = |piece: &Piece| Some(u64::from(piece.copies.most()?) * piece.shape.len() as u64);
    let areas: Option<Vec<u64>> = pieces.iter().map(area).collect();
    let most = areas.map(|areas| areas.into_iter().fold(0, u64::saturating_add));
    let must_cover_all = board.cells().all(|(_, is_optional)| !is_optional);
    if most != Some(board.len() as u64) || !must_cover_all {
        return;
    }
    for piece in pieces {
        if let Some(most) = piece.copies.most()
            && let Ok(all) = Copies::new(most, Some(most))
        {
            piece.copies = all;
        }
    }
}

/// Cubes, if the board or a piece consists of them; else the grid of the board.
fn common_grid(board: &Board, pieces: &[Piece]) -> CellGrid {
    let mut grids = pieces.iter().map(|piece| piece.shape.grid());
    if grids.any(|grid| grid == CellGrid::Cubes) && board.grid() == CellGrid::Squares {
        CellGrid::Cubes
    } else {
        board.grid()
    }
}
