//! `quadrille sudoku`: reads boards and writes boards.
//!
//! Nearly all [`commands`] share one path: a pool of threads takes the [`records`] of the input and
//! asks a [`question`] about each; a [`batch`] collects the answers in input order, adds them up and
//! reports [`bad`] records; [`boards`] writes the answers in one of the [`format`]s, pictures on
//! [`pages`]. [`arguments`] holds
//! the flags that commands share and starts the batch; [`shapes`] finds the shape of the boards;
//! [`progress`] shows how far the batch is. [`generate`] makes boards on the same pool and writes them
//! in the same formats. A [`judge`] is one more format, and [`cases`] cuts the input of a judge into
//! records.

mod arguments;
mod bad;
mod batch;
mod boards;
mod cases;
mod commands;
mod format;
mod generate;
mod judge;
mod pages;
mod progress;
mod question;
mod records;
mod shapes;
mod solve;

use std::path::Path;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command as Parser, Error, FromArgMatches, Id};

use super::interrupt::Interrupt;
use super::message;
use super::outcome::{Failure, Outcome};

/// Solve sudoku boards, and count, check, rate, explain or make them
///
/// Without a command, `quadrille sudoku` solves boards. Every board of the input gives one record of
/// the output, in the same order. A board is one line of characters, or one line for each row:
/// characters, or numbers with spaces between them, with or without a frame. The characters 0 . * _ -
/// are blanks. Lines that begin with # are comments.
#[derive(Args)]
#[command(
    override_usage = "quadrille sudoku [OPTIONS] [FILE]\n       quadrille sudoku <COMMAND> [OPTIONS] [FILE]",
    after_help = solve::AFTER_HELP
)]
struct Words {
    #[command(subcommand)]
    command: Option<commands::Command>,

    #[command(flatten)]
    solve: solve::Solve,
}

/// A command about boards, or the flags of `solve` without its name.
pub(super) struct Sudoku {
    words: Words,
    /// A command after flags or a file, which would be lost.
    late_command: Option<String>,
}

impl Sudoku {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        if let Some(word) = &self.late_command {
            let what = format!("the command '{word}' must come before all flags and files");
            let help = format!(
                "write 'quadrille sudoku {word} [OPTIONS] [FILE]'; for a file named {word}, write ./{word}"
            );
            message::error(what, Some(&help));
            return Ok(Outcome::BadInput);
        }
        let Words { command, solve } = &self.words;
        if let Some(command) = command {
            return command.run(interrupt);
        }
        match solve.file().and_then(mistaken_word) {
            Some((what, help)) => Err(Failure::Usage {
                what,
                help: Some(help),
            }),
            None => solve.run(interrupt),
        }
    }
}

/// What a word means that was taken for the name of a file, and what to do. A file of that name is a
/// file.
fn mistaken_word(file: &Path) -> Option<(&'static str, &'static str)> {
    let word = file.to_str()?.to_lowercase();
    let meaning = match word.as_str() {
        "hint" | "hints" => (
            "hints are not supported yet",
            "'quadrille sudoku explain' says why a board has no solution or several; \
             'quadrille sudoku rate' says how hard it is",
        ),
        "x" => (
            "'x' is a shape, not a command",
            "write 'quadrille sudoku --shape x FILE'",
        ),
        "jigsaw" => (
            "'jigsaw' is a shape, not a command",
            "write 'quadrille sudoku --shape jigsaw:MAP FILE', where MAP is a file with the regions",
        ),
        "killer" => (
            "killer sudoku is not supported yet",
            "'quadrille sudoku --help' lists the commands and the shapes",
        ),
        _ => return None,
    };
    (!file.exists()).then_some(meaning)
}

impl Args for Sudoku {
    fn augment_args(command: Parser) -> Parser {
        Words::augment_args(command)
    }

    fn augment_args_for_update(command: Parser) -> Parser {
        Words::augment_args_for_update(command)
    }
}

impl FromArgMatches for Sudoku {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let is_typed =
            |id: &Id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
        let late_command = matches
            .subcommand_name()
            .filter(|_| matches.ids().any(is_typed));
        Ok(Self {
            late_command: late_command.map(str::to_owned),
            words: Words::from_arg_matches(matches)?,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
