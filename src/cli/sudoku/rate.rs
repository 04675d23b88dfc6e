//! `quadrille sudoku rate`.

use std::io::Write;

use clap::Args;
use quadrille::sudoku::{Guesses, Rating, Sudoku};
use serde_json::json;

use super::arguments::BoardArguments;
use super::count::LineFormat;
use super::each::{self, Instead};
use crate::cli::interrupt::Interrupt;
use crate::cli::limits::LimitArguments;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::Stream;

/// Rate boards with one solution
///
/// A line for each: how often the engine guesses, the mean of 64 random searches, with its standard
/// error; the weakest inference that is enough: forced, subsets or search; and for the classic shape
/// the calls of plain backtracking, the median of 15 random ways to turn and label the board, between
/// its quartiles. How a 9x9 board is turned and labelled changes nothing of it. A board without one
/// solution is a word: none, several, unknown, bad.
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille sudoku rate boards.txt")]
pub(super) struct Rate {
    #[command(flatten)]
    boards: BoardArguments,

    /// How ratings are written
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: LineFormat,

    #[command(flatten)]
    limits: LimitArguments,
}

impl Rate {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let (shape, reader) = each::open(&self.boards, interrupt)?;
        let sudoku = Sudoku::new(shape);
        let mut search = sudoku.search();
        search.limits(self.limits.limits(interrupt));
        each::run(
            &self.boards,
            interrupt,
            reader,
            &mut Stream::stdout(),
            Instead::of(self.format, sudoku.shape()),
            |record, board, output| {
                let answer = search.rate(board);
                match &answer.value {
                    Ok(rating) => {
                        match self.format {
                            LineFormat::Text => writeln!(output, "{}", told(rating))?,
                            LineFormat::Json => {
                                let object = json!({
                                    "board": sudoku.shape().line(board),
                                    "verdict": "rated",
                                    "guesses": rating.guesses.mean,
                                    "error": rating.guesses.error,
                                    "inference": rating.inference.to_string(),
                                    "calls": rating.calls.map(|calls| json!({
                                        "low": calls.low,
                                        "median": calls.median,
                                        "high": calls.high,
                                    })),
                                });
                                writeln!(output, "{object}")?;
                            }
                        }
                        Ok(Outcome::Answered)
                    }
                    Err(unique) => {
                        let instead = Instead::of(self.format, sudoku.shape());
                        each::not_one(&self.boards, record, *unique, answer.stop, instead, output)
                    }
                }
            },
        )
    }
}

fn told(rating: &Rating) -> String {
    let calls = match rating.calls {
        Some(calls) => format!(
            ", calls {} ({} to {})",
            number(calls.median),
            number(calls.low),
            number(calls.high)
        ),
        None => String::new(),
    };
    let Guesses { mean, error, .. } = rating.guesses;
    format!(
        "guesses {mean:.2} ±{error:.2}, inference {}{calls}",
        rating.inference
    )
}

fn number(calls: Option<u64>) -> String {
    calls.map_or_else(|| "over 1000000".to_owned(), |calls| calls.to_string())
}
