//! What the techniques of steps may assume.

use clap::Args;
use quadrille_sudoku::{Grid, Route};

/// Whether techniques may assume that a board has one solution.
#[derive(Args, Clone, Copy)]
pub(super) struct Assumption {
    /// Also use techniques that assume that each board has exactly one solution
    #[arg(long)]
    assume_unique: bool,
}

impl Assumption {
    /// The route for a board.
    pub(super) fn of<'a>(self, route: Route<'a>, puzzle: &'a Grid) -> Route<'a> {
        match self.assume_unique {
            true => route.assume_unique(puzzle),
            false => route,
        }
    }
}
