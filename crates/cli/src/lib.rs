//! The command line: parses flags, prints, and chooses exit codes. No other crate does any of these.
//!
//! * Each subcommand has a file of its name. Its struct of arguments has a `run`, which returns how
//!   the command ended. The subcommands of `sudoku` have a folder.
//! * Shared arguments: [`source`] opens files and standard input; [`input`] reads problems and
//!   [`diagram`] diagrams; [`assume`] forces and forbids options; [`limits`] has the flags of every
//!   search; [`pages`] draws.
//! * Shared output: [`output`] writes answers, [`end`] what stopped the search, [`message`]
//!   everything on standard error; [`outcome`] has the exit codes and the failures.
//! * [`progress`] shows how far a long command is, [`threads`] has `--threads`.
//! * [`interrupt`] handles signals and the time limit.
//! * [`help`] lays out `--help`, [`usage`] reports wrong arguments, [`hints`] guesses what is meant.
//!
//! Answers go to standard output, everything else to standard error.

#![allow(
    rustdoc::private_intra_doc_links,
    reason = "the page is for people who change the code"
)]

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
mod shell;
mod solutions;
mod solve;
mod source;
mod split;
mod stop_reason;
mod sudoku;
mod threads;
mod tile;
mod usage;

use std::ffi::OsString;
use std::io;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use interrupt::Interrupt;
use outcome::{Failure, Outcome};

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

#[derive(Subcommand)]
#[allow(clippy::large_enum_variant, reason = "there is only one value")]
enum Command {
    Solve(solve::Solve),
    Count(count::Count),
    Estimate(estimate::Estimate),
    Sample(sample::Sample),
    Compile(compile::Compile),
    Best(best::Best),
    Check(check::Check),
    Convert(convert::Convert),
    Reduce(reduce::Reduce),
    Explain(explain::Explain),
    Split(split::Split),
    Run(run::Run),
    Merge(merge::Merge),
    Tile(tile::Tile),
    Sudoku(sudoku::Sudoku),
    Completions(completions::Completions),
    Manual(manual::Manual),
}

impl Command {
    /// Whether the answer goes to standard output.
    fn prints(&self) -> bool {
        match self {
            Self::Compile(arguments) => arguments.prints(),
            Self::Solve(arguments) => arguments.prints(),
            Self::Sample(arguments) => arguments.prints(),
            Self::Best(arguments) => arguments.prints(),
            Self::Convert(arguments) => arguments.prints(),
            Self::Reduce(arguments) => arguments.prints(),
            Self::Split(arguments) => arguments.prints(),
            Self::Run(arguments) => arguments.prints(),
            Self::Merge(arguments) => arguments.prints(),
            Self::Manual(arguments) => arguments.prints(),
            Self::Tile(arguments) => arguments.prints(),
            _ => true,
        }
    }

    fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        match self {
            Self::Solve(arguments) => arguments.run(interrupt),
            Self::Count(arguments) => arguments.run(interrupt),
            Self::Estimate(arguments) => arguments.run(interrupt),
            Self::Sample(arguments) => arguments.run(interrupt),
            Self::Compile(arguments) => arguments.run(interrupt),
            Self::Best(arguments) => arguments.run(interrupt),
            Self::Check(arguments) => arguments.run(interrupt),
            Self::Convert(arguments) => arguments.run(interrupt),
            Self::Reduce(arguments) => arguments.run(interrupt),
            Self::Explain(arguments) => arguments.run(interrupt),
            Self::Split(arguments) => arguments.run(interrupt),
            Self::Run(arguments) => arguments.run(interrupt),
            Self::Merge(arguments) => arguments.run(interrupt),
            Self::Tile(arguments) => arguments.run(interrupt),
            Self::Sudoku(arguments) => arguments.run(interrupt),
            Self::Completions(arguments) => arguments.run(command()),
            Self::Manual(arguments) => arguments.run(),
        }
    }
}

/// The arguments of the program, with the layout of its help.
fn command() -> clap::Command {
    help::lay_out(help::group_flags(Quadrille::command()))
}

/// Runs the command line, and returns its exit code. The first argument is the name of the program.
///
/// It listens for SIGINT and SIGTERM, writes to the standard output and error of the process, and
/// ends the process at a second signal: call it as the last step of a `main`. If standard output was
/// closed before the program began, commands that print fail.
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
    let parsed = command()
        .try_get_matches_from(arguments)
        .and_then(|matches| Quadrille::from_arg_matches(&matches));
    match parsed {
        Ok(parsed) if stdout_was_closed && parsed.command.prints() => Err(closed()),
        Ok(parsed) => parsed.command.run(interrupt),
        Err(error) => match usage::report(error, arguments) {
            None => Ok(Outcome::BadInput),
            Some(_) if stdout_was_closed => Err(closed()),
            Some(help) => usage::print(&help),
        },
    }
}
