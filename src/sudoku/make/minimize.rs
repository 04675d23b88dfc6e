//! A board without the givens that it does not need.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg32;

use super::thin::thin;
use crate::sudoku::grid::Grid;
use crate::sudoku::inquiry::Inquiry;
use crate::sudoku::search::BoardSearch;
use crate::{Answer, Stop, Uniqueness};

/// A board, and what it needs of its givens.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Minimized {
    /// A minimal board with the same solution: without any one of its givens it would have more.
    pub board: Grid,
    /// The cells of all givens that are redundant: each of them alone can be left out. Ascending.
    pub redundant: Vec<usize>,
}

impl BoardSearch {
    /// Leaves out redundant givens until none is, in the order of their cells, or with a seed in a random one. The error
    /// says how many solutions the board has if it has not one, or that a limit stopped the search: the value is a
    /// `Result`, as a board that cannot be minimized has an answer, too, and costs and a stop reason.
    ///
    /// Two questions a given at most; the limits hold for all of them together.
    ///
    /// ```
    /// use quadrille::sudoku::{Check, Grid, Sudoku};
    ///
    /// let board: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let mut search = Sudoku::classic().search();
    /// let minimized = search.minimize(&board, None).value.unwrap();
    /// assert_eq!(minimized.redundant.len(), 22);
    /// assert_eq!(search.check(&minimized.board).value, Check::Unique);
    /// # Ok::<(), quadrille::sudoku::GridError>(())
    /// ```
    pub fn minimize(
        &mut self,
        board: &Grid,
        seed: impl Into<Option<u64>>,
    ) -> Answer<Result<Minimized, Uniqueness>> {
        let mut inquiry = Inquiry::new(self, board);
        let unique = inquiry.unique();
        if unique.value != Uniqueness::One {
            return unique.map(Err);
        }
        let mut redundant = Vec::new();
        for (cell, value) in board.givens() {
            if inquiry.other(cell, value) == Some(false) {
                redundant.push(cell);
            }
            inquiry.put(cell, value);
        }
        let mut order: Vec<_> = redundant.iter().map(|&cell| vec![cell]).collect();
        if let Some(seed) = seed.into() {
            order.shuffle(&mut Pcg32::seed_from_u64(seed));
        }
        let mut board = board.clone();
        thin(&mut inquiry, &mut board, &order, 0);
        let value = match inquiry.stop {
            Stop::Exhausted => Ok(Minimized { board, redundant }),
            _ => Err(Uniqueness::Unknown),
        };
        inquiry.answer(value)
    }
}
