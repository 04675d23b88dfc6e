//! What stands below a board and belongs to it: the map of its regions, its cages and other rules, or
//! the other boards of a samurai.

use std::io;

use super::lines::Ahead;
use super::measure::Measure;
use crate::shape::Shape;

/// The side of the square around a samurai, as which its text is a plain board, too.
const SAMURAI: usize = 21;
/// The lines of a samurai with a board on each.
const SAMURAI_LINES: usize = 5;
/// The most blank lines and titles between a board and what belongs to it.
const MOST_BETWEEN: usize = 4;
const LONGEST_TITLE: usize = 24;
/// Words of the titles of maps and rules.
const TITLES: [&[u8]; 6] = [b"regions", b"region", b"map", b"cages", b"areas", b"jigsaw"];

/// What may stand below a board.
pub(super) enum Below {
    /// Nothing that belongs to it.
    Nothing,
    /// Together with the board, these first lines are one form.
    Form(usize),
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
        if let Some(end) = self.end_of_map(first)? {
            return Ok(Below::Form(end));
        }
        let side = self.measure.side;
        let is_square = self.measure.cells == side * side;
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

    /// The number of lines up to the end of a map of regions that begins with a line. Each label of
    /// a map stands for as many cells as the board has values, and rows repeat labels.
    fn end_of_map(&mut self, first: usize) -> io::Result<Option<usize>> {
        let Measure { side, cells, .. } = *self.measure;
        let (mut counts, mut found, mut repeats) = ([0; 128], 0, false);
        for line in first.. {
            let text = self.text(line)?.unwrap_or_default();
            let row = labels(text).count();
            let is_row = row == side || row == cells && found == 0;
            if !is_row || !labels(text).all(u8::is_ascii_alphanumeric) {
                break;
            }
            let mut before = None;
            for &label in labels(text) {
                let count = &mut counts[usize::from(label)];
                *count += 1;
                repeats |= before.replace(label) == Some(label);
                if *count > side {
                    return Ok(None);
                }
            }
            found += row;
            if found >= cells {
                return Ok(Some(line + 1).filter(|_| repeats));
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
