//! `quadrille sudoku show`.

use clap::Args;
use quadrille_report::sudoku::Finding;
use quadrille_sudoku::{Grid, Shape};

use super::showing::Showing;
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

    /// Show the candidates of the blank cells: their pencil marks, or what the givens leave
    ///
    /// If the board has pencil marks, they are shown; else the values that no given in the row,
    /// column or box of a cell has. Rules about some cells remove none of them.
    #[arg(long, conflicts_with = "solutions")]
    candidates: bool,

    #[command(flatten)]
    pages: PuzzlePageArguments,
}

impl Ask for Show {
    fn inquiry(&self) -> Result<Inquiry<'_>, Failure> {
        let usual = if self.candidates {
            Format::Text
        } else {
            Format::Pretty
        };
        let mut target = self.pages.target(self.format, usual)?;
        if self.candidates {
            target.format = marked(target.format)?;
        }
        let inquiry = if self.candidates {
            self.boards.inquiry(Marking, target)
        } else if self.pages.solutions {
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

/// The format of boards with candidates.
fn marked(format: Format) -> Result<Format, Failure> {
    match format {
        Format::Grid | Format::Text => Ok(Format::Text),
        Format::Pretty | Format::Svg | Format::Html | Format::Json => Ok(format),
        _ => Err(Failure::usage(
            "this format has no candidates",
            "formats with candidates are grid, pretty, svg, html and json",
        )),
    }
}

/// No question: the board is shown with the candidates of its cells.
struct Marking;

impl Question for Marking {
    fn look(&self, shape: &Shape, board: &Grid) -> Finding {
        Finding::Marked(shape.pencil_marks(board))
    }

    fn needs(&self) -> Needs {
        Needs::Board
    }

    fn parts(&self) -> bool {
        true
    }
}
