//! JSON: which format a text of it is.

use super::error::PuzzleError;
use super::kind::PuzzleFormat;
use super::puzzle::Puzzle;
use super::tree::{self, Node};
use super::{fpuzzles, json, sudokupad};

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
    let has = |key: &str| root.get(key).is_some();
    if has("rows") && has("columns") {
        return json::read(&root);
    }
    match is_drawing(&root) {
        true => sudokupad::read(&root),
        false => fpuzzles::read(&root),
    }
}

fn is_drawing(root: &Node) -> bool {
    ["cells", "ce"].iter().any(|key| root.get(key).is_some())
}

/// Whether a text is JSON without quotes around its keys.
fn is_short(text: &str) -> bool {
    let inside = text.trim_start().strip_prefix('{');
    inside.is_some_and(|inside| inside.starts_with(|c: char| c == '\'' || c.is_alphanumeric()))
}

/// The format of a JSON object, by its keys.
pub(super) fn format_of(text: &str, root: Option<&Node>) -> PuzzleFormat {
    let has = |key: &str| root.is_some_and(|root| root.get(key).is_some());
    match root {
        _ if has("grid") => PuzzleFormat::FPuzzles,
        // An answer of this program, which may have cells, too.
        _ if has("board") => PuzzleFormat::Json,
        Some(root) if is_drawing(root) => PuzzleFormat::SudokuPad,
        _ if is_short(text) => PuzzleFormat::SudokuPad,
        _ => PuzzleFormat::Json,
    }
}

/// Reads a tree in a format of JSON.
pub(super) fn of_tree(root: &Node, format: PuzzleFormat) -> Result<Puzzle, PuzzleError> {
    match format {
        PuzzleFormat::Json => json::read(root),
        PuzzleFormat::SudokuPad if root.get("grid").is_none() => sudokupad::read(root),
        _ => fpuzzles::read(root),
    }
}
