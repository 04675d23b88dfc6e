//! A puzzle of any rules, as files hold it.

use crate::sudoku::grid::Grid;
use crate::sudoku::shape::Shape;

/// A board with its rules, as one puzzle of a file: the shape has the rules, the board the givens and
/// the candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Puzzle {
    /// The cells and the rules.
    pub shape: Shape,
    /// The givens, and the candidates of other cells.
    pub board: Grid,
    /// The title, if the file has one.
    pub title: Option<String>,
    /// Who made the puzzle, if the file says so.
    pub author: Option<String>,
    /// The solution, if the file has one.
    pub solution: Option<Grid>,
    /// What the file has and this puzzle has not, such as drawings that are no rules.
    pub notes: Vec<String>,
}

impl Puzzle {
    /// Returns a puzzle without a title.
    #[must_use]
    pub fn new(shape: Shape, board: Grid) -> Puzzle {
        Puzzle {
            shape,
            board,
            title: None,
            author: None,
            solution: None,
            notes: Vec::new(),
        }
    }

    /// Returns the puzzle with another board, such as its solution.
    #[must_use]
    pub fn with_board(&self, board: Grid) -> Puzzle {
        Puzzle {
            board,
            ..self.clone()
        }
    }
}
