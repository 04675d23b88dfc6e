//! `quadrille sudoku check`, and what judges ask.

use clap::Args;
use quadrille_core::Uniqueness;
use quadrille_report::sudoku::Finding;
use quadrille_sudoku::{BoardSearch, Check as Checked, Grid};

use crate::outcome::Failure;
use crate::sudoku::arguments::{AnswerArguments, Ask, BatchArguments, Inquiry};
use crate::sudoku::question::{Needs, Question, Reply, Visit, listed};

/// Check whether boards have exactly one solution
///
/// Prints one line for each board. For one solution it is "unique" if all givens are needed, or
/// "unique (not minimal)" if a given could be left out; otherwise "several" or "none", "unknown"
/// if a limit stopped the search, or "bad" for an invalid board.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  quadrille sudoku check boards.txt\n  quadrille sudoku generate -n 3 | quadrille sudoku check --format json"
)]
pub(crate) struct Check {
    #[command(flatten)]
    batch: BatchArguments,

    #[command(flatten)]
    answers: AnswerArguments,
}

impl Ask for Check {
    fn inquiry(&self) -> Result<Inquiry<'_>, Failure> {
        Ok(self.batch.inquiry(Checking, self.answers.target()?))
    }
}

/// Whether there is exactly one solution, and the board is minimal.
struct Checking;

impl Question for Checking {
    fn ask(&self, search: &mut BoardSearch, board: &Grid, _: Visit<'_>) -> Reply {
        search.check(board).map(Finding::Check)
    }

    fn unknown(&self) -> Finding {
        Finding::Check(Checked::Unknown)
    }

    fn needs(&self) -> Needs {
        Needs::Givens
    }
}

/// Whether there is exactly one solution.
pub(super) struct Unique;

impl Question for Unique {
    fn ask(&self, search: &mut BoardSearch, board: &Grid, _: Visit<'_>) -> Reply {
        search.unique(board).map(Finding::Unique)
    }
}

/// The solution if there is exactly one, else whether there are several.
pub(super) struct Only;

impl Question for Only {
    fn ask(&self, search: &mut BoardSearch, board: &Grid, visit: Visit<'_>) -> Reply {
        match search.unique(board) {
            answer if answer.value == Uniqueness::One => listed(search.first(board), visit),
            answer => answer.map(Finding::Unique),
        }
    }
}

/// The solution of a minimal puzzle; the result of the check of any other board.
pub(super) struct Minimal;

impl Question for Minimal {
    fn ask(&self, search: &mut BoardSearch, board: &Grid, visit: Visit<'_>) -> Reply {
        match search.check(board) {
            answer if answer.value == Checked::Unique => listed(search.first(board), visit),
            answer => answer.map(Finding::Check),
        }
    }

    fn unknown(&self) -> Finding {
        Checking.unknown()
    }

    fn needs(&self) -> Needs {
        Needs::Givens
    }
}
