//! What stands below a board and belongs to it: the map of its regions, its cages and other rules, or
//! the other boards of a samurai.

use std::io;

use super::lines::Ahead;
use super::maps::{self, MOST_BETWEEN};
use super::measure::Measure;
use crate::shape::Shape;

/// The side of the square around a samurai, as which its text is a plain board, too.
const SAMURAI: usize = 21;
/// The lines of a samurai with a board on each.
pub(super) const SAMURAI_LINES: usize = 5;
const LONGEST_TITLE: usize = 24;
/// Words of the titles of maps and rules.
const TITLES: [&[u8]; 6] = [b"regions", b"region", b"map", b"cages", b"areas", b"jigsaw"];

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
        let Some(first) = self.first_line()? else {
            return Ok(Below::Nothing);
        };
        let Measure { side, cells, .. } = *self.measure;
        let is_square = cells == side * side;
        let has_map = self.has_map && is_square;
        let text = self.text(first)?.unwrap_or_default();
        if has_map
            && [side, cells].contains(&labels(text).count())
            && maps::may_be_map(text, side)
            && let Some(map) = maps::at(self.ahead, first, self.waits)?
        {
            return Ok(Below::Map(map));
        }
        let text = self.text(first)?.unwrap_or_default();
        let begins_rules = text.contains(&b'=')
            || text.starts_with(b".") && text.iter().any(u8::is_ascii_alphabetic)
            || labels(text).count() == side && labels(text).all(u8::is_ascii_alphabetic);
        Ok(if is_square && begins_rules {
            Below::Rules(first)
        } else {
            Below::Nothing
        })
    }

    /// The first line below the board that is neither blank nor a title of what follows.
    fn first_line(&mut self) -> io::Result<Option<usize>> {
        for line in self.lines..self.lines + MOST_BETWEEN {
            match self.text(line)? {
                None => break,
                Some(text) if text.is_empty() || is_title(text) => {}
                Some(_) => return Ok(Some(line)),
            }
        }
        Ok(None)
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

/// Whether a line names a map or rules below it.
fn is_title(text: &[u8]) -> bool {
    let mut words = text.split(|byte| !byte.is_ascii_alphabetic());
    let is_word = |word: &[u8]| TITLES.iter().any(|title| title.eq_ignore_ascii_case(word));
    text.len() <= LONGEST_TITLE && !text.iter().any(u8::is_ascii_digit) && words.any(is_word)
}
