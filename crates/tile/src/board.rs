//! Boards: the cells to cover.

use std::collections::{BTreeMap, BTreeSet};

use super::error::{LARGEST_BOARD, TileError};
use super::grid::{Cell, CellGrid};

/// A board: cells to cover, and cells that may stay free.
///
/// ```
/// use quadrille::tile::Board;
///
/// let board = Board::rectangle(6, 10)?.without([[0, 2, 4], [0, 2, 5]]);
/// assert_eq!(board.len(), 58);
/// # Ok::<(), quadrille::tile::TileError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    grid: CellGrid,
    /// Each cell, and whether it may stay free.
    cells: BTreeMap<Cell, bool>,
}

/// A board and its name, which is empty for a board without one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedBoard {
    /// The name.
    pub name: String,
    /// The board.
    pub board: Board,
}

impl Board {
    /// Makes a board of cells to cover and cells that may stay free.
    ///
    /// # Errors
    /// [`TileError::NotACell`], [`TileError::CellTwice`] or
    /// [`TileError::LargeBoard`].
    pub fn new(
        grid: CellGrid,
        cover: impl IntoIterator<Item = Cell>,
        optional: impl IntoIterator<Item = Cell>,
    ) -> Result<Self, TileError> {
        let mut cells = BTreeMap::new();
        let cover = cover.into_iter().map(|cell| (cell, false));
        let optional = optional.into_iter().map(|cell| (cell, true));
        for (cell, is_optional) in cover.chain(optional) {
            if !grid.has_cell(cell) {
                return Err(TileError::NotACell { grid, cell });
            }
            if cells.insert(cell, is_optional).is_some() {
                return Err(TileError::CellTwice { grid, cell });
            }
            check_size(cells.len() as u64)?;
        }
        Ok(Self { grid, cells })
    }

    /// Makes a rectangle of squares.
    ///
    /// # Errors
    /// [`TileError::LargeBoard`].
    pub fn rectangle(rows: u32, columns: u32) -> Result<Self, TileError> {
        Self::block(CellGrid::Squares, 1, rows, columns)
    }

    /// Makes a box of cubes.
    ///
    /// # Errors
    /// [`TileError::LargeBoard`].
    pub fn cuboid(layers: u32, rows: u32, columns: u32) -> Result<Self, TileError> {
        Self::block(CellGrid::Cubes, layers, rows, columns)
    }

    /// Makes the board of a grid with these sides: a rectangle of squares, a box of cubes, a
    /// parallelogram of triangles (each side of a triangle counts 1) or of hexagons, or all sticks
    /// around a rectangle of squares. Only cubes have layers.
    ///
    /// # Errors
    /// [`TileError::NotACell`] or [`TileError::LargeBoard`].
    pub fn block(grid: CellGrid, layers: u32, rows: u32, columns: u32) -> Result<Self, TileError> {
        let product = u64::from(layers).saturating_mul(u64::from(rows));
        let product = product.saturating_mul(u64::from(columns));
        check_size(product)?;
        if product == 0 {
            return Self::new(grid, [], []);
        }
        // The product is small, so each factor is.
        let [layers, rows, columns] = [layers, rows, columns].map(|side| side as i32);
        let rectangle = |rows: i32, columns: i32| {
            (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
        };
        let cells: Vec<Cell> = match grid {
            CellGrid::Squares | CellGrid::Cubes => (0..layers)
                .flat_map(|layer| {
                    rectangle(rows, columns).map(move |(row, column)| [layer, row, column])
                })
                .collect(),
            CellGrid::Hexagons => {
                let cell = |(row, column)| [0, row, 2 * column + row];
                rectangle(rows, columns).map(cell).collect()
            }
            CellGrid::Triangles => {
                // Row 0 begins furthest to the right, with a triangle that points up.
                let cell = |(row, column)| [0, row, column + rows + (rows & 1) - row];
                rectangle(rows, 2 * columns).map(cell).collect()
            }
            CellGrid::Sticks => rectangle(2 * rows + 1, 2 * columns + 1)
                .map(|(row, column)| [0, row, column])
                .filter(|&cell| grid.has_cell(cell))
                .collect(),
        };
        Self::new(grid, cells, [])
    }

    /// Makes an Aztec diamond of squares: 2, 4, ..., 2n, 2n, ..., 4, 2 cells in a row. It has
    /// 2^(n(n+1)/2) tilings by dominoes.
    ///
    /// # Errors
    /// [`TileError::LargeBoard`].
    pub fn aztec_diamond(n: u32) -> Result<Self, TileError> {
        let area = u64::from(n)
            .saturating_mul(u64::from(n) + 1)
            .saturating_mul(2);
        check_size(area)?;
        let n = n as i32;
        let row = |row: i32| {
            let half = if row < n { row + 1 } else { 2 * n - row };
            (n - half..n + half).map(move |column| [0, row, column])
        };
        Self::new(CellGrid::Squares, (0..2 * n).flat_map(row), [])
    }

    /// Makes a triangle of triangles with `side` of them, point up, along each side.
    ///
    /// # Errors
    /// [`TileError::LargeBoard`].
    pub fn triangle(side: u32) -> Result<Self, TileError> {
        check_size(u64::from(side).saturating_mul(u64::from(side)))?;
        let side = side as i32;
        let apex = side + (side & 1);
        let row = |row: i32| (apex - row..=apex + row).map(move |column| [0, row, column]);
        Self::new(CellGrid::Triangles, (0..side).flat_map(row), [])
    }

    /// Makes a hexagon with `side` hexagons or triangles along each of its six sides.
    ///
    /// # Errors
    /// [`TileError::LargeBoard`] or [`TileError::NoHexagon`] for another
    /// grid.
    pub fn hexagon(grid: CellGrid, side: u32) -> Result<Self, TileError> {
        check_size(
            u64::from(side)
                .saturating_mul(u64::from(side))
                .saturating_mul(6),
        )?;
        let side = side as i32;
        let cells: Vec<Cell> = match grid {
            CellGrid::Hexagons => {
                let last = 2 * side - 1;
                let row = |row: i32| {
                    let missing = (row - (side - 1)).abs();
                    let odd = (side - 1) & 1;
                    (0..last - missing).map(move |column| [0, row, 2 * column + missing + odd])
                };
                (0..last).flat_map(row).collect()
            }
            CellGrid::Triangles => {
                let row = |row: i32| {
                    let down = if row < side { row } else { 2 * side - 1 - row };
                    let (first, count) = (side - 1 - down, 2 * (side + down) + 1);
                    // The upper half begins with triangles that point up.
                    let odd = (side - 1) & 1;
                    (first..first + count).map(move |column| [0, row, column + odd])
                };
                (0..2 * side).flat_map(row).collect()
            }
            grid => return Err(TileError::NoHexagon(grid)),
        };
        Self::new(grid, cells, [])
    }

    /// Returns the board without some cells. Cells that are not on the board are ignored.
    #[must_use]
    pub fn without(mut self, cells: impl IntoIterator<Item = Cell>) -> Self {
        for cell in cells {
            self.cells.remove(&cell);
        }
        self
    }

    /// Returns the grid.
    #[must_use]
    pub const fn grid(&self) -> CellGrid {
        self.grid
    }

    /// Returns the number of cells, also of those that may stay free.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns whether the board has no cells.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns the cells, ascending, each with whether it may stay free.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = (Cell, bool)> + '_ {
        self.cells
            .iter()
            .map(|(&cell, &is_optional)| (cell, is_optional))
    }

    /// Returns whether the board has a cell.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        self.cells.contains_key(&cell)
    }

    /// The same board on another grid: a flat board of squares becomes one of cubes.
    pub(super) fn on(self, grid: CellGrid) -> Result<Self, TileError> {
        match (self.grid, grid) {
            (own, grid) if own == grid => Ok(self),
            (CellGrid::Squares, CellGrid::Cubes) => Ok(Self { grid, ..self }),
            (own, grid) => Err(TileError::OtherGrid {
                piece: grid,
                board: own,
            }),
        }
    }

    /// The connected parts of the board, each ascending.
    pub(super) fn parts(&self) -> Vec<Vec<Cell>> {
        let mut left: BTreeSet<Cell> = self.cells.keys().copied().collect();
        let mut parts = Vec::new();
        while let Some(first) = left.pop_first() {
            let (mut part, mut next) = (vec![first], 0);
            while let Some(&cell) = part.get(next) {
                next += 1;
                let around = self.grid.neighbours(cell).into_iter();
                part.extend(around.filter(|cell| left.remove(cell)));
            }
            part.sort_unstable();
            parts.push(part);
        }
        parts
    }
}

fn check_size(cells: u64) -> Result<(), TileError> {
    if cells > LARGEST_BOARD {
        Err(TileError::LargeBoard)
    } else {
        Ok(())
    }
}
