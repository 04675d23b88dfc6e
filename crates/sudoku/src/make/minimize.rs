//! Removes the givens and the rules that a puzzle does not need.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg32;

use super::needed::{Need, RulePlace, remove_needless, rule_needs};
use super::thin::{Givens, thin};
use crate::format::Puzzle;
use crate::grid::Grid;
use crate::inquiry::Inquiry;
use crate::search::BoardSearch;
use crate::shape::Shape;
use quadrille_core::{Answer, Stop, Uniqueness};

/// A minimal board, and the redundant givens of the board that it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Minimized {
    /// A minimal board with the same solution: without any one of its givens it has several.
    pub board: Grid,
    /// The cells of all redundant givens, ascending. Each of them alone can be removed.
    pub redundant: Vec<usize>,
    /// Whether each rule is needed, while the board has all its givens and other rules; empty if
    /// this was not asked for.
    pub rules: Vec<(RulePlace, Need)>,
}

/// A puzzle with the same solution as another one, from which no rule and no given can be removed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MinimalPuzzle {
    /// The rules that are left.
    pub shape: Shape,
    /// The givens that are left.
    pub board: Grid,
    /// The places in the first shape of the rules that were removed, in the order of their
    /// removal.
    pub removed: Vec<RulePlace>,
    /// The cells of the givens that were removed, ascending.
    pub removed_givens: Vec<usize>,
}

impl MinimalPuzzle {
    /// Returns the puzzle as a whole, with the texts of the first one, if that had some.
    #[must_use]
    pub fn puzzle(&self, first: Option<&Puzzle>) -> Puzzle {
        let new = Puzzle::new(self.shape.clone(), self.board.clone());
        match first {
            Some(first) => Puzzle {
                shape: new.shape,
                board: new.board,
                ..first.clone()
            },
            None => new,
        }
    }
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

    /// Removes the rules and the givens that a puzzle does not need, until none of them can be
    /// removed without another solution: first rules for the whole board, then rules about cells,
    /// then givens. Each of these in the order of the puzzle, or with a seed in random order.
    ///
    /// Rows, columns, boxes and regions stay, as do pencil marks, and rules whose removal may add
    /// constraints ([`Need::Kept`]).
    ///
    /// # Errors
    /// As for [`minimize`](Self::minimize).
    ///
    /// ```
    /// use quadrille::sudoku::{CellRule, Grid, RuleKind, Shape, Sudoku};
    ///
    /// let line = CellRule::new(RuleKind::Thermometer, [0, 1]);
    /// let shape = "4x4 x".parse::<Shape>()?.with_cell_rules([line])?;
    /// let board: Grid = "1234341243212143".parse()?;
    /// let minimal = Sudoku::new(shape).search().minimize_rules(&board, None).value.unwrap();
    /// assert_eq!(minimal.removed.len(), 2);
    /// assert_eq!(minimal.shape, "4x4".parse()?);
    /// assert!(minimal.board.givens().count() < 16);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn minimize_rules(
        &mut self,
        board: &Grid,
        seed: impl Into<Option<u64>>,
    ) -> Answer<Result<MinimalPuzzle, Uniqueness>> {
        let seed = seed.into();
        let mut inquiry = Inquiry::of_rules(self, board);
        let unique = inquiry.unique();
        if unique.value != Uniqueness::One {
            return unique.map(Err);
        }
        let mut shape = inquiry.shape().clone();
        let mut random = seed.map(Pcg32::seed_from_u64);
        let order = RulePlace::all(&shape, random.as_mut());
        let removed = remove_needless(&mut shape, board, order, |_, _| true, &mut inquiry);
        let givens = if inquiry.stop != Stop::Exhausted {
            None
        } else if removed.is_empty() {
            inquiry.learn_others_after(&unique);
            Some(Ok(minimize(&mut inquiry, board, seed)))
        } else {
            inquiry.ask_under(&shape, board, |search| search.minimize(board, seed))
        };
        let value = match (inquiry.stop, givens) {
            (Stop::Exhausted, Some(Ok(givens))) => Ok(MinimalPuzzle {
                shape,
                removed,
                removed_givens: removed_givens(board, &givens.board),
                board: givens.board,
            }),
            _ => Err(Uniqueness::Unknown),
        };
        inquiry.answer(value)
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
        let mut minimized = minimize(&mut inquiry, board, seed);
        if rules {
            minimized.rules = rule_needs(board, &mut inquiry);
        }
        let value = match inquiry.stop {
            Stop::Exhausted => Ok(minimized),
            _ => Err(Uniqueness::Unknown),
        };
        inquiry.answer(value)
    }
}

/// The cells of the givens that the second board has not, ascending.
fn removed_givens(board: &Grid, minimal: &Grid) -> Vec<usize> {
    let cells = board.givens().map(|given| given.0);
    cells.filter(|&cell| minimal.get(cell).is_none()).collect()
}

/// Removes redundant givens of a board with one solution.
fn minimize(inquiry: &mut Inquiry<'_>, board: &Grid, seed: Option<u64>) -> Minimized {
    let mut redundant = Vec::new();
    let mut minimal = board.clone();
    let mut givens = Givens::new(inquiry, &mut minimal, None);
    for (cell, value) in board.givens() {
        if givens.take(cell) == Some(false) {
            redundant.push(cell);
        }
        givens.put(cell, value);
    }
    let mut order: Vec<_> = redundant.iter().map(|&cell| vec![cell]).collect();
    if let Some(seed) = seed {
        order.shuffle(&mut Pcg32::seed_from_u64(seed));
    }
    thin(inquiry, &mut minimal, None, &order, 0);
    Minimized {
        board: minimal,
        redundant,
        rules: Vec::new(),
    }
}
