//! `quadrille sudoku dedup`.

use clap::Args;
use quadrille::Limits;

use super::arguments::{BoardArguments, Inquiry, ThreadArguments};
use super::boards::Format;
use super::question::Verb;
use crate::cli::interrupt::Interrupt;
use crate::cli::outcome::{Failure, Outcome};

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
