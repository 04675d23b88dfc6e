//! The cells and the rules of boards, as data.
//!
//! A [`Shape`] has cells in a picture, and a list of [`Rule`]s over them. Most code knows only two
//! consequences of the rules:
//!
//! - A [`Unit`] is a set of cells with different values: a row, a column, a box, but also a
//!   diagonal, a window, or two cells a knight's move apart. A unit with as many cells as there are
//!   values has each value once.
//! - Two cells may be *apart*: their values are neither equal nor consecutive.
//!
//! The code that solves, checks and draws boards knows these two, and the rules that need more: see
//! `rule.rs` for the places that a new rule touches.
//!
//! ```text
//! text     words and maps: Shape::from_str
//! build    a plan, laid out
//! Shape    here
//! rule     the table of rules, and what each adds
//! lookup   what rules ask of a shape
//! map, unit, cells, error, help
//! ```

mod build;
mod cells;
mod error;
mod help;
mod lookup;
mod map;
mod outline;
mod rule;
mod text;
mod unit;

use std::fmt;

use self::cells::Cells;
pub use self::error::{ShapeError, ShapeReason};
pub use self::map::Map;
pub use self::outline::{Division, Outline};
pub use self::rule::Rule;
pub use self::unit::{Kind, Unit};
use crate::alphabet::Alphabet;
use crate::grid::Grid;
use crate::rule::CellRule;

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
    cells: Cells,
    rules: Vec<Rule>,
    units: Vec<Unit>,
    /// The units of cell `c` are `units_of[starts[c]..starts[c + 1]]`.
    units_of: Vec<usize>,
    starts: Vec<usize>,
    /// Pairs of cells whose values are neither equal nor consecutive, the smaller cell first.
    apart: Vec<[usize; 2]>,
    pub(super) cell_rules: Vec<CellRule>,
}

impl Shape {
    /// Returns the number of values; a square board has as many rows.
    ///
    /// Values are numbered from 1, also where [`lowest`](Self::lowest) is 0.
    #[must_use]
    pub fn side(&self) -> usize {
        self.cells.size.values
    }

    /// Returns the number that the first value stands for, 0 or 1: the number that boards show and
    /// that sums add.
    #[must_use]
    pub fn lowest(&self) -> u8 {
        self.cells.size.lowest
    }

    /// How values are written.
    pub(super) fn alphabet(&self) -> Alphabet {
        match self.lowest() {
            0 => Alphabet::Zero,
            _ => Alphabet::plain(self.side()),
        }
    }

    /// Returns how boards show a value from 1: as a number, from [`lowest`](Self::lowest).
    #[must_use]
    pub fn number(&self, value: u8) -> u32 {
        (u32::from(value) + u32::from(self.lowest())).saturating_sub(1)
    }

    /// Returns the rules about some cells, in the order in which they were added.
    #[must_use]
    pub fn cell_rules(&self) -> &[CellRule] {
        &self.cell_rules
    }

    /// Whether exchanging two values everywhere maps solutions to solutions: all rules are units.
    pub(super) fn is_symmetric(&self) -> bool {
        self.cell_rules.is_empty() && self.rules.iter().all(Rule::makes_units)
    }

    /// Returns whether there are rules that make searches hard: rules about cells, and rules for
    /// the whole board that neither units nor pairs [apart](Self::apart) express. A board under
    /// such rules is better [compiled for itself](crate::Sudoku::for_board).
    #[must_use]
    pub fn has_hard_rules(&self) -> bool {
        let is_easy = |rule: &Rule| rule.makes_units() || *rule == Rule::NonConsecutive;
        !self.cell_rules.is_empty() || !self.rules.iter().all(is_easy)
    }

    /// Returns the number of rows of the whole picture: more than the side where boards overlap.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.cells.rows
    }

    /// Returns the number of columns of the whole picture.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.cells.columns
    }

    /// Returns the number of cells.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.cells.at.len()
    }

    /// Returns the cell at a row and a column (from 0), if there is one.
    #[must_use]
    pub fn cell(&self, row: usize, column: usize) -> Option<usize> {
        self.cells.get(row, column)
    }

    /// Returns the row and the column of a cell, from 0.
    ///
    /// # Panics
    /// If there is no such cell.
    #[must_use]
    pub fn place(&self, cell: usize) -> (usize, usize) {
        self.cells.at[cell]
    }

    /// Returns the rules besides rows, columns, and boxes or regions, in the order of [`Rule`].
    #[must_use]
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Iterates over the units: first those that contain every value, then the smaller ones.
    pub fn units(&self) -> impl ExactSizeIterator<Item = &Unit> {
        self.units.iter()
    }

    /// Iterates over the pairs of cells whose values are neither equal nor consecutive, the smaller
    /// cell first.
    pub fn apart(&self) -> impl ExactSizeIterator<Item = [usize; 2]> + '_ {
        self.apart.iter().copied()
    }

    /// The cells of each two by two places; where a cell is missing, those that are left, if there
    /// are two.
    pub(super) fn squares(&self) -> Vec<Vec<usize>> {
        self.cells.squares()
    }

    /// The shape with one of its rules about cells, or with none.
    pub(crate) fn with_only(&self, rule: Option<&CellRule>) -> Shape {
        Shape {
            cell_rules: rule.into_iter().cloned().collect(),
            ..self.clone()
        }
    }

    /// The unit of a number.
    pub(crate) fn unit(&self, number: usize) -> &Unit {
        &self.units[number]
    }

    /// The numbers of the units that a cell is in, ascending.
    pub(crate) fn units_of(&self, cell: usize) -> &[usize] {
        &self.units_of[self.starts[cell]..self.starts[cell + 1]]
    }

    /// Returns a board without givens.
    #[must_use]
    pub fn blank(&self) -> Grid {
        Grid::new(vec![0; self.cell_count()])
    }

    /// Returns a board as one line: a character for each cell, `1` to `9` and `A` to `Z` (from `0`
    /// if there are 36 values), and `.` for a blank.
    #[must_use]
    pub fn line(&self, board: &Grid) -> String {
        self.alphabet().line(board.cells().iter().copied())
    }

    /// Returns the name of a cell for display: `r1c1` is the first.
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
