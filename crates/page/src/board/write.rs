//! A puzzle in a format.

use quadrille_core::Stop;
use quadrille_core::shared::listing;
use quadrille_draw::Sheet;
use quadrille_sudoku::{Puzzle, PuzzleError, PuzzleFormat};
use serde::Deserialize;
use serde_json::Value;

use super::given::Given;
use crate::fault::Fault;
use crate::message::Answer;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    format: String,
}

pub(super) fn write(fields: &Value) -> Result<Answer, Fault> {
    let (given, Fields { format }) = Given::read::<Fields>(fields)?;
    let (puzzle, shape) = (&given.puzzle, given.shape());
    let drawn = || shape.picture(&given.board, &puzzle.board);
    let text = match &*format {
        // The part of an address that holds the puzzle, for any place of the page.
        "address" => {
            let address = puzzle.write(PuzzleFormat::Page).map_err(unwritable)?;
            address
                .find('#')
                .map_or_else(String::new, |at| address[at..].to_owned())
        }
        "line" => shape.line(&given.board),
        "pretty" => drawn().to_text(false),
        "svg" => drawn().to_svg(),
        "html" => {
            let mut sheet = Sheet::new(puzzle.title.as_deref().unwrap_or("Sudoku"));
            sheet.add(drawn(), "");
            sheet.to_html()
        }
        word => match PuzzleFormat::from_word(word).filter(|format| format.writes().is_some()) {
            Some(format) => {
                let text = puzzle.write(format).map_err(unwritable)?;
                text.trim_end().to_owned()
            }
            None => return Err(Fault::new(format_args!("unknown format {word:?}"))),
        },
    };
    let left_out = left_out(puzzle, &format);
    let remark = match &*left_out {
        [] => String::new(),
        parts => format!("this format has no place for {}", listing(parts, "and")),
    };
    Ok(Answer::new(Stop::Exhausted)
        .with("text", text)
        .with("remark", remark))
}

/// What the puzzle has and a format has no place for.
fn left_out(puzzle: &Puzzle, format: &str) -> Vec<&'static str> {
    let shape = &puzzle.shape;
    let has_rules = !shape.cell_rules().is_empty() || !shape.rules().is_empty();
    match (format, PuzzleFormat::from_word(format)) {
        (_, Some(format)) => puzzle.left_out(format),
        ("line", _) if has_rules => vec!["the rules"],
        _ => Vec::new(),
    }
}

fn unwritable(error: PuzzleError) -> Fault {
    let fault = Fault::new(&error);
    match error.reason.help() {
        Some(help) => fault.with_help(help),
        None => fault,
    }
}
