//! The JSON of f-puzzles and of SudokuPad: which of them a text is.

use super::error::PuzzleError;
use super::kind::PuzzleFormat;
use super::puzzle::Puzzle;
use super::tree::{self, Node};
use super::{fpuzzles, sudokupad};

/// Reads JSON; that of SudokuPad may be in its short form.
pub(super) fn tree_of(text: &str) -> Result<Node, PuzzleError> {
    match tree::read(text) {
        Err(_) if is_short(text) => {
            tree::read(&sudokupad::lengthen(text)).map_err(|error| PuzzleError {
                span: 0..text.len(),
                ..error
            })
        }
        read => read,
    }
}

/// Reads the JSON in a link, which does not say which of them it is.
pub(super) fn drawn(text: &str) -> Result<Puzzle, PuzzleError> {
    let root = tree_of(text)?;
    match ["cells", "ce"].iter().any(|key| root.get(key).is_some()) {
        true => sudokupad::read(&root),
        false => fpuzzles::read(&root),
    }
}

/// Whether a text is JSON without quotes around its keys.
fn is_short(text: &str) -> bool {
    let inside = text.trim_start().strip_prefix('{');
    inside.is_some_and(|inside| inside.starts_with(|c: char| c == '\'' || c.is_alphanumeric()))
}

/// The format of a JSON object, by its keys.
pub(super) fn of_json(text: &str) -> PuzzleFormat {
    match tree::read(text) {
        Ok(root) if root.get("grid").is_some() => PuzzleFormat::FPuzzles,
        // An answer of this program, which may have cells, too.
        Ok(root) if root.get("board").is_some() => PuzzleFormat::Json,
        Ok(root) if root.get("cells").or(root.get("ce")).is_some() => PuzzleFormat::SudokuPad,
        Err(_) if is_short(text) => PuzzleFormat::SudokuPad,
        _ => PuzzleFormat::Json,
    }
}
