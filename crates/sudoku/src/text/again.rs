//! A second look at lines whose meaning depends on those that follow.
//!
//! An invalid record may be the title of a board, a board with spaces for blanks, a title that was
//! taken for the first row of a board, or the first row of a board of another size. The lines that
//! follow decide it; all of them that do not belong to the record are put back.

use std::io::{self, Read};

use super::line::Line;
use super::measure::LONGEST_LINE;
use super::reader::Reader;
use super::record::{Content, Record};
use super::rows::Rows;
use super::spaces::{self, Layout};
use super::title::{is_clear_label, is_label, is_name};
use super::token::{Form, Token};
use crate::alphabet::Alphabet;

/// The most lines of a title.
const LONGEST_TITLE: usize = 8;
/// The fewest rows of a board.
const SMALLEST_SIDE: usize = 4;

/// Whether a line may be a row of a map of regions: capital letters, one for each cell.
fn is_map_row(line: &[u8], side: usize) -> bool {
    let row = line.trim_ascii();
    row.len() == side && row.iter().all(u8::is_ascii_uppercase)
}

impl<R: Read> Reader<R> {
    /// Decides whether blank lines stood between bands or after half a board.
    pub(super) fn end_bands(
        &mut self,
        record: &mut Record,
        rows: &mut Rows,
        before_wait: &mut impl FnMut() -> io::Result<()>,
    ) -> io::Result<()> {
        let Some((half, gap)) = rows.before_gap() else {
            return Ok(());
        };
        let is_board = rows.is_full() && {
            let (noted, length) = (record.places.len(), record.raw.len());
            let next = self.lines.append_line(record, before_wait)?;
            let is_row = next.is_some_and(|line| {
                let read = self.read_line(record, line.start, rows.count() - 1);
                matches!(read, Line::Row(_) | Line::BadRow(_))
            });
            record.places.truncate(noted);
            self.lines.put_back(record, length);
            !is_row
        };
        if !is_board {
            *rows = half;
            self.lines.put_back(record, gap);
        }
        Ok(())
    }

    /// Looks again at an invalid record. `only_bad_row` is the number and the start of its only bad
    /// row, if it has all rows of a board; `is_bad_line` says that its first line may be invalid.
    pub(super) fn look_again(
        &mut self,
        record: &mut Record,
        only_bad_row: Option<(usize, usize)>,
        is_bad_line: bool,
        before_wait: &mut impl FnMut() -> io::Result<()>,
    ) -> io::Result<()> {
        if self.read_spaced(record, before_wait)? {
            return Ok(());
        }
        let side = self.measure.side;
        let line_at = |record: &Record, start: usize| {
            let line = record.raw.get(start..).unwrap_or_default();
            let line = line.split(|&byte| byte == b'\n').next();
            line.unwrap_or_default().to_vec()
        };
        let is_name_at = |record: &Record, start| {
            let line = line_at(record, start);
            is_name(&line, side) || is_clear_label(&line, side)
        };
        let second = record.raw.iter().position(|&byte| byte == b'\n');
        let second = second.map_or(record.raw.len(), |end| end + 1);
        let is_above_map = !is_map_row(&line_at(record, 0), side)
            && is_map_row(&line_at(record, second), side)
            && is_name_at(record, 0);
        if is_above_map {
            self.lines.put_back(record, second);
            record.content = Content::Other;
            return Ok(());
        }
        if let Some((row, start)) = only_bad_row
            && (row == 0 || is_name_at(record, start))
            && (row == 0 && is_clear_label(&line_at(record, 0), side)
                || self.is_above_rows(record, start, before_wait)?)
        {
            // The rows after it are those of whole boards: it belongs to none of them.
            if row > 0 {
                let (rows, expected) = (row, self.measure.rows.len());
                self.lines.put_back(record, start);
                record.become_half(rows, expected);
                return Ok(());
            }
            let lines = record.raw.get(start..).unwrap_or_default();
            let bad = lines.split_inclusive(|&byte| byte == b'\n').next();
            let end = start + bad.map_or(0, <[u8]>::len);
            self.lines.put_back(record, end);
        }
        let is_one_line = record.raw.split_inclusive(|&byte| byte == b'\n').count() == 1;
        if is_one_line
            && is_bad_line
            && (is_name_at(record, 0) && self.is_title(record, before_wait)?
                || is_label(&line_at(record, 0), side)
                    && self.is_above_rows(record, 0, before_wait)?)
        {
            record.content = Content::Other;
        }
        Ok(())
    }

    /// Whether the good rows directly below the line at a byte of the record are those of whole
    /// boards.
    fn is_above_rows(
        &mut self,
        record: &mut Record,
        line: usize,
        before_wait: &mut impl FnMut() -> io::Result<()>,
    ) -> io::Result<bool> {
        let rows = self.count_rows_after(record, line, before_wait)?;
        let expected = self.measure.rows.len();
        Ok(rows.is_some_and(|rows| rows > 0 && rows.is_multiple_of(expected)))
    }

    /// Whether the invalid line of a record is the title of a board: a board follows, perhaps after
    /// further lines of the title. So is a line of several words below the last board.
    fn is_title(
        &mut self,
        record: &mut Record,
        before_wait: &mut impl FnMut() -> io::Result<()>,
    ) -> io::Result<bool> {
        let (length, noted) = (record.raw.len(), record.places.len());
        let (mut is_title, mut names) = (false, 0);
        while names < LONGEST_TITLE
            && let next = self.lines.append_line(record, before_wait)?
            && !next.as_ref().is_some_and(|line| line.continues)
        {
            let Some(line) = next else {
                let mut words = record.raw.split(u8::is_ascii_whitespace);
                let is_text =
                    words.any(|word| !word.is_empty()) && words.any(|word| !word.is_empty());
                is_title = self.has_board && is_text;
                break;
            };
            let text = record.raw.get(line.start..).unwrap_or_default();
            let side = self.measure.side;
            let is_name = is_name(text, side) || is_label(text, side);
            let is_map_row = is_map_row(text, side);
            let is_cell = |byte: &u8| byte.is_ascii_digit() || b" |\r\n".contains(byte);
            let may_be_spaced = text.iter().all(is_cell);
            match self.read_line(record, line.start, 0) {
                Line::Blank | Line::Comment | Line::Title => {}
                Line::Row(_) | Line::Whole(_) | Line::Ruler => {
                    is_title = true;
                    break;
                }
                Line::BadRow(_) | Line::BadWhole(_) if !is_name || is_map_row => {
                    is_title = true;
                    break;
                }
                Line::Prose(_) if may_be_spaced => {
                    is_title = true;
                    break;
                }
                _ if is_name => names += 1,
                _ => break,
            }
        }
        record.places.truncate(noted);
        self.lines.put_back(record, length);
        Ok(is_title)
    }

    /// Counts the good rows after the bad row that begins at a byte of the record, those of the
    /// record included, or those of a board on one line; `None` if there are too many to tell.
    fn count_rows_after(
        &mut self,
        record: &mut Record,
        bad_row: usize,
        before_wait: &mut impl FnMut() -> io::Result<()>,
    ) -> io::Result<Option<usize>> {
        let (length, noted) = (record.raw.len(), record.places.len());
        let lines = record.raw.get(bad_row..).unwrap_or_default();
        let mut rows = lines.split_inclusive(|&byte| byte == b'\n').count() - 1;
        let mut count = None;
        while record.raw.len() < LONGEST_LINE {
            let line = self.lines.append_line(record, before_wait)?;
            let read = line.filter(|line| !line.continues).map(|line| {
                let number = rows % self.measure.rows.len();
                self.read_line(record, line.start, number)
            });
            match read {
                Some(Line::Row(_)) => rows += 1,
                Some(Line::Ruler) => {}
                // Between boards on one line, a short line is one of them, cut short.
                Some(Line::Whole(_)) if rows == 0 && !self.whole => {
                    count = Some(self.measure.rows.len());
                    break;
                }
                _ => {
                    count = Some(rows);
                    break;
                }
            }
        }
        record.places.truncate(noted);
        self.lines.put_back(record, length);
        Ok(count)
    }

    /// Reads the lines from the start of an invalid record as a board with spaces for blanks;
    /// returns whether they are one.
    fn read_spaced(
        &mut self,
        record: &mut Record,
        before_wait: &mut impl FnMut() -> io::Result<()>,
    ) -> io::Result<bool> {
        let Some(mut layouts) = Layout::all(&self.measure) else {
            return Ok(false);
        };
        let length = record.raw.len();
        let lines: Vec<usize> = record
            .raw
            .split_inclusive(|&byte| byte == b'\n')
            .map(<[u8]>::len)
            .collect();
        let (mut start, mut lines) = (0, lines.into_iter());
        loop {
            let line = match lines.next() {
                Some(length) => length,
                None => match self.lines.append_line(record, before_wait)? {
                    Some(line) if !line.continues => record.raw.len() - line.start,
                    _ => 0,
                },
            };
            let text = record.raw.get(start..start + line).unwrap_or_default();
            layouts.retain_mut(|layout| line > 0 && layout.take(text, start));
            start += line;
            if layouts.is_empty() {
                break;
            }
            if layouts.iter().all(Layout::is_full) {
                // Several layouts that disagree prove nothing.
                layouts.retain(Layout::has_blank);
                if layouts.iter().any(Layout::is_exact) {
                    layouts.retain(Layout::is_exact);
                }
                let Some(layout) = layouts.pop() else {
                    break;
                };
                if layouts.iter().any(|other| other.places != layout.places) {
                    break;
                }
                if start < record.raw.len() {
                    self.lines.put_back(record, start);
                }
                self.whole = false;
                record.places = layout.places;
                record.become_board(Form::Characters, &self.shape, self.lenient);
                record.token = Token::Spaced(Alphabet::Digits, layout.step);
                return Ok(true);
            }
        }
        if record.raw.len() > length {
            self.lines.put_back(record, length);
        }
        Ok(false)
    }

    /// Reads a board whose first row is blank and written with spaces.
    pub(super) fn look_at_blank_line(
        &mut self,
        record: &mut Record,
        before_wait: &mut impl FnMut() -> io::Result<()>,
    ) -> io::Result<()> {
        let line = spaces::without_end(&record.raw);
        if line.len() >= self.measure.side && line.iter().all(|&byte| byte == b' ') {
            self.read_spaced(record, before_wait)?;
        }
        Ok(())
    }

    /// Appends the further lines of a square block of cells that is as wide as the invalid line of
    /// the record: a board of another size, or one with an invalid first row.
    pub(super) fn append_block(
        &mut self,
        record: &mut Record,
        width: usize,
        before_wait: &mut impl FnMut() -> io::Result<()>,
    ) -> io::Result<()> {
        let (length, noted) = (record.raw.len(), record.places.len());
        let side = self.measure.rows.len();
        if width <= side {
            let rows = self.count_rows_after(record, 0, before_wait)?;
            // Good rows after it that lack one row are those of its board.
            let is_first_row = rows.is_some_and(|rows| rows % side == side - 1);
            if is_first_row {
                for _ in 1..side {
                    self.lines.append_line(record, before_wait)?;
                }
                return Ok(());
            }
        }
        if width < SMALLEST_SIDE {
            return Ok(());
        }
        for _ in 1..width {
            let line = self.lines.append_line(record, before_wait)?;
            let is_row = line.is_some_and(|line| {
                let read = self.read_line(record, line.start, 0);
                let faults = match read {
                    Line::BadRow(fault) | Line::BadWhole(fault) => fault.width,
                    _ => None,
                };
                !line.continues && faults == Some(width)
            });
            if !is_row {
                self.lines.put_back(record, length);
                break;
            }
        }
        record.places.truncate(noted);
        Ok(())
    }
}
