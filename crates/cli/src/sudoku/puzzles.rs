//! Puzzles with rules of their own, as the source of a pool.

use std::io::{self, Read};
use std::ops::ControlFlow;

use quadrille_core::parallel::Source;
use quadrille_sudoku::text::Record;
use quadrille_sudoku::{Puzzle, PuzzleFormat, puzzle_length, whole_puzzle_length};

use super::records::Item;
use crate::room::Room;

/// The most bytes that are read at a time.
const PIECE: usize = 1 << 16;

/// The puzzles of an input: one on each line, or JSON objects of any number of lines.
pub(super) struct Puzzles {
    input: Box<dyn Read + Send>,
    /// Whether the input has reported its end.
    ended: bool,
    format: Option<PuzzleFormat>,
    /// What was read and has not become a puzzle, from `at` on.
    text: Vec<u8>,
    at: usize,
    line: u64,
    puzzles: u64,
    failed: bool,
    /// Whether a puzzle is answered only after the start of the next line, which may continue it:
    /// where nobody waits for the answer, and where somebody types line after line.
    waits: bool,
    /// Whether the last read has got all that there was.
    is_drained: bool,
}

impl Puzzles {
    /// The puzzles of an input, in a format if one is named.
    pub(super) fn new(
        input: Box<dyn Read + Send>,
        format: Option<PuzzleFormat>,
        waits: bool,
    ) -> Self {
        Self {
            input,
            ended: false,
            format,
            text: Vec::new(),
            at: 0,
            line: 1,
            puzzles: 0,
            failed: false,
            waits,
            is_drained: false,
        }
    }

    /// Reads the next record; its length, or 0 at the end. `None` if `before_wait` breaks.
    fn read_record(
        &mut self,
        before_wait: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> io::Result<Option<usize>> {
        loop {
            let rest = &self.text[self.at..];
            if self.ended {
                return Ok(Some(puzzle_length(rest)));
            }
            if let Some(length) = whole_puzzle_length(rest) {
                return Ok(Some(length));
            }
            // A long object is examined only when it has doubled.
            if self.is_drained && !self.waits && rest.starts_with(b".") && is_complete(rest) {
                return Ok(Some(rest.len()));
            }
            // A long record is examined again only when twice as much is there, so that the work
            // stays linear.
            let enough = match rest.len() {
                // A byte-order mark has three bytes.
                _ if self.text.is_empty() => 3,
                length if length < PIECE => 1,
                length => length,
            };
            let is_start = self.text.is_empty();
            self.text.drain(..self.at);
            self.at = 0;
            if self.read_more(enough, before_wait)?.is_break() {
                return Ok(None);
            }
            if is_start && self.text.starts_with(b"\xef\xbb\xbf") {
                self.at = 3;
            }
        }
    }

    /// Reads at least so many bytes, or to the end.
    fn read_more(
        &mut self,
        enough: usize,
        before_wait: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> io::Result<ControlFlow<()>> {
        let room = Room::of_program();
        let enough = self.text.len() + enough;
        while self.text.len() < enough && !self.ended {
            if before_wait().is_break() {
                return Ok(ControlFlow::Break(()));
            }
            let length = self.text.len();
            if length as u64 > room.most() {
                return Err(room.exceeded());
            }
            // A large input can exceed the memory that the system grants.
            self.text
                .try_reserve(PIECE)
                .map_err(|_| io::ErrorKind::OutOfMemory)?;
            self.text.resize(length + PIECE, 0);
            let read = self.input.read(&mut self.text[length..]);
            let count = *read.as_ref().unwrap_or(&0);
            self.text.truncate(length + count);
            self.is_drained = count < PIECE;
            match read {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => self.ended = read? == 0,
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Whether some lines are a complete puzzle, unless a line below continues them that has no start of
/// a puzzle. A program that waits for the answer has not written that line yet.
fn is_complete(lines: &[u8]) -> bool {
    let with_next = [lines, b".Cage~1~R1C1\n.Shape~4x4\n"].concat();
    lines.ends_with(b"\n") && whole_puzzle_length(&with_next) == Some(lines.len())
}

impl Source for Puzzles {
    type Item = io::Result<Item>;

    fn next_item(
        &mut self,
        _: Option<Self::Item>,
        before_wait: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let length = match self.read_record(before_wait) {
            Ok(length) => length.filter(|&length| length > 0)?,
            Err(error) => {
                self.failed = true;
                return Some(Err(error));
            }
        };
        let end = self.at + length;
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
            let read = read.map(|(puzzle, format)| (puzzle, Some(format)));
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
