//! The command line: reads flags, prints, and chooses exit codes. Nothing else in this crate does
//! any of it.
//!
//! * One file a subcommand: [`solve`], [`count`], [`estimate`], [`sample`], [`compile`], [`best`],
//!   [`reduce`], [`explain`], [`check`], [`convert`], [`sudoku`]. Each has a struct of arguments whose
//!   `run` says how it ended.
//! * What they share: [`input`] opens and reads, [`diagram`] reads or makes diagrams, [`limits`] are the flags of every search,
//!   [`output`] is standard output, [`stats`] the lines of `--stats`, [`message`] all other words
//!   on standard error, [`outcome`] the exit codes, [`interrupt`] Ctrl-C.
//!
//! Answers go to standard output, everything else to standard error.

mod best;
mod check;
mod compile;
mod convert;
mod count;
mod diagram;
mod estimate;
mod explain;
mod input;
mod interrupt;
mod limits;
mod message;
mod outcome;
mod output;
mod reduce;
mod sample;
mod solve;
mod stats;
mod sudoku;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use interrupt::Interrupt;

/// Solve exact covers: choose options so that every item is covered exactly once.
#[derive(Parser)]
#[command(
    version,
    max_term_width = 100,
    after_help = AFTER_HELP
)]
struct Quadrille {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Example:
  printf 'a b c\\na b\\nb c\\nc\\n' | quadrille solve

Exit codes:
  0    answered
  1    proved that there is no solution; of check: some solutions are wrong
  2    bad usage or bad input
  3    stopped by a limit before the answer
  130  interrupted";

#[derive(Subcommand)]
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
    Sudoku(sudoku::Sudoku),
}

/// The whole program.
pub(super) fn main() -> ExitCode {
    let arguments = sudoku::word_first(std::env::args_os().collect());
    let command = Quadrille::parse_from(arguments).command;
    let interrupt = Interrupt::listen();
    let ended = match command {
        Command::Solve(arguments) => arguments.run(&interrupt),
        Command::Count(arguments) => arguments.run(&interrupt),
        Command::Estimate(arguments) => arguments.run(&interrupt),
        Command::Sample(arguments) => arguments.run(&interrupt),
        Command::Compile(arguments) => arguments.run(&interrupt),
        Command::Best(arguments) => arguments.run(&interrupt),
        Command::Check(arguments) => arguments.run(),
        Command::Convert(arguments) => arguments.run(),
        Command::Reduce(arguments) => arguments.run(),
        Command::Explain(arguments) => arguments.run(&interrupt),
        Command::Sudoku(arguments) => arguments.run(&interrupt),
    };
    match ended {
        Ok(outcome) => outcome.into(),
        Err(failure) => failure.report(),
    }
}
