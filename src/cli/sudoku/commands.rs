//! The commands that ask one question about every board: their flags.

use std::time::Duration;

use clap::Args;
use quadrille::Limits;

use super::arguments::{BatchArguments, BoardArguments, Inquiry, ThreadArguments};
use super::boards::Format;
use super::question::Verb;
use crate::cli::interrupt::Interrupt;
use crate::cli::limits::{LimitArguments, positive, whole};
use crate::cli::outcome::{Failure, Outcome};

/// How long an explanation may take if no limit is set.
const TIME: Duration = Duration::from_secs(10);

/// Write boards in another format, without solving them
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille sudoku show boards.txt --format line")]
pub(super) struct Show {
    #[command(flatten)]
    boards: BoardArguments,

    /// How boards are written
    #[arg(long, value_name = "FORMAT", value_parser = Format::of(Format::BOARDS), default_value = "pretty")]
    format: Format,
}

impl Show {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let inquiry = Inquiry::new(Verb::Show, self.format, 1);
        self.boards.run(interrupt, &inquiry, Limits::new)
    }
}

/// Count the solutions of boards
///
/// Prints a number a line for each board: "at least N" if a limit stopped the search, and "bad" for
/// what is no board. Solutions are visited one by one only as long as they are few.
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille sudoku count boards.txt --limit 1000")]
pub(super) struct Count {
    #[command(flatten)]
    batch: BatchArguments,

    /// Count up to N: print N if there are as many or more
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    limit: Option<u64>,

    /// Print for each cell, too, how many solutions hold each value there
    #[arg(long, conflicts_with_all = ["limit", "engine"])]
    marginals: bool,

    /// How the numbers are written
    #[arg(long, value_name = "FORMAT", value_parser = Format::of(Format::WORDS), default_value = "text")]
    format: Format,
}

impl Count {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let verb = match self.marginals {
            true => Verb::Marginals,
            false => Verb::Count,
        };
        self.batch.run(interrupt, verb, self.format, self.limit)
    }
}

/// Tell whether boards are puzzles
///
/// Prints a word a line for each board: "unique" for a board with one solution that needs all its
/// givens, "not minimal" for one with a given too many, "several", "none", "unknown" if a limit
/// stopped the search, and "bad" for what is no board.
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille sudoku check boards.txt")]
pub(super) struct Check {
    #[command(flatten)]
    batch: BatchArguments,

    /// How the words are written
    #[arg(long, value_name = "FORMAT", value_parser = Format::of(Format::WORDS), default_value = "text")]
    format: Format,
}

impl Check {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        self.batch.run(interrupt, Verb::Check, self.format, None)
    }
}

/// Leave out givens that are not needed
///
/// A board that does not have exactly one solution is echoed unchanged, or with --list as a word
/// (none, several, unknown, bad), and is reported on standard error.
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille sudoku minimize boards.txt --seed 7")]
pub(super) struct Minimize {
    #[command(flatten)]
    boards: BoardArguments,

    #[command(flatten)]
    threads: ThreadArguments,

    /// Leave givens out in random order [default: in the order of their cells]
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true)]
    seed: Option<u64>,

    /// List the cells of all givens that can be left out, each alone, in place of the board
    #[arg(long)]
    list: bool,

    /// How boards are written
    #[arg(
        long,
        value_name = "FORMAT",
        value_parser = Format::of(Format::NEW),
        default_value = "line",
        conflicts_with = "list"
    )]
    format: Format,

    #[command(flatten)]
    limits: LimitArguments,
}

impl Minimize {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let format = match self.list {
            true => Format::Text,
            false => self.format,
        };
        let verb = Verb::Minimize(self.seed);
        let inquiry = Inquiry::new(verb, format, self.threads.count());
        let limits = || self.limits.limits(interrupt);
        self.boards.run(interrupt, &inquiry, limits)
    }
}

/// Tell why boards have no solution or several
///
/// Without a solution: givens that clash, and the fewest to change. With several: the cells that
/// differ, in how many solutions each value stands, and givens to add. A blank line comes between
/// boards. Without --time or --nodes, ten seconds a board is the limit: what is not known by then is
/// left out.
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille sudoku explain boards.txt --time 10")]
pub(super) struct Explain {
    #[command(flatten)]
    boards: BoardArguments,

    #[command(flatten)]
    threads: ThreadArguments,

    /// How explanations are written
    #[arg(long, value_name = "FORMAT", value_parser = Format::of(Format::WORDS), default_value = "text")]
    format: Format,

    #[command(flatten)]
    limits: LimitArguments,
}

impl Explain {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let inquiry = Inquiry::new(Verb::Explain, self.format, self.threads.count());
        let limits = || self.limits.limits_or(TIME, interrupt);
        self.boards.run(interrupt, &inquiry, limits)
    }
}

/// Rate boards with one solution
///
/// A line for each: how often the engine guesses, the mean of 64 random searches, with its standard
/// error; the weakest inference that is enough: forced, subsets or search; and for the classic shape
/// the calls of plain backtracking, the median of 15 random ways to turn and label the board, between
/// its quartiles. How a 9x9 board is turned and labelled changes nothing of it. A board without one
/// solution is a word: none, several, unknown, bad.
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille sudoku rate boards.txt")]
pub(super) struct Rate {
    #[command(flatten)]
    boards: BoardArguments,

    #[command(flatten)]
    threads: ThreadArguments,

    /// How ratings are written
    #[arg(long, value_name = "FORMAT", value_parser = Format::of(Format::WORDS), default_value = "text")]
    format: Format,

    #[command(flatten)]
    limits: LimitArguments,
}

impl Rate {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let inquiry = Inquiry::new(Verb::Rate, self.format, self.threads.count());
        let limits = || self.limits.limits(interrupt);
        self.boards.run(interrupt, &inquiry, limits)
    }
}

/// Write the canonical form of 9x9 boards
///
/// It is the same line for all boards that differ only in how they are turned and labelled: the one
/// of them that comes first. A board may have one solution, many or none.
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille sudoku canonical boards.txt | sort -u")]
pub(super) struct Canonical {
    #[command(flatten)]
    boards: BoardArguments,

    #[command(flatten)]
    threads: ThreadArguments,

    /// Write after the form how many ways to move the cells change nothing but labels
    #[arg(long)]
    automorphisms: bool,

    /// How forms are written
    #[arg(long, value_name = "FORMAT", value_parser = Format::of(Format::WORDS), default_value = "text")]
    format: Format,
}

impl Canonical {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let verb = Verb::Canonical(self.automorphisms);
        let inquiry = Inquiry::new(verb, self.format, self.threads.count());
        self.boards.run(interrupt, &inquiry, Limits::new)
    }
}

/// Keep the first of all 9x9 boards that differ only in how they are turned and labelled
///
/// Boards come out as they came and in that order, each as soon as it is read; comments do not.
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille sudoku dedup boards.txt > different.txt")]
pub(super) struct Dedup {
    #[command(flatten)]
    boards: BoardArguments,

    #[command(flatten)]
    threads: ThreadArguments,

    /// How boards are written
    #[arg(long, value_name = "FORMAT", value_parser = Format::of(Format::KEPT), default_value = "same")]
    format: Format,
}

impl Dedup {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let inquiry = Inquiry::new(Verb::Dedup, self.format, self.threads.count());
        self.boards.run(interrupt, &inquiry, Limits::new)
    }
}
