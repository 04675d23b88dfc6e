//! A sudoku board as a value: nine rows of nine cells, each blank or a digit.
//!
//! A [`Grid`] may break the rules (two equal digits in a row): that is data, found by [`Grid::clash`] and told in
//! people's words. Rows, columns and boxes are *units*; a cell is its index in reading order, 0 to 80.

use std::fmt;
use std::str::FromStr;

/// Cells in a row, in a column and in a box; also the largest digit.
pub(super) const SIDE: usize = 9;
/// Cells in a board.
pub(super) const CELLS: usize = SIDE * SIDE;
/// Rows and columns of a box.
const BOX: usize = 3;

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
        if !self.repeats() {
            return None;
        }
        let mut units = (0..SIDE)
            .map(Unit::Row)
            .chain((0..SIDE).map(Unit::Column))
            .chain((0..SIDE).map(Unit::Box));
        units.find_map(|unit| self.clash_in(unit))
    }

    /// Whether every row, column and box holds each of 1 to 9 once.
    pub fn is_solution(&self) -> bool {
        !self.cells.contains(&0) && !self.repeats()
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

    /// Whether any unit holds a digit twice: the fast question that nearly every board answers with no.
    fn repeats(&self) -> bool {
        let mut twice = 0;
        let mut columns = [0u16; SIDE];
        for band in self.cells.chunks_exact(BOX * SIDE) {
            let mut boxes = [0u16; SIDE / BOX];
            for line in band.chunks_exact(SIDE) {
                let mut row = 0;
                for (column, &value) in line.iter().enumerate() {
                    let digit = (1u16 << value) & !1;
                    let in_box = column / BOX;
                    twice |= digit & (row | columns[column] | boxes[in_box]);
                    row |= digit;
                    columns[column] |= digit;
                    boxes[in_box] |= digit;
                }
            }
        }
        twice != 0
    }

    fn clash_in(&self, unit: Unit) -> Option<Clash> {
        let mut seen = [None; SIDE + 1];
        for place in 0..SIDE {
            let second = unit.cell(place);
            let digit = self.cells[second];
            if digit == 0 {
                continue;
            }
            match seen[usize::from(digit)] {
                Some(first) => {
                    return Some(Clash {
                        digit,
                        unit,
                        first,
                        second,
                    });
                }
                None => seen[usize::from(digit)] = Some(second),
            }
        }
        None
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

/// Two equal digits in one row, column or box: why a board has no solution.
///
/// Its text counts from 1: `two 5s in row 3 at columns 2 and 7`, `two 5s in box 2 at r1c4 and r3c5`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Clash {
    digit: u8,
    unit: Unit,
    /// Cells in reading order, `first < second`.
    first: usize,
    second: usize,
}

impl Clash {
    /// The digit that stands twice.
    pub fn digit(&self) -> u8 {
        self.digit
    }

    /// The two cells, 0 to 80 in reading order, the smaller first.
    pub fn cells(&self) -> [usize; 2] {
        [self.first, self.second]
    }
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Clash { digit, unit, .. } = self;
        let (row, column) = (|cell| cell / SIDE + 1, |cell| cell % SIDE + 1);
        let [first, second] = self.cells();
        write!(f, "two {digit}s in {unit} at ")?;
        match unit {
            Unit::Row(_) => write!(f, "columns {} and {}", column(first), column(second)),
            Unit::Column(_) => write!(f, "rows {} and {}", row(first), row(second)),
            Unit::Box(_) => write!(
                f,
                "r{}c{} and r{}c{}",
                row(first),
                column(first),
                row(second),
                column(second)
            ),
        }
    }
}

/// Nine cells that hold each digit once, by number from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Unit {
    Row(usize),
    Column(usize),
    Box(usize),
}

impl Unit {
    /// The cell at a place (0 to 8) of this unit, places in reading order.
    fn cell(self, place: usize) -> usize {
        let (row, column) = match self {
            Unit::Row(row) => (row, place),
            Unit::Column(column) => (place, column),
            Unit::Box(number) => (
                number / BOX * BOX + place / BOX,
                number % BOX * BOX + place % BOX,
            ),
        };
        row * SIDE + column
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unit::Row(number) => write!(f, "row {}", number + 1),
            Unit::Column(number) => write!(f, "column {}", number + 1),
            Unit::Box(number) => write!(f, "box {}", number + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOLVED: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    /// A blank board with digits at (row, column), both from 1.
    fn board(givens: &[(usize, usize, u8)]) -> Grid {
        let mut cells = [0; CELLS];
        for &(row, column, digit) in givens {
            cells[(row - 1) * SIDE + column - 1] = digit;
        }
        Grid::from_values(cells)
    }

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
        let grid = board(&[(1, 1, 5), (9, 8, 7)]);
        assert_eq!(grid.get(0, 0), Some(5));
        assert_eq!(grid.get(8, 7), Some(7));
        assert_eq!(grid.get(8, 8), None);
        assert_eq!(grid.get(0, 9), None);
        assert_eq!(grid.get(usize::MAX, 0), None);
        assert_eq!(grid.givens().collect::<Vec<_>>(), [(0, 0, 5), (8, 7, 7)]);
    }

    #[test]
    fn a_clash_is_told_in_words() {
        let told = |givens: &[(usize, usize, u8)]| board(givens).clash().map(|c| c.to_string());
        assert_eq!(told(&[]), None);
        assert_eq!(told(&[(1, 1, 5), (2, 4, 5), (4, 2, 5)]), None);
        let row = [(3, 2, 5), (3, 7, 5)];
        assert_eq!(told(&row).unwrap(), "two 5s in row 3 at columns 2 and 7");
        assert_eq!(
            told(&[(1, 4, 5), (6, 4, 5)]).unwrap(),
            "two 5s in column 4 at rows 1 and 6"
        );
        assert_eq!(
            told(&[(1, 4, 5), (3, 5, 5)]).unwrap(),
            "two 5s in box 2 at r1c4 and r3c5"
        );
        // Rows come before columns, columns before boxes, whatever comes first in the text.
        assert!(
            told(&[(1, 1, 1), (2, 1, 1), (9, 1, 2), (9, 9, 2)])
                .unwrap()
                .contains("row 9")
        );
        assert!(
            told(&[(1, 1, 1), (2, 2, 1), (4, 9, 2), (8, 9, 2)])
                .unwrap()
                .contains("column 9")
        );
        // Of two pairs in one row, the one that is complete first.
        let pairs = [(1, 1, 5), (1, 2, 3), (1, 3, 3), (1, 4, 5)];
        assert_eq!(board(&pairs).clash().unwrap().cells(), [1, 2]);
        assert_eq!(board(&pairs).clash().unwrap().digit(), 3);
    }

    #[test]
    fn every_pair_of_cells_clashes_exactly_when_it_shares_a_unit() {
        for first in 0..CELLS {
            for second in first + 1..CELLS {
                let mut cells = [0; CELLS];
                (cells[first], cells[second]) = (4, 4);
                let (a, b) = ((first / 9, first % 9), (second / 9, second % 9));
                let share = a.0 == b.0 || a.1 == b.1 || (a.0 / 3, a.1 / 3) == (b.0 / 3, b.1 / 3);
                let clash = Grid::from_values(cells).clash();
                assert_eq!(clash.map(|c| c.cells()), share.then_some([first, second]));
            }
        }
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
