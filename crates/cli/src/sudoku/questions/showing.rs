//! Boards that are shown.

use quadrille_report::sudoku::Finding;

use crate::sudoku::question::{Needs, Question};

/// No question: the board is shown.
pub(crate) struct Showing;

impl Question for Showing {
    fn unknown(&self) -> Finding {
        Finding::Shown
    }

    fn needs(&self) -> Needs {
        Needs::Board
    }
}
