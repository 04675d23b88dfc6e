//! The canonical form of a 9x9 board: the least of all boards that differ from it only in how they are turned and
//! labelled.
//!
//! Two boards are *isomorphic* if one becomes the other by exchanging rows within a band, bands, columns within a stack,
//! stacks, rows with columns, and digits: 2 * 6^8 ways to move the cells, times the ways to relabel. The canonical form
//! is the board among them whose 81 characters, read row by row with 0 for a blank, come first.
//!
//! ```text
//! states = the board as it is, and turned: no row is placed yet
//! nine times:
//!     for every state and every row that may come next: the least that this row can become
//!     keep those states that give the least row of all
//! ```
//!
//! How little must be decided is what makes it quick. Blanks come first, so that in a row the columns which have had no
//! given yet, *fresh* ones, stand before the others of their stack, and fresh stacks before the other stacks; among
//! each other they have no order, until a given tells them apart. Labels go to digits in the order in which they are
//! met. So the least that a row can become is found by sorting, and a state branches only where digits without a label
//! stand in columns without an order: which of them comes first cannot be seen yet. (On a board that breaks a rule by
//! itself one digit may stand there twice. Then these orders do not all give the same row, and each is looked at.)
//!
//! Every way to move the cells that leads to the least board ends in one state, so their number is that of the
//! automorphisms of the board.

mod branch;
mod state;

use self::state::{Row, State};
use crate::sudoku::grid::Grid;

/// What is the same for all boards that are one board turned and relabelled.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Canonical {
    /// The isomorph that comes first when its cells are read row by row, a blank before every digit.
    pub board: Grid,
    /// How many ways to move the cells change nothing but, perhaps, the labels; the one that moves none is counted, so
    /// there is always one. The ways are products of exchanges of rows in a band, bands, columns in a stack, stacks,
    /// and rows with columns: 3,359,232 in all.
    pub automorphisms: u64,
}

/// Why a board has no canonical form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotClassic {
    /// It has not 81 cells.
    #[error("a canonical form needs a 9x9 board, this one has {0} cells")]
    Cells(usize),
    /// A value is none of 1 to 9.
    #[error("a canonical form needs the digits 1 to 9, this board has {0}")]
    Value(u8),
    /// It has pencil marks, which are no part of the form.
    #[error("a canonical form needs givens only, this board has pencil marks")]
    Marks,
}

impl Grid {
    /// The canonical form of a 9x9 board with the classic rules, and its automorphisms. The board may have one solution,
    /// many or none, and may break a rule by itself.
    ///
    /// Most boards take some 10 µs; one where little is blank takes some milliseconds.
    ///
    /// # Errors
    /// If the board has another number of cells, values above 9, or pencil marks.
    ///
    /// ```
    /// use quadrille::sudoku::Grid;
    ///
    /// let board: Grid = format!("73{}", ".".repeat(79)).parse()?;
    /// let turned: Grid = format!("1{}2{}", ".".repeat(8), ".".repeat(71)).parse()?;
    /// let form = board.canonical()?;
    /// assert_eq!(form.board.to_string(), format!("{}12", ".".repeat(79)));
    /// assert_eq!(turned.canonical()?, form);
    /// assert_eq!(form.automorphisms, 20_736); // 3,359,232 ways, 162 pairs of places that are alike
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn canonical(&self) -> Result<Canonical, NotClassic> {
        let cells = self.cells();
        let cells: &[u8; 81] = cells
            .try_into()
            .map_err(|_| NotClassic::Cells(cells.len()))?;
        if let Some(&value) = cells.iter().find(|&&value| value > 9) {
            return Err(NotClassic::Value(value));
        }
        if self.marks().is_some() {
            return Err(NotClassic::Marks);
        }
        let (least, automorphisms) = least(cells);
        Ok(Canonical {
            board: Grid::new(least.into()),
            automorphisms,
        })
    }
}

/// The least isomorph of a board of digits and zeros, and the number of its automorphisms.
fn least(cells: &[u8; 81]) -> ([u8; 81], u64) {
    let boards = [rows(cells, 9, 1), rows(cells, 1, 9)];
    let mut states: Vec<State> = [false, true].map(State::new).into();
    let mut next = Vec::new();
    let mut least = [0; 81];
    for place in 0..9 {
        let mut best = Row::MAX;
        for state in &states {
            let board = &boards[usize::from(state.turned)];
            for (row, ways) in state.candidates(place, board) {
                let (mut key, placing) = state.place(&board[row]);
                let twice = has_twice(&board[row]);
                if key > best && !twice {
                    continue;
                }
                let state = State {
                    placed: state.placed | 1 << row,
                    band: row as u8 / 3,
                    ways: state.ways * ways,
                    ..*state
                };
                let start = next.len();
                placing.branch(&state, &board[row], &mut next);
                if twice {
                    key = retain_least(&mut next, start, &board[row]);
                }
                if key > best {
                    next.truncate(start);
                } else if key < best {
                    best = key;
                    next.drain(..start);
                }
            }
        }
        for column in 0..9 {
            least[9 * place + column] = (best >> (4 * (8 - column)) & 15) as u8;
        }
        std::mem::swap(&mut states, &mut next);
        next.clear();
    }
    (least, states.iter().map(State::ways).sum())
}

/// Whether a digit stands twice in a row.
fn has_twice(row: &[u8; 9]) -> bool {
    let mut seen = 0_u16;
    row.iter().any(|&digit| {
        let twice = digit > 0 && seen >> digit & 1 == 1;
        seen |= 1 << digit;
        twice
    })
}

/// Keeps those states from `start` in which the row that was placed last is least, and tells what it is.
fn retain_least(states: &mut Vec<State>, start: usize, row: &[u8; 9]) -> Row {
    let least = states[start..].iter().map(|state| state.row(row)).min();
    let least = least.unwrap_or(Row::MAX);
    let mut kept = start;
    for place in start..states.len() {
        if states[place].row(row) == least {
            states.swap(kept, place);
            kept += 1;
        }
    }
    states.truncate(kept);
    least
}

fn rows(cells: &[u8; 81], down: usize, across: usize) -> [[u8; 9]; 9] {
    std::array::from_fn(|row| std::array::from_fn(|column| cells[row * down + column * across]))
}
