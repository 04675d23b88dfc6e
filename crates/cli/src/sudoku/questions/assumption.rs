//! What the techniques of steps may assume.

use clap::Args;
use quadrille_core::Answer;
use quadrille_core::steps::Kind;
use quadrille_sudoku::{BoardPath, BoardSearch, Grid};

/// Whether techniques may assume that a board has one solution.
#[derive(Args, Clone, Copy)]
pub(super) struct Assumption {
    /// Also use techniques that assume that each board has exactly one solution
    #[arg(long)]
    assume_unique: bool,
}

impl Assumption {
    /// Finds at most `most` steps of a board, with arguments of these kinds; all kinds if there are
    /// none.
    pub(super) fn steps(
        self,
        search: &mut BoardSearch,
        board: &Grid,
        most: usize,
        kinds: &[Kind],
    ) -> Answer<BoardPath> {
        let kinds = kinds.iter().copied();
        match self.assume_unique {
            true => search.steps_of_unique(board, board, most, kinds),
            false => search.steps(board, most, kinds),
        }
    }
}
