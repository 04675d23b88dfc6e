//! `quadrille sudoku solve`, and `quadrille sudoku` for short.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::arguments::{Ask, BatchArguments, Inquiry};
use super::format::Format;
use super::judge::Judge;
use super::pages::PuzzlePageArguments;
use super::verb::Verb;
use crate::help::{INPUT, OUTPUT};
use crate::limits::whole;
use crate::outcome::Failure;

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
    /// Writes the formula DIR/LINE.opb and its refutation DIR/LINE.pbp, which programs such as
    /// veripb check. LINE is the line in which the board begins.
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

    /// The format of the boards [default: same, or that of the -o file]
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

impl Ask for Solve {
    fn inquiry(&self) -> Result<Inquiry<'_>, Failure> {
        if let Some(judge) = self.judge {
            let format = Some(Format::Judge(judge));
            let target = self.pages.target(format, Format::Same)?;
            return Ok(Inquiry {
                threads: 1,
                ..self.batch.inquiry(judge.verb(), target)
            });
        }
        let verb = match self.order {
            Order::Lex if self.n != 1 => {
                return Err(Failure::usage(
                    "'--order lex' finds only the smallest solution",
                    "give '-n 1'",
                ));
            }
            Order::Lex => Verb::Smallest,
            // A proof is about a number of solutions, not about the first one.
            Order::Any if self.n == 1 && self.proof.is_none() => Verb::First,
            Order::Any => Verb::Solve((self.n > 0).then_some(self.n)),
        };
        let target = self.pages.target(self.format, Format::Same)?;
        Ok(Inquiry {
            proofs: self.proof.as_deref(),
            ..self.batch.inquiry(verb, target)
        })
    }
}

impl Solve {
    /// The name of the input, if it is a file.
    pub(super) fn file(&self) -> Option<&Path> {
        self.batch.file()
    }
}
