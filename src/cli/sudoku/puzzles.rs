//! Puzzles with rules of their own, as the source of a pool.

use std::io::{self, Read};
use std::ops::ControlFlow;

use quadrille::parallel::Source;
use quadrille::sudoku::text::Record;
use quadrille::sudoku::{Puzzle, PuzzleFormat, puzzle_length};

use super::records::Item;

/// The puzzles of an input: one on each line, or JSON objects of any number of lines.
pub(super) struct Puzzles {
    /// What was not read yet; `None` before the first puzzle.
    input: Option<Box<dyn Read + Send>>,
    format: Option<PuzzleFormat>,
    text: Vec<u8>,
    at: usize,
    line: u64,
    puzzles: u64,
}

impl Puzzles {
    /// The puzzles of an input, in a format if one is named.
    pub(super) fn new(input: Box<dyn Read + Send>, format: Option<PuzzleFormat>) -> Self {
        Self {
            input: Some(input),
            format,
            text: Vec::new(),
            at: 0,
            line: 1,
            puzzles: 0,
        }
    }
}

impl Source for Puzzles {
    type Item = io::Result<Item>;

    fn next_item(
        &mut self,
        _: Option<Self::Item>,
        before_wait: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self::Item> {
        if let Some(mut input) = self.input.take() {
            if before_wait().is_break() {
                return None;
            }
            if let Err(error) = input.read_to_end(&mut self.text) {
                return Some(Err(error));
            }
            if self.text.starts_with(b"\xef\xbb\xbf") {
                self.at = 3;
            }
        }
        if self.at == self.text.len() {
            return None;
        }
        let end = self.at + puzzle_length(&self.text[self.at..]);
        let raw = &self.text[self.at..end];
        let mut item = Item::default();
        let trimmed = raw.trim_ascii();
        if trimmed.is_empty() || trimmed.starts_with(b"#") {
            item.record = Record::other(raw, self.line);
        } else {
            let text = String::from_utf8_lossy(raw);
            let read = match self.format {
                Some(format) => Puzzle::read_as(&text, format).map(|puzzle| (puzzle, format)),
                None => Puzzle::read(&text),
            };
            let puzzle = read.as_ref().map(|(puzzle, _)| puzzle);
            item.record = Record::of_puzzle(raw, self.line, puzzle);
            item.boards_before = self.puzzles;
            self.puzzles += 1;
            item.puzzle = read.ok().map(Box::new);
        }
        self.line += raw.iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.at = end;
        Some(Ok(item))
    }

    fn weight(&self, _: &Self::Item) -> usize {
        // A puzzle is compiled for itself.
        1 << 10
    }
}
