//! `quadrille sudoku explain`.

use std::time::Duration;

use clap::Args;

use super::arguments::{BoardArguments, Inquiry, ThreadArguments};
use super::boards::Format;
use super::question::Verb;
use crate::cli::interrupt::Interrupt;
use crate::cli::limits::LimitArguments;
use crate::cli::outcome::{Failure, Outcome};

/// How long a board may take if no limit is set.
const TIME: Duration = Duration::from_secs(10);

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
