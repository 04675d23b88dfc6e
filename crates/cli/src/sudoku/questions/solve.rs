//! `quadrille sudoku solve`, and `quadrille sudoku` for short.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use quadrille_core::Limits;
use quadrille_report::sudoku::{Finding, Solved};
use quadrille_report::write_json;
#[cfg(feature = "serve")]
use quadrille_sudoku::PuzzleFormat;
use quadrille_sudoku::{BoardSearch, Grid};

use super::check::{Minimal, Only, Unique};
#[cfg(feature = "serve")]
use super::showing::Showing;
use crate::help::{INPUT, OUTPUT};
use crate::limits::whole;
use crate::outcome::Failure;
use crate::sudoku::arguments::{Ask, BatchArguments, Inquiry};
use crate::sudoku::format::Format;
use crate::sudoku::judge::Judge;
use crate::sudoku::pages::PuzzlePageArguments;
use crate::sudoku::question::{Asked, Lists, Of, Question, Reply, Visit, json, listed};

pub(crate) const AFTER_HELP: &str = "\
'--time' holds for the whole command, '--time-per-board' and '--nodes' for each board. A board that is invalid, has no solution, or was stopped by a limit is \
written unsolved and reported on standard error with its line. The first 100 boards are also \
checked for a second solution within 1,000 nodes; 'sudoku check' checks every board to the end.

Examples:
  quadrille sudoku boards.txt
  echo 1......2....3..4 | quadrille sudoku --format pretty";

/// Solve boards; 'quadrille sudoku' does the same
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Solve {
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
    #[arg(long, value_name = "FORMAT", value_parser = Format::of(&Format::boards()), help_heading = OUTPUT)]
    format: Option<Format>,

    #[command(flatten)]
    pages: PuzzlePageArguments,

    /// Open the first board in a browser, as 'quadrille serve' does, instead of solving it here
    #[cfg(feature = "serve")]
    #[arg(
        long,
        conflicts_with_all = ["n", "order", "proof", "judge", "format", "output", "solutions"],
        help_heading = OUTPUT, hide_short_help = true
    )]
    open: bool,
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
    #[cfg(feature = "serve")]
    fn opens(&self) -> bool {
        self.open
    }

    fn inquiry(&self) -> Result<Inquiry<'_>, Failure> {
        #[cfg(feature = "serve")]
        if self.open {
            let address = Format::Puzzle(PuzzleFormat::Page);
            let target = self.pages.target(Some(address), Format::Same)?;
            return Ok(self.batch.inquiry(Showing, target));
        }
        if let Some(judge) = self.judge {
            let target = self
                .pages
                .target(Some(Format::Judge(judge)), Format::Same)?;
            return Ok(Inquiry {
                question: question_of(judge),
                threads: 1,
                ..self.batch.inquiry(Solutions::First, target)
            });
        }
        let question = match self.order {
            Order::Lex if self.n != 1 => {
                return Err(Failure::usage(
                    "'--order lex' finds only the smallest solution",
                    "give '-n 1'",
                ));
            }
            Order::Lex => Solutions::Smallest,
            // A proof is about a number of solutions, not about the first one.
            Order::Any if self.n == 1 && self.proof.is_none() => Solutions::First,
            Order::Any => Solutions::Some((self.n > 0).then_some(self.n)),
        };
        let target = self.pages.target(self.format, Format::Same)?;
        Ok(Inquiry {
            proofs: self.proof.as_deref(),
            ..self.batch.inquiry(question, target)
        })
    }
}

/// What a judge asks about each board.
fn question_of(judge: Judge) -> Arc<dyn Question> {
    match judge {
        Judge::Boj2580 | Judge::Boj4574 | Judge::Poj3074 | Judge::SpojSudoku => {
            Arc::new(Solutions::Some(Some(1)))
        }
        Judge::Boj2239 | Judge::Uva989 => Arc::new(Solutions::Smallest),
        Judge::Uva10957 => Arc::new(Unique),
        Judge::KattisSudokunique | Judge::Hdu4069 => Arc::new(Only),
        Judge::Hdu3909 => Arc::new(Minimal),
    }
}

/// Solutions of the board.
pub(super) enum Solutions {
    /// One. For the first boards of an input also whether there is another one.
    First,
    /// At most this number.
    Some(Option<u64>),
    /// The lexicographically smallest one.
    Smallest,
}

impl Question for Solutions {
    fn ask(&self, search: &mut BoardSearch, board: &Grid, visit: Visit<'_>) -> Reply {
        if let Self::Smallest = self {
            return listed(search.smallest(board), visit);
        }
        let mut seen = 0;
        let answer = search.for_each(board, |solution| {
            seen += 1;
            match (self, visit(solution)) {
                (Self::First, _) => ControlFlow::Break(()),
                (_, flow) => flow,
            }
        });
        answer.map(|_| Finding::Solutions(seen))
    }

    fn unknown(&self) -> Finding {
        Finding::Solutions(0)
    }

    fn lists(&self) -> Lists {
        match self {
            Self::First => Lists::First,
            Self::Smallest | Self::Some(Some(1)) => Lists::One,
            Self::Some(_) => Lists::Several,
        }
    }

    fn limits(&self, limits: Limits) -> Limits {
        match self {
            // A search that knows how many solutions are needed chooses its methods for them.
            Self::First => limits.solutions(1),
            Self::Some(Some(most)) => limits.solutions(*most),
            Self::Some(None) | Self::Smallest => limits,
        }
    }

    fn json(&self, of: &Of<'_>, ask: Asked<'_>, mut output: &mut dyn Write) -> io::Result<Reply> {
        let is_several = self.lists() == Lists::Several;
        let mut reply = None;
        let solved = Solved::new(of.shape, of.board, is_several, |visit| {
            reply.insert(ask(visit)).clone()
        })
        .of_puzzle(of.puzzle);
        // Many solutions are written one by one, as they are found.
        let written = if is_several {
            write_json(&solved, &mut output)
        } else {
            json(output, &solved)
        };
        drop(solved);
        written?;
        reply.ok_or_else(|| io::ErrorKind::Other.into())
    }
}

impl Solve {
    /// The name of the input, if it is a file.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.batch.file()
    }
}
