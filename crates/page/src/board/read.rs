//! The question about a text.

use quadrille_sudoku::PuzzleFormat;
use serde::Deserialize;
use serde_json::Value;

use super::shown;
use super::text::read_puzzle;
use crate::fault::Fault;
use crate::message::{self, Answer};

/// The fields of the question.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    text: String,
    shape: Option<String>,
}

pub(super) fn read(fields: &Value) -> Result<Answer, Fault> {
    let fields: Fields = message::fields(fields)?;
    let read = read_puzzle(&fields.text, fields.shape.as_deref())?;
    let format = read.format.map(PuzzleFormat::word);
    let answer = shown::puzzle(&read.puzzle, Some(&fields.text))
        .with("notes", &read.notes)
        .with("more", read.more)
        .with("format", format);
    Ok(answer)
}
