//! `quadrille sudoku candidates`.

use clap::Args;
use quadrille_core::Uniqueness;
use quadrille_report::sudoku::Finding;
use quadrille_sudoku::{BoardSearch, Grid};

use crate::outcome::Failure;
use crate::sudoku::arguments::{Ask, Inquiry, WordArguments};
use crate::sudoku::question::{Needs, Question, Reply, Visit};

/// Find the values that each cell has in some solution
///
/// Prints each board with these true candidates as pencil marks, which the other commands read
/// again. A blank line separates boards. A board without a solution is "none", an invalid board
/// "bad", and "unknown" one for which a limit stopped the search before the first solution. If a limit stops the search later, the values that are not decided
/// are printed, too, and comments below the board name them. Boards with more than nine values have
/// commas between the values of a cell.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  quadrille sudoku candidates boards.txt\n  echo 1......2....3... | quadrille sudoku candidates --format json"
)]
pub(crate) struct Candidates {
    #[command(flatten)]
    words: WordArguments,
}

impl Ask for Candidates {
    fn inquiry(&self) -> Result<Inquiry<'_>, Failure> {
        self.words.inquiry(TrueCandidates)
    }
}

/// The values that each cell has in some solution.
struct TrueCandidates;

impl Question for TrueCandidates {
    fn ask(&self, search: &mut BoardSearch, board: &Grid, _: Visit<'_>) -> Reply {
        search.candidates(board).map(|all| match all {
            all if all.is_unsolvable() => Finding::Unique(Uniqueness::None),
            all if all.is_solvable() => Finding::Candidates(all),
            _ => self.unknown(),
        })
    }

    fn needs(&self) -> Needs {
        Needs::Givens
    }

    fn parts(&self) -> bool {
        true
    }
}
