//! A board as a value: what each cell holds.
//!
//! A [`Grid`] may break the rules, as with two equal digits in a row.
//! [`Shape::clash`](super::Shape::clash) finds the two cells and the rule.

use std::fmt;
use std::str::FromStr;

use super::alphabet::{Alphabet, LARGEST_SIDE};
use quadrille_core::text::quantity;

/// The cells of a board in reading order: each blank, or a value from 1. Which cells there are is
/// up to a [`Shape`](super::Shape); a board of another shape than the one it is solved for has no
/// solution.
///
/// Its text is one character for each cell. [`Display`](fmt::Display) writes values as `1` to `9`
/// and `A` to `Z` (from `0` if there are 36 x 36 cells) and a blank as `.`; [`FromStr`] reads that,
/// and any of `. * _ -` as a blank, and `0` where it is not a value. The number of cells decides
/// the number of values, as for one plain board; where boards overlap, use
/// [`Shape::line`](super::Shape::line).
///
/// ```
/// use quadrille::sudoku::Grid;
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let grid: Grid = text.parse()?;
/// assert_eq!(grid.get(1), Some(3));
/// assert_eq!(grid.givens().count(), 30);
/// assert_eq!(grid.to_string(), text);
/// # Ok::<(), quadrille::sudoku::GridError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Grid {
    /// In reading order; 0 is blank.
    cells: Vec<u8>,
    /// What each blank cell may hold, bit `v - 1` for value `v`, if the board has pencil marks.
    marks: Option<Box<[u64]>>,
}

/// The reason why [`Grid::from_str`] rejects a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message of each explains its fields")]
pub enum GridError {
    /// No board has this number of cells.
    #[error("invalid board: {}, expected {}", quantity(*.found, "cell"), nearest(*.found))]
    Length { found: usize },
    /// A character of the text is neither a value of a board of this side nor a blank. Cells are
    /// counted from 0.
    #[error("character {}: {character:?} is not {}", cell + 1, Alphabet::plain(*.side).expected(*.side))]
    Character {
        cell: usize,
        character: char,
        side: usize,
    },
}

impl Grid {
    /// Returns a board from its cells in reading order, 0 for a blank.
    #[must_use]
    pub fn new(cells: Vec<u8>) -> Grid {
        Grid { cells, marks: None }
    }

    /// Returns a board from what each cell may hold: bit `v - 1` for value `v`. A cell with one
    /// value left holds it.
    #[must_use]
    pub fn from_marks(marks: Vec<u64>) -> Grid {
        let value = |&marks: &u64| {
            if marks.is_power_of_two() {
                marks.trailing_zeros() as u8 + 1
            } else {
                0
            }
        };
        Grid {
            cells: marks.iter().map(value).collect(),
            marks: Some(marks.into()),
        }
    }

    /// Makes a board from values, 0 for a blank, and the pencil marks of blank cells: bit `v - 1` for
    /// value `v`. Unlike in [`from_marks`](Self::from_marks), a blank cell with one mark stays blank:
    /// that it has this value is the next step. A cell without marks may hold any value.
    ///
    /// ```
    /// use quadrille::sudoku::Grid;
    ///
    /// let board = Grid::from_values_and_marks(vec![2, 0, 0, 0], &[0, 0b0001, 0b0101]);
    /// assert_eq!(board.get(1), None);
    /// assert_eq!(board.marks().map(|marks| marks[1]), Some(0b0001));
    /// ```
    #[must_use]
    pub fn from_values_and_marks(values: Vec<u8>, marks: &[u64]) -> Grid {
        let mut board = Grid::new(values);
        for (cell, &marks) in marks.iter().enumerate() {
            if board.cells.get(cell) == Some(&0) {
                board.allow(cell, marks);
            }
        }
        board
    }

    /// Returns the board without pencil marks.
    #[must_use]
    pub fn without_marks(mut self) -> Grid {
        self.marks = None;
        self
    }

    /// Returns the cells in reading order, 0 for a blank.
    #[must_use]
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Returns the value of a cell, `None` if it is blank or there is no such cell.
    #[must_use]
    pub fn get(&self, cell: usize) -> Option<u8> {
        self.cells.get(cell).copied().filter(|&value| value != 0)
    }

    /// Puts a value in a cell; 0 makes it blank, for any value.
    pub(super) fn put(&mut self, cell: usize, value: u8) {
        self.cells[cell] = value;
        if let Some(marks) = &mut self.marks {
            marks[cell] = if value == 0 { u64::MAX } else { mark(value) };
        }
    }

    /// The values that a cell may hold, bit `v - 1` for value `v`; that of a given alone.
    pub(super) fn allowed(&self, cell: usize) -> u64 {
        match (self.cells[cell], &self.marks) {
            (0, Some(marks)) => marks[cell],
            (0, None) => u64::MAX,
            (given, _) => mark(given),
        }
    }

    /// Makes a cell blank, with these values allowed.
    pub(super) fn allow(&mut self, cell: usize, values: u64) {
        if values != u64::MAX || self.marks.is_some() {
            let all = (0..self.cells.len())
                .map(|cell| self.allowed(cell))
                .collect();
            self.marks.get_or_insert(all)[cell] = values;
        }
        self.cells[cell] = 0;
    }

    /// Returns what each cell may hold, bit `v - 1` for value `v`, if the board has pencil marks.
    #[must_use]
    pub fn marks(&self) -> Option<&[u64]> {
        self.marks.as_deref()
    }

    /// Returns the cells whose value or pencil marks exclude the value of a solution, in reading
    /// order.
    ///
    /// ```
    /// use quadrille::sudoku::{Shape, text};
    ///
    /// let shape: Shape = "4x4".parse()?;
    /// let board = text::read(&shape, "12 2 34 3\n34 34 12 12\n12 12 34 34\n34 34 12 1\n")?;
    /// let solution = text::read(&shape, "1243432121343412")?;
    /// assert_eq!(board.excluded_cells(&solution), [15]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn excluded_cells(&self, solution: &Grid) -> Vec<usize> {
        let cells = solution
            .givens()
            .filter(|&(cell, value)| cell < self.cells.len() && !self.allows(cell, value));
        cells.map(|(cell, _)| cell).collect()
    }

    /// Returns the cells that are not blank, in reading order, with their values.
    pub fn givens(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        let cells = self.cells.iter().copied().enumerate();
        cells.filter(|&(_, value)| value != 0)
    }

    /// Returns whether a cell holds a value, or is blank and may hold it.
    pub(super) fn allows(&self, cell: usize, value: u8) -> bool {
        self.allowed(cell) & mark(value) != 0
    }

    /// Returns this board with the pencil marks of another one of the same puzzle: a cell may hold
    /// what both allow.
    ///
    /// # Errors
    /// The first cell in which they contradict each other: nothing is left that both allow.
    ///
    /// ```
    /// use quadrille::sudoku::{Shape, text};
    ///
    /// let shape: Shape = "4x4".parse()?;
    /// let board = text::read(&shape, "1......2....3..4")?;
    /// let marks = text::read(&shape, "1 2 34 34\n34 34 14 2\n24 14 124 13\n24 3 12 4\n")?;
    /// let both = board.with_marks_of(&marks);
    /// assert_eq!(both, Err(12));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_marks_of(&self, marks: &Grid) -> Result<Grid, usize> {
        let both = (0..self.cells.len()).map(|cell| {
            let other = if cell < marks.cells.len() {
                marks.allowed(cell)
            } else {
                0
            };
            match self.allowed(cell) & other {
                0 => Err(cell),
                both => Ok(both),
            }
        });
        Ok(Self::from_marks(both.collect::<Result<_, usize>>()?))
    }

    /// Returns whether this board has every given of `given` in the same cell, and in the other
    /// cells only values that `given` allows.
    #[must_use]
    pub fn extends(&self, given: &Grid) -> bool {
        let agree = |(cell, value): (usize, u8)| self.cells.get(cell) == Some(&value);
        let allowed = |(&value, &marks): (&u8, &u64)| value == 0 || mark(value) & marks != 0;
        let marks = given.marks.as_deref().unwrap_or_default();
        self.cells.len() == given.cells.len()
            && given.givens().all(agree)
            && self.cells.iter().zip(marks).all(allowed)
    }
}

/// The bit of a value from 1; 0 if no board has such a value.
fn mark(value: u8) -> u64 {
    1u64.checked_shl(u32::from(value - 1)).unwrap_or_default()
}

/// The side of a board with this number of cells; the classic side if the number is not square.
fn side_of(cells: usize) -> usize {
    let side = cells.isqrt();
    if side * side == cells && side <= LARGEST_SIDE {
        side
    } else {
        9
    }
}

/// The number of cells that a text with this number of cells was meant to have.
fn nearest(found: usize) -> String {
    let squares = (1..=LARGEST_SIDE).map(|side| side * side);
    let nearest = squares.min_by_key(|square| square.abs_diff(found));
    nearest.unwrap_or_default().to_string()
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let alphabet = Alphabet::plain(side_of(self.cells.len()));
        f.pad(&alphabet.line(self.cells.iter().copied()))
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({self})")
    }
}

impl FromStr for Grid {
    type Err = GridError;

    /// Reads a board with as many cells as a square of 1 to 36 rows has.
    fn from_str(text: &str) -> Result<Grid, GridError> {
        let found = text.chars().count();
        let side = side_of(found);
        let alphabet = Alphabet::plain(side);
        let cells = text.chars().enumerate().map(|(cell, character)| {
            let byte = u8::try_from(character).ok();
            let value = byte.and_then(|byte| alphabet.value(&[byte], side));
            value.ok_or(GridError::Character {
                cell,
                character,
                side,
            })
        });
        let cells = cells.collect::<Result<Vec<u8>, _>>()?;
        if side * side != found || found == 0 {
            return Err(GridError::Length { found });
        }
        Ok(Grid::new(cells))
    }
}
