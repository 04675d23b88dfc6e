//! `quadrille sudoku hint`.

use clap::Args;
use quadrille_report::sudoku::Finding;
use quadrille_sudoku::{BoardSearch, Grid, Route};

use super::assumption::Assumption;
use super::steps::add_figures;
use super::until::wrong_marks;
use crate::outcome::Failure;
use crate::sudoku::arguments::{Ask, DrawnArguments, Inquiry};
use crate::sudoku::question::{Needs, Question, Reply, Visit, free};

const AFTER_HELP: &str = "\
Examples:
  quadrille sudoku hint boards.txt
  quadrille sudoku hint boards.txt --stage 1 --format svg

Exit codes:
  0  every board has a next step, or is solved, or has several solutions
  1  a board has no solution, or not exactly one, which --assume-unique assumes
  2  bad usage, or a board is invalid
  3  stopped by a limit before the answer was known";

/// Print the next step of boards, and why it holds
///
/// The step is the easiest that a person can find: a value that a cell must have, or candidates
/// that no solution has. A board with pencil marks is read with its candidates, so steps that are
/// already done are skipped; marks that exclude the solution are an error. Pictures show the
/// candidates of the step in colours. 'quadrille sudoku steps' prints all steps.
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Hint {
    #[command(flatten)]
    answers: DrawnArguments,

    /// How much to say: 1 where to look, 2 also the technique, 3 the whole step
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=3))]
    stage: u8,

    #[command(flatten)]
    assumption: Assumption,
}

impl Ask for Hint {
    fn inquiry(&self) -> Result<Inquiry<'_>, Failure> {
        self.answers.inquiry(|draws| NextStep {
            stage: self.stage,
            assumption: self.assumption,
            draws,
        })
    }
}

/// The next step, up to a stage.
struct NextStep {
    stage: u8,
    assumption: Assumption,
    draws: bool,
}

impl Question for NextStep {
    fn ask(&self, search: &mut BoardSearch, board: &Grid, _: Visit<'_>) -> Reply {
        if let Some(fault) = wrong_marks(search, board, board) {
            return free(Finding::Unfit(fault));
        }
        let route = self.assumption.of(Route::new().most(1), board);
        let mut answer = search.steps(board, &route);
        if self.draws {
            add_figures(search, board, &mut answer);
        }
        answer.map(|path| Finding::Hint(path, self.stage))
    }

    fn needs(&self) -> Needs {
        Needs::Givens
    }
}
