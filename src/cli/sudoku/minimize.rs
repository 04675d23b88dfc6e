//! `quadrille sudoku minimize`.

use std::io::Write;

use clap::Args;
use quadrille::sudoku::Sudoku;

use super::arguments::BoardArguments;
use super::each::{self, Instead, Layout};
use crate::cli::interrupt::Interrupt;
use crate::cli::limits::{LimitArguments, whole};
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::Stream;

/// Leave out givens that are not needed
///
/// A board without one solution comes out as it came, or with --list as a word (none, several,
/// unknown, bad), and is told on standard error.
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille sudoku minimize boards.txt --seed 7")]
pub(super) struct Minimize {
    #[command(flatten)]
    boards: BoardArguments,

    /// Leave givens out in random order [default: in the order of their cells]
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true)]
    seed: Option<u64>,

    /// List the cells of all givens that can be left out, each alone, in place of the board
    #[arg(long)]
    list: bool,

    /// How boards are written
    #[arg(
        long,
        value_enum,
        value_name = "FORMAT",
        default_value_t,
        conflicts_with = "list"
    )]
    format: Layout,

    #[command(flatten)]
    limits: LimitArguments,
}

impl Minimize {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let (shape, reader) = each::open(&self.boards, interrupt)?;
        let sudoku = Sudoku::new(shape);
        let shape = sudoku.shape();
        let mut search = sudoku.search();
        search.limits(self.limits.limits(interrupt));
        let instead = match self.list {
            true => Instead::Word,
            false => Instead::Board,
        };
        let mut first = true;
        each::run(
            &self.boards,
            interrupt,
            reader,
            &mut Stream::stdout(),
            instead,
            |record, board, output| {
                let answer = search.minimize(board, self.seed);
                let outcome = match &answer.value {
                    Ok(minimized) if self.list => {
                        let names = minimized.redundant.iter();
                        let names = names.map(|&cell| shape.name(cell).to_string());
                        writeln!(output, "{}", names.collect::<Vec<_>>().join(" "))?;
                        Outcome::Answered
                    }
                    Ok(minimized) => {
                        self.format.write(output, shape, &minimized.board, first)?;
                        Outcome::Answered
                    }
                    Err(unique) => {
                        each::not_one(&self.boards, record, *unique, answer.stop, instead, output)?
                    }
                };
                first = false;
                Ok(outcome)
            },
        )
    }
}
