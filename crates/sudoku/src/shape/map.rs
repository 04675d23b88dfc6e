//! The words of a shape's text, and its maps.

use std::collections::BTreeMap;
use std::iter::{Enumerate, Peekable};
use std::str::Lines;

use super::error::{ShapeError, ShapeReason};
use crate::alphabet::LARGEST_SIDE;

/// The lines of a text, with their numbers from 0.
pub(super) type Source<'a> = Peekable<Enumerate<Lines<'a>>>;

/// A word of the text and where it stands, from 1.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Word<'_> {
    /// The start of a text.
    pub(super) const FIRST: Self = Self {
        text: "",
        line: 1,
        column: 1,
    };

    pub(super) fn error(self, reason: ShapeReason) -> ShapeError {
        ShapeError {
            line: self.line,
            column: self.column,
            reason,
        }
    }
}

/// A map of letters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Map {
    /// The number of characters of a row.
    pub(super) columns: usize,
    /// One for each cell.
    pub(super) letters: Vec<char>,
}

impl Map {
    /// A map of rows of this many letters.
    pub(crate) fn new(columns: usize, letters: Vec<char>) -> Map {
        Map { columns, letters }
    }

    /// The letter of each cell, in reading order.
    pub(crate) fn letters(&self) -> &[char] {
        &self.letters
    }

    /// The number of rows.
    pub(super) fn rows(&self) -> usize {
        self.letters.len() / self.columns.max(1)
    }

    /// Reads the lines after a word, and returns where they begin. The first line has one character
    /// for each line, or one for each cell of the board.
    pub(super) fn read<'a>(
        word: Word<'a>,
        lines: &mut Source<'a>,
    ) -> Result<(Map, Word<'a>), ShapeError> {
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
        let start_of = |line| Word {
            line,
            column: 1,
            ..word
        };
        let root = length.isqrt();
        let is_whole = rows == 1 && root >= 4 && root * root == length;
        let side = if is_whole { root } else { length };
        let reason = if rows == 0 {
            let text = word.text.to_owned();
            return Err(word.error(ShapeReason::NoMap { word: text }));
        } else if rows != length && !is_whole {
            let characters = length;
            ShapeReason::MapNotSquare { rows, characters }
        } else if !(4..=LARGEST_SIDE).contains(&side) {
            ShapeReason::MapSize { rows: side }
        } else {
            return Ok((Map::new(side, letters), start_of(first)));
        };
        Err(start_of(first + rows - 1).error(reason))
    }

    /// The cells of each letter, by row and column.
    pub(super) fn regions(&self) -> BTreeMap<char, Vec<(usize, usize)>> {
        let mut regions: BTreeMap<char, Vec<_>> = BTreeMap::new();
        for (cell, &letter) in self.letters.iter().enumerate() {
            let place = (cell / self.columns, cell % self.columns);
            regions.entry(letter).or_default().push(place);
        }
        regions
    }
}
