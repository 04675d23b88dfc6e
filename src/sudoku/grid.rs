//! A sudoku board as a value: nine rows of nine cells, each blank or a digit.
//!
//! A [`Grid`] may break the rules (two equal digits in a row): that is data, found by [`Grid::clash`] and told in
//! people's words. A cell is its index in reading order, 0 to 80.

use std::fmt;
use std::str::FromStr;

use super::clash::{Clash, repeats};

/// Cells in a row, in a column and in a box; also the largest digit.
pub(super) const SIDE: usize = 9;
/// Cells in a board.
pub(super) const CELLS: usize = SIDE * SIDE;
/// Rows and columns of a box.
pub(super) const BOX: usize = 3;

/// The value of each byte that can stand for a cell; `NO_CELL` for all others.
const VALUES: [u8; 256] = {
    let mut values = [NO_CELL; 256];
    let mut digit = 1;
    while digit <= SIDE as u8 {
        values[(b'0' + digit) as usize] = digit;
        digit += 1;
    }
    values[b'0' as usize] = 0;
    values[b'.' as usize] = 0;
    values[b'*' as usize] = 0;
    values[b'_' as usize] = 0;
    values[b'-' as usize] = 0;
    values
};
const NO_CELL: u8 = u8::MAX;

/// What a byte of text stands for: `Some(1..=9)` a digit, `Some(0)` a blank (`0 . * _ -`), `None` no cell.
#[inline]
pub(super) fn cell_value(byte: u8) -> Option<u8> {
    let value = VALUES[usize::from(byte)];
    (value != NO_CELL).then_some(value)
}

/// A 9x9 sudoku board: each cell blank or a digit from 1 to 9.
///
/// Its text is 81 characters in reading order. [`Display`](fmt::Display) writes a blank as `.`; [`FromStr`] reads any of
/// `0 . * _ -` as a blank.
///
/// ```
/// use quadrille::sudoku::Grid;
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let grid: Grid = text.parse()?;
/// assert_eq!(grid.get(0, 1), Some(3));
/// assert_eq!(grid.givens().count(), 30);
/// assert_eq!(grid.clash(), None);
/// assert_eq!(grid.to_string(), text);
/// # Ok::<(), quadrille::sudoku::GridError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grid {
    /// In reading order; each 0 (blank) to 9.
    cells: [u8; CELLS],
}

/// Why something is not a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// There are not as many cells as a board has.
    #[error("{found} cells, expected {CELLS}")]
    Length {
        /// How many there are.
        found: usize,
    },
    /// A cell holds a number that is neither 0 nor a digit of the board.
    #[error("cell {}: {value} is not a digit from 0 to {SIDE}", cell + 1)]
    Digit {
        /// The cell, 0 to 80 in reading order.
        cell: usize,
        /// What it holds.
        value: u8,
    },
    /// A character of the text is neither a digit nor a blank.
    #[error("character {}: {character:?} is not a digit or a blank (0 . * _ -)", cell + 1)]
    Character {
        /// The cell, 0 to 80 in reading order.
        cell: usize,
        /// What stands there.
        character: char,
    },
}

impl Grid {
    /// The board whose cells are all blank.
    pub fn blank() -> Grid {
        Grid { cells: [0; CELLS] }
    }

    /// A board from its 81 cells in reading order, 0 for a blank.
    ///
    /// # Errors
    /// [`GridError::Length`] if there are not 81, [`GridError::Digit`] if one is above 9.
    pub fn from_cells(cells: &[u8]) -> Result<Grid, GridError> {
        let cells: [u8; CELLS] = cells
            .try_into()
            .map_err(|_| GridError::Length { found: cells.len() })?;
        match cells.iter().position(|&value| usize::from(value) > SIDE) {
            Some(cell) => Err(GridError::Digit {
                cell,
                value: cells[cell],
            }),
            None => Ok(Grid::from_values(cells)),
        }
    }

    /// Rows of the board, and columns, and the largest digit: 9.
    pub fn side(&self) -> usize {
        SIDE
    }

    /// The cells in reading order, 0 for a blank.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The digit at a row and a column (from 0), or `None` if the cell is blank or outside the board.
    pub fn get(&self, row: usize, column: usize) -> Option<u8> {
        if row >= SIDE || column >= SIDE {
            return None;
        }
        match self.cells[row * SIDE + column] {
            0 => None,
            digit => Some(digit),
        }
    }

    /// The cells that are not blank, in reading order: (row, column, digit), rows and columns from 0.
    pub fn givens(&self) -> impl Iterator<Item = (usize, usize, u8)> + '_ {
        self.cells
            .iter()
            .enumerate()
            .filter(|&(_, &digit)| digit != 0)
            .map(|(cell, &digit)| (cell / SIDE, cell % SIDE, digit))
    }

    /// The first pair of equal digits in one row, else in one column, else in one box; `None` if there is none.
    ///
    /// Within a unit the first pair is the one whose second cell comes first in reading order.
    pub fn clash(&self) -> Option<Clash> {
        Clash::first(&self.cells)
    }

    /// Whether every row, column and box holds each of 1 to 9 once.
    pub fn is_solution(&self) -> bool {
        !self.cells.contains(&0) && !repeats(&self.cells)
    }

    /// Whether this board has every digit of `given` where `given` has it.
    pub fn extends(&self, given: &Grid) -> bool {
        self.cells
            .iter()
            .zip(&given.cells)
            .all(|(&here, &digit)| digit == 0 || here == digit)
    }

    /// A board from cells that are known to be 0 to 9.
    pub(super) fn from_values(cells: [u8; CELLS]) -> Grid {
        debug_assert!(cells.iter().all(|&value| usize::from(value) <= SIDE));
        Grid { cells }
    }
}

impl Default for Grid {
    fn default() -> Grid {
        Grid::blank()
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self
            .cells
            .iter()
            .map(|&value| {
                if value == 0 {
                    '.'
                } else {
                    char::from(b'0' + value)
                }
            })
            .collect();
        f.pad(&text)
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({self})")
    }
}

impl FromStr for Grid {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Grid, GridError> {
        let mut cells = [0; CELLS];
        let mut found = 0;
        for character in text.chars() {
            let value = u8::try_from(character).ok().and_then(cell_value);
            let value = value.ok_or(GridError::Character {
                cell: found,
                character,
            })?;
            if let Some(cell) = cells.get_mut(found) {
                *cell = value;
            }
            found += 1;
        }
        if found != CELLS {
            return Err(GridError::Length { found });
        }
        Ok(Grid::from_values(cells))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOLVED: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn text_goes_round() {
        let grid: Grid = SOLVED.parse().unwrap();
        assert_eq!(grid.to_string(), SOLVED);
        assert_eq!(format!("{grid:?}"), format!("Grid({SOLVED})"));
        assert_eq!(Grid::from_cells(grid.cells()), Ok(grid));
        let blanks = "0.*_-".repeat(17)[..CELLS].parse::<Grid>();
        assert_eq!(blanks, Ok(Grid::default()));
    }

    #[test]
    fn what_is_not_a_board_says_why() {
        let why = |text: &str| text.parse::<Grid>().unwrap_err().to_string();
        assert_eq!(why(""), "0 cells, expected 81");
        assert_eq!(why(&".".repeat(82)), "82 cells, expected 81");
        assert_eq!(
            why("12x"),
            "character 3: 'x' is not a digit or a blank (0 . * _ -)"
        );
        assert_eq!(
            why("é"),
            "character 1: 'é' is not a digit or a blank (0 . * _ -)"
        );
        let why = |cells: &[u8]| Grid::from_cells(cells).unwrap_err().to_string();
        assert_eq!(why(&[1; 80]), "80 cells, expected 81");
        let mut cells = [0; CELLS];
        cells[4] = 10;
        assert_eq!(why(&cells), "cell 5: 10 is not a digit from 0 to 9");
    }

    #[test]
    fn cells_are_found_by_row_and_column() {
        let mut cells = [0; CELLS];
        (cells[0], cells[79]) = (5, 7);
        let grid = Grid::from_values(cells);
        assert_eq!(grid.get(0, 0), Some(5));
        assert_eq!(grid.get(8, 7), Some(7));
        assert_eq!(grid.get(8, 8), None);
        assert_eq!(grid.get(0, 9), None);
        assert_eq!(grid.get(usize::MAX, 0), None);
        assert_eq!(grid.givens().collect::<Vec<_>>(), [(0, 0, 5), (8, 7, 7)]);
    }

    #[test]
    fn a_solution_is_full_and_clean_and_extends_its_givens() {
        let solved: Grid = SOLVED.parse().unwrap();
        assert!(solved.is_solution());
        assert!(!Grid::blank().is_solution());
        let mut cells = solved.cells().to_vec();
        cells.swap(0, 1);
        assert!(!Grid::from_cells(&cells).unwrap().is_solution());
        cells.swap(0, 1);
        cells[80] = 0;
        let given = Grid::from_cells(&cells).unwrap();
        assert!(!given.is_solution());
        assert!(solved.extends(&given) && solved.extends(&Grid::blank()));
        assert!(!given.extends(&solved));
    }
}
