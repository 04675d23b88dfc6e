//! Why a board is no puzzle: which givens clash, or what is ambiguous.

mod ambiguity;
mod contradiction;
mod fewest;
mod told;

pub use ambiguity::{Ambiguity, Cell};
pub use contradiction::{Change, Contradiction};

use crate::sudoku::grid::Grid;
use crate::sudoku::inquiry::Inquiry;
use crate::sudoku::search::BoardSearch;
use crate::{Answer, Uniqueness};

/// Why a board has not one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Explanation {
    /// It has one.
    Unique,
    /// It has none, because some givens cannot stand together.
    None(Contradiction),
    /// It has several.
    Several(Ambiguity),
    /// A limit stopped the search before it was known.
    Unknown,
}

impl BoardSearch {
    /// Why a board has no solution, or more than one.
    ///
    /// The limits hold for all questions together. What was not finished under them is missing from the explanation, and
    /// it says so. Each question has a bound of nodes, too: those after the first, whether there is a solution at all,
    /// are many, and none of them is worth more.
    ///
    /// ```
    /// use quadrille::sudoku::{Explanation, Grid, Sudoku};
    ///
    /// let sudoku = Sudoku::classic();
    /// let board: Grid = format!("5{}5{}", ".".repeat(7), ".".repeat(72)).parse()?;
    /// let explanation = sudoku.search().explain(&board).value;
    /// assert!(explanation.told(sudoku.shape()).contains("r1c1 and r1c9 are both 5"));
    /// # Ok::<(), quadrille::sudoku::GridError>(())
    /// ```
    pub fn explain(&mut self, board: &Grid) -> Answer<Explanation> {
        let sudoku = self.sudoku.clone();
        let shape = sudoku.shape();
        let mut inquiry = Inquiry::new(self, board);
        let unique = inquiry.unique();
        let nodes = inquiry.policy("board_explain.nodes");
        let mut inquiry = inquiry.nodes(nodes);
        match unique.value {
            Uniqueness::None if board.cells().len() == shape.cell_count() => {
                let contradiction = contradiction::find(&mut inquiry, board, shape);
                inquiry.answer(Explanation::None(contradiction))
            }
            Uniqueness::Many => ambiguity::find(inquiry, board).map(Explanation::Several),
            Uniqueness::One => unique.map(|_| Explanation::Unique),
            _ => unique.map(|_| Explanation::Unknown),
        }
    }
}
