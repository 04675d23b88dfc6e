//! `quadrille sudoku dedup`.

use std::collections::HashSet;

use clap::Args;

use super::arguments::BoardArguments;
use super::canonical::{classic, refuse};
use super::each::{self, Instead};
use crate::cli::interrupt::Interrupt;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::Stream;

/// Keep the first of all 9x9 boards that differ only in how they are turned and labelled
///
/// Boards come out as they came and in that order, each as soon as it is read; comments do not.
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille sudoku dedup boards.txt > different.txt")]
pub(super) struct Dedup {
    #[command(flatten)]
    boards: BoardArguments,
}

impl Dedup {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let (shape, reader) = each::open(&self.boards, interrupt)?;
        classic(&shape)?;
        let mut seen = HashSet::new();
        each::run(
            &self.boards,
            interrupt,
            reader.lenient(),
            &mut Stream::stdout(),
            Instead::Board,
            |record, board, output| {
                match board.canonical() {
                    Ok(form) => {
                        if seen.insert(form.board) {
                            each::echo(record, output)?;
                        }
                    }
                    Err(error) => {
                        return refuse(&self.boards, record, &error, Instead::Board, output);
                    }
                }
                Ok(Outcome::Answered)
            },
        )
    }
}
