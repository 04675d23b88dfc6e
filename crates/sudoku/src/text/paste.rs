//! Where a record may be one of the pasted forms, and not the plain text that it looks like.

use std::io;

use super::below::{Below, Look};
use super::cut::{Cut, Kind};
use super::error::Reason;
use super::lines::Ahead;
use super::maps;
use super::measure::{LONGEST_LINE, Measure};
use super::puzzles::{Form, read_form, read_other};
use crate::alphabet::is_cell;
use crate::format::Puzzle;
use crate::pasted::Pasted;
use crate::shape::Shape;

/// The most bytes of a form.
const LONGEST: usize = LONGEST_LINE;
/// The bytes that may be looked at in vain, at the start and for each byte of the input.
const BUDGET: usize = 1 << 20;
const BUDGET_PER_BYTE: usize = 4;

/// Looks for pasted forms, and bounds the work.
#[derive(Debug)]
pub(super) struct Pastes {
    budget: usize,
    /// Whether more of the input may be read to see what stands below a board. Whoever waits for
    /// the answer about a board writes nothing before.
    pub(super) waits: bool,
}

/// What was found in place of a plain record.
pub(super) enum Found {
    Form(Form),
    /// The map of the regions of the board.
    Map(maps::Found),
    /// The rules of the board, and the number of lines up to their end.
    Rules(Puzzle, usize),
}

impl Pastes {
    pub(super) fn new() -> Pastes {
        Pastes {
            budget: BUDGET,
            waits: false,
        }
    }

    /// The form that the lines ahead begin with, if they are not plain text: where a line is invalid
    /// or the title of no plain board, where numbers may be a board with spaces for blanks, and
    /// where what stands below a board belongs to it; a map only if it `has_map`.
    pub(super) fn find(
        &mut self,
        ahead: &mut dyn Ahead,
        cut: &Cut,
        measure: &Measure,
        has_map: bool,
    ) -> io::Result<Option<Found>> {
        let own = ahead.length_of(cut.lines);
        self.budget = self.budget.saturating_add(BUDGET_PER_BYTE * own);
        let lines = match &cut.kind {
            Kind::Board(_) | Kind::Spaced(_) => {
                let (lines, waits) = (cut.lines, self.waits);
                let below = Look {
                    ahead: &mut *ahead,
                    measure,
                    lines,
                    waits,
                    has_map,
                }
                .below()?;
                match below {
                    Below::Map(map) => return Ok(Some(Found::Map(map))),
                    _ if matches!(cut.kind, Kind::Spaced(_)) => usize::MAX,
                    Below::Nothing => return Ok(None),
                    Below::Form(lines) => lines,
                    Below::Rules(first) => return self.find_rules(ahead, first, measure.side),
                }
            }
            Kind::Bad(fault) if fault.reason != Reason::LongLine => usize::MAX,
            Kind::Other if is_text(ahead, measure)? => usize::MAX,
            // The heading of a list of givens.
            Kind::Header => usize::MAX,
            _ => return Ok(None),
        };
        let begins_plain = ahead
            .text()
            .first()
            .is_some_and(|&byte| is_cell(byte, measure.side));
        // An invalid form below a board or a heading is not that of them, and the mistake of a plain
        // board is reported as one.
        let is_plain = |found: &Pasted| match &cut.kind {
            Kind::Board(_) | Kind::Spaced(_) | Kind::Header => true,
            Kind::Bad(fault) if is_double(&fault.reason) => false,
            _ => begins_plain && found.length <= own,
        };
        let found = self.try_form(ahead, 0, lines, |text| {
            read_other(text).filter(|(found, _)| found.puzzle.is_ok() || !is_plain(found))
        })?;
        Ok(found.map(Found::Form))
    }

    /// The rules that begin with a line below a board: cages or others in one of the forms, without
    /// givens.
    fn find_rules(
        &mut self,
        ahead: &mut dyn Ahead,
        first: usize,
        side: usize,
    ) -> io::Result<Option<Found>> {
        let found = self.try_form(ahead, first, usize::MAX, |text| {
            let (pasted, _) = read_form(text)?;
            let puzzle = pasted.puzzle.ok()?;
            let has_rules = Shape::with_side(side).as_ref() != Some(&puzzle.shape);
            let fits =
                has_rules && puzzle.shape.side() == side && puzzle.board.givens().next().is_none();
            let own = text.get(..pasted.length).unwrap_or(text);
            fits.then(|| (puzzle, first + own.split_inclusive('\n').count()))
        })?;
        Ok(found.map(|(puzzle, lines)| Found::Rules(puzzle, lines)))
    }

    /// Tries to read some lines from one on, within the budget.
    fn try_form<T>(
        &mut self,
        ahead: &mut dyn Ahead,
        first: usize,
        lines: usize,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> io::Result<Option<T>> {
        let most = LONGEST.min(self.budget);
        let (start, end, is_cut) = bytes_of(ahead, first, lines, most)?;
        if is_cut && most < LONGEST {
            // To look for the end took the rest of the budget.
            self.budget = 0;
            return Ok(None);
        }
        let text = ahead.text().get(start..end).unwrap_or_default();
        let found = text
            .utf8_chunks()
            .next()
            .and_then(|chunk| read(chunk.valid()));
        if found.is_none() {
            self.budget -= end - start;
        }
        Ok(found)
    }
}

/// Where some lines begin and end, of those from one on up to the end of the input or two blank lines,
/// and whether they were cut before they had more than `most` bytes. A page may have blank lines.
fn bytes_of(
    ahead: &mut dyn Ahead,
    first: usize,
    lines: usize,
    most: usize,
) -> io::Result<(usize, usize, bool)> {
    let start = ahead.line(first)?.map_or(0, |span| span.start);
    let is_page = ahead.text()[start..].starts_with(b"<");
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
        if span.continues || span.end - start > most {
            return Ok((start, end, true));
        }
        if blank > 1 && !is_page {
            break;
        }
        end = span.end;
    }
    Ok((start, end, false))
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
    // Below the number of givens stand a row, a column and a value.
    let is_number = |word: &[u8]| word.len() < 3 && word.iter().all(u8::is_ascii_digit);
    let words = second.split(u8::is_ascii_whitespace);
    let is_given = is_number(&first) && words.clone().count() == 3 && words.clone().all(is_number);
    let is_row = !second.is_empty() && second.iter().all(is_cell) && !is_given;
    Ok(!first.is_empty() && !first.starts_with(b"#") && !is_row)
}

/// Whether a row has twice as many cells as it should: two boards stand side by side.
fn is_double(reason: &Reason) -> bool {
    matches!(reason, Reason::Row { found, expected, .. } if *found == 2 * expected)
}
