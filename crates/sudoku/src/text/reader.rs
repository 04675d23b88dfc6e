//! Reads a stream of bytes as records.

use std::io::{self, Read};

use super::cut::{Cutter, Kind, Past};
use super::lines::{Ahead, Lines};
use super::measure::Measure;
use super::paste::{Found, Pastes};
use super::record::{Content, Record};
use crate::shape::Shape;

/// Reads records, one after the other, from a source that need not be buffered.
///
/// The records' [`raw`](Record::raw) texts are all bytes of the source in order, without a byte
/// order mark at the start. Memory is bounded, whatever the source holds.
#[derive(Debug)]
pub struct Reader<R> {
    lines: Lines<R>,
    shape: Shape,
    measure: Measure,
    /// Whether a board that breaks a rule is valid.
    lenient: bool,
    past: Past,
    pastes: Pastes,
    /// The number of lines that have been taken.
    taken: u64,
    /// The number of lines at the start that are not read as boards.
    skipped: u64,
    /// Whether the last line handed out continues: it is too long to be held whole.
    inside_line: bool,
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
            past: Past::new(),
            pastes: Pastes::new(),
            taken: 0,
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

    /// Reads ahead to see what stands below a board, such as a map of its regions, before the board
    /// is handed out. Without this, only what has been read is looked at: a program at the other end
    /// of a pipe may wait for the answer.
    #[must_use]
    pub fn patient(mut self) -> Reader<R> {
        self.pastes.waits = true;
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
        record.clear(self.taken + 1);
        let read = self.read_record(record, before_wait);
        if read.is_err() {
            record.clear(self.taken + 1);
            record.raw.extend_from_slice(self.lines.take_rest());
        }
        self.past.has_board |= matches!(record.content, Content::Board(_));
        read
    }

    fn read_record(
        &mut self,
        record: &mut Record,
        before_wait: impl FnMut() -> io::Result<()>,
    ) -> io::Result<bool> {
        let mut ahead = self.lines.ahead(before_wait);
        if self.inside_line || self.taken < self.skipped {
            let Some(span) = ahead.line(0)? else {
                return Ok(false);
            };
            // A further piece is of the line that was counted with the first.
            let is_new = !self.inside_line;
            record.line = self.taken + u64::from(is_new);
            self.inside_line = span.continues;
            record.raw.extend_from_slice(self.lines.take(1));
            self.taken += u64::from(is_new);
            return Ok(true);
        }
        self.past.is_start = self.taken == 0;
        let mut cutter = Cutter {
            ahead: &mut ahead,
            measure: &self.measure,
            past: &mut self.past,
            places: &mut record.places,
        };
        let Some(cut) = cutter.cut()? else {
            return Ok(false);
        };
        let found = self.pastes.find(&mut ahead, &cut, &self.measure)?;
        let lines = match &found {
            None => cut.lines,
            Some(Found::Rules(_, lines)) => *lines,
            Some(Found::Form(pasted, _)) => {
                let text = &ahead.text()[..pasted.length];
                text.split_inclusive(|&byte| byte == b'\n').count()
            }
        };
        self.inside_line = lines == 1 && ahead.line(0)?.is_some_and(|line| line.continues);
        self.taken += lines as u64;
        record.raw.extend_from_slice(self.lines.take(lines));
        let (shape, lenient) = (&self.shape, self.lenient);
        if let Some(Found::Form(pasted, format)) = found {
            record.become_pasted(pasted, format, shape, lenient);
            return Ok(true);
        }
        match cut.kind {
            Kind::Board(form) => record.become_board(form, shape, lenient),
            Kind::Spaced(step) => record.become_spaced(step, shape, lenient),
            Kind::Bad(fault) => record.become_bad(fault),
            Kind::Header => record.content = Content::Header,
            Kind::Other => {}
        }
        if let Some(Found::Rules(rules, _)) = found {
            record.become_ruled(rules, shape);
        }
        Ok(true)
    }
}
