//! `quadrille sudoku canonical`.

use clap::Args;
use quadrille::Limits;

use super::arguments::{BoardArguments, Inquiry, ThreadArguments};
use super::boards::Format;
use super::question::Verb;
use crate::cli::interrupt::Interrupt;
use crate::cli::outcome::{Failure, Outcome};

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
