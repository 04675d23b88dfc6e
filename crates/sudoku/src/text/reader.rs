//! Reads a stream of bytes as records.

use std::io::{self, Read};

use super::cut::{Cutter, Kind, Past};
use super::lines::{Ahead, Lines};
use super::maps;
use super::measure::Measure;
use super::paste::{Found, Pastes};
use super::record::{Content, Record};
use super::token::{Form, Place};
use crate::shape::Shape;

/// Notes about the map of a board.
const BESIDE: &str = "the map beside a board on its line has the regions of the board";
const BELOW: &str = "a map between two boards has the regions of the board above it";

/// Which maps of regions are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Maps {
    None,
    /// Those of the regions of the shape.
    OfShape,
    /// Any, above boards or below each.
    OfBoards,
    /// Any; they stand above their boards.
    Above,
}

/// Reads records, one after the other, from a source that need not be buffered.
///
/// The records' [`raw`](Record::raw) texts are all bytes of the source in order, without a byte
/// order mark at the start. Memory is bounded, whatever the source holds.
#[derive(Debug)]
pub struct Reader<R> {
    lines: Lines<R>,
    /// The shape of the boards above the first map of regions.
    first: Shape,
    /// The shape of the next boards, and whether it is another one.
    shape: Shape,
    is_mapped: bool,
    measure: Measure,
    maps: Maps,
    /// Whether a board that breaks a rule is valid.
    lenient: bool,
    past: Past,
    pastes: Pastes,
    /// The number of lines that have been taken.
    taken: u64,
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
            first: shape.clone(),
            shape,
            is_mapped: false,
            maps: Maps::OfBoards,
            lenient: false,
            past: Past::new(),
            pastes: Pastes::new(),
            taken: 0,
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

    /// Reads a map of other regions than those of the shape as an invalid record.
    #[must_use]
    pub fn keep_regions(mut self) -> Reader<R> {
        self.maps = Maps::OfShape;
        self
    }

    /// Reads no maps of regions: a map of digits is an invalid board.
    #[must_use]
    pub fn without_maps(mut self) -> Reader<R> {
        self.maps = Maps::None;
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
        if self.inside_line {
            // A further piece is of the line that was counted with the first.
            record.line = self.taken;
            let Some(span) = ahead.line(0)? else {
                return Ok(false);
            };
            self.inside_line = span.continues;
            record.raw.extend_from_slice(self.lines.take(1));
            return Ok(true);
        }
        self.past.is_start = self.taken == 0;
        let mut cutter = Cutter {
            ahead: &mut ahead,
            measure: &self.measure,
            past: &mut self.past,
            places: &mut record.places,
        };
        let Some(mut cut) = cutter.cut()? else {
            return Ok(false);
        };
        let has_maps = self.maps != Maps::None;
        if has_maps && let Some(map) = maps::above(&mut ahead, &mut cut, self.measure.side)? {
            self.take(record, map.lines);
            self.begin_map(record, map);
            return Ok(true);
        }
        if has_maps
            && let Some((board, map)) = maps::beside(&mut ahead, &cut, &self.measure)
        {
            self.take(record, 1);
            record.places = board.map(|at| Place::new(at, 1)).collect();
            self.finish_mapped(record, Kind::Board(Form::Characters), map, Some(BESIDE));
            return Ok(true);
        }
        let has_map = self.maps == Maps::OfBoards;
        let found = self.pastes.find(&mut ahead, &cut, &self.measure, has_map)?;
        let lines = match &found {
            None => cut.lines,
            Some(Found::Rules(_, lines)) => *lines,
            Some(Found::Map(map)) => map.lines,
            Some(Found::Form(pasted, _)) => {
                let text = &ahead.text()[..pasted.length];
                text.split_inclusive(|&byte| byte == b'\n').count()
            }
        };
        self.inside_line = lines == 1 && ahead.line(0)?.is_some_and(|line| line.continues);
        let goes_on = lines > cut.lines && ahead.line_at_hand(lines).is_some();
        self.take(record, lines);
        let (shape, lenient) = (&self.shape, self.lenient);
        match found {
            Some(Found::Form(pasted, format)) => {
                record.become_pasted(pasted, format, shape, lenient);
            }
            Some(Found::Map(map)) => {
                self.finish_mapped(record, cut.kind, map, goes_on.then_some(BELOW));
            }
            found => {
                let clashes = record.become_cut(cut.kind, shape, lenient) && has_maps;
                if clashes && let Some(map) = maps::of_lines(&record.raw) {
                    self.begin_map(record, map);
                } else if let Some(Found::Rules(rules, _)) = found {
                    record.become_ruled(rules, shape);
                } else if self.is_mapped {
                    record.become_shaped(shape, None);
                }
            }
        }
        Ok(true)
    }

    /// Takes lines for a record.
    fn take(&mut self, record: &mut Record, lines: usize) {
        self.taken += lines as u64;
        record.raw.extend_from_slice(self.lines.take(lines));
    }

    /// Makes a record of a map that stands above boards, which have its regions.
    fn begin_map(&mut self, record: &mut Record, found: maps::Found) {
        let shape = found.shape(&self.first, self.maps == Maps::OfShape);
        if let Ok(shape) = &shape {
            self.is_mapped = *shape != self.first;
            self.shape = shape.clone();
            self.measure = Measure::of(shape);
        }
        if self.maps == Maps::OfBoards {
            self.maps = Maps::Above;
        }
        record.become_map(shape);
    }

    /// Makes a record of a board with a map of its own.
    fn finish_mapped(
        &self,
        record: &mut Record,
        kind: Kind,
        found: maps::Found,
        note: Option<&'static str>,
    ) {
        match found.shape(&self.first, self.maps == Maps::OfShape) {
            Ok(shape) => {
                record.become_cut(kind, &shape, self.lenient);
                record.become_shaped(&shape, note);
            }
            Err(fault) => record.become_bad(fault),
        }
    }
}
