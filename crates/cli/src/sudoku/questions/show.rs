//! `quadrille sudoku show`.

use clap::Args;
use quadrille_report::sudoku::Finding;

use super::solve::Solutions;
use crate::help::OUTPUT;
use crate::outcome::Failure;
use crate::sudoku::arguments::{Ask, BoardArguments, Inquiry};
use crate::sudoku::format::Format;
use crate::sudoku::limits::BoardLimitArguments;
use crate::sudoku::pages::PuzzlePageArguments;
use crate::sudoku::question::{Needs, Question};

/// Write boards in another format, without solving them
#[derive(Args)]
#[command(
    after_help = "Examples:\n  quadrille sudoku show boards.txt\n  quadrille sudoku show boards.txt --format line"
)]
pub(crate) struct Show {
    #[command(flatten)]
    boards: BoardArguments,

    #[command(flatten)]
    limits: BoardLimitArguments,

    /// The format of the boards [default: pretty, or that of the -o file]
    ///
    /// By default the extension of the -o file decides: .json, .svg or .html.
    #[arg(long, value_name = "FORMAT", value_parser = Format::of(&Format::boards()), help_heading = OUTPUT)]
    format: Option<Format>,

    #[command(flatten)]
    pages: PuzzlePageArguments,
}

impl Ask for Show {
    fn inquiry(&self) -> Result<Inquiry<'_>, Failure> {
        let target = self.pages.target(self.format, Format::Pretty)?;
        let inquiry = if self.pages.solutions {
            self.boards.inquiry(Solutions::First, target)
        } else {
            self.boards.inquiry(Showing, target)
        };
        Ok(Inquiry {
            limits: (&self.limits).into(),
            ..inquiry
        })
    }
}

/// No question: the board is shown.
pub(crate) struct Showing;

impl Question for Showing {
    fn unknown(&self) -> Finding {
        Finding::Shown
    }

    fn needs(&self) -> Needs {
        Needs::Board
    }
}
