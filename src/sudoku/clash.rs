//! What breaks the rules of sudoku: two equal digits in one *unit*, a row, a column or a box.

use std::fmt;

use super::grid::{BOX, CELLS, SIDE};

/// Whether any unit holds a digit twice: the fast question that nearly every board answers with no.
pub(super) fn repeats(cells: &[u8; CELLS]) -> bool {
    let mut twice = 0;
    let mut columns = [0u16; SIDE];
    for band in cells.chunks_exact(BOX * SIDE) {
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
    /// The first pair of equal digits in the first row that has one, else column, else box.
    pub(super) fn first(cells: &[u8; CELLS]) -> Option<Clash> {
        if !repeats(cells) {
            return None;
        }
        let mut units = (0..SIDE)
            .map(Unit::Row)
            .chain((0..SIDE).map(Unit::Column))
            .chain((0..SIDE).map(Unit::Box));
        units.find_map(|unit| Clash::within(cells, unit))
    }

    /// The first pair in one unit.
    fn within(cells: &[u8; CELLS], unit: Unit) -> Option<Clash> {
        let mut seen = [None; SIDE + 1];
        for place in 0..SIDE {
            let second = unit.cell(place);
            let digit = cells[second];
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
    use crate::sudoku::Grid;

    /// A blank board with digits at (row, column), both from 1.
    fn board(givens: &[(usize, usize, u8)]) -> Grid {
        let mut cells = [0; CELLS];
        for &(row, column, digit) in givens {
            cells[(row - 1) * SIDE + column - 1] = digit;
        }
        Grid::from_values(cells)
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
}
