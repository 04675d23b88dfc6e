//! `quadrille sudoku show`.

use clap::Args;

use super::alone;
use super::arguments::BoardArguments;
use super::batch::Batch;
use super::boards::{Boards, Format};
use crate::cli::interrupt::Interrupt;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::Stream;

/// Write boards in another format, without solving them
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille sudoku show boards.txt --format line")]
pub(super) struct Show {
    #[command(flatten)]
    boards: BoardArguments,

    /// How boards are written
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "pretty")]
    format: Format,
}

impl Show {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let (shape, input) = self.boards.open()?;
        let boards = Boards::new(Stream::stdout(), self.format, shape.clone(), false);
        let mut batch = Batch::new(self.boards.source(), boards);
        alone::show(shape, interrupt.idle_in(input), &mut batch)?;
        batch.end()?;
        Ok(batch.outcome())
    }
}
