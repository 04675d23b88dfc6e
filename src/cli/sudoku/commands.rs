//! The commands about boards, and the flags of those that ask one question about every board.

use clap::Subcommand;

use super::arguments::{BatchArguments, BoardArguments, Inquiry, PooledArguments};
use super::format::Format;
use super::generate::Generate;
use super::pages::{PuzzlePageArguments, Target};
use super::question::Verb;
use super::solve::Solve;
use crate::cli::interrupt::Interrupt;
use crate::cli::limits::{LimitArguments, positive, whole};
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::pages::{OutputArguments, PageArguments};

#[derive(Subcommand)]
pub(super) enum Command {
    Solve(Solve),

    /// Count the solutions of boards
    ///
    /// Prints a number a line for each board: "at least N" if a limit stopped the search, and "bad"
    /// for what is no board. Solutions are visited one by one only as long as they are few.
    #[command(after_help = "Example:\n  quadrille sudoku count boards.txt --limit 1000")]
    Count {
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
    },

    /// Tell whether boards are puzzles
    ///
    /// Prints a word a line for each board: "unique" for a board with one solution that needs all its
    /// givens, "not minimal" for one with a given too many, "several", "none", "unknown" if a limit
    /// stopped the search, and "bad" for what is no board.
    #[command(after_help = "Example:\n  quadrille sudoku check boards.txt")]
    Check {
        #[command(flatten)]
        batch: BatchArguments,

        /// How the words are written
        #[arg(long, value_name = "FORMAT", value_parser = Format::of(Format::WORDS), default_value = "text")]
        format: Format,
    },

    /// Write boards in another format, without solving them
    #[command(after_help = "Example:\n  quadrille sudoku show boards.txt --format line")]
    Show {
        #[command(flatten)]
        boards: BoardArguments,

        /// How boards are written [default: svg or html if FILE ends so, else pretty]
        #[arg(long, value_name = "FORMAT", value_parser = Format::of(Format::BOARDS))]
        format: Option<Format>,

        #[command(flatten)]
        pages: PuzzlePageArguments,
    },

    Generate(Generate),

    /// Leave out givens that are not needed
    ///
    /// A board that does not have exactly one solution is echoed unchanged, or with --list as a word
    /// (none, several, unknown, bad), and is reported on standard error.
    #[command(after_help = "Example:\n  quadrille sudoku minimize boards.txt --seed 7")]
    Minimize {
        #[command(flatten)]
        boards: PooledArguments,

        /// Leave givens out in random order [default: in the order of their cells]
        #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true)]
        seed: Option<u64>,

        /// List the cells of all givens that can be left out, each alone, in place of the board
        #[arg(long)]
        list: bool,

        /// How boards are written [default: svg or html if FILE ends so, else line]
        #[arg(
            long,
            value_name = "FORMAT",
            value_parser = Format::of(Format::NEW),
            conflicts_with = "list"
        )]
        format: Option<Format>,

        #[command(flatten)]
        pages: PageArguments,

        #[command(flatten)]
        limits: LimitArguments,
    },

    /// Tell why boards have no solution or several
    ///
    /// Without a solution: givens that clash, and the fewest to change. With several: the cells that
    /// differ, in how many solutions each value stands, and givens to add. A blank line comes between
    /// boards. Without --time or --nodes, ten seconds a board is the limit: what is not known by then
    /// is left out.
    #[command(after_help = "Example:\n  quadrille sudoku explain boards.txt --time 10")]
    Explain {
        #[command(flatten)]
        boards: PooledArguments,

        /// How explanations are written
        #[arg(long, value_name = "FORMAT", value_parser = Format::of(Format::WORDS), default_value = "text")]
        format: Format,

        #[command(flatten)]
        limits: LimitArguments,
    },

    /// Rate boards with one solution
    ///
    /// A line for each: how often the engine guesses, the mean of 64 random searches, with its standard
    /// error; the weakest inference that is enough: forced, subsets or search; and for the classic shape
    /// the calls of plain backtracking, the median of 15 random ways to turn and label the board, between
    /// its quartiles. How a 9x9 board is turned and labelled changes nothing of it. A board without one
    /// solution is a word: none, several, unknown, bad.
    #[command(after_help = "Example:\n  quadrille sudoku rate boards.txt")]
    Rate {
        #[command(flatten)]
        boards: PooledArguments,

        /// How ratings are written
        #[arg(long, value_name = "FORMAT", value_parser = Format::of(Format::WORDS), default_value = "text")]
        format: Format,

        #[command(flatten)]
        limits: LimitArguments,
    },

    /// Write the canonical form of 9x9 boards
    ///
    /// It is the same line for all boards that differ only in how they are turned and labelled: the one
    /// of them that comes first. A board may have one solution, many or none.
    #[command(after_help = "Example:\n  quadrille sudoku canonical boards.txt | sort -u")]
    Canonical {
        #[command(flatten)]
        boards: PooledArguments,

        /// Write after the form how many ways to move the cells change nothing but labels
        #[arg(long)]
        automorphisms: bool,

        /// How forms are written
        #[arg(long, value_name = "FORMAT", value_parser = Format::of(Format::WORDS), default_value = "text")]
        format: Format,

        #[command(flatten)]
        output: OutputArguments,
    },

    /// Keep the first of all 9x9 boards that differ only in how they are turned and labelled
    ///
    /// Boards come out as they came and in that order, each as soon as it is read; comments do not.
    #[command(after_help = "Example:\n  quadrille sudoku dedup boards.txt > different.txt")]
    Dedup {
        #[command(flatten)]
        boards: PooledArguments,

        /// How boards are written
        #[arg(long, value_name = "FORMAT", value_parser = Format::of(Format::KEPT), default_value = "same")]
        format: Format,

        #[command(flatten)]
        output: OutputArguments,
    },
}

impl Command {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        match self {
            Self::Solve(solve) => solve.run(interrupt),
            Self::Generate(generate) => generate.run(interrupt),
            Self::Count {
                batch,
                limit,
                marginals,
                format,
            } => {
                let verb = match marginals {
                    true => Verb::Marginals,
                    false => Verb::Count(*limit),
                };
                batch.run(interrupt, verb, *format)
            }
            Self::Check { batch, format } => batch.run(interrupt, Verb::Check, *format),
            Self::Show {
                boards,
                format,
                pages,
            } => {
                let verb = match pages.solutions() {
                    true => Verb::Solve(Some(1)),
                    false => Verb::Show,
                };
                let inquiry = Inquiry {
                    verb,
                    target: pages.target(*format, Format::Pretty)?,
                    threads: 1,
                    limits: None,
                    search: None,
                };
                boards.run(interrupt, inquiry)
            }
            Self::Minimize {
                boards,
                seed,
                list,
                format,
                pages,
                limits,
            } => {
                let format = if *list { Some(Format::Text) } else { *format };
                let target = Target::on_pages(format, Format::Line, pages)?;
                boards.run(interrupt, Verb::Minimize(*seed), target, Some(limits))
            }
            Self::Explain {
                boards,
                format,
                limits,
            } => boards.run(interrupt, Verb::Explain, *format, Some(limits)),
            Self::Rate {
                boards,
                format,
                limits,
            } => boards.run(interrupt, Verb::Rate, *format, Some(limits)),
            Self::Canonical {
                boards,
                automorphisms,
                format,
                output,
            } => {
                let target = Target::new(*format, output);
                boards.run(interrupt, Verb::Canonical(*automorphisms), target, None)
            }
            Self::Dedup {
                boards,
                format,
                output,
            } => boards.run(interrupt, Verb::Dedup, Target::new(*format, output), None),
        }
    }
}
