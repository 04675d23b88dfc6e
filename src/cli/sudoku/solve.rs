//! `quadrille sudoku solve`, and `quadrille sudoku` for short.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use quadrille::sudoku::text::Record;
use quadrille::sudoku::{BoardSearch, Grid, Sudoku};
use quadrille::{Answer, Limits};

use super::batch::Batch;
use super::boards::{Boards, Format};
use crate::cli::input::Source;
use crate::cli::interrupt::Interrupt;
use crate::cli::limits::{SearchArguments, whole};
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

    #[command(flatten)]
    search: SearchArguments,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Order {
    /// Any, whichever is found first
    #[default]
    Any,
    /// The one with the smallest digits, read as a number; only with -n 1
    Lex,
}

impl Solve {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        if self.order == Order::Lex && self.n != 1 {
            return Err(Failure::Usage(
                "--order lex finds the smallest solution only: it needs -n 1",
            ));
        }
        let source = Source::new(self.file.as_deref());
        let boards = interrupt.idle_in(source.open()?);
        let sudoku = Sudoku::with(&self.search.settings());
        let mut search = sudoku.search();
        search.limits(self.limits(interrupt));
        let mut output = Boards::new(output::stdout(), self.format);
        let mut batch = Batch::new(source);
        batch.run(boards, &mut output, |output, record, board| {
            self.solve(&mut search, output, record, board)
        })?;
        if self.search.stats {
            batch.tell_stats(sudoku.solver());
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

    /// Writes the solutions of one board, and says how many they are and how the search ended.
    fn solve(
        &self,
        search: &mut BoardSearch<'_>,
        output: &mut Boards<impl Write>,
        record: &Record,
        board: &Grid,
    ) -> io::Result<Answer<u64>> {
        if self.order == Order::Lex {
            let answer = search.smallest(board);
            if let Some(solution) = &answer.value {
                output.solution(record, solution, true)?;
            }
            return Ok(answer.map(|solution| solution.map_or(0, |_| 1)));
        }
        let mut written = 0;
        let mut failed = Ok(());
        let answer = search.for_each(board, |solution| {
            failed = output.solution(record, solution, written == 0);
            written += 1;
            match failed {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        failed.map(|()| answer.map(|_| written))
    }
}
