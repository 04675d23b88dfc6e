//! `quadrille sudoku explain`.

use std::time::Duration;

use clap::Args;
use quadrille_report::sudoku::Finding;
use quadrille_sudoku::{BoardExplanation, BoardSearch, Grid};

use crate::outcome::Failure;
use crate::sudoku::arguments::{Ask, Inquiry, WordArguments};
use crate::sudoku::question::{Needs, Question, Reply, Visit};

/// The time limit for each board if no limit is given.
const USUAL: Duration = Duration::from_secs(10);

const AFTER_HELP: &str = "\
Examples:
  quadrille sudoku explain boards.txt
  quadrille sudoku generate --rules killer | quadrille sudoku explain --rules

Exit codes:
  0  every board has a solution
  1  a board has no solution
  2  bad usage, or a board is invalid
  3  stopped by a limit before the answer was known";

/// Explain why boards have no solution or several
///
/// For a board without a solution, prints givens that clash, and the fewest givens to change. For
/// a board with several, prints givens to add so that one solution is left, the cells in which
/// the solutions differ, and the number of solutions with each value there. At most about 10,000
/// solutions are counted; 'quadrille sudoku candidates' prints the values of all cells without
/// counting. A blank line separates boards. Without --time,
/// --time-per-board or --nodes, the search stops after 10 seconds for each board, and the
/// explanation says what it could not find out.
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Explain {
    #[command(flatten)]
    words: WordArguments,

    /// For a puzzle with one solution, print for each rule whether it is needed
    ///
    /// A rule is needed if there are several solutions without it, while all givens and other rules
    /// hold. Each of the others alone can be removed; 'quadrille sudoku minimize --rules' removes
    /// them together. This takes a search for each rule. A rule is not examined if its removal may
    /// add constraints: a dot or sign that a strict rule looks for, and raw; or where boards
    /// overlap.
    #[arg(long)]
    rules: bool,
}

impl Ask for Explain {
    fn inquiry(&self) -> Result<Inquiry<'_>, Failure> {
        self.words.inquiry(Explaining { rules: self.rules })
    }
}

/// Why there is no solution or several, and perhaps which rules are needed if there is one.
struct Explaining {
    rules: bool,
}

impl Question for Explaining {
    fn ask(&self, search: &mut BoardSearch, board: &Grid, _: Visit<'_>) -> Reply {
        let answer = if self.rules {
            search.explain_and_rules(board)
        } else {
            search.explain(board)
        };
        answer.map(Finding::Explained)
    }

    fn unknown(&self) -> Finding {
        Finding::Explained(BoardExplanation::Unknown)
    }

    fn needs(&self) -> Needs {
        Needs::Givens
    }

    fn usual_time(&self) -> Option<Duration> {
        Some(USUAL)
    }

    fn is_lenient(&self) -> bool {
        true
    }

    fn parts(&self) -> bool {
        true
    }
}
