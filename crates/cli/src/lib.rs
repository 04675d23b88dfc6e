//! The command line: parses flags, prints, and chooses exit codes. No other crate does any of
//! these.
//!
//! * Each subcommand has a file of its name. Its struct of arguments has a `run`, which returns how
//!   the command ended. The subcommands of `sudoku` have a folder.
//! * Shared arguments: [`source`] opens files and standard input; [`input`] reads problems and
//!   [`diagram`] diagrams; [`assume`] forces and forbids options; [`limits`] has the flags of every
//!   search, [`memory_limit`] the flag `--memory`; [`pages`] draws.
//! * Shared output: [`output`] writes answers, [`end`] what stopped the search, [`message`]
//!   everything on standard error; [`outcome`] has the exit codes and the failures.
//! * [`progress`] shows how far a long command is, [`threads`] has `--threads`.
//! * `serve` (feature `serve`) opens puzzles in a browser.
//! * [`interrupt`] handles signals and the time limit.
//! * [`help`] lays out `--help` (each flag names its heading itself), [`usage`] reports wrong
//!   arguments, [`hints`] guesses what is meant.
//!
//! Answers go to standard output, everything else to standard error.

#![allow(
    rustdoc::private_intra_doc_links,
    reason = "the page is for people who change the code"
)]

/// Makes an enum of commands, which clap reads, from the one list of them. The help, the man pages
/// and the completions list the commands in the same order.
macro_rules! commands {
    ($visibility:vis enum $command:ident { $($(#[$cfg:meta])* $name:ident($arguments:ty),)+ }) => {
        #[derive(Subcommand)]
        #[allow(clippy::large_enum_variant, reason = "there is only one value")]
        $visibility enum $command {
            $($(#[$cfg])* $name($arguments),)+
        }

        impl $command {
            $visibility fn arguments(&self) -> &dyn Execute {
                match self {
                    $($(#[$cfg])* Self::$name(arguments) => arguments,)+
                }
            }

            /// Parses the words of one of these commands, which begin with its name, without the
            /// texts of all others. If the name or a word is wrong, there is no answer.
            $visibility fn parse(words: &[std::ffi::OsString]) -> Option<Box<dyn Execute>> {
                let name = words.first()?.to_str()?;
                $($(#[$cfg])*
                if name == stringify!($name).to_ascii_lowercase() {
                    return Some(Box::new($crate::parse::<$arguments>(words)?));
                })+
                None
            }
        }
    };
    // Commands in groups, and the heading of each group with its number of commands.
    ($groups:ident: $($heading:literal => $($(#[$cfg:meta])* $module:ident::$name:ident),+;)+) => {
        commands! { enum Command { $($($(#[$cfg])* $name($module::$name),)+)+ } }

        const $groups: &[(&str, usize)] =
            &[$(($heading, [$($(#[$cfg])* stringify!($name)),+].len())),+];
    };
}

mod amount;
mod assume;
mod best;
mod check;
mod compile;
mod completions;
mod convert;
mod count;
mod diagram;
mod end;
mod estimate;
mod explain;
mod help;
mod hints;
mod input;
mod interrupt;
mod ledger;
mod limits;
mod line;
mod manual;
mod memory;
mod memory_limit;
mod merge;
mod message;
mod method;
mod outcome;
mod output;
mod pages;
mod progress;
mod proof;
mod reduce;
mod room;
mod run;
mod sample;
#[cfg(feature = "serve")]
mod serve;
mod shell;
mod solutions;
mod solve;
mod source;
mod split;
mod steps;
mod stop_reason;
mod sudoku;
mod threads;
mod tile;
mod usage;

use std::ffi::OsString;
use std::io;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use interrupt::Interrupt;
use outcome::{Failure, Outcome};

/// What runs a command.
trait Execute {
    /// Whether the answer goes to standard output.
    fn prints(&self) -> bool {
        true
    }

    fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure>;
}

/// Solve exact covers: choose options so that every item is covered exactly once.
#[derive(Parser)]
#[command(
    name = "quadrille",
    version,
    max_term_width = 100,
    after_help = AFTER_HELP
)]
struct Quadrille {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Examples:
  printf 'a b c\\na b\\nb c\\nc\\n' | quadrille solve
  quadrille sudoku generate --seed 7 | quadrille sudoku

Exit codes:
  0    answered; for 'estimate' also if there is no solution
  1    there is no solution; for 'check': at least one solution is wrong;
       for 'explain': the problem has a solution
  2    bad usage or bad input
  3    stopped by a limit before the answer was known
  85   for 'run': stopped, and the same command continues
  130  interrupted";

commands! {
    GROUPS:
    "Solve" => solve::Solve, best::Best, steps::Steps, explain::Explain;
    "Count" => count::Count, estimate::Estimate, sample::Sample, compile::Compile;
    "Long counts" => split::Split, run::Run, merge::Merge;
    "Check and change" => check::Check, convert::Convert, reduce::Reduce;
    "Puzzles" => tile::Tile, sudoku::Sudoku, #[cfg(feature = "serve")] serve::Serve;
    "Set up" => completions::Completions, manual::Manual;
}

/// The arguments of the program, with the layout of its help.
fn command() -> clap::Command {
    help::lay_out(Quadrille::command(), GROUPS)
}

/// Parses the words of a command, which begin with its name. There is no answer if one is wrong.
fn parse<A: Args>(words: &[OsString]) -> Option<A> {
    let command = A::augment_args(clap::Command::new("quadrille"));
    let matches = command.try_get_matches_from(words).ok()?;
    A::from_arg_matches(&matches).ok()
}

/// Parses arguments without building the help of all commands, which takes a millisecond: the
/// error of wrong arguments, and help, need the complete [`command`].
fn parse_quickly(arguments: &[OsString]) -> Option<Box<dyn Execute>> {
    let words = arguments.get(1..)?;
    if words.first()? == "sudoku" {
        sudoku::parse(words)
    } else {
        Command::parse(words)
    }
}

/// The version of the program, if the arguments ask for it.
fn version(arguments: &[OsString]) -> Option<clap::Error> {
    let program = clap::Command::new("quadrille").version(env!("CARGO_PKG_VERSION"));
    let answer = program.try_get_matches_from(arguments).err()?;
    (answer.kind() == ErrorKind::DisplayVersion).then_some(answer)
}

/// Runs the command line, and returns its exit code. The first argument is the name of the program.
///
/// It listens for SIGINT and SIGTERM, writes to the standard output and error of the process, and
/// ends the process at a second signal: call it as the last step of a `main`. If standard output
/// was closed before the program began, commands that print fail.
pub fn run(arguments: impl IntoIterator<Item = OsString>, stdout_was_closed: bool) -> u8 {
    let arguments = tile::with_group(arguments);
    let interrupt = Interrupt::listen();
    let ended = answer(&arguments, &interrupt, stdout_was_closed);
    // From here on nothing is cut short.
    interrupt.token();
    let outcome = ended.unwrap_or_else(|failure| failure.report());
    outcome.code()
}

fn answer(
    arguments: &[OsString],
    interrupt: &Interrupt,
    stdout_was_closed: bool,
) -> Result<Outcome, Failure> {
    let closed = || Failure::Write(io::Error::other("standard output is closed"));
    let run = |command: &dyn Execute| {
        if stdout_was_closed && command.prints() {
            return Err(closed());
        }
        command.run(interrupt)
    };
    if let Some(command) = parse_quickly(arguments) {
        return run(&*command);
    }
    let parse_completely = || {
        let matches = command().try_get_matches_from(arguments)?;
        Quadrille::from_arg_matches(&matches)
    };
    match version(arguments).map_or_else(parse_completely, Err) {
        Ok(parsed) => run(parsed.command.arguments()),
        Err(error) => match usage::report(error, arguments) {
            None => Ok(Outcome::BadInput),
            Some(_) if stdout_was_closed => Err(closed()),
            Some(help) => usage::print(&help),
        },
    }
}
