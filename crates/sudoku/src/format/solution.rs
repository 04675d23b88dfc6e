//! Solutions as other programs write them: a text or a list, one value for each cell.

use super::draft::Draft;
use super::error::PuzzleError;
use super::tree::{Node, Value};
use crate::grid::Grid;

/// Reads a solution; `None` if all cells are blank.
pub(super) fn read(node: &Node, draft: &Draft) -> Result<Option<Grid>, PuzzleError> {
    let words: Vec<String> = match &node.value {
        Value::List(nodes) => {
            let word = |node: &Node| match &node.value {
                Value::Null => Ok(String::new()),
                Value::Text(text) => Ok(text.clone()),
                _ => node.number("solution").map(|number| number.to_string()),
            };
            nodes.iter().map(word).collect::<Result<_, _>>()?
        }
        _ => words(node.text("solution")?),
    };
    from_words(&words, draft)
        .ok_or_else(|| node.bad("solution", "a value for each cell of the board"))
}

/// Reads a solution from a text.
pub(super) fn from_text(text: &str, draft: &Draft) -> Option<Grid> {
    from_words(&words(text), draft).flatten()
}

fn words(text: &str) -> Vec<String> {
    if text.contains(',') {
        text.split(',').map(str::to_owned).collect()
    } else {
        text.chars().map(String::from).collect()
    }
}

fn from_words(words: &[String], draft: &Draft) -> Option<Option<Grid>> {
    let cells = draft.outline.rows * draft.outline.columns;
    if words.iter().all(|word| is_blank(word)) {
        return Some(None);
    }
    let value = |word: &String| {
        let word = word.trim();
        let letter = |letter: char| letter.to_digit(36).map(i64::from);
        let mut letters = word.chars();
        let number = match (letters.next(), letters.next()) {
            (Some(only), None) => letter(only),
            _ => word.parse().ok(),
        };
        match number.and_then(|number| draft.bit(number)) {
            Some(bit) => Some(bit.trailing_zeros() as u8 + 1),
            None => is_blank(word).then_some(0),
        }
    };
    let values: Option<Vec<u8>> = words.iter().map(value).collect();
    let values = values.filter(|values| values.len() == cells)?;
    Some(Some(Grid::new(values)))
}

fn is_blank(word: &str) -> bool {
    matches!(word.trim(), "" | "." | "0" | "?" | "_")
}
