//! A line as a row of cells, or as a whole board of words.

use super::error::Reason;
use super::fault::{Fault, bad_byte, bad_number};
use super::measure::Measure;
use super::token::{Blank, Form, Place};
use super::words::{Word, count, is_frame, places_of_characters, places_of_words};
use crate::alphabet::{Alphabet, LARGEST_SIDE, digit_value, is_cell};
use crate::shape::Shape;

/// The longest word that is taken for a number.
const LONGEST_NUMBER: usize = 3;
/// The least number of cells of a bad row that begins a board, and of one that consists of digits
/// and blanks.
const FEWEST_CELLS: usize = 5;
const FEWEST_DIGITS: usize = 4;
/// The most cells that such a row may lack, or have too many, where letters are cells too.
const NEARLY: usize = 2;

/// A line in its words, to be read as a row of `cells` cells.
pub(super) struct Row<'a> {
    pub(super) body: &'a [u8],
    pub(super) words: &'a [Word<'a>],
    pub(super) cells: usize,
    /// Whether the shape has a cell at each place of the row; empty if all places have one.
    pub(super) places: &'a [bool],
    pub(super) measure: &'a Measure,
}

impl<'a> Row<'a> {
    /// The words of a whole board: one for each cell, and before them perhaps the side.
    pub(super) fn as_board(&self) -> Option<&'a [Word<'a>]> {
        let cells = self.measure.cells;
        match self.words {
            words if words.len() == cells => Some(words),
            [(_, side), words @ ..]
                if words.len() == cells
                    && Alphabet::Numbers.value(side, 99) == Some(self.measure.side as u8) =>
            {
                Some(words)
            }
            _ => None,
        }
    }

    /// Notes the places of the cells.
    pub(super) fn read(&self, base: usize, places: &mut Vec<Place>) -> Result<Form, Fault> {
        let side = self.measure.side;
        let all = || self.words.iter().flat_map(|word| word.1);
        if self.words.len() == self.cells && self.cells > 1 {
            self.check(self.words)?;
            places.extend(places_of_words(self.words, base));
            return Ok(Form::Words);
        }
        if all().count() == self.cells && all().all(|&byte| is_cell(byte, side)) {
            places.extend(places_of_characters(self.words, base));
            return Ok(Form::Characters);
        }
        if !self.places.is_empty()
            && let Some(form) = self.read_wide(base, places)
        {
            return Ok(form);
        }
        if self.words.len() > 2 * self.cells && self.words[0].1.len() <= LONGEST_NUMBER {
            self.check(self.words)?;
            let first = Alphabet::Numbers.value(self.words[0].1, 99);
            let counted = usize::from(side > 9 && first == Some(side as u8));
            let (found, expected) = (self.words.len() - counted, self.measure.cells);
            let (at, length) = match self.words.get(expected + counted) {
                Some(&(at, _)) => (at, self.body.len() - at),
                None => (self.body.len(), 0),
            };
            return Err(Fault::new(at, length, Reason::Cells { found, expected }));
        }
        // No number has a blank in it.
        let is_run =
            |word: &Word<'_>| word.1.len() > 1 && word.1.iter().any(|b| b".*_".contains(b));
        let numbers = self.words.len() > 1 && !self.words.iter().any(is_run);
        if numbers && self.words[0].1.len() <= LONGEST_NUMBER {
            self.bad_words()
        } else {
            self.bad_characters()
        }
    }

    /// Notes the places of the cells of a row as wide as the picture, with blanks where the shape
    /// has no cell.
    fn read_wide(&self, base: usize, places: &mut Vec<Place>) -> Option<Form> {
        let (form, all): (_, Vec<Place>) = if self.words.len() == self.places.len() {
            (Form::Words, places_of_words(self.words, 0).collect())
        } else {
            (
                Form::Characters,
                places_of_characters(self.words, 0).collect(),
            )
        };
        let side = self.measure.side;
        let is_good = |(place, &is_cell_of): (&Place, &bool)| {
            let token = place.of(self.body);
            let mut bytes = token.iter();
            let is_blank = token.len() == 1 && digit_value(token[0]) == 0;
            bytes.all(|&byte| is_cell(byte, side)) && (is_cell_of || is_blank)
        };
        if all.len() != self.places.len() || !all.iter().zip(self.places).all(is_good) {
            return None;
        }
        let cells = all.iter().zip(self.places).filter(|place| *place.1);
        places.extend(cells.map(|(place, _)| Place::new(base + place.start(), place.len())));
        Some(form)
    }

    /// Whether the words are groups of characters, together the cells of a whole board: nine groups
    /// of nine. On a classic board, three groups or more may have different lengths, if none is so
    /// short that it may be other text.
    pub(super) fn is_board_in_groups(&self) -> bool {
        let Measure { side, cells, .. } = *self.measure;
        let [(_, first), _, ..] = self.words else {
            return false;
        };
        let is_long = || self.words.len() > 2 && self.words.iter().all(|word| word.1.len() > 2);
        let is_even = || self.words.iter().all(|word| word.1.len() == first.len());
        let mut all = self.words.iter().flat_map(|word| word.1);
        all.clone().count() == cells
            && all.all(|&byte| is_cell(byte, side))
            && (is_even() || side == Shape::CLASSIC_SIDE && is_long())
    }

    /// The number of cells of the line, if it can be a row of a board of some size.
    pub(super) fn width(&self) -> Option<usize> {
        let is_number =
            |word: &Word<'_>| word.1.len() == 1 || word.1.iter().all(u8::is_ascii_digit);
        let numbers = self
            .words
            .iter()
            .all(|word| word.1.len() <= 2 && is_number(word));
        let mut all = self.words.iter().flat_map(|word| word.1);
        let width = if numbers {
            self.words.len()
        } else {
            all.clone().count()
        };
        let is_cells = all.all(|&byte| is_cell(byte, LARGEST_SIDE));
        Some(width).filter(|width| is_cells && (1..=LARGEST_SIDE).contains(width))
    }

    /// Finds the first word that is not a cell.
    pub(super) fn check(&self, words: &[Word<'_>]) -> Result<(), Fault> {
        let side = self.measure.side;
        for &(at, word) in words {
            if matches!(Blank::of(word), Some(Blank::Nothing | Blank::Word)) {
                continue;
            }
            if let Some(reason) = bad_number(word, side) {
                return Err(Fault::new(at, word.len(), reason));
            }
            let cells = count(word, |byte| is_cell(byte, side));
            if cells < word.len() {
                return Err(bad_byte(self.body, at + cells, side));
            }
        }
        Ok(())
    }

    /// Finds the fault of a row of numbers.
    fn bad_words(&self) -> Result<Form, Fault> {
        let side = self.measure.side;
        for (number, &(at, word)) in self.words.iter().enumerate() {
            if number < self.cells {
                self.check(&[(at, word)])?;
            } else if let cells = count(word, |byte| is_cell(byte, side))
                && cells < word.len()
            {
                return Err(bad_byte(self.body, at + cells, side));
            }
        }
        let extra = self.words.get(self.cells);
        let extra = extra.map(|&(at, word)| (at, word.len()));
        Err(self.miscounted("number", self.words.len(), extra))
    }

    /// Finds the fault of a row of characters.
    fn bad_characters(&self) -> Result<Form, Fault> {
        let side = self.measure.side;
        let (mut found, mut first_too_many) = (0, None);
        for &(at, word) in self.words {
            let cells = count(word, |byte| is_cell(byte, side));
            if found + cells > self.cells && first_too_many.is_none() {
                let place = self.cells.saturating_sub(found);
                first_too_many = Some((at + place, cells - place));
            }
            found += cells;
            // Of too many characters, it does not matter what follows them.
            if cells < word.len() && (first_too_many.is_none() || cells == 0) {
                return Err(bad_byte(self.body, at + cells, side));
            }
        }
        Err(self.miscounted("cell", found, first_too_many))
    }

    /// The fault of a row of `found` cells; the bytes of `extra` are too many.
    fn miscounted(&self, noun: &'static str, found: usize, extra: Option<(usize, usize)>) -> Fault {
        let (at, length) = extra.unwrap_or((self.body.len(), 0));
        let expected = self.cells;
        let reason = Reason::Row {
            noun,
            found,
            expected,
        };
        Fault::new(at, length, reason)
    }

    /// Whether a bad row resembles a row so much that others probably follow.
    pub(super) fn looks_like_row(&self) -> bool {
        let side = self.measure.side;
        let all = || self.words.iter().flat_map(|word| word.1);
        let first = self.body.first().copied().unwrap_or_default();
        let one_mark = matches!(first, b'-' | b'_' | b'*') && all().all(|&byte| byte == first);
        // A single number may be the number of boards.
        let is_number = self.words.len() == 1 && all().all(u8::is_ascii_digit);
        let digits = all().all(|&byte| is_cell(byte, 9));
        if self.words.is_empty() {
            return false;
        }
        let cells = all().filter(|&&byte| is_cell(byte, side)).count();
        if self.width() == Some(self.cells) && cells > 0 && !one_mark {
            return true;
        }
        if digits && !is_number && !one_mark && all().count() >= FEWEST_DIGITS {
            return true;
        }
        if side > 9 {
            let nearly = |found: usize| found.abs_diff(self.cells) <= NEARLY;
            return nearly(self.words.len()) || nearly(all().count());
        }
        let all_but_one = self.cells.saturating_sub(usize::from(!is_number));
        cells >= FEWEST_CELLS.min(all_but_one) && 2 * cells > all().count() && !one_mark
    }

    /// Whether this is a line of a frame and not a row of blanks.
    pub(super) fn is_ruler(&self) -> bool {
        let cells = self.words.iter().flat_map(|word| word.1);
        let is_row = cells.clone().all(|&byte| is_cell(byte, self.measure.side))
            && (cells.count() == self.cells || self.words.len() == self.cells);
        is_frame(self.body) && !is_row
    }
}
