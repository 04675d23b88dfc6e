//! `quadrille sudoku show`.

use clap::Args;
use quadrille::Limits;

use super::arguments::{BoardArguments, Inquiry};
use super::boards::Format;
use super::question::Verb;
use crate::cli::interrupt::Interrupt;
use crate::cli::outcome::{Failure, Outcome};

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
