//! Where a record may be one of the pasted forms, and not the plain text that it looks like.

use std::io;

use super::cut::{Cut, Kind};
use super::error::Reason;
use super::lines::Ahead;
use super::measure::{LONGEST_LINE, Measure};
use crate::alphabet::is_cell;
use crate::format::{Puzzle, PuzzleError, PuzzleFormat, puzzle_length};
use crate::pasted::{self, Pasted};

/// The most bytes of a form.
const LONGEST: usize = LONGEST_LINE;
/// The most lines below a board in which its map may stand.
const LONGEST_MAP: usize = 64;
/// The bytes that may be looked at in vain, at the start and for each byte of the input.
const BUDGET: usize = 1 << 22;
const BUDGET_PER_BYTE: usize = 16;
/// The side of the square around a samurai, as which its text is a plain board, too.
const SAMURAI: usize = 21;

/// Looks for pasted forms, and bounds the work.
#[derive(Debug)]
pub(super) struct Pastes {
    budget: usize,
}

impl Pastes {
    pub(super) fn new() -> Pastes {
        Pastes { budget: BUDGET }
    }

    /// The pasted form that the lines ahead begin with, if they are none of plain text: where a
    /// line is invalid or the title of no plain board, where numbers may be a board with spaces for
    /// blanks, where a map of regions follows a board, and where a board may be a samurai.
    pub(super) fn find(
        &mut self,
        ahead: &mut dyn Ahead,
        cut: &Cut,
        measure: &Measure,
    ) -> io::Result<Option<(Pasted, Option<PuzzleFormat>)>> {
        let lines = match &cut.kind {
            Kind::Board(_) if measure.side == SAMURAI => cut.lines,
            Kind::Board(_) if has_map_below(ahead, cut.lines, measure) => cut.lines + LONGEST_MAP,
            Kind::Bad(fault) if fault.reason != Reason::LongLine => usize::MAX,
            Kind::Other if is_text(ahead, measure)? => usize::MAX,
            Kind::Spaced(_) => usize::MAX,
            _ => 0,
        };
        let own = bytes_of(ahead, cut.lines)?;
        self.budget = self.budget.saturating_add(BUDGET_PER_BYTE * own);
        let length = bytes_of(ahead, lines)?;
        if lines == 0 || length > self.budget {
            return Ok(None);
        }
        let text = ahead.text().get(..length).unwrap_or_default();
        let found = text
            .utf8_chunks()
            .next()
            .and_then(|chunk| read(chunk.valid()));
        // An invalid form below a board is not that of the board.
        let is_plain = matches!(cut.kind, Kind::Board(_) | Kind::Spaced(_));
        let found = found.filter(|(found, _)| found.puzzle.is_ok() || !is_plain);
        if found.is_none() {
            self.budget -= length;
        }
        Ok(found)
    }
}

/// Reads the puzzle or the pasted form that a text begins with, and the format of a puzzle.
fn read(text: &str) -> Option<(Pasted, Option<PuzzleFormat>)> {
    match read_puzzle(text) {
        Some((length, Ok((puzzle, format)))) => {
            Some((Pasted::apart(length, Ok(puzzle)), Some(format)))
        }
        puzzle => {
            let pasted = pasted::read(text);
            let bad = || puzzle.map(|(length, bad)| Pasted::apart(length, bad.map(|own| own.0)));
            pasted.or_else(bad).map(|pasted| (pasted, None))
        }
    }
}

/// A puzzle and its format, or what is wrong with it.
type ReadPuzzle = Result<(Puzzle, PuzzleFormat), PuzzleError>;

/// The puzzle that a text begins with, its format and the length of its text.
fn read_puzzle(text: &str) -> Option<(usize, ReadPuzzle)> {
    PuzzleFormat::detect(text.lines().next()?)?;
    let length = puzzle_length(text.as_bytes());
    Some((length, Puzzle::read(text.get(..length).unwrap_or(text))))
}

/// Returns whether a text begins with one of the pasted forms, perhaps below blank lines and
/// comments. O(its length).
#[must_use]
pub fn begins_with_pasted(start: &[u8]) -> bool {
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let is_before = |line: &&[u8]| {
        let text = line.trim_ascii();
        text.is_empty() || text.starts_with(b"#")
    };
    let before = start
        .split_inclusive(|&byte| byte == b'\n')
        .take_while(is_before);
    let text = &start[before.map(<[u8]>::len).sum()..];
    let text = text.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    !matches!(read_puzzle(text), Some((_, Ok(_)))) && pasted::read(text).is_some()
}

/// The bytes of the first lines, up to the end of the input or two blank lines.
fn bytes_of(ahead: &mut dyn Ahead, lines: usize) -> io::Result<usize> {
    let (mut end, mut blank) = (0, 0);
    for line in 0..lines {
        let Some(span) = ahead.line(line)? else {
            break;
        };
        let text = &ahead.text()[span.start..span.end];
        // Tabs alone are a row of empty cells.
        blank = if text.trim_ascii().is_empty() && !text.contains(&b'\t') {
            blank + 1
        } else {
            0
        };
        if span.continues || span.end > LONGEST || blank > 1 {
            break;
        }
        end = span.end;
    }
    Ok(end)
}

/// Whether the first line is text that may begin a form: neither blank nor a comment, nor above a
/// line of cells.
fn is_text(ahead: &mut dyn Ahead, measure: &Measure) -> io::Result<bool> {
    let mut text_of = |line| {
        let span = ahead.line(line)?;
        let text = span.map_or(&[][..], |span| &ahead.text()[span.start..span.end]);
        Ok::<_, io::Error>(text.trim_ascii().to_vec())
    };
    let (first, second) = (text_of(0)?, text_of(1)?);
    let is_cell = |&byte: &u8| is_cell(byte, measure.side) || b" \t|".contains(&byte);
    let is_row = !second.is_empty() && second.iter().all(is_cell);
    Ok(!first.is_empty() && !first.starts_with(b"#") && !is_row)
}

/// Whether the line below a board may be the first of a map of regions. Only what has been read is
/// looked at: whoever waits for the answer about a board writes nothing before.
fn has_map_below(ahead: &mut dyn Ahead, lines: usize, measure: &Measure) -> bool {
    let mut below = (lines..).map_while(|line| {
        let span = ahead.line_at_hand(line)?;
        Some(ahead.text()[span.start..span.end].trim_ascii().to_vec())
    });
    let line = below.find(|line| !line.is_empty()).unwrap_or_default();
    let cells = line.iter().filter(|byte| !byte.is_ascii_whitespace());
    let count = cells.clone().count();
    (count == measure.side || count == measure.cells)
        && cells.clone().all(u8::is_ascii_alphanumeric)
}
