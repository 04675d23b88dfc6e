//! Puzzles with rules of their own, as the source of a pool.

use std::io::{self, Read};
use std::ops::ControlFlow;

use quadrille::parallel::Source;
use quadrille::sudoku::text::Record;
use quadrille::sudoku::{Puzzle, PuzzleFormat};

use super::records::Item;

/// Whether an input that begins like this holds puzzles and not boards.
pub(super) fn are_puzzles(start: &[u8]) -> bool {
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let lines = start.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with(b"#"));
    let line = lines.next().map(String::from_utf8_lossy);
    line.is_some_and(|line| PuzzleFormat::detect(&line).is_some())
}

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

    /// The end of the next record: of an object that begins here, else of the line.
    fn end_of_record(&self) -> usize {
        let rest = &self.text[self.at..];
        let line = rest
            .iter()
            .position(|&byte| byte == b'\n')
            .map_or(rest.len(), |end| end + 1);
        if !rest.trim_ascii_start().starts_with(b"{") {
            return self.at + line;
        }
        let mut values =
            serde_json::Deserializer::from_slice(rest).into_iter::<serde::de::IgnoredAny>();
        let end = match values.next() {
            Some(Ok(_)) => values.byte_offset(),
            // Invalid JSON: the next puzzle may be valid.
            _ => return self.at + next_puzzle(rest),
        };
        let line_end = rest[end..].iter().position(|&byte| byte == b'\n');
        self.at + line_end.map_or(rest.len(), |more| end + more + 1)
    }
}

/// The start of the next line that is or begins a puzzle, or the end. Lines with spaces before them are
/// parts of JSON.
fn next_puzzle(text: &[u8]) -> usize {
    let mut at = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let is_puzzle = || PuzzleFormat::detect(&String::from_utf8_lossy(line)).is_some();
        if at > 0 && !line[0].is_ascii_whitespace() && is_puzzle() {
            return at;
        }
        at += line.len();
    }
    text.len()
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
        let end = self.end_of_record();
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
