//! `quadrille sudoku canonical` and `quadrille sudoku dedup`.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use clap::Args;
use quadrille_report::sudoku::Finding;
use quadrille_sudoku::{Grid, Shape};

use crate::help::OUTPUT;
use crate::outcome::Failure;
use crate::pages::OutputArguments;
use crate::sudoku::arguments::{AnswerArguments, Ask, Inquiry, PooledArguments};
use crate::sudoku::format::Format;
use crate::sudoku::limits::CommandTimeArguments;
use crate::sudoku::pages::Target;
use crate::sudoku::question::{Needs, Question, Reply};

/// Write the canonical form of 9x9 boards
///
/// Equivalent boards have the same canonical form: of all boards that are equivalent to them, the
/// one whose line sorts first. Boards are equivalent if one becomes the other by rotating,
/// reflecting, swapping rows, columns or bands, and relabelling. A board may have any number of
/// solutions.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  quadrille sudoku canonical boards.txt | sort -u\n  quadrille sudoku canonical boards.txt --automorphisms"
)]
pub(crate) struct Canonical {
    #[command(flatten)]
    boards: PooledArguments,

    /// Also print the number of automorphisms
    ///
    /// They are the ways to rotate, reflect and swap that change nothing but the labels.
    #[arg(long)]
    automorphisms: bool,

    #[command(flatten)]
    limits: CommandTimeArguments,

    #[command(flatten)]
    answers: AnswerArguments,
}

/// Keep the first of each set of equivalent 9x9 boards
///
/// Boards are equivalent if they are equal after rotating, reflecting, swapping rows, columns
/// or bands, and relabelling. Boards are copied unchanged and in order, each as soon as it is
/// read; titles and comments are left out.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  quadrille sudoku dedup boards.txt\n  quadrille sudoku generate -n 5 | quadrille sudoku dedup --format json"
)]
pub(crate) struct Dedup {
    #[command(flatten)]
    boards: PooledArguments,

    #[command(flatten)]
    limits: CommandTimeArguments,

    /// The format of the boards [default: same, or that of the -o file]
    ///
    /// By default they are JSON if the extension of the -o file is .json.
    #[arg(long, value_name = "FORMAT", value_parser = Format::of(Format::KEPT), help_heading = OUTPUT)]
    format: Option<Format>,

    #[command(flatten)]
    output: OutputArguments,
}

impl Ask for Canonical {
    fn inquiry(&self) -> Result<Inquiry<'_>, Failure> {
        let form = if self.automorphisms {
            Finding::Automorphisms
        } else {
            Finding::Canonical
        };
        let target = self.answers.target()?;
        Ok(self.boards.inquiry(Form(form), target, &self.limits))
    }
}

impl Ask for Dedup {
    fn inquiry(&self) -> Result<Inquiry<'_>, Failure> {
        let target = Target::named(self.format, Format::Same, &self.output)?;
        let seen = Seen::default();
        Ok(self.boards.inquiry(seen, target, &self.limits))
    }
}

/// The canonical form.
struct Form(fn(quadrille_sudoku::Canonical) -> Finding);

impl Question for Form {
    fn look(&self, shape: &Shape, board: &Grid) -> Finding {
        let form = shape.canonical(board);
        form.map_or_else(Finding::Refused, self.0)
    }

    fn needs(&self) -> Needs {
        Needs::Classic
    }

    fn is_lenient(&self) -> bool {
        true
    }
}

/// Whether an earlier board has the same canonical form, of those so far.
#[derive(Default)]
struct Seen(Mutex<HashSet<Grid>>);

impl Question for Seen {
    fn look(&self, shape: &Shape, board: &Grid) -> Finding {
        Form(Finding::Canonical).look(shape, board)
    }

    fn needs(&self) -> Needs {
        Needs::Classic
    }

    fn is_lenient(&self) -> bool {
        true
    }

    fn skips(&self, reply: &Reply) -> bool {
        let Finding::Canonical(form) = &reply.value else {
            return false;
        };
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        !seen.insert(form.board.clone())
    }
}
