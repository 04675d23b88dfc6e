//! Where a record may be one of the pasted forms, and not the plain text that it looks like.

use std::io;

use super::cut::{Cut, Kind};
use super::error::Reason;
use super::lines::Ahead;
use super::measure::{LONGEST_LINE, Measure};
use crate::alphabet::is_cell;
use crate::format::{Puzzle, PuzzleError, PuzzleFormat, puzzle_length};
use crate::pasted::{self, Pasted};
use crate::shape::Shape;

/// The most bytes of a form.
const LONGEST: usize = LONGEST_LINE;
/// The bytes that may be looked at in vain, at the start and for each byte of the input.
const BUDGET: usize = 1 << 20;
const BUDGET_PER_BYTE: usize = 4;
/// The side of the square around a samurai, as which its text is a plain board, too.
const SAMURAI: usize = 21;
/// The lines of a samurai with a board on each.
const SAMURAI_LINES: usize = 5;
/// The most blank lines and titles between a board and what belongs to it.
const MOST_BETWEEN: usize = 4;
const LONGEST_TITLE: usize = 24;
/// Words of the titles of maps and rules.
const TITLES: [&[u8]; 6] = [b"regions", b"region", b"map", b"cages", b"areas", b"jigsaw"];

/// Looks for pasted forms, and bounds the work.
#[derive(Debug)]
pub(super) struct Pastes {
    budget: usize,
    /// Whether more of the input may be read to see what stands below a board. Whoever waits for
    /// the answer about a board writes nothing before.
    pub(super) waits: bool,
}

impl Pastes {
    pub(super) fn new() -> Pastes {
        Pastes {
            budget: BUDGET,
            waits: false,
        }
    }

    /// The pasted form that the lines ahead begin with, if they are none of plain text: where a
    /// line is invalid or the title of no plain board, where numbers may be a board with spaces for
    /// blanks, where a map of regions follows a board, and where boards may be a samurai.
    pub(super) fn find(
        &mut self,
        ahead: &mut dyn Ahead,
        cut: &Cut,
        measure: &Measure,
    ) -> io::Result<Option<(Pasted, Option<PuzzleFormat>)>> {
        let lines = match &cut.kind {
            Kind::Board(_) if measure.side == SAMURAI => cut.lines,
            Kind::Board(_) if self.is_samurai(ahead, cut.lines, measure)? => SAMURAI_LINES,
            Kind::Board(_) => self.end_of_map(ahead, cut.lines, measure)?,
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
        let begins_plain = text
            .first()
            .is_some_and(|&byte| is_cell(byte, measure.side));
        let found = text
            .utf8_chunks()
            .next()
            .and_then(|chunk| read(chunk.valid()));
        // An invalid form below a board is not that of the board, and the mistake of a plain board
        // is reported as one.
        let is_plain = |found: &Pasted| match &cut.kind {
            Kind::Board(_) | Kind::Spaced(_) => true,
            _ => begins_plain && found.length <= own,
        };
        let found = found.filter(|(found, _)| found.puzzle.is_ok() || !is_plain(found));
        if found.is_none() {
            self.budget -= length;
        }
        Ok(found)
    }

    /// The rules of the puzzle of a board, if they stand below it: its cages or other rules in one
    /// of the forms, without givens. Also the number of lines up to their end.
    pub(super) fn rules_below(
        &mut self,
        ahead: &mut dyn Ahead,
        lines: usize,
        shape: &Shape,
    ) -> io::Result<Option<(Puzzle, usize)>> {
        let Some((first, text)) = self.below(ahead, lines)? else {
            return Ok(None);
        };
        let labels = text.iter().filter(|byte| !byte.is_ascii_whitespace());
        let is_map =
            labels.clone().count() == shape.side() && labels.clone().all(u8::is_ascii_alphabetic);
        let is_iss = text.starts_with(b".") && text.iter().any(u8::is_ascii_alphabetic);
        if !is_map && !is_iss && !text.contains(&b'=') || shape.cell_count() != shape.side().pow(2)
        {
            return Ok(None);
        }
        let start = ahead.line(first)?.map_or(0, |span| span.start);
        let length = bytes_from(ahead, first, usize::MAX)?;
        if length > self.budget {
            return Ok(None);
        }
        let rest = ahead.text().get(start..start + length).unwrap_or_default();
        let rest = rest.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        let found = read(rest).and_then(|(pasted, _)| Some((pasted.puzzle.ok()?, pasted.length)));
        let found = found.filter(|(puzzle, _)| {
            let is_blank = puzzle.board.givens().next().is_none();
            is_blank && !puzzle.shape.cell_rules().is_empty() && puzzle.shape.side() == shape.side()
        });
        if found.is_none() {
            self.budget -= length;
        }
        Ok(found.map(|(puzzle, length)| {
            let text = rest.get(..length).unwrap_or(rest);
            (puzzle, first + text.split_inclusive('\n').count())
        }))
    }

    /// The first line below a board that is neither blank nor a title of what follows, its number
    /// and its text.
    fn below(&self, ahead: &mut dyn Ahead, lines: usize) -> io::Result<Option<(usize, Vec<u8>)>> {
        for line in lines..lines + MOST_BETWEEN {
            let Some(text) = self.text_of(ahead, line)? else {
                return Ok(None);
            };
            let is_title = text.len() <= LONGEST_TITLE && !text.iter().any(u8::is_ascii_digit) && {
                let word = text.to_ascii_lowercase();
                let words = word.split(|byte| !byte.is_ascii_alphabetic());
                words.into_iter().any(|word| TITLES.contains(&word))
            };
            if !text.is_empty() && !is_title {
                return Ok(Some((line, text)));
            }
        }
        Ok(None)
    }

    /// The text of a line, if it may be read now.
    fn text_of(&self, ahead: &mut dyn Ahead, line: usize) -> io::Result<Option<Vec<u8>>> {
        let span = if self.waits {
            ahead.line(line)?
        } else {
            ahead.line_at_hand(line)
        };
        Ok(span.map(|span| ahead.text()[span.start..span.end].trim_ascii().to_vec()))
    }

    /// The number of lines up to the end of the map of regions that stands below a board; 0 if none
    /// does. Each label of a map stands for as many cells as the board has values, and rows repeat
    /// labels.
    fn end_of_map(
        &self,
        ahead: &mut dyn Ahead,
        lines: usize,
        measure: &Measure,
    ) -> io::Result<usize> {
        let side = measure.side;
        let Some((first, _)) = self.below(ahead, lines)? else {
            return Ok(0);
        };
        let (mut counts, mut cells, mut repeats) = ([0; 128], 0, false);
        for line in first.. {
            let Some(text) = self.text_of(ahead, line)? else {
                break;
            };
            let labels = text.iter().filter(|byte| !byte.is_ascii_whitespace());
            let row = labels.clone().count();
            let is_row = row == side || row == measure.cells && cells == 0;
            if !is_row || !labels.clone().all(u8::is_ascii_alphanumeric) {
                break;
            }
            let mut before = None;
            for &label in labels {
                counts[usize::from(label)] += 1;
                repeats |= before.replace(label) == Some(label);
                if counts[usize::from(label)] > side {
                    return Ok(0);
                }
            }
            cells += row;
            if cells >= measure.cells {
                return Ok(if repeats { line + 1 } else { 0 });
            }
        }
        Ok(0)
    }

    /// Whether a board on a line is the first of exactly five, as a samurai is written.
    fn is_samurai(
        &self,
        ahead: &mut dyn Ahead,
        lines: usize,
        measure: &Measure,
    ) -> io::Result<bool> {
        if lines != 1 || measure.side != Shape::CLASSIC_SIDE {
            return Ok(false);
        }
        // In a long list of boards, this line decides.
        let after = self.text_of(ahead, SAMURAI_LINES)?;
        if after.is_some_and(|text| !text.is_empty()) {
            return Ok(false);
        }
        for line in 1..SAMURAI_LINES {
            let text = self.text_of(ahead, line)?;
            if text.is_none_or(|text| text.len() != measure.cells) {
                return Ok(false);
            }
        }
        Ok(true)
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
type Formatted = Result<(Puzzle, PuzzleFormat), PuzzleError>;

/// The puzzle that a text begins with, and the length of its text.
fn read_puzzle(text: &str) -> Option<(usize, Formatted)> {
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
    bytes_from(ahead, 0, lines)
}

/// The bytes of some lines from one on, likewise.
fn bytes_from(ahead: &mut dyn Ahead, first: usize, lines: usize) -> io::Result<usize> {
    let start = ahead.line(first)?.map_or(0, |span| span.start);
    let (mut end, mut blank) = (start, 0);
    for line in first..first.saturating_add(lines) {
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
        if span.continues || span.end - start > LONGEST || blank > 1 {
            break;
        }
        end = span.end;
    }
    Ok(end - start)
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
