//! `quadrille sudoku`: boards in, boards out.
//!
//! Nearly all [`commands`] do the same: a thread pool takes the [`records`] of an input and asks a
//! [`question`] about each; a [`batch`] takes the answers in the
//! order of the input, adds them up and reports [`bad`] records, and [`boards`] writes them in one of
//! the formats. [`arguments`] are the flags that commands share and the start of a batch; [`shapes`]
//! finds out what boards look like; [`progress`] is for people who wait. [`generate`] makes boards on
//! the same pool and writes them in the same formats. A [`judge`] has words of its own, which are one
//! more format, and a rule of its own by which [`cases`] cuts the input into records.

mod arguments;
mod bad;
mod batch;
mod boards;
mod cases;
mod commands;
mod generate;
mod judge;
mod progress;
mod question;
mod records;
mod shapes;
mod solve;

use std::ffi::OsString;

use clap::{Args, Subcommand as _};

use super::interrupt::Interrupt;
use super::outcome::{Failure, Outcome};

/// Solve sudoku boards, one after the other
///
/// Every board of the input, good or bad, comes out as one record. A board is one line, or one line
/// a row: characters, or numbers parted by spaces, in a frame or without; 0 . * _ - stand for a
/// blank. Lines that begin with # are comments.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = solve::AFTER_HELP
)]
pub(super) struct Sudoku {
    #[command(subcommand)]
    command: Option<commands::Command>,

    #[command(flatten)]
    solve: solve::Solve,
}

/// Puts the word that follows `sudoku`, such as `solve`, before the flags, wherever it stands: the
/// flags are its own. A file of that name is `./solve`.
pub(super) fn word_first(mut arguments: Vec<OsString>) -> Vec<OsString> {
    if arguments.get(1).is_some_and(|command| command == "sudoku") {
        let flags = arguments.iter().take_while(|argument| *argument != "--");
        let word = flags
            .skip(2)
            .position(|argument| argument.to_str().is_some_and(is_word));
        if let Some(moved) = arguments.get_mut(2..=2 + word.unwrap_or_default()) {
            moved.rotate_right(usize::from(word.is_some()));
        }
    }
    arguments
}

/// Whether this is one of the words, or the `help` that comes with them.
fn is_word(argument: &str) -> bool {
    argument == "help" || commands::Command::has_subcommand(argument)
}

impl Sudoku {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        match &self.command {
            Some(command) => command.run(interrupt),
            None => self.solve.run(interrupt),
        }
    }
}
