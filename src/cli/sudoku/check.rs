//! `quadrille sudoku check`.

use clap::Args;

use super::arguments::BatchArguments;
use super::boards::Format;
use super::question::Verb;
use crate::cli::interrupt::Interrupt;
use crate::cli::outcome::{Failure, Outcome};

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
