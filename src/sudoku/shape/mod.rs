//! What a board looks like and what it asks for, as data.
//!
//! A [`Shape`] is cells in a picture, and two kinds of rules over them:
//!
//! - A [`Unit`] is some cells that hold no value twice: a row, a column, a box, and also a diagonal, a window, two cells
//!   a knight's move apart. A unit with as many cells as there are values holds each of them once.
//! - Two cells may be *apart*: their values are neither equal nor consecutive.
//!
//! Every variant is these two and nothing else, so what solves, checks and draws boards knows no variant by name. A
//! rule of another kind (the sum of a cage, the order along a thermometer) would become a third kind beside them, with
//! its items in `encode` and its question in [`clash`](super::Clash).
//!
//! A shape is written as text, see [`Shape::from_str`]; the usual ones have names.

mod build;
mod map;
mod plan;
mod unit;

use std::fmt;

use super::Grid;
use super::alphabet::Alphabet;
use super::clash::{self, Clash};
pub use unit::{Kind, Unit};

/// The most values, and so the longest row of one board.
pub const LARGEST_SIDE: usize = 36;

/// The cells and the rules of a kind of board.
///
/// Cells are numbered from 0 in reading order, values from 1 to [`side`](Shape::side).
///
/// ```
/// use quadrille::sudoku::Shape;
///
/// let shape: Shape = "6x6".parse()?;
/// assert_eq!((shape.side(), shape.cell_count()), (6, 36));
/// assert_eq!(shape.units().count(), 18); // six rows, six columns, six boxes of 2 x 3
///
/// let shape: Shape = "samurai".parse()?; // five boards that overlap
/// assert_eq!((shape.side(), shape.cell_count()), (9, 369));
/// # Ok::<(), quadrille::sudoku::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    side: usize,
    rows: usize,
    columns: usize,
    /// Row and column of each cell, in reading order.
    cells: Vec<(usize, usize)>,
    /// The number of the cell at each place of the picture, row by row.
    places: Vec<Option<usize>>,
    units: Vec<Unit>,
    /// The units of cell `c` are `units_of[starts[c]..starts[c + 1]]`.
    units_of: Vec<usize>,
    starts: Vec<usize>,
    /// Pairs of cells whose values are neither equal nor consecutive, the smaller cell first.
    apart: Vec<[usize; 2]>,
}

/// Why a text describes no shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
#[non_exhaustive]
pub struct ShapeError {
    /// The line of the text, from 1.
    pub line: usize,
    /// The character in that line, from 1.
    pub column: usize,
    /// What is wrong there, and what was expected.
    pub what: String,
}

impl Shape {
    /// The board that everybody knows: 9 x 9 cells, boxes of 3 x 3.
    #[must_use]
    pub fn classic() -> Shape {
        plan::Plan::default().build()
    }

    /// A board of so many rows and columns, with boxes as square as they can be, not higher than wide: those of a 6 x 6
    /// board are 2 x 3. `None` if there are no such boxes, because the side is a prime, or none of 4 to 36.
    #[must_use]
    pub fn with_side(side: usize) -> Option<Shape> {
        Some(plan::Plan::of_side(side)?.build())
    }

    /// How many values there are: 1 to this one.
    #[must_use]
    pub fn side(&self) -> usize {
        self.side
    }

    /// Rows of the whole picture; more than the side where boards overlap.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Columns of the whole picture.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many cells there are.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// The cell at a row and a column (from 0), if there is one.
    #[must_use]
    pub fn cell(&self, row: usize, column: usize) -> Option<usize> {
        if row >= self.rows || column >= self.columns {
            return None;
        }
        self.places.get(row * self.columns + column).copied()?
    }

    /// Row and column of a cell, from 0.
    ///
    /// # Panics
    /// If there is no such cell.
    #[must_use]
    pub fn place(&self, cell: usize) -> (usize, usize) {
        self.cells[cell]
    }

    /// How many cells each row of the picture has.
    pub(super) fn row_lengths(&self) -> Vec<usize> {
        let mut lengths = vec![0; self.rows];
        for &(row, _) in &self.cells {
            lengths[row] += 1;
        }
        lengths
    }

    /// The units, those with all values first.
    pub fn units(&self) -> impl ExactSizeIterator<Item = &Unit> {
        self.units.iter()
    }

    /// The pairs of cells whose values are neither equal nor consecutive, the smaller cell first.
    pub fn apart(&self) -> impl ExactSizeIterator<Item = [usize; 2]> + '_ {
        self.apart.iter().copied()
    }

    /// The numbers of the units that a cell is in, ascending.
    pub(super) fn units_of(&self, cell: usize) -> &[usize] {
        &self.units_of[self.starts[cell]..self.starts[cell + 1]]
    }

    /// A board without any given.
    #[must_use]
    pub fn blank(&self) -> Grid {
        Grid::new(vec![0; self.cell_count()])
    }

    /// The first rule that a board breaks by what it has already, `None` if it breaks none. O(cells) if so.
    ///
    /// Units are looked at in their order: rows, columns, boxes, then the others. Within a unit the first pair is the
    /// one whose second cell comes first.
    #[must_use]
    pub fn clash(&self, board: &Grid) -> Option<Clash> {
        Clash::first(self, board.cells())
    }

    /// Whether a board is full and breaks no rule.
    #[must_use]
    pub fn is_solution(&self, board: &Grid) -> bool {
        let cells = board.cells();
        let is_value = |&value: &u8| (1..=self.side).contains(&usize::from(value));
        cells.len() == self.cell_count()
            && cells.iter().all(is_value)
            && !clash::breaks(self, cells)
    }

    /// A board as one line: a character for each cell, `1` to `9` and `A` to `Z` (from `0` if there are 36 values), and
    /// `.` for a blank.
    #[must_use]
    pub fn line(&self, board: &Grid) -> String {
        Alphabet::plain(self.side).line(board.cells().iter().copied())
    }

    /// A cell as people name it: `r1c1` is the first.
    ///
    /// # Panics
    /// If there is no such cell.
    #[must_use]
    pub fn name(&self, cell: usize) -> impl fmt::Display {
        let (row, column) = self.place(cell);
        CellName(row + 1, column + 1)
    }
}

struct CellName(usize, usize);

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.0, self.1)
    }
}

impl Default for Shape {
    fn default() -> Shape {
        Shape::classic()
    }
}
