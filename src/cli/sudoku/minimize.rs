//! `quadrille sudoku minimize`.

use clap::Args;

use super::arguments::{BoardArguments, Inquiry, ThreadArguments};
use super::boards::Format;
use super::question::Verb;
use crate::cli::interrupt::Interrupt;
use crate::cli::limits::{LimitArguments, whole};
use crate::cli::outcome::{Failure, Outcome};

/// Leave out givens that are not needed
///
/// A board without one solution comes out as it came, or with --list as a word (none, several,
/// unknown, bad), and is told on standard error.
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
