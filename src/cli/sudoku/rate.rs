//! `quadrille sudoku rate`.

use std::io::Write;

use clap::Args;
use quadrille::sudoku::{Rating, Sudoku};
use serde_json::json;

use super::arguments::BoardArguments;
use super::count::LineFormat;
use super::each;
use crate::cli::interrupt::Interrupt;
use crate::cli::limits::LimitArguments;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::Stream;

/// Rate boards with one solution
///
/// A line for each: how often the engine guesses, the mean of 64 random searches, with its standard
/// error; the weakest inference that is enough; and for the classic shape the calls of plain
/// backtracking, up to ten million.
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
            reader,
            &mut Stream::stdout(),
            |record, board, output| {
                let answer = search.rate(board, sudoku.shape());
                match &answer.value {
                    Ok(rating) => {
                        match self.format {
                            LineFormat::Text => writeln!(output, "{}", told(rating))?,
                            LineFormat::Json => {
                                let object = json!({
                                    "board": board.to_string(),
                                    "guesses": rating.guesses,
                                    "error": rating.error,
                                    "inference": rating.inference.word(),
                                    "naive": rating.naive,
                                });
                                writeln!(output, "{object}")?;
                            }
                        }
                        Ok(Outcome::Answered)
                    }
                    Err(unique) => {
                        each::not_one(&self.boards, record, *unique, answer.stop, output)
                    }
                }
            },
        )
    }
}

fn told(rating: &Rating) -> String {
    let naive = match rating.naive {
        Some(calls) => format!(", naive {calls} calls"),
        None => String::new(),
    };
    let (guesses, error) = (rating.guesses, rating.error);
    format!(
        "guesses {guesses:.2} ±{error:.2}, inference {}{naive}",
        rating.inference.word()
    )
}
