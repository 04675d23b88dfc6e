//! `quadrille sudoku minimize`.

use clap::Args;
use quadrille_report::sudoku::Finding;
use quadrille_sudoku::{BoardSearch, Grid};

use crate::help::OUTPUT;
use crate::limits::whole;
use crate::outcome::Failure;
use crate::pages::PageArguments;
use crate::sudoku::arguments::{Ask, Inquiry, PooledArguments};
use crate::sudoku::format::Format;
use crate::sudoku::limits::BoardLimitArguments;
use crate::sudoku::pages::Target;
use crate::sudoku::question::{Needs, Question, Reply, Visit, of_one};

/// Remove givens that are not needed
///
/// A board without exactly one solution is reported on standard error and echoed unchanged. With
/// --list, one word is printed instead: none, several, unknown or bad.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  quadrille sudoku minimize boards.txt --seed 7\n  quadrille sudoku minimize boards.txt --list"
)]
pub(crate) struct Minimize {
    #[command(flatten)]
    boards: PooledArguments,

    /// Remove givens in the random order of this seed [default: in the order of their cells]
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true)]
    seed: Option<u64>,

    /// Instead of the board, print every given and every rule that could be removed on its own
    #[arg(long)]
    list: bool,

    #[command(flatten)]
    limits: BoardLimitArguments,

    /// The format of the boards [default: line, or that of the -o file]
    ///
    /// By default the extension of the -o file decides: .json, .svg or .html. Puzzles with rules of
    /// their own keep their format otherwise.
    #[arg(
        long,
        value_name = "FORMAT",
        value_parser = Format::of(&Format::boards()[1..]),
        conflicts_with = "list",
        help_heading = OUTPUT
    )]
    format: Option<Format>,

    #[command(flatten)]
    pages: PageArguments,
}

impl Ask for Minimize {
    fn inquiry(&self) -> Result<Inquiry<'_>, Failure> {
        let format = if self.list {
            Some(Format::Text)
        } else {
            self.format
        };
        let target = Target::on_pages(format, Format::Same, &self.pages)?;
        let question = Minimizing {
            seed: self.seed,
            rules: matches!(target.format, Format::Text | Format::Json),
            lists: self.list,
        };
        Ok(self.boards.inquiry(question, target, &self.limits))
    }
}

/// The redundant givens, removed in the random order of a seed, if there is one.
struct Minimizing {
    seed: Option<u64>,
    /// Whether the rules that are not needed are found, too.
    rules: bool,
    lists: bool,
}

impl Question for Minimizing {
    fn ask(&self, search: &mut BoardSearch, board: &Grid, _: Visit<'_>) -> Reply {
        let answer = if self.rules {
            search.minimize_and_rules(board, self.seed)
        } else {
            search.minimize(board, self.seed)
        };
        of_one(answer, Finding::Minimized)
    }

    fn needs(&self) -> Needs {
        Needs::Givens
    }

    fn echoes(&self) -> bool {
        !self.lists
    }
}
