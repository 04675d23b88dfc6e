//! `quadrille sudoku rate`.

use clap::Args;

use super::arguments::{BoardArguments, Inquiry, ThreadArguments};
use super::boards::Format;
use super::question::Verb;
use crate::cli::interrupt::Interrupt;
use crate::cli::limits::LimitArguments;
use crate::cli::outcome::{Failure, Outcome};

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
