//! The words of a shape's text, and its maps.

use std::collections::BTreeMap;

use super::{LARGEST_SIDE, ShapeError};
use crate::text::count;

/// A word of the text and where it stands, from 1.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Word<'_> {
    pub(super) fn error(self, what: impl Into<String>) -> ShapeError {
        ShapeError {
            line: self.line,
            column: self.column,
            what: what.into(),
        }
    }
}

/// A map of letters.
pub(super) struct Map {
    pub(super) side: usize,
    /// One for each cell.
    pub(super) letters: Vec<char>,
    pub(super) line: usize,
}

impl Map {
    /// Reads the lines after a word. There are as many as the first has characters, or it is the only one.
    pub(super) fn read<'a>(
        word: Word<'_>,
        lines: &mut std::iter::Peekable<impl Iterator<Item = (usize, &'a str)>>,
    ) -> Result<Map, ShapeError> {
        let is_nothing = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
        let mut letters: Vec<char> = Vec::new();
        let (mut length, mut first, mut rows) = (0, word.line, 0);
        while let Some(&(number, line)) = lines.peek() {
            let text: Vec<char> = line.trim().chars().filter(|c| !c.is_whitespace()).collect();
            if is_nothing(line) {
                lines.next();
                continue;
            }
            if rows == 0 {
                (length, first) = (text.len(), number + 1);
            } else if text.len() != length {
                break;
            }
            letters.extend(text);
            rows += 1;
            lines.next();
            if rows == length {
                break;
            }
        }
        let root = length.isqrt();
        let is_whole = rows == 1 && root >= 4 && root * root == length;
        let side = if is_whole { root } else { length };
        let error = |what: String| {
            let (line, column) = (first + rows.saturating_sub(1), 1);
            Err(ShapeError { line, column, what })
        };
        if rows == 0 {
            return Err(word.error(format!("no map follows \"{}\"", word.text)));
        }
        if rows != length && !is_whole {
            let (rows, characters) = (count(rows, "row"), count(length, "character"));
            return error(format!(
                "a map of {rows} of {characters}, expected as many rows as characters"
            ));
        }
        if !(4..=LARGEST_SIDE).contains(&side) {
            return error(format!(
                "a map of {}, expected 4 to {LARGEST_SIDE}",
                count(side, "row")
            ));
        }
        Ok(Map {
            side,
            letters,
            line: first,
        })
    }

    /// How many cells each letter has.
    pub(super) fn sizes(&self) -> BTreeMap<char, usize> {
        let mut sizes = BTreeMap::new();
        for &letter in &self.letters {
            *sizes.entry(letter).or_default() += 1;
        }
        sizes
    }

    pub(super) fn error(&self, what: String) -> ShapeError {
        let (line, column) = (self.line, 1);
        ShapeError { line, column, what }
    }
}
