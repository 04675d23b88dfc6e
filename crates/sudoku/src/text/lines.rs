//! The lines of a source, which can be put back.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

use super::measure::LONGEST_LINE;
use super::record::Record;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The lines of a source, with the number of the next one.
#[derive(Debug)]
pub(super) struct Lines<R> {
    source: BufReader<R>,
    /// Lines that were read and then put back, from `next` on.
    returned: Vec<u8>,
    next: usize,
    /// Lines begun, without those put back.
    pub(super) begun: u64,
    /// Whether the source has reported its end; it is not read again.
    ended: bool,
}

/// A line that was appended to a record.
pub(super) struct Appended {
    /// Where in the record it begins.
    pub(super) start: usize,
    /// Whether the line continues because it is too long to be held whole.
    pub(super) continues: bool,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(source: R) -> Lines<R> {
        Lines {
            source: BufReader::with_capacity(LONGEST_LINE, source),
            returned: Vec::new(),
            next: 0,
            begun: 0,
            ended: false,
        }
    }

    /// Appends the next line to the record, or the start of a line too long; `None` at the end.
    pub(super) fn append_line(
        &mut self,
        record: &mut Record,
        before_wait: &mut impl FnMut() -> io::Result<()>,
    ) -> io::Result<Option<Appended>> {
        let start = record.raw.len();
        let returned = self.returned.get(self.next..).unwrap_or_default();
        let continues = match returned.split_inclusive(|&byte| byte == b'\n').next() {
            None => {
                let continues = self.append(record, before_wait)?;
                if self.begun == 0 && record.raw.starts_with(BYTE_ORDER_MARK) {
                    record.raw.drain(..BYTE_ORDER_MARK.len());
                }
                continues
            }
            Some(line) => {
                record.raw.extend_from_slice(line);
                self.next += line.len();
                // Only a line too long is put back without its end, or the last line of all.
                !record.ends_line() && !self.ended
            }
        };
        if record.raw.len() == start {
            return Ok(None);
        }
        self.begun += 1;
        Ok(Some(Appended { start, continues }))
    }

    /// Takes the lines of the record from `start` on away from it; they are read again. Undoes
    /// `append_line`.
    pub(super) fn put_back(&mut self, record: &mut Record, start: usize) {
        let lines = record.raw.get(start..).unwrap_or_default();
        self.begun -= lines.split_inclusive(|&byte| byte == b'\n').count() as u64;
        self.returned.splice(..self.next, lines.iter().copied());
        self.next = 0;
        record.raw.truncate(start);
    }

    /// Appends the bytes up to the next line end, at most [`LONGEST_LINE`]. Returns whether the
    /// line continues after them.
    pub(super) fn append(
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
}
