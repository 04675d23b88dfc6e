//! The canonical form of a 9x9 board: the smallest of all boards that differ from it only in how
//! they are turned and labelled.
//!
//! Two boards are *isomorphic* if one becomes the other by exchanging rows within a band, bands,
//! columns within a stack, stacks, rows with columns, and digits: 2 * 6^8 ways to move the cells,
//! times the ways to relabel. The canonical form is the isomorphic board whose 81 characters, read
//! row by row with 0 for a blank, come first.
//!
//! ```text
//! states = the board as it is, and turned: no row is placed yet
//! nine times:
//!     for every state and every row that may come next: the least that this row can become
//!     keep those states that give the least row of all
//! ```
//!
//! The search is fast because few choices are open. Blanks come first. A *fresh* column has had no
//! given yet; fresh columns stand before the others of their stack, and fresh stacks before the
//! other stacks. Among each other they have no order until a given distinguishes them. Digits get
//! labels in the order in which they appear. So sorting finds the smallest form of a row, and a
//! state branches only where digits without a label stand in columns without an order. (On a board
//! that breaks a rule one digit may stand there twice. Then the orders give different rows, and
//! each is examined.)
//!
//! Every way to move the cells that leads to the smallest board ends in one state, so the number of
//! these ways is the number of automorphisms of the board.

mod branch;
mod state;

use self::state::{Row, State};
use crate::grid::Grid;
use crate::shape::Shape;

/// The canonical form of a board, which is the same for all boards that are isomorphic to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Canonical {
    /// The isomorphic board that comes first when its cells are read row by row, a blank before
    /// every digit.
    pub board: Grid,
    /// The number of ways to move the cells that change at most the labels. The way that moves no
    /// cell counts, so there is at least 1. There are 3,359,232 ways in all: products of exchanges
    /// of rows in a band, bands, columns in a stack, stacks, and rows with columns.
    pub automorphisms: u64,
}

/// Why a board has no canonical form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotClassic {
    /// The board does not have 81 cells.
    #[error("a canonical form needs a 9x9 board, this one has {0} cells")]
    Cells(usize),
    /// A value is not one of 1 to 9.
    #[error("a canonical form needs the digits 1 to 9, this board has {0}")]
    Value(u8),
    /// The board has pencil marks, which the form cannot express.
    #[error("a canonical form needs givens only, this board has pencil marks")]
    Marks,
    /// The board has other rules or regions.
    #[error("a canonical form needs the classic rules and boxes, this board has others")]
    Rules,
}

impl Shape {
    /// Returns the [canonical form](Grid::canonical) of a board of this shape.
    ///
    /// # Errors
    /// Fails as that does, and if the shape is not the classic one.
    pub fn canonical(&self, board: &Grid) -> Result<Canonical, NotClassic> {
        let form = board.canonical()?;
        if *self == Shape::classic() {
            Ok(form)
        } else {
            Err(NotClassic::Rules)
        }
    }
}

impl Grid {
    /// Returns the canonical form of a 9x9 board with the classic rules, and its automorphisms. The
    /// board may have any number of solutions, and may break a rule.
    ///
    /// Most boards take about 10 µs; boards with few blanks take a few milliseconds.
    ///
    /// # Errors
    /// Fails if the board has another number of cells, values above 9, or pencil marks.
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

/// Returns the smallest isomorphic board of a board of digits and zeros, and the number of
/// automorphisms.
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

/// Returns whether a digit stands twice in a row.
fn has_twice(row: &[u8; 9]) -> bool {
    let mut seen = 0_u16;
    row.iter().any(|&digit| {
        let twice = digit > 0 && seen >> digit & 1 == 1;
        seen |= 1 << digit;
        twice
    })
}

/// Keeps those states from `start` in which the row that was placed last is smallest, and returns
/// that row.
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
