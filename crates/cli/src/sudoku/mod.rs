//! `quadrille sudoku`: reads boards and writes boards.
//!
//! Nearly all commands share one path: a pool of threads takes the [`records`] of the input, and an
//! [`asker`] on each thread asks a [`question`] about each; a [`batch`] collects the answers in
//! input order, adds them up in a [`tally`] and reports [`bad`] records; [`boards`] writes the
//! answers in one of the [`format`]s, pictures on [`pages`]. Each of the [`questions`] has a file
//! with its flags. [`arguments`] holds the flags that commands share and starts the batch;
//! [`shapes`] finds the shape of the boards from the [`start`] of the input, perhaps in a
//! [`leading`] map, and [`foreign`] rejects an input that is not text; [`generate`] makes boards on
//! the same pool and writes them in the same formats. A [`judge`] is one more format, and [`cases`]
//! cuts the input of a judge into records, some of which are [`squiggly`] or covered with
//! [`dominoes`]. [`limits`] says what holds for each board and what for all together.

mod arguments;
mod asker;
mod bad;
mod batch;
mod boards;
mod cases;
mod dominoes;
mod foreign;
mod format;
mod generate;
mod judge;
mod limits;
mod making;
mod missed;
mod pages;
mod question;
mod questions;
mod records;
mod shapes;
mod squiggly;
mod start;
mod tally;

use std::ffi::OsString;
use std::path::Path;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command as Parser, Error, FromArgMatches, Id, Subcommand};

use super::Execute;
use super::hints;
use super::interrupt::Interrupt;
use super::message;
use super::outcome::{Failure, Outcome};

/// Solve, count, check, rate, explain or make sudoku boards
///
/// Without a command, 'quadrille sudoku' solves boards. Boards are written in the order of the
/// input. A board is one line of characters, or one line for each row. A row is characters, or
/// numbers with spaces between them, with or without a frame. A blank is 0 . * _ - x ? or a space.
/// Lines that begin with # are comments.
#[derive(Args)]
#[command(
    override_usage = "quadrille sudoku [COMMAND] [OPTIONS] [FILE]",
    after_help = questions::AFTER_HELP
)]
// The short help has room for the commands, and fits on one screen.
#[command(mut_arg("stats", |flag| flag.hide_short_help(true)))]
struct Words {
    #[command(subcommand)]
    command: Option<questions::Command>,

    #[command(flatten)]
    solve: questions::Solve,
}

/// A command about boards, or the flags of `solve` without its name.
pub(super) struct Sudoku {
    words: Words,
    /// A command after flags or a file, which would be lost.
    late_command: Option<String>,
}

impl Execute for Sudoku {
    fn prints(&self) -> bool {
        self.command().prints()
    }

    fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        if let Some(word) = &self.late_command {
            let what = format!("the command '{word}' must come before all flags and files");
            let help = format!(
                "write 'quadrille sudoku {word} [OPTIONS] [FILE]'; a file of this name is ./{word}"
            );
            message::error(what, Some(&help));
            return Ok(Outcome::BadInput);
        }
        if self.words.command.is_none() {
            let word = self.words.solve.file().and_then(Path::to_str);
            if let Some((what, help)) = word.and_then(|word| hints::of_sudoku_word(commands, word))
            {
                return Err(Failure::usage(what, help));
            }
        }
        self.command().run(interrupt)
    }
}

impl Sudoku {
    /// The command that was given, or `solve`.
    fn command(&self) -> &dyn Execute {
        match &self.words.command {
            Some(command) => command.arguments(),
            None => &self.words.solve,
        }
    }
}

/// Parses the words of `sudoku`, which begin with its name, as [`questions::Command::parse`] does.
pub(super) fn parse(words: &[OsString]) -> Option<Box<dyn Execute>> {
    if let Some(question) = questions::Command::parse(&words[1..]) {
        return Some(question);
    }
    let solve: questions::Solve = super::parse(words)?;
    // A word without dots and the like may be a command after flags.
    let file = solve.file().and_then(Path::to_str);
    if file.is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_alphabetic())) {
        return None;
    }
    Some(Box::new(Sudoku {
        words: Words {
            command: None,
            solve,
        },
        late_command: None,
    }))
}

/// The commands without any flags of their parent.
pub(super) fn commands() -> Parser {
    questions::Command::augment_subcommands(Parser::new("sudoku"))
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
