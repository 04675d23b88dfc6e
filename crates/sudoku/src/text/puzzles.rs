//! Puzzles in one of the formats, among boards.

use std::borrow::Cow;
use std::io;

use super::lines::Ahead;
use crate::format::{After, Extent, Puzzle, PuzzleFormat, broken_length, extent};
use crate::pasted::{self, Pasted};

/// The most bytes of a puzzle. Nothing can be read after a longer object, since its end is not known;
/// other text that is longer is no puzzle, but lines of its own.
const LONGEST: usize = 1 << 24;
/// A longer text is examined again only where it may have ended, or when it has doubled.
const SHORT: usize = 1 << 16;

/// What was read in place of a plain board, and the format of a puzzle.
pub(super) type Form = (Pasted, Option<PuzzleFormat>);

/// Looks for puzzles.
#[derive(Debug)]
pub(super) struct Puzzles {
    /// The format of all records, if it is known.
    pub(super) format: Option<PuzzleFormat>,
    /// Whether a puzzle is answered only after the start of the next line, which may continue it:
    /// where nobody waits for the answer, and where somebody types line after line.
    pub(super) waits: bool,
}

impl Puzzles {
    /// The puzzle that the lines ahead begin with.
    pub(super) fn find(&self, ahead: &mut dyn Ahead) -> io::Result<Option<Form>> {
        let Some(first) = ahead.line(0)? else {
            return Ok(None);
        };
        let line = ahead.text()[..first.end].trim_ascii();
        if line.is_empty() || line.starts_with(b"#") {
            return Ok(None);
        }
        let is_tree = line.starts_with(b"{") || line.starts_with(b"<");
        let extent = self.extent(ahead)?;
        let text = ahead.text();
        let length = match (extent, self.format) {
            (Extent::Bytes(length), _) => length,
            (_, None) => return Ok(None),
            (_, Some(_)) if is_tree => broken_length(text),
            (_, Some(_)) => first.end,
        };
        let text = String::from_utf8_lossy(&text[..length]);
        Ok(Some(match self.format {
            None => read(text, length),
            Some(format) => {
                let puzzle = Puzzle::read_as(&text, format);
                (Pasted::apart(length, puzzle), Some(format))
            }
        }))
    }

    /// How long the puzzle is that the lines ahead begin with.
    fn extent(&self, ahead: &mut dyn Ahead) -> io::Result<Extent> {
        let (mut examined, mut has_ended) = (0, false);
        loop {
            let text = ahead.text();
            let may_wait = self.waits || !ahead.is_drained();
            let after = match has_ended {
                true => After::End,
                false if may_wait => After::More,
                false => After::Answer,
            };
            // The work stays linear.
            let has_grown = text.len() < SHORT || text.len() >= 2 * examined;
            let may_be_whole = !may_wait && text.trim_ascii_end().ends_with(b"}");
            if has_ended || has_grown || may_be_whole {
                examined = text.len();
                match extent(text, after) {
                    Extent::Unknown if examined < LONGEST => {}
                    Extent::Unknown if text.trim_ascii_start().starts_with(b"{") => {
                        return Err(io::ErrorKind::FileTooLarge.into());
                    }
                    Extent::Unknown => return Ok(Extent::Nothing),
                    known => return Ok(known),
                }
            }
            has_ended = !ahead.more()?;
        }
    }
}

/// Reads the text of a puzzle, or of what has only the form of one. `length` is that of its bytes.
fn read(text: Cow<'_, str>, length: usize) -> Form {
    match Puzzle::read(&text) {
        Ok((puzzle, format)) => (Pasted::apart(length, Ok(puzzle)), Some(format)),
        Err(error) => {
            // In place of invalid bytes, the text has longer ones: places in it would be wrong.
            let pasted = match text {
                Cow::Borrowed(text) => pasted::read(text),
                Cow::Owned(_) => None,
            };
            let broken = || Pasted::apart(length, Err(error));
            (pasted.unwrap_or_else(broken), None)
        }
    }
}

/// Reads the puzzle or the pasted form that a text begins with.
pub(super) fn read_form(text: &str) -> Option<Form> {
    match extent(text.as_bytes(), After::End) {
        Extent::Bytes(length) => Some(read(Cow::Borrowed(text.get(..length)?), length)),
        _ => read_other(text),
    }
}

/// Reads a text that begins with no puzzle: one of the pasted forms, or else broken JSON or XML.
pub(super) fn read_other(text: &str) -> Option<Form> {
    let broken = || {
        let format = PuzzleFormat::detect(text.lines().next()?)?;
        let length = broken_length(text.as_bytes());
        let puzzle = Puzzle::read_as(text.get(..length)?, format);
        Some(Pasted::apart(length, puzzle))
    };
    let pasted = pasted::read(text).or_else(broken);
    pasted.map(|pasted| (pasted, None))
}

/// Returns whether the first record of a text has a shape of its own: a puzzle, or a board in one of
/// the pasted forms. O(its length).
#[must_use]
pub fn begins_with_own_shape(start: &[u8]) -> bool {
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let is_before = |line: &&[u8]| {
        let text = line.trim_ascii();
        text.is_empty() || text.starts_with(b"#")
    };
    let lines = start.split_inclusive(|&byte| byte == b'\n');
    let before: usize = lines.take_while(is_before).map(<[u8]>::len).sum();
    let text = start[before..].utf8_chunks().next();
    text.is_some_and(|text| read_form(text.valid()).is_some())
}
