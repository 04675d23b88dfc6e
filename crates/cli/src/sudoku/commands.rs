//! The commands about boards, and the flags of those that ask one question about every board.

use clap::{Args, Subcommand};

use super::arguments::{Ask, BatchArguments, BoardArguments, Inquiry, PooledArguments};
use super::format::Format;
use super::generate::Generate;
use super::limits::{BoardLimitArguments, CommandTimeArguments};
use super::pages::{PuzzlePageArguments, Target};
use super::solve::Solve;
use super::verb::Verb;
use crate::Execute;
use crate::help::OUTPUT;
use crate::limits::{positive, whole};
use crate::outcome::Failure;
use crate::pages::{OutputArguments, PageArguments};

const AFTER_HELP: &str = "\
Examples:
  quadrille sudoku explain boards.txt
  echo 1......2....3... | quadrille sudoku explain

Exit codes:
  0  every board has a solution
  1  a board has no solution
  2  bad usage, or a board is invalid
  3  stopped by a limit before the answer was known";

commands! {
    pub(super) enum Command {
        Solve(Solve),
        Count(Count),
        Check(Check),
        Show(Show),
        Generate(Generate),
        Minimize(Minimize),
        Explain(Explain),
        Rate(Rate),
        Canonical(Canonical),
        Dedup(Dedup),
    }
}

/// How answers in words are printed, and where to.
#[derive(Args)]
struct AnswerArguments {
    /// How the answers are printed [default: text, or that of the -o file]
    ///
    /// By default they are JSON if the extension of the -o file is .json.
    #[arg(long, value_name = "FORMAT", value_parser = Format::of(Format::WORDS), help_heading = OUTPUT)]
    format: Option<Format>,

    #[command(flatten)]
    output: OutputArguments,
}

impl AnswerArguments {
    fn target(&self) -> Result<Target<'_>, Failure> {
        Target::named(self.format, Format::Text, &self.output)
    }
}

/// Count the solutions of boards
///
/// Prints one line for each board: the number of solutions, "at least N" if a limit stopped the
/// search, or "bad" for an invalid board. Large numbers are counted without listing the
/// solutions.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  quadrille sudoku count boards.txt\n  echo 1......2....3... | quadrille sudoku count --marginals"
)]
pub(super) struct Count {
    #[command(flatten)]
    batch: BatchArguments,

    /// Stop counting at N solutions: print N if there are N or more
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    limit: Option<u64>,

    /// Also print for each cell the number of solutions with each value
    #[arg(long, conflicts_with_all = ["limit", "engine"])]
    marginals: bool,

    #[command(flatten)]
    answers: AnswerArguments,
}

impl Ask for Count {
    fn inquiry(&self) -> Result<Inquiry<'_>, Failure> {
        let verb = if self.marginals {
            Verb::Marginals
        } else {
            Verb::Count(self.limit)
        };
        Ok(self.batch.inquiry(verb, self.answers.target()?))
    }
}

/// Check whether boards have exactly one solution
///
/// Prints one line for each board. For one solution it is "unique" if all givens are needed, or
/// "unique (not minimal)" if a given could be left out; otherwise "several" or "none", "unknown"
/// if a limit stopped the search, or "bad" for an invalid board.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  quadrille sudoku check boards.txt\n  quadrille sudoku generate -n 3 | quadrille sudoku check --format json"
)]
pub(super) struct Check {
    #[command(flatten)]
    batch: BatchArguments,

    #[command(flatten)]
    answers: AnswerArguments,
}

impl Ask for Check {
    fn inquiry(&self) -> Result<Inquiry<'_>, Failure> {
        Ok(self.batch.inquiry(Verb::Check, self.answers.target()?))
    }
}

/// Write boards in another format, without solving them
#[derive(Args)]
#[command(
    after_help = "Examples:\n  quadrille sudoku show boards.txt\n  quadrille sudoku show boards.txt --format line"
)]
pub(super) struct Show {
    #[command(flatten)]
    boards: BoardArguments,

    #[command(flatten)]
    limits: BoardLimitArguments,

    /// The format of the boards [default: pretty, or that of the -o file]
    ///
    /// By default the extension of the -o file decides: .json, .svg or .html.
    #[arg(long, value_name = "FORMAT", value_parser = Format::of(Format::BOARDS), help_heading = OUTPUT)]
    format: Option<Format>,

    #[command(flatten)]
    pages: PuzzlePageArguments,
}

impl Ask for Show {
    fn inquiry(&self) -> Result<Inquiry<'_>, Failure> {
        let verb = if self.pages.solutions {
            Verb::First
        } else {
            Verb::Show
        };
        let target = self.pages.target(self.format, Format::Pretty)?;
        Ok(Inquiry {
            limits: (&self.limits).into(),
            ..self.boards.inquiry(verb, target)
        })
    }
}

/// Remove givens that are not needed
///
/// A board without exactly one solution is reported on standard error and echoed unchanged. With
/// --list, one word is printed instead: none, several, unknown or bad.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  quadrille sudoku minimize boards.txt --seed 7\n  quadrille sudoku minimize boards.txt --list"
)]
pub(super) struct Minimize {
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
        value_parser = Format::of(Format::NEW),
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
        let rules = matches!(target.format, Format::Text | Format::Json);
        let verb = Verb::Minimize(self.seed, rules);
        Ok(self.boards.inquiry(verb, target, &self.limits))
    }
}

/// Explain why boards have no solution or several
///
/// For a board without a solution, prints givens that clash, and the fewest givens to change. For
/// a board with several, prints givens to add so that one solution is left, the cells in which
/// the solutions differ, and the number of solutions with each value there. At most about 10,000
/// solutions are counted. A blank line separates boards. Without --time,
/// --time-per-board or --nodes, the search stops after 10 seconds for each board, and the
/// explanation says what it could not find out.
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Explain {
    #[command(flatten)]
    boards: PooledArguments,

    #[command(flatten)]
    limits: BoardLimitArguments,

    #[command(flatten)]
    answers: AnswerArguments,
}

impl Ask for Explain {
    fn inquiry(&self) -> Result<Inquiry<'_>, Failure> {
        let (verb, target) = (Verb::Explain, self.answers.target()?);
        Ok(self.boards.inquiry(verb, target, &self.limits))
    }
}

/// Rate boards with one solution
///
/// Prints one line for each board. It begins with the difficulty:
///   easy     inference forced: naked and hidden singles suffice
///   medium   inference subsets or supports: more than singles are needed, no guesses
///   hard     inference search, at most 3 guesses
///   expert   more than 3 guesses, at most 10
///   extreme  more than 10 guesses
///
/// "guesses" is how often the engine guesses: the mean of 64 random searches, with its standard
/// error. "inference" is the weakest inference that suffices. forced: naked and hidden singles.
/// subsets: also locked candidates. supports: also the support rule, which removes a value from a
/// cell that sees all places for the value in a unit; it adds something only where there are
/// regions or extra rules. search: guesses are needed. "calls" is the number of calls of plain
/// backtracking: the median over 15 random ways to turn and label the board, with the quartiles. It
/// is printed only for 9x9 boards with the usual rules, and turning or relabelling such a board
/// does not change its rating. A board without exactly one solution is printed as a word: none,
/// several, unknown, bad.
#[derive(Args)]
#[command(
    verbatim_doc_comment,
    after_help = "Examples:\n  quadrille sudoku rate boards.txt\n  quadrille sudoku generate -n 3 --difficulty hard | quadrille sudoku rate"
)]
pub(super) struct Rate {
    #[command(flatten)]
    boards: PooledArguments,

    #[command(flatten)]
    limits: BoardLimitArguments,

    #[command(flatten)]
    answers: AnswerArguments,
}

impl Ask for Rate {
    fn inquiry(&self) -> Result<Inquiry<'_>, Failure> {
        let (verb, target) = (Verb::Rate, self.answers.target()?);
        Ok(self.boards.inquiry(verb, target, &self.limits))
    }
}

/// Write the canonical form of 9x9 boards
///
/// Equivalent boards have the same canonical form: of all boards that are equivalent to them, the
/// one whose line sorts first. Boards are equivalent if one becomes the other by rotating,
/// reflecting, swapping rows, columns or bands, and relabelling. A board may have any number of
/// solutions.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  quadrille sudoku canonical boards.txt | sort -u\n  quadrille sudoku canonical boards.txt --automorphisms"
)]
pub(super) struct Canonical {
    #[command(flatten)]
    boards: PooledArguments,

    /// Also print the number of automorphisms
    ///
    /// They are the ways to rotate, reflect and swap that change nothing but the labels.
    #[arg(long)]
    automorphisms: bool,

    #[command(flatten)]
    limits: CommandTimeArguments,

    #[command(flatten)]
    answers: AnswerArguments,
}

impl Ask for Canonical {
    fn inquiry(&self) -> Result<Inquiry<'_>, Failure> {
        let (verb, target) = (Verb::Canonical(self.automorphisms), self.answers.target()?);
        Ok(self.boards.inquiry(verb, target, &self.limits))
    }
}

/// Keep the first of each set of equivalent 9x9 boards
///
/// Boards are equivalent if they are equal after rotating, reflecting, swapping rows, columns
/// or bands, and relabelling. Boards are copied unchanged and in order, each as soon as it is
/// read; titles and comments are left out.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  quadrille sudoku dedup boards.txt\n  quadrille sudoku generate -n 5 | quadrille sudoku dedup --format json"
)]
pub(super) struct Dedup {
    #[command(flatten)]
    boards: PooledArguments,

    #[command(flatten)]
    limits: CommandTimeArguments,

    /// The format of the boards [default: same, or that of the -o file]
    ///
    /// By default they are JSON if the extension of the -o file is .json.
    #[arg(long, value_name = "FORMAT", value_parser = Format::of(Format::KEPT), help_heading = OUTPUT)]
    format: Option<Format>,

    #[command(flatten)]
    output: OutputArguments,
}

impl Ask for Dedup {
    fn inquiry(&self) -> Result<Inquiry<'_>, Failure> {
        let target = Target::named(self.format, Format::Same, &self.output)?;
        Ok(self.boards.inquiry(Verb::Dedup, target, &self.limits))
    }
}
