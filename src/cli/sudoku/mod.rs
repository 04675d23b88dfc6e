//! `quadrille sudoku`: boards in, boards out.
//!
//! [`solve`] has the flags. The same [`question`] is asked about every board, by one thread
//! [`alone`] or by several [`threads`]; a [`batch`] takes what is found in the order of the input,
//! and [`boards`] writes it.

mod alone;
mod batch;
mod boards;
mod question;
mod solve;
mod threads;

use clap::{Args, Subcommand};

use super::interrupt::Interrupt;
use super::outcome::{Failure, Outcome};

/// Solve sudoku boards, one after the other
///
/// Every board of the input, good or bad, comes out as one record. A board is one line of 81
/// characters, or nine lines of nine characters, or nine lines of nine numbers; 0 . * _ - stand
/// for a blank. Lines that begin with # are comments.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = solve::AFTER_HELP
)]
pub(super) struct Sudoku {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    solve: solve::Solve,
}

#[derive(Subcommand)]
enum Command {
    Solve(solve::Solve),
}

impl Sudoku {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        match &self.command {
            Some(Command::Solve(arguments)) => arguments.run(interrupt),
            None => self.solve.run(interrupt),
        }
    }
}
