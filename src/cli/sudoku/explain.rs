//! `quadrille sudoku explain`.

use std::io::Write;
use std::time::Duration;

use clap::Args;
use quadrille::sudoku::{Explanation, Sudoku};

use super::arguments::BoardArguments;
use super::each::{self, Instead};
use crate::cli::interrupt::Interrupt;
use crate::cli::limits::{LimitArguments, culprit};
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::Stream;

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
    limits: LimitArguments,
}

impl Explain {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let (shape, reader) = each::open(&self.boards, interrupt)?;
        let sudoku = Sudoku::new(shape);
        let shape = sudoku.shape();
        let mut search = sudoku.search();
        search.limits(self.limits.limits_or(TIME, interrupt));
        let mut first = true;
        each::run(
            &self.boards,
            interrupt,
            reader.lenient(),
            &mut Stream::stdout(),
            Instead::Board,
            |record, board, output| {
                let answer = search.explain(board);
                if !first {
                    output.write_all(b"\n")?;
                }
                first = false;
                let told = answer.value.told_as(shape, |value| record.name(value));
                output.write_all(told.as_bytes())?;
                let outcome = Outcome::of(answer.stop, true);
                if outcome != Outcome::Answered {
                    each::tell(
                        &self.boards,
                        record,
                        format!("stopped by {}", culprit(answer.stop)),
                    );
                }
                let none = matches!(answer.value, Explanation::None(_));
                Ok(if none {
                    outcome.max(Outcome::NoSolution)
                } else {
                    outcome
                })
            },
        )
    }
}
