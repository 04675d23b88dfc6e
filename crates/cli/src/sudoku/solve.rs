//! `quadrille sudoku solve`, and `quadrille sudoku` for short.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::arguments::BatchArguments;
use super::format::Format;
use super::judge::Judge;
use super::pages::PuzzlePageArguments;
use super::verb::Verb;
use crate::Execute;
use crate::help::{INPUT, OUTPUT};
use crate::interrupt::Interrupt;
use crate::limits::whole;
use crate::outcome::{Failure, Outcome};

pub(super) const AFTER_HELP: &str = "\
'--time' holds for the whole command, '--time-per-board' and '--nodes' for each board. A board that is invalid, has no solution, or was stopped by a limit is \
written unsolved and reported on standard error with its line. The first 100 boards are also \
checked for a second solution within 1,000 nodes; 'sudoku check' checks every board to the end.

Examples:
  quadrille sudoku boards.txt
  echo 1......2....3..4 | quadrille sudoku --format pretty";

/// Solve boards; 'quadrille sudoku' does the same
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Solve {
    #[command(flatten)]
    batch: BatchArguments,

    /// Write at most N solutions of each board; 0 for all
    #[arg(
        short,
        value_name = "N",
        default_value_t = 1, value_parser = whole, allow_negative_numbers = true
    )]
    n: u64,

    /// Which solution is written first
    #[arg(
        long,
        value_enum,
        value_name = "ORDER",
        default_value_t,
        hide_short_help = true
    )]
    order: Order,

    /// Prove for each board that there are no other solutions than the printed ones
    ///
    /// Writes the formula DIR/LINE.opb and its refutation DIR/LINE.pbp, which programs such as veripb
    /// check. LINE is the line in which the board begins.
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with = "order",
        hide_short_help = true
    )]
    proof: Option<PathBuf>,

    /// Read boards in the format of an online judge, and answer in its format
    #[arg(
        long, value_enum, value_name = "JUDGE",
        conflicts_with_all = ["n", "order", "proof", "format", "shape", "threads", "stats"],
        help_heading = INPUT, hide_short_help = true
    )]
    judge: Option<Judge>,

    /// The format of the boards [default: by the -o file, else same]
    ///
    /// By default the extension of the -o file decides: .json, .svg or .html.
    #[arg(long, value_name = "FORMAT", value_parser = Format::of(Format::BOARDS), help_heading = OUTPUT)]
    format: Option<Format>,

    #[command(flatten)]
    pages: PuzzlePageArguments,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Order {
    /// The one that is found first
    #[default]
    Any,
    /// The one with the smallest digits, read as a number; only with -n 1
    Lex,
}

impl Execute for Solve {
    fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        if let Some(judge) = self.judge {
            let target = self
                .pages
                .target(Some(Format::Judge(judge)), Format::Same)?;
            return self.batch.judge(interrupt, judge, target);
        }
        let verb = match self.order {
            Order::Lex if self.n != 1 => {
                return Err(Failure::Usage {
                    what: "'--order lex' finds only the smallest solution",
                    help: Some("give '-n 1'"),
                });
            }
            Order::Lex => Verb::Smallest,
            Order::Any if self.n == 1 => Verb::First,
            Order::Any => Verb::Solve((self.n > 0).then_some(self.n)),
        };
        let target = self.pages.target(self.format, Format::Same)?;
        if let Some(folder) = &self.proof {
            let verb = Verb::Solve((self.n > 0).then_some(self.n));
            return self.batch.prove(interrupt, verb, target, folder);
        }
        self.batch.run(interrupt, verb, target)
    }
}

impl Solve {
    pub(super) fn file(&self) -> Option<&Path> {
        self.batch.file()
    }
}
