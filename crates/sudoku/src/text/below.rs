//! What stands below a board and belongs to it: the map of its regions, its cages and other rules, or
//! the other boards of a samurai.

use std::io;

use super::lines::Ahead;
use super::maps::{self, MOST_BETWEEN};
use super::measure::Measure;
use crate::regions;
use crate::shape::Shape;

/// The side of the square around a samurai, as which its text is a plain board, too.
const SAMURAI: usize = 21;
/// The lines of a samurai with a board on each.
pub(super) const SAMURAI_LINES: usize = 5;

/// The most blank lines and titles between a board and its map: a block of code may end and begin.
const MOST_TITLES: usize = MOST_BETWEEN + 2;

/// What may stand below a board.
pub(super) enum Below {
    /// Nothing that belongs to it.
    Nothing,
    /// Together with the board, these first lines are one form.
    Form(usize),
    /// A map of its regions.
    Map(maps::Found),
    /// Rules that begin with this line.
    Rules(usize),
}

/// The lines ahead, of which the first are a board.
pub(super) struct Look<'a> {
    pub(super) ahead: &'a mut dyn Ahead,
    pub(super) measure: &'a Measure,
    /// The number of lines of the board.
    pub(super) lines: usize,
    /// Whether more of the input may be read.
    pub(super) waits: bool,
    /// Whether a map below the board is that of the board.
    pub(super) has_map: bool,
}

impl Look<'_> {
    /// Looks below the board. No form is read here: in a long list of boards, a look must be cheap.
    pub(super) fn below(&mut self) -> io::Result<Below> {
        if self.measure.side == SAMURAI {
            return Ok(Below::Form(self.lines));
        }
        if self.is_samurai()? {
            return Ok(Below::Form(SAMURAI_LINES));
        }
        let Some(mut first) = self.first_line(self.lines)? else {
            return Ok(Below::Nothing);
        };
        // A map may stand below the solution of the board.
        if self.has_map
            && let Some(end) = self.end_of_solution(first)?
            && let Some(below) = self.first_line(end)?
        {
            first = below;
        }
        let Measure { side, cells, .. } = *self.measure;
        let is_square = cells == side * side;
        let has_map = self.has_map && is_square;
        let text = self.text(first)?.unwrap_or_default();
        if has_map
            && maps::may_begin(text, side, cells)
            && let Some(map) = maps::at(self.ahead, first, self.waits)?
        {
            return Ok(Below::Map(map));
        }
        let text = self.text(first)?.unwrap_or_default();
        let begins_rules = text.contains(&b'=')
            || names_cell(text)
            || text.starts_with(b".") && text.iter().any(u8::is_ascii_alphabetic)
            || labels(text).count() == side && labels(text).all(u8::is_ascii_alphabetic);
        Ok(if is_square && begins_rules {
            Below::Rules(first)
        } else {
            Below::Nothing
        })
    }

    /// The first line from one on that is neither blank nor a title of what follows.
    fn first_line(&mut self, from: usize) -> io::Result<Option<usize>> {
        for line in from..from + MOST_TITLES {
            match self.text(line)? {
                None => break,
                Some(text) if text.is_empty() || is_title(text) => {}
                Some(_) => return Ok(Some(line)),
            }
        }
        Ok(None)
    }

    /// The line after the solution of the board, if that begins at a line and is written as the
    /// board is.
    fn end_of_solution(&mut self, first: usize) -> io::Result<Option<usize>> {
        let Some(is_title) = self.text(first)?.map(is_solution_title) else {
            return Ok(None);
        };
        let start = first + usize::from(is_title);
        for line in 0..self.lines {
            let board = labels(self.text(line)?.unwrap_or_default())
                .copied()
                .collect::<Vec<u8>>();
            let full = self.text(start + line)?.unwrap_or_default();
            if !extends(&labels(full).copied().collect::<Vec<u8>>(), &board) {
                return Ok(None);
            }
        }
        Ok(Some(start + self.lines))
    }

    /// Whether the board is the first of exactly five on lines, as a samurai is written.
    fn is_samurai(&mut self) -> io::Result<bool> {
        let Measure { side, cells, .. } = *self.measure;
        if self.lines != 1 || side != Shape::CLASSIC_SIDE {
            return Ok(false);
        }
        // In a long list of boards, this line decides.
        if self
            .text(SAMURAI_LINES)?
            .is_some_and(|text| !text.is_empty())
        {
            return Ok(false);
        }
        for line in 1..SAMURAI_LINES {
            if self.text(line)?.is_none_or(|text| text.len() != cells) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The text of a line, if there is one that may be read now.
    fn text(&mut self, line: usize) -> io::Result<Option<&[u8]>> {
        let span = if self.waits {
            self.ahead.line(line)?
        } else {
            self.ahead.line_at_hand(line)
        };
        Ok(span.map(|span| self.ahead.text()[span.start..span.end].trim_ascii()))
    }
}

/// The characters of a line that are not white space.
fn labels(text: &[u8]) -> impl Iterator<Item = &u8> {
    text.iter().filter(|byte| !byte.is_ascii_whitespace())
}

/// Whether a line names a cell, as in `5: r1c1 r1c2`.
fn names_cell(text: &[u8]) -> bool {
    let is_name = |word: &[u8]| {
        let (first, rest) = word.split_first().unwrap_or((&0, &[]));
        let mut numbers = rest.split(|byte| byte.eq_ignore_ascii_case(&b'c'));
        let mut is_number = || {
            let number = numbers.next().unwrap_or_default();
            !number.is_empty() && number.iter().all(u8::is_ascii_digit)
        };
        first.eq_ignore_ascii_case(&b'r') && is_number() && is_number() && numbers.next().is_none()
    };
    // Most lines have no such letter.
    text.iter().any(|byte| byte.eq_ignore_ascii_case(&b'r'))
        && text
            .split(|byte| !byte.is_ascii_alphanumeric())
            .any(is_name)
}

/// Whether a line is a title of a map or rules below it, or the mark around a block of code.
fn is_title(text: &[u8]) -> bool {
    text == b"```" || str::from_utf8(text).is_ok_and(regions::is_title)
}

/// Whether a line says that the solution stands below it.
fn is_solution_title(text: &[u8]) -> bool {
    let text = text.strip_suffix(b":").unwrap_or(text);
    [&b"solution"[..], b"answer"]
        .iter()
        .any(|title| title.eq_ignore_ascii_case(text))
}

/// Whether a label below a given is the same, and any other one is below a blank.
fn extends(full: &[u8], board: &[u8]) -> bool {
    let is_value = |byte: u8| byte.is_ascii_alphanumeric() && byte != b'0';
    let mut pairs = full.iter().zip(board);
    full.len() == board.len()
        && pairs.all(|(&own, &given)| is_value(own) && (own == given || !is_value(given)))
}
