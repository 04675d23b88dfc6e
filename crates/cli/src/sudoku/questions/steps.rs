//! `quadrille sudoku steps`.

use clap::Args;
use quadrille_core::steps::Kind;
use quadrille_report::sudoku::Finding;
use quadrille_sudoku::{BoardSearch, Grid};

use super::assumption::Assumption;
use crate::outcome::Failure;
use crate::steps::Technique;
use crate::sudoku::arguments::{Ask, Inquiry, WordArguments};
use crate::sudoku::question::{Needs, Question, Reply, Visit};

const AFTER_HELP: &str = "\
Examples:
  quadrille sudoku steps boards.txt
  quadrille sudoku steps boards.txt --techniques singles,locked

Exit codes:
  0  every board is solved, has several solutions, or has no step of the allowed techniques left
  1  a board has no solution, or not exactly one, which --assume-unique assumes
  2  bad usage, or a board is invalid
  3  stopped by a limit before the answer was known";

/// Solve boards step by step, as a person would, and say why
///
/// Prints the steps, one per line: each is the easiest that a person can find. Below them is the
/// solution, or the reason why no step is left. A blank line separates boards. A board with pencil
/// marks is read with its candidates, so steps that are already done are skipped.
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Steps {
    #[command(flatten)]
    words: WordArguments,

    /// Use only these techniques, separated by commas [default: all]
    #[arg(long, value_enum, value_name = "NAMES", value_delimiter = ',')]
    techniques: Vec<Technique>,

    #[command(flatten)]
    assumption: Assumption,
}

impl Ask for Steps {
    fn inquiry(&self) -> Result<Inquiry<'_>, Failure> {
        let kinds = self.techniques.iter().map(|&technique| technique.into());
        self.words.inquiry(AllSteps {
            kinds: kinds.collect(),
            assumption: self.assumption,
        })
    }
}

/// All steps with arguments of these kinds; all kinds if there are none.
struct AllSteps {
    kinds: Vec<Kind>,
    assumption: Assumption,
}

impl Question for AllSteps {
    fn ask(&self, search: &mut BoardSearch, board: &Grid, _: Visit<'_>) -> Reply {
        let answer = self
            .assumption
            .steps(search, board, usize::MAX, &self.kinds);
        answer.map(Finding::Steps)
    }

    fn needs(&self) -> Needs {
        Needs::Givens
    }

    fn parts(&self) -> bool {
        true
    }
}
