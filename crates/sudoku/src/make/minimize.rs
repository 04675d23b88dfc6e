//! Removes the givens that a board does not need.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg32;

use super::needed::Needless;
use super::thin::thin;
use crate::grid::Grid;
use crate::inquiry::Inquiry;
use crate::search::BoardSearch;
use quadrille_core::{Answer, Stop, Uniqueness};

/// A minimal board, and the redundant givens of the board that it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Minimized {
    /// A minimal board with the same solution: without any one of its givens it has several.
    pub board: Grid,
    /// The cells of all redundant givens, ascending. Each of them alone can be removed.
    pub redundant: Vec<usize>,
    /// The rules that are not needed, if they were looked for.
    pub needless: Option<Needless>,
}

impl BoardSearch {
    /// Removes redundant givens until the board is minimal: in the order of their cells, or with a
    /// seed in random order.
    ///
    /// Asks at most two questions for each given. The limits hold for all of them together.
    ///
    /// # Errors
    /// The value is an error if the board has no solution or several, or if a limit stopped the
    /// search ([`Uniqueness::Unknown`]).
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
        self.minimize_with(board, seed.into(), false)
    }

    /// As [`minimize`](Self::minimize), and also finds the rules that are not needed: for each a
    /// question that may be harder than those about givens.
    ///
    /// # Errors
    /// As for [`minimize`](Self::minimize).
    pub fn minimize_and_rules(
        &mut self,
        board: &Grid,
        seed: impl Into<Option<u64>>,
    ) -> Answer<Result<Minimized, Uniqueness>> {
        self.minimize_with(board, seed.into(), true)
    }

    fn minimize_with(
        &mut self,
        board: &Grid,
        seed: Option<u64>,
        rules: bool,
    ) -> Answer<Result<Minimized, Uniqueness>> {
        let mut inquiry = Inquiry::of_rules(self, board);
        let unique = inquiry.unique();
        if unique.value != Uniqueness::One {
            return unique.map(Err);
        }
        inquiry.learn_others_after(&unique);
        let mut redundant = Vec::new();
        for (cell, value) in board.givens() {
            if inquiry.other(cell, value) == Some(false) {
                redundant.push(cell);
            }
            inquiry.put(cell, value);
        }
        let mut order: Vec<_> = redundant.iter().map(|&cell| vec![cell]).collect();
        if let Some(seed) = seed {
            order.shuffle(&mut Pcg32::seed_from_u64(seed));
        }
        let mut minimal = board.clone();
        thin(&mut inquiry, &mut minimal, &order, 0);
        let needless = if rules {
            Needless::of(board, &mut inquiry).map(Some)
        } else {
            Some(None)
        };
        let value = match (inquiry.stop, needless) {
            (Stop::Exhausted, Some(needless)) => Ok(Minimized {
                board: minimal,
                redundant,
                needless,
            }),
            _ => Err(Uniqueness::Unknown),
        };
        inquiry.answer(value)
    }
}
