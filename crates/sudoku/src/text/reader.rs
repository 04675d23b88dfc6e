//! Cuts a stream of bytes into records.
//!
//! A board is handed out as soon as its last line is read. More lines are read only where a line is
//! invalid or blank lines stand between bands: what the lines mean then depends on those that
//! follow, see `again.rs`. They are put back and begin the next record.

use std::io::{self, Read};

use super::error::Reason;
use super::fault::Fault;
use super::line::{self, Before, Line};
use super::lines::{Appended, Lines};
use super::measure::Measure;
use super::record::{Content, Record};
use super::rows::{Rows, Taken};
use super::words::is_header;
use crate::shape::Shape;

/// Reads records, one after the other, from a source that need not be buffered.
///
/// The records' [`raw`](Record::raw) texts are all bytes of the source in order, without a byte
/// order mark at the start. Memory is bounded, whatever the source holds.
#[derive(Debug)]
pub struct Reader<R> {
    pub(super) lines: Lines<R>,
    pub(super) shape: Shape,
    pub(super) measure: Measure,
    /// Whether a board that breaks a rule is valid.
    pub(super) lenient: bool,
    /// Whether the last board was one line.
    pub(super) whole: bool,
    section: Section,
    /// Whether a board was read.
    pub(super) has_board: bool,
    /// The number of lines at the start that are not read as boards.
    skipped: u64,
    /// Whether the last line handed out continues: it is too long to be held whole.
    inside_line: bool,
}

/// The section of a file of one board: `[State]` is how far somebody came with its `[Puzzle]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    None,
    Puzzle,
    State,
}

impl<R: Read> Reader<R> {
    /// Returns a reader of classic boards at the start of a source.
    pub fn new(source: R) -> Reader<R> {
        Reader::of(Shape::classic(), source)
    }

    /// Returns a reader of boards of a shape at the start of a source.
    pub fn of(shape: Shape, source: R) -> Reader<R> {
        Reader {
            lines: Lines::new(source),
            measure: Measure::of(&shape),
            shape,
            lenient: false,
            whole: false,
            section: Section::None,
            has_board: false,
            skipped: 0,
            inside_line: false,
        }
    }

    /// Reads boards that already break a rule as boards too, not as invalid records.
    #[must_use]
    pub fn lenient(mut self) -> Reader<R> {
        self.lenient = true;
        self
    }

    /// Reads the first `lines` lines as [`Content::Other`], whatever they hold.
    #[must_use]
    pub fn skip_lines(mut self, lines: u64) -> Reader<R> {
        self.skipped = lines;
        self
    }

    /// Fills the record with the next one of the stream; returns false at the end. O(its bytes).
    ///
    /// # Errors
    /// Returns those of the source. The record then holds what was read of it, as
    /// [`Content::Other`](super::Content::Other).
    pub fn next_record(&mut self, record: &mut Record) -> io::Result<bool> {
        self.next_record_or_wait(record, || Ok(()))
    }

    /// Like [`next_record`](Reader::next_record), and calls `before_wait` each time before it reads
    /// more bytes from the source, which may block. A program at the other end of a pipe that waits
    /// for an answer gets it if `before_wait` flushes the output.
    ///
    /// # Errors
    /// Returns those of the source and of `before_wait`.
    pub fn next_record_or_wait(
        &mut self,
        record: &mut Record,
        before_wait: impl FnMut() -> io::Result<()>,
    ) -> io::Result<bool> {
        let is_read = self.read_record(record, before_wait)?;
        self.has_board |= matches!(record.content, Content::Board(_));
        Ok(is_read)
    }

    fn read_record(
        &mut self,
        record: &mut Record,
        mut before_wait: impl FnMut() -> io::Result<()>,
    ) -> io::Result<bool> {
        if self.inside_line {
            record.clear(self.lines.begun);
            self.inside_line = self.lines.append(record, &mut before_wait)?;
            return Ok(!record.raw.is_empty());
        }
        record.clear(self.lines.begun + 1);
        if self.lines.begun < self.skipped {
            let line = self.lines.append_line(record, &mut before_wait)?;
            self.inside_line = line.as_ref().is_some_and(|line| line.continues);
            return Ok(line.is_some());
        }
        let mut rows = Rows::new(&self.measure);
        if self.read_rows(record, &mut rows, &mut before_wait)? {
            return Ok(true);
        }
        if rows.is_empty() {
            // A line of a frame without a board is a record of its own.
            return Ok(rows.is_framed());
        }
        self.end_bands(record, &mut rows, &mut before_wait)?;
        self.whole = false;
        let only_bad_row = rows.only_bad_row();
        match rows.finish() {
            Ok(form) => record.become_board(form, &self.shape, self.lenient),
            Err(fault) => {
                let is_half = matches!(fault.reason, Reason::HalfBoard { .. });
                record.become_bad(fault);
                self.look_again(record, only_bad_row, !is_half, &mut before_wait)?;
            }
        }
        Ok(true)
    }

    /// Reads the rows of a board. Returns whether the record is complete without them: its first
    /// line is something else.
    fn read_rows(
        &mut self,
        record: &mut Record,
        rows: &mut Rows,
        before_wait: &mut impl FnMut() -> io::Result<()>,
    ) -> io::Result<bool> {
        while let Some(line) = self.lines.append_line(record, before_wait)? {
            let is_first = rows.is_empty() && !rows.is_framed();
            if line.continues {
                if is_first {
                    self.begin_long_line(record);
                    return Ok(true);
                }
                self.lines.put_back(record, line.start);
                return Ok(false);
            }
            let noted = record.places.len();
            let read = self.read_line(record, line.start, rows.count());
            if is_first && self.is_state(&read, record) {
                return Ok(true);
            }
            if read.is_bad() && self.lines.begun == 1 && is_header(&record.raw) {
                record.content = Content::Header;
                return Ok(true);
            }
            match rows.take(read, line.start, record.raw.trim_ascii_end().len()) {
                Taken::Open => {}
                Taken::Full => {
                    if rows.is_framed() {
                        self.append_ruler(record, rows, before_wait)?;
                    }
                    return Ok(false);
                }
                Taken::Before => {
                    record.places.truncate(noted);
                    self.lines.put_back(record, line.start);
                    return Ok(false);
                }
                Taken::Alone(line) => {
                    self.become_line(record, line, before_wait)?;
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Reads the line that begins at a byte of a record, after some rows.
    pub(super) fn read_line(&self, record: &mut Record, start: usize, rows: usize) -> Line {
        let whole = self.whole;
        let line = record.raw.get(start..).unwrap_or_default();
        let before = Before { rows, whole };
        line::read(line, start, &self.measure, before, &mut record.places)
    }

    /// Makes a record of a line that is not a row.
    fn become_line(
        &mut self,
        record: &mut Record,
        line: Line,
        before_wait: &mut impl FnMut() -> io::Result<()>,
    ) -> io::Result<()> {
        match line {
            Line::Whole(form) => {
                self.whole = true;
                record.become_board(form, &self.shape, self.lenient);
            }
            Line::BadWhole(fault) | Line::Prose(fault) => {
                let width = fault.width;
                record.become_bad(fault);
                self.look_again(record, None, true, before_wait)?;
                if let (Content::Bad(_), Some(width)) = (&record.content, width) {
                    self.append_block(record, width, before_wait)?;
                }
            }
            Line::Blank => self.look_at_blank_line(record, before_wait)?,
            _ => {}
        }
        Ok(())
    }

    /// Whether a line where a board may begin belongs to the state of the board before it. Notes
    /// the section.
    fn is_state(&mut self, line: &Line, record: &Record) -> bool {
        let text = record.raw.trim_ascii();
        self.section = match line {
            Line::Title if text == b"[Puzzle]" => Section::Puzzle,
            Line::Title if text == b"[State]" && self.section != Section::None => Section::State,
            Line::Title => Section::None,
            Line::Blank if self.section == Section::State => Section::None,
            _ => self.section,
        };
        self.section == Section::State
    }

    /// Appends the bottom of a frame, if it follows.
    fn append_ruler(
        &mut self,
        record: &mut Record,
        rows: &Rows,
        before_wait: &mut impl FnMut() -> io::Result<()>,
    ) -> io::Result<()> {
        let places = record.places.len();
        if let Some(Appended { start, continues }) = self.lines.append_line(record, before_wait)?
            && (continues || self.read_line(record, start, rows.count()) != Line::Ruler)
        {
            record.places.truncate(places);
            self.lines.put_back(record, start);
        }
        Ok(())
    }

    /// Makes the record the first piece of a line too long.
    fn begin_long_line(&mut self, record: &mut Record) {
        self.inside_line = true;
        if !record.raw.trim_ascii_start().starts_with(b"#") {
            record.become_bad(Fault::new(record.raw.len(), 0, Reason::LongLine));
        }
    }
}
