//! `quadrille sudoku solve`, and `quadrille sudoku` for short.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use clap::Args;
use quadrille::Limits;
use quadrille::sudoku::Sudoku;

use super::batch::Batch;
use super::boards::{Boards, Format};
use super::question::{Order, Question};
use super::{alone, threads};
use crate::cli::input::Source;
use crate::cli::interrupt::Interrupt;
use crate::cli::limits::{SearchArguments, positive, whole};
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output;

pub(super) const AFTER_HELP: &str = "\
Limits hold for each board, not for all together. A board that is bad, has no solution, or was \
stopped by a limit is written without one, and told on standard error with its line.

Example:
  quadrille sudoku boards.txt --format line > solved.txt";

/// Solve boards; `quadrille sudoku` does the same
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Solve {
    /// The boards; '-' or nothing is standard input
    file: Option<PathBuf>,

    /// Write up to N solutions of each board; 0 for all
    #[arg(
        short,
        value_name = "N",
        default_value_t = 1, value_parser = whole, allow_negative_numbers = true
    )]
    n: u64,

    /// Which solution comes first
    #[arg(long, value_enum, value_name = "ORDER", default_value_t)]
    order: Order,

    /// How boards are written
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Format,

    /// Search on up to T threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = positive, allow_negative_numbers = true)]
    threads: Option<u64>,

    #[command(flatten)]
    search: SearchArguments,
}

impl Solve {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        if self.order == Order::Lex && self.n != 1 {
            return Err(Failure::Usage(
                "--order lex finds the smallest solution only: it needs -n 1",
            ));
        }
        let source = Source::new(self.file.as_deref());
        let input = source.open()?;
        let sudoku = Sudoku::with(&self.search.settings());
        let question = Arc::new(Question::new(sudoku, self.limits(interrupt), self.order));
        let mut batch = Batch::new(source, Boards::new(output::stdout(), self.format));
        match self.threads.unwrap_or_else(cores) {
            1 => alone::run(&question, interrupt.idle_in(input), &mut batch),
            threads => threads::run(&question, threads, input, interrupt, &mut batch),
        }?;
        batch.end()?;
        if self.search.stats {
            batch.tell_stats(question.solver());
        }
        Ok(batch.outcome())
    }

    fn limits(&self, interrupt: &Interrupt) -> Limits {
        let limits = self.search.limits.limits(interrupt);
        match self.n {
            0 => limits,
            most => limits.solutions(most),
        }
    }
}

/// How many threads run at the same time, as far as it is known.
fn cores() -> u64 {
    thread::available_parallelism().map_or(1, |cores| cores.get() as u64)
}
