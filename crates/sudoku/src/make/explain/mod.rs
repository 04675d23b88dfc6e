//! Why a board has no solution or several: givens that clash, or cells that differ.

mod ambiguity;
mod contradiction;
mod fewest;
mod repair;
mod text;
mod wrong_marks;

pub use ambiguity::{Ambiguity, OpenCell};
pub use contradiction::{Change, Contradiction};
pub use repair::Repair;
pub use wrong_marks::{Lack, WrongMarks};

use super::needed::{Need, RulePlace, rule_needs};
use crate::grid::Grid;
use crate::inquiry::Inquiry;
use crate::search::BoardSearch;
use quadrille_core::{Answer, Uniqueness};

/// Why a board has no solution or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardExplanation {
    /// The board has one solution.
    Unique,
    /// The board has one solution; whether it needs each of its rules, while it has all its givens
    /// and other rules.
    Rules(Vec<(RulePlace, Need)>),
    /// The board has no solution, because some givens clash.
    None(Contradiction),
    /// The board has several solutions.
    Several(Ambiguity),
    /// A limit stopped the search.
    Unknown,
}

impl BoardSearch {
    /// Explains why a board has no solution or several.
    ///
    /// The limits hold for all questions together. The explanation says which parts were not
    /// finished within them. Every question but the first has a node limit, too, because there are
    /// many of them: see the [policy](quadrille_core::Policy) `board_explain.nodes`.
    ///
    /// ```
    /// use quadrille::sudoku::{BoardExplanation, Grid, Sudoku};
    ///
    /// let sudoku = Sudoku::classic();
    /// let board: Grid = format!("5{}5{}", ".".repeat(7), ".".repeat(72)).parse()?;
    /// let explanation = sudoku.search().explain(&board).value;
    /// assert!(explanation.to_text(sudoku.shape()).contains("r1c1 and r1c9 are both 5"));
    /// # Ok::<(), quadrille::sudoku::GridError>(())
    /// ```
    pub fn explain(&mut self, board: &Grid) -> Answer<BoardExplanation> {
        self.explain_with(board, false)
    }

    /// As [`explain`](Self::explain), and for a board with one solution also finds out whether it
    /// needs each of its rules: for each a question that may be harder than the first one. Rules
    /// that the node limit of one question leaves open are asked about again without it.
    pub fn explain_and_rules(&mut self, board: &Grid) -> Answer<BoardExplanation> {
        self.explain_with(board, true)
    }

    fn explain_with(&mut self, board: &Grid, rules: bool) -> Answer<BoardExplanation> {
        let sudoku = self.sudoku.clone();
        let shape = sudoku.shape();
        let mut inquiry = Inquiry::of_rules(self, board);
        let unique = inquiry.unique();
        let nodes = inquiry.policies().board_explain.nodes;
        let mut inquiry = inquiry.nodes(nodes);
        match unique.value {
            Uniqueness::None if board.cells().len() == shape.cell_count() => {
                inquiry.learn_after(&unique);
                let contradiction = contradiction::find(&mut inquiry, board, shape);
                inquiry.answer(BoardExplanation::None(contradiction))
            }
            Uniqueness::Many => ambiguity::find(inquiry, board).map(BoardExplanation::Several),
            Uniqueness::One if rules => {
                let needs = rule_needs(board, &mut inquiry);
                inquiry.answer(BoardExplanation::Rules(needs))
            }
            Uniqueness::One => unique.map(|_| BoardExplanation::Unique),
            _ => unique.map(|_| BoardExplanation::Unknown),
        }
    }
}
