//! Shapes of pieces: sets of cells, wherever they lie.

use std::collections::BTreeSet;

use super::error::TileError;
use super::grid::{Cell, CellGrid, Turn, Turning};

/// The shape of a piece: a set of cells, moved as near to the origin as possible. Two shapes that
/// differ only by a move are equal.
///
/// ```
/// use quadrille::tile::{CellGrid, Polyform, Turning};
///
/// let ell = Polyform::new(CellGrid::Squares, [[0, 5, 5], [0, 6, 5], [0, 6, 6]])?;
/// assert_eq!(ell.cells(), [[0, 0, 0], [0, 1, 0], [0, 1, 1]]);
/// assert_eq!(ell.orientations(Turning::Free).len(), 4);
/// # Ok::<(), quadrille::tile::TileError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Polyform {
    grid: CellGrid,
    /// Ascending.
    cells: Vec<Cell>,
}

impl Polyform {
    /// Makes the shape of some cells.
    ///
    /// # Errors
    /// [`TileError::NoCells`], [`TileError::NotACell`], or [`TileError::CellTwice`].
    pub fn new(grid: CellGrid, cells: impl IntoIterator<Item = Cell>) -> Result<Self, TileError> {
        let mut known = BTreeSet::new();
        for cell in cells {
            if !grid.has_cell(cell) {
                return Err(TileError::NotACell { grid, cell });
            }
            if !known.insert(cell) {
                return Err(TileError::CellTwice { grid, cell });
            }
        }
        if known.is_empty() {
            Err(TileError::NoCells)
        } else {
            Ok(Self::at_origin(grid, known.into_iter().collect()))
        }
    }

    /// Makes a shape of cells that exist, at least one.
    pub(super) fn at_origin(grid: CellGrid, mut cells: Vec<Cell>) -> Self {
        let step = grid.step_to_origin(&cells);
        for cell in &mut cells {
            for (at, by) in cell.iter_mut().zip(step) {
                *at += by;
            }
        }
        cells.sort_unstable();
        Self { grid, cells }
    }

    /// Returns the grid.
    #[must_use]
    pub const fn grid(&self) -> CellGrid {
        self.grid
    }

    /// Returns the cells, ascending.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the number of cells, at least 1.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "no shape is empty")]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns all different shapes that turning gives, ascending. O(cells) for each of at most 48
    /// turns.
    #[must_use]
    pub fn orientations(&self, turning: Turning) -> Vec<Self> {
        let turns = self.grid.turns(turning).into_iter();
        let found: BTreeSet<Self> = turns.map(|turn| self.turned(turn)).collect();
        found.into_iter().collect()
    }

    /// The shape after a turn.
    pub(super) fn turned(&self, turn: Turn) -> Self {
        let cells = self.cells.iter();
        let cells = cells.map(|&cell| self.grid.turned(turn, cell));
        Self::at_origin(self.grid, cells.collect())
    }

    /// Returns the first orientation. Two shapes have the same if and only if turning maps one to
    /// the other.
    #[must_use]
    pub fn canonical(&self, turning: Turning) -> Self {
        let turns = self.grid.turns(turning).into_iter();
        let least = turns.map(|turn| self.turned(turn)).min();
        least.unwrap_or_else(|| self.clone())
    }

    /// Returns whether the cells are connected by shared sides; for sticks, by shared ends.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        let mut left: BTreeSet<Cell> = self.cells.iter().copied().collect();
        let mut waiting: Vec<Cell> = left.pop_first().into_iter().collect();
        while let Some(cell) = waiting.pop() {
            let around = self.grid.neighbours(cell).into_iter();
            waiting.extend(around.filter(|cell| left.remove(cell)));
        }
        left.is_empty()
    }

    /// The same cells on another grid: a flat shape of squares becomes one of cubes.
    pub(super) fn on(self, grid: CellGrid) -> Result<Self, TileError> {
        match (self.grid, grid) {
            (own, grid) if own == grid => Ok(self),
            (CellGrid::Squares, CellGrid::Cubes) => Ok(Self { grid, ..self }),
            (own, grid) => Err(TileError::OtherGrid {
                piece: own,
                board: grid,
            }),
        }
    }
}
