//! The lines of an input, read ahead as far as anyone asks.
//!
//! What a line means can depend on those below it. So a record is cut in two steps: lines are looked
//! at by their number, and then the first of them are taken. Nothing is ever put back.

use std::io::{self, BufRead, ErrorKind, Read};

use super::measure::LONGEST_LINE;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A line, or a piece of one that is longer than [`LONGEST_LINE`]: bytes of [`Ahead::text`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether the line continues after this piece.
    pub(super) continues: bool,
}

/// The lines that have not been taken.
pub(super) trait Ahead {
    /// The line with a number, from 0; `None` after the last.
    fn line(&mut self, number: usize) -> io::Result<Option<Span>>;

    /// The same, if it can be had without reading more of the input.
    fn line_at_hand(&mut self, number: usize) -> Option<Span>;

    /// The number of bytes of the first lines, if they have been read.
    fn length_of(&mut self, lines: usize) -> usize {
        let last = lines.checked_sub(1);
        let last = last.and_then(|last| self.line_at_hand(last));
        last.map_or(0, |last| last.end)
    }

    /// The bytes from the first line on, as far as they have been read.
    fn text(&self) -> &[u8];

    /// Reads more of the input; false at its end.
    fn more(&mut self) -> io::Result<bool>;

    /// Whether the last read has got all that there was: more may come only after an answer.
    fn is_drained(&self) -> bool;
}

/// The lines of a source.
#[derive(Debug)]
pub(super) struct Lines<R> {
    source: R,
    /// What has been read, and from `start` on not been taken.
    text: Vec<u8>,
    start: usize,
    /// The ends of the lines from `start` on.
    ends: Vec<usize>,
    /// The byte up to which line ends have been looked for.
    searched: usize,
    /// Whether the source has reported its end; it is not read again.
    ended: bool,
    is_begun: bool,
    is_drained: bool,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(source: R) -> Lines<R> {
        Lines {
            source,
            text: Vec::new(),
            start: 0,
            ends: Vec::new(),
            searched: 0,
            ended: false,
            is_begun: false,
            is_drained: false,
        }
    }

    /// The lines, with a function that is called each time before the source is read.
    pub(super) fn ahead<W: FnMut() -> io::Result<()>>(
        &mut self,
        before_wait: W,
    ) -> Waiting<'_, R, W> {
        Waiting {
            lines: self,
            before_wait,
        }
    }

    /// All bytes that have been read, without a copy: there may be no memory for one. They are
    /// taken.
    pub(super) fn take_rest(&mut self) -> Vec<u8> {
        let mut rest = std::mem::take(&mut self.text);
        rest.drain(..self.start);
        (self.start, self.searched) = (0, 0);
        self.ends.clear();
        rest
    }

    /// The first `length` bytes, which have been read. They are taken.
    pub(super) fn take(&mut self, length: usize) -> &[u8] {
        let start = self.start;
        self.start = self.text.len().min(start + length);
        self.searched = self.searched.max(self.start);
        let taken = self.ends.iter().take_while(|&&end| end <= self.start);
        self.ends.drain(..taken.count());
        &self.text[start..self.start]
    }

    /// Finds line ends up to the one with a number, in what has been read.
    fn find(&mut self, number: usize) -> bool {
        while self.ends.len() <= number {
            let begin = self.ends.last().copied().unwrap_or(self.start);
            let most = self.text.len().min(begin + LONGEST_LINE);
            let from = self.searched.max(begin);
            // A slice is searched as fast as memory allows.
            let length = (&self.text[from..most]).skip_until(b'\n');
            self.searched = from + length.unwrap_or_default();
            let is_whole = self.text[begin..self.searched].ends_with(b"\n");
            // A piece of a line is known to be one by the byte after it.
            let is_piece = most < self.text.len();
            let is_last = self.ended && most > begin;
            if !(is_whole || is_piece || is_last) {
                return false;
            }
            self.ends.push(self.searched);
        }
        true
    }

    /// Reads more of the source; false at its end.
    fn fill(&mut self, before_wait: &mut impl FnMut() -> io::Result<()>) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        before_wait()?;
        self.text.drain(..self.start);
        self.ends.iter_mut().for_each(|end| *end -= self.start);
        self.searched -= self.start;
        self.start = 0;
        let length = self.text.len();
        // A long puzzle can exceed the memory that the system grants.
        self.text
            .try_reserve(LONGEST_LINE)
            .map_err(|_| ErrorKind::OutOfMemory)?;
        self.text.resize(length + LONGEST_LINE, 0);
        let read = self.source.read(&mut self.text[length..]);
        let count = *read.as_ref().unwrap_or(&0);
        self.text.truncate(length + count);
        self.is_drained = count < LONGEST_LINE;
        match read {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            read => self.ended = read? == 0,
        }
        if !self.is_begun && self.text.starts_with(BYTE_ORDER_MARK) {
            self.text.drain(..BYTE_ORDER_MARK.len());
            self.is_begun = true;
        }
        // Fewer bytes may be the start of the mark.
        self.is_begun |= self.ended || !BYTE_ORDER_MARK.starts_with(&self.text);
        Ok(true)
    }
}

/// The lines of a source, which may be waited for.
pub(super) struct Waiting<'a, R, W> {
    lines: &'a mut Lines<R>,
    before_wait: W,
}

impl<R: Read, W: FnMut() -> io::Result<()>> Ahead for Waiting<'_, R, W> {
    fn line(&mut self, number: usize) -> io::Result<Option<Span>> {
        while !(self.lines.is_begun && self.lines.find(number)) {
            if !self.more()? {
                return Ok(None);
            }
        }
        Ok(self.line_at_hand(number))
    }

    fn line_at_hand(&mut self, number: usize) -> Option<Span> {
        self.lines.find(number);
        let Lines {
            text, start, ends, ..
        } = &*self.lines;
        let &end = ends.get(number)?;
        let begin = number.checked_sub(1).map_or(*start, |before| ends[before]);
        Some(Span {
            start: begin - start,
            end: end - start,
            continues: text[end - 1] != b'\n' && end < text.len(),
        })
    }

    fn text(&self) -> &[u8] {
        &self.lines.text[self.lines.start..]
    }

    fn more(&mut self) -> io::Result<bool> {
        self.lines.fill(&mut self.before_wait)
    }

    fn is_drained(&self) -> bool {
        self.lines.is_drained
    }
}
