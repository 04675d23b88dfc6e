//! `quadrille sudoku count`.

use clap::Args;

use super::arguments::BatchArguments;
use super::boards::Format;
use super::question::Verb;
use crate::cli::interrupt::Interrupt;
use crate::cli::limits::positive;
use crate::cli::outcome::{Failure, Outcome};

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
