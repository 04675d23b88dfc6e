//! `quadrille sudoku`: boards in, boards out.
//!
//! [`solve`], [`count`], [`check`] and [`show`] have flags of their own and share [`arguments`];
//! [`shapes`] finds out what boards look like. The same [`question`] is asked about every board, by
//! one thread [`alone`] or by several [`threads`]; a [`batch`] takes what is found in the order of
//! the input, and [`boards`] writes it, or [`json`].

mod alone;
mod arguments;
mod batch;
mod boards;
mod check;
mod count;
mod json;
mod question;
mod shapes;
mod show;
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
    Count(count::Count),
    Check(check::Check),
    Show(show::Show),
}

impl Sudoku {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        match &self.command {
            Some(Command::Solve(arguments)) => arguments.run(interrupt),
            Some(Command::Count(arguments)) => arguments.run(interrupt),
            Some(Command::Check(arguments)) => arguments.run(interrupt),
            Some(Command::Show(arguments)) => arguments.run(interrupt),
            None => self.solve.run(interrupt),
        }
    }
}
