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

/// Remove givens that are not needed, and rules with --rules
///
/// A board without exactly one solution is reported on standard error and echoed unchanged. With
/// --list, one word is printed instead: none, several, unknown or bad.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  quadrille sudoku minimize boards.txt --seed 7\n  quadrille sudoku generate --rules killer | quadrille sudoku minimize --rules"
)]
pub(crate) struct Minimize {
    #[command(flatten)]
    boards: PooledArguments,

    /// Remove rules that are not needed, too
    ///
    /// Rules for the whole board first, such as anti-knight, then cages, lines and dots, then
    /// givens, until nothing more can be removed. Rows, columns, boxes, regions and pencil marks
    /// stay. So do rules whose removal may add constraints: dots and signs that a strict rule looks
    /// for, and raw; and rules for the whole board where boards overlap. Texts stay as they are. A
    /// board with rules is written as JSON if its format cannot hold the rules that are left.
    #[arg(long)]
    rules: bool,

    /// Remove in the random order of this seed [default: in the order of the puzzle]
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true)]
    seed: Option<u64>,

    /// Print what could be removed instead of the board
    ///
    /// Every given and every rule that could be removed on its own; with --rules all that were
    /// removed together.
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
            removes_rules: self.rules,
            names_rules: matches!(target.format, Format::Text | Format::Json),
            lists: self.list,
        };
        Ok(self.boards.inquiry(question, target, &self.limits))
    }
}

/// What is not needed, removed in the random order of a seed, if there is one.
struct Minimizing {
    seed: Option<u64>,
    removes_rules: bool,
    /// Whether the rules that are not needed are found, if they are not removed.
    names_rules: bool,
    lists: bool,
}

impl Question for Minimizing {
    fn ask(&self, search: &mut BoardSearch, board: &Grid, _: Visit<'_>) -> Reply {
        if self.removes_rules {
            let answer = search.minimize_rules(board, self.seed);
            return of_one(answer, Finding::MinimalPuzzle);
        }
        let answer = if self.names_rules {
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
