//! `quadrille sudoku canonical`.

use std::io::Write;

use clap::Args;
use quadrille::sudoku::Shape;
use quadrille::sudoku::text::Record;
use serde_json::json;

use super::arguments::BoardArguments;
use super::count::LineFormat;
use super::each::{self, Instead};
use crate::cli::interrupt::Interrupt;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::Stream;

/// Write the canonical form of 9x9 boards
///
/// It is the same line for all boards that differ only in how they are turned and labelled: the one
/// of them that comes first. A board may have one solution, many or none.
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille sudoku canonical boards.txt | sort -u")]
pub(super) struct Canonical {
    #[command(flatten)]
    boards: BoardArguments,

    /// Write after the form how many ways to move the cells change nothing but labels
    #[arg(long)]
    automorphisms: bool,

    /// How forms are written
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: LineFormat,
}

impl Canonical {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let (shape, reader) = each::open(&self.boards, interrupt)?;
        classic(&shape)?;
        let instead = match self.format {
            LineFormat::Text => Instead::Board,
            LineFormat::Json => Instead::Object(&shape),
        };
        each::run(
            &self.boards,
            interrupt,
            reader.lenient(),
            &mut Stream::stdout(),
            instead,
            |record, board, output| {
                let form = match board.canonical() {
                    Ok(form) => form,
                    Err(error) => return refuse(&self.boards, record, &error, instead, output),
                };
                match self.format {
                    LineFormat::Json => {
                        let object = json!({
                            "board": board.to_string(),
                            "canonical": form.board.to_string(),
                            "automorphisms": form.automorphisms,
                        });
                        writeln!(output, "{object}")?;
                    }
                    LineFormat::Text if self.automorphisms => {
                        writeln!(output, "{} {}", form.board, form.automorphisms)?;
                    }
                    LineFormat::Text => writeln!(output, "{}", form.board)?,
                }
                Ok(Outcome::Answered)
            },
        )
    }
}

/// Whether boards of this shape have canonical forms.
pub(super) fn classic(shape: &Shape) -> Result<(), Failure> {
    if *shape == Shape::classic() {
        return Ok(());
    }
    Err(Failure::Usage(
        "canonical forms are for 9x9 boards of the classic shape only",
    ))
}

/// Tells why a board has no canonical form.
pub(super) fn refuse(
    boards: &BoardArguments,
    record: &Record,
    error: &quadrille::sudoku::NotClassic,
    instead: Instead<'_>,
    output: &mut impl Write,
) -> std::io::Result<Outcome> {
    each::tell(boards, record, error);
    instead.write(record, "bad", output)?;
    Ok(Outcome::BadInput)
}
