//! Cuts a stream of bytes into records.
//!
//! Nothing is read ahead of need: a board is handed out as soon as its last line is in. Only the end of half a board
//! shows in the line after it; that line is put back and begins the next record.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

use super::error::Reason;
use super::fault::Fault;
use super::line::{self, Before, Line};
use super::measure::{LONGEST_LINE, Measure};
use super::record::{Content, Record};
use super::rows::{Rows, Taken};
use super::words::is_header;
use crate::sudoku::shape::Shape;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads records, one after the other, from a source that need not be buffered.
///
/// All bytes of the source, but for a byte order mark at the start, come out in the records' [`raw`](Record::raw), in
/// order. Memory is bounded, whatever the source holds.
#[derive(Debug)]
pub struct Reader<R> {
    source: BufReader<R>,
    shape: Shape,
    measure: Measure,
    /// Whether boards may break a rule by themselves.
    lenient: bool,
    /// Whether the last board was one line.
    whole: bool,
    section: Section,
    /// A line that was read and then put back; empty if there is none.
    returned: Vec<u8>,
    /// Lines begun, not counting one put back.
    lines: u64,
    /// Whether the last line given out goes on: it is too long to be held whole.
    inside_line: bool,
    /// Whether the source has said that it is at its end; it is not asked again.
    ended: bool,
}

/// The section of a file of one board: its `[State]` is how far somebody came with its `[Puzzle]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    None,
    Puzzle,
    State,
}

/// A line that was appended to a record.
struct Appended {
    /// Where in the record it begins.
    start: usize,
    /// Whether it goes on.
    goes_on: bool,
}

impl<R: Read> Reader<R> {
    /// A reader of classic boards at the start of a source.
    pub fn new(source: R) -> Reader<R> {
        Reader::of(Shape::classic(), source)
    }

    /// A reader of boards of a shape.
    pub fn of(shape: Shape, source: R) -> Reader<R> {
        Reader {
            source: BufReader::with_capacity(LONGEST_LINE, source),
            measure: Measure::of(&shape),
            shape,
            lenient: false,
            whole: false,
            section: Section::None,
            returned: Vec::new(),
            lines: 0,
            inside_line: false,
            ended: false,
        }
    }

    /// Takes boards that break a rule by themselves as boards too, for those who want to know more about them.
    #[must_use]
    pub fn lenient(mut self) -> Reader<R> {
        self.lenient = true;
        self
    }

    /// Fills the record with the next one of the stream; false at the end. O(its bytes).
    ///
    /// # Errors
    /// Those of the source. The record then holds what was read of it, as [`Content::Other`](super::Content::Other).
    pub fn next_record(&mut self, record: &mut Record) -> io::Result<bool> {
        self.next_record_or_wait(record, || Ok(()))
    }

    /// Like [`next_record`](Reader::next_record), and calls `before_wait` each time just before it asks the source for
    /// more bytes, which may take for ever. A program at the other end of a pipe that waits for an answer gets it if
    /// `before_wait` flushes the output.
    ///
    /// # Errors
    /// Those of the source and of `before_wait`.
    pub fn next_record_or_wait(
        &mut self,
        record: &mut Record,
        mut before_wait: impl FnMut() -> io::Result<()>,
    ) -> io::Result<bool> {
        if self.inside_line {
            record.clear(self.lines);
            self.inside_line = self.append(record, &mut before_wait)?;
            return Ok(!record.raw.is_empty());
        }
        record.clear(self.lines + 1);
        let mut rows = Rows::new(self.measure.rows.len());
        while let Some(line) = self.append_line(record, &mut before_wait)? {
            let is_first = rows.is_empty() && !rows.is_framed();
            if line.goes_on {
                if is_first {
                    self.begin_long_line(record);
                    return Ok(true);
                }
                self.put_back(record, line.start);
                break;
            }
            let noted = record.places.len();
            let read = self.read_line(record, line.start, &rows);
            if is_first && self.is_state(&read, record) {
                return Ok(true);
            }
            let is_bad = matches!(read, Line::BadRow(_) | Line::BadWhole(_) | Line::Prose(_));
            if is_bad && self.lines == 1 && is_header(&record.raw) {
                record.content = Content::Header;
                return Ok(true);
            }
            match rows.take(read, line.start, record.raw.trim_ascii_end().len()) {
                Taken::Open => {}
                Taken::Full => {
                    if rows.is_framed() {
                        self.append_ruler(record, &rows, &mut before_wait)?;
                    }
                    break;
                }
                Taken::Before => {
                    record.places.truncate(noted);
                    self.put_back(record, line.start);
                    break;
                }
                Taken::Alone(line) => {
                    self.become_line(record, line);
                    return Ok(true);
                }
            }
        }
        if rows.is_empty() {
            // A line of a frame without a board stands for itself.
            return Ok(rows.is_framed());
        }
        self.whole = false;
        match rows.finish() {
            Ok(form) => record.become_board(form, &self.shape, self.lenient),
            Err(fault) => record.become_bad(fault),
        }
        Ok(true)
    }

    /// What the line is that begins here in a record, after some rows.
    fn read_line(&self, record: &mut Record, start: usize, rows: &Rows) -> Line {
        let before = Before {
            rows: rows.count(),
            whole: self.whole,
        };
        let line = record.raw.get(start..).unwrap_or_default();
        line::read(line, start, &self.measure, before, &mut record.places)
    }

    /// Makes a record of a line that stands for itself.
    fn become_line(&mut self, record: &mut Record, line: Line) {
        match line {
            Line::Whole(form) => {
                self.whole = true;
                record.become_board(form, &self.shape, self.lenient);
            }
            Line::BadWhole(fault) | Line::Prose(fault) => record.become_bad(fault),
            _ => {}
        }
    }

    /// Whether a line where a board may begin belongs to the state of the board before it. Takes note of sections.
    fn is_state(&mut self, line: &Line, record: &mut Record) -> bool {
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
        if let Some(line) = self.append_line(record, before_wait)? {
            let places = record.places.len();
            if line.goes_on || self.read_line(record, line.start, rows) != Line::Ruler {
                record.places.truncate(places);
                self.put_back(record, line.start);
            }
        }
        Ok(())
    }

    /// The first piece of a line too long: the record is that piece.
    fn begin_long_line(&mut self, record: &mut Record) {
        self.inside_line = true;
        if !record.raw.trim_ascii_start().starts_with(b"#") {
            record.become_bad(Fault::new(record.raw.len(), 0, Reason::LongLine));
        }
    }

    /// Appends the next line to the record, or the start of a line too long; `None` at the end.
    fn append_line(
        &mut self,
        record: &mut Record,
        before_wait: &mut impl FnMut() -> io::Result<()>,
    ) -> io::Result<Option<Appended>> {
        let start = record.raw.len();
        let goes_on = if self.returned.is_empty() {
            self.append(record, before_wait)?
        } else {
            record.raw.append(&mut self.returned);
            // Only a line too long is put back without its end, or the last one of all.
            !record.ends_line() && !self.ended
        };
        if self.lines == 0 && record.raw.starts_with(BYTE_ORDER_MARK) {
            record.raw.drain(..BYTE_ORDER_MARK.len());
        }
        if record.raw.len() == start {
            return Ok(None);
        }
        self.lines += 1;
        Ok(Some(Appended { start, goes_on }))
    }

    /// Appends the bytes up to the next line end, but not more than fit; returns whether the line goes on after them.
    fn append(
        &mut self,
        record: &mut Record,
        before_wait: &mut impl FnMut() -> io::Result<()>,
    ) -> io::Result<bool> {
        let mut room = LONGEST_LINE;
        while self.fill(before_wait)? {
            if room == 0 {
                return Ok(true);
            }
            let bytes = self.source.buffer();
            let mut bytes = bytes.get(..room).unwrap_or(bytes);
            // A slice reads up to a byte as fast as memory allows.
            let length = bytes.read_until(b'\n', &mut record.raw)?;
            self.source.consume(length);
            room -= length;
            if record.ends_line() {
                break;
            }
        }
        Ok(false)
    }

    /// Makes sure that bytes are buffered; false at the end of the source.
    fn fill(&mut self, before_wait: &mut impl FnMut() -> io::Result<()>) -> io::Result<bool> {
        while self.source.buffer().is_empty() && !self.ended {
            before_wait()?;
            match self.source.fill_buf() {
                Ok(bytes) => self.ended = bytes.is_empty(),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(!self.source.buffer().is_empty())
    }

    /// Undoes `append_line`.
    fn put_back(&mut self, record: &mut Record, start: usize) {
        self.returned.clear();
        self.returned
            .extend_from_slice(record.raw.get(start..).unwrap_or_default());
        record.raw.truncate(start);
        self.lines -= 1;
    }
}
