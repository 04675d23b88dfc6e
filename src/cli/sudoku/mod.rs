//! `quadrille sudoku`: reads boards and writes boards.
//!
//! Nearly all [`commands`] share one path: a pool of threads takes the [`records`] of the input and
//! asks a [`question`] about each; a [`batch`] collects the answers in input order, adds them up and
//! reports [`bad`] records; [`boards`] writes the answers in one of the formats. [`arguments`] holds
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
mod generate;
mod judge;
mod progress;
mod question;
mod records;
mod shapes;
mod solve;

use std::path::Path;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command as Parser, Error, FromArgMatches};

use super::interrupt::Interrupt;
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
pub(super) struct Sudoku(Words);

impl Sudoku {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let Words { command, solve } = &self.0;
        if let Some(command) = command {
            return command.run(interrupt);
        }
        match solve.file().and_then(mistaken_file) {
            Some(what) => Err(Failure::Usage(what)),
            None => solve.run(interrupt),
        }
    }
}

/// A file that does not exist and whose name is a word of sudoku: what the word could mean.
fn mistaken_file(file: &Path) -> Option<&'static str> {
    let word = file.to_str()?.to_lowercase();
    let (_, meaning) = MISTAKEN_WORDS.iter().find(|(known, _)| *known == word)?;
    (!file.exists()).then_some(meaning)
}

/// Words that people type where a command or a file is expected.
const MISTAKEN_WORDS: [(&str, &str); 6] = [
    ("hint", NO_HINTS),
    ("hints", NO_HINTS),
    (
        "x",
        "'x' is a shape, not a command: quadrille sudoku --shape x FILE",
    ),
    (
        "jigsaw",
        "'jigsaw' is a shape, not a command: quadrille sudoku --shape jigsaw:MAP FILE, where MAP is a file with the regions",
    ),
    (
        "killer",
        "killer sudoku is not built yet: there is no command and no shape for it",
    ),
    (
        "windoku",
        "'windoku' is a shape, not a command: quadrille sudoku --shape windoku FILE",
    ),
];

const NO_HINTS: &str = "there is no command for hints yet; `quadrille sudoku explain` says why a board has no solution or several, and `quadrille sudoku rate` how hard it is";

impl Args for Sudoku {
    fn augment_args(command: Parser) -> Parser {
        Words::augment_args(command)
    }

    fn augment_args_for_update(command: Parser) -> Parser {
        Words::augment_args_for_update(command)
    }
}

/// The flags of `solve` before the name of a command would be lost: they are an error.
impl FromArgMatches for Sudoku {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let is_typed =
            |id: &clap::Id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
        if let Some(word) = matches.subcommand_name()
            && matches.ids().any(is_typed)
        {
            return Err(Error::raw(
                ErrorKind::ArgumentConflict,
                format!(
                    "'{word}' must come before all flags and files\n\n  \
                     tip: write quadrille sudoku {word} [OPTIONS] [FILE]; a file of this name is ./{word}\n"
                ),
            ));
        }
        Words::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}
