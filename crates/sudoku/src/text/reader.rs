//! Reads a stream of bytes as records.

use std::io::{self, Read};

use super::above::board_below;
use super::cut::{Cut, Cutter, Kind, Past};
use super::lines::{Ahead, Lines};
use super::listed;
use super::maps;
use super::measure::{LONGEST_LINE, Measure};
use super::paste::{Found, Pastes};
use super::puzzles::{Form as PuzzleForm, Puzzles};
use super::record::{Content, RULES_ABOVE, RULES_BELOW, Record};
use super::size::guess_side;
use super::token::{Form, Place};
use crate::format::{Puzzle, PuzzleFormat};
use crate::shape::Shape;

/// Notes about the map of a board.
const BESIDE: &str = "the map beside a board on its line has the regions of the board";
const BELOW: &str = "a map between two boards has the regions of the board above it";

/// What is called each time before the source is read.
type Wait<'a> = &'a mut dyn FnMut() -> io::Result<()>;

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
    /// The shape of boards without a map of regions.
    plain: Shape,
    /// The shape of the next boards, and whether it is not the one that the reader was given.
    shape: Shape,
    is_other_shape: bool,
    measure: Measure,
    /// Whether the size of plain boards is that of the first one, and whether it is known.
    size: Size,
    maps: Maps,
    /// Whether a board that breaks a rule is valid.
    lenient: bool,
    past: Past,
    puzzles: Puzzles,
    pastes: Pastes,
    /// The number of line ends that have been taken.
    taken: u64,
    /// Whether the last line handed out continues: it is too long to be held whole.
    inside_line: bool,
}

/// Where the size of plain boards comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Size {
    /// From the shape of the reader.
    Given,
    /// From the first plain board below a puzzle, of which none has come.
    Later,
    /// From the next plain board.
    Open,
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
            plain: shape.clone(),
            shape,
            is_other_shape: false,
            size: Size::Given,
            maps: Maps::OfBoards,
            lenient: false,
            past: Past::new(),
            puzzles: Puzzles {
                format: None,
                waits: false,
            },
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
        self.patient_with_puzzles()
    }

    /// Reads the line after a puzzle of ISS text, which may continue it, before the puzzle is handed
    /// out, and does not take a pause for its end.
    #[must_use]
    pub fn patient_with_puzzles(mut self) -> Reader<R> {
        self.puzzles.waits = true;
        self
    }

    /// Reads all records but blank lines and comments as puzzles in a format.
    #[must_use]
    pub fn in_format(mut self, format: PuzzleFormat) -> Reader<R> {
        self.puzzles.format = Some(format);
        self
    }

    /// Takes the size of plain boards from the first of them, which may stand below puzzles. Boards of
    /// another size than the reader's are handed out as puzzles, see [`Record::take_puzzle`].
    #[must_use]
    pub fn of_any_size(mut self) -> Reader<R> {
        self.size = Size::Later;
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
        mut before_wait: impl FnMut() -> io::Result<()>,
    ) -> io::Result<bool> {
        record.clear(self.taken + 1);
        let read = self.read_record(record, &mut before_wait);
        if read.is_err() {
            record.clear(self.taken + 1);
            record.raw = self.lines.take_rest();
        }
        self.past.has_board |= matches!(record.content, Content::Board(_));
        read
    }

    /// Asks what the lines ahead are: the cheapest question first, and those that change the meaning
    /// of a plain board before it is read.
    fn read_record(&mut self, record: &mut Record, wait: Wait<'_>) -> io::Result<bool> {
        if self.inside_line {
            return self.read_rest(record, wait);
        }
        if self.read_listed(record, wait) {
            return Ok(true);
        }
        if let Some(form) = self.puzzles.find(&mut self.lines.ahead(&mut *wait))? {
            self.finish_form(record, form, wait)?;
            return Ok(true);
        }
        self.find_size(wait)?;
        self.past.is_start = self.taken == 0;
        let Some(cut) = self.cut(record, wait)? else {
            return Ok(false);
        };
        self.finish_cut(record, cut, wait)?;
        Ok(true)
    }

    /// Hands out the next piece of a line that is too long.
    fn read_rest(&mut self, record: &mut Record, wait: Wait<'_>) -> io::Result<bool> {
        let Some(span) = self.lines.ahead(wait).line(0)? else {
            return Ok(false);
        };
        self.take(span.end, record);
        self.inside_line = span.continues;
        Ok(true)
    }

    /// Reads a board in the middle of a list, if the lines ahead begin with one.
    fn read_listed(&mut self, record: &mut Record, wait: Wait<'_>) -> bool {
        let may_be_listed = self.past.is_list()
            && self.puzzles.format.is_none()
            && !self.is_other_shape
            && self.size != Size::Open;
        let mut ahead = self.lines.ahead(wait);
        let found = may_be_listed
            .then(|| listed::board(&mut ahead, &self.measure, &self.shape))
            .flatten();
        let Some((grid, length)) = found else {
            return false;
        };
        self.take(length, record);
        record.become_listed(grid);
        true
    }

    /// Takes the size of plain boards from the next one, if it is not known.
    fn find_size(&mut self, wait: Wait<'_>) -> io::Result<()> {
        if self.size == Size::Open
            && let Some(side) = side_ahead(&mut self.lines.ahead(wait))?
        {
            self.size = Size::Given;
            if let Some(shape) = Shape::with_side(side).filter(|shape| *shape != self.shape) {
                self.set_plain(shape);
            }
        }
        Ok(())
    }

    /// Sets the shape of boards without a map of regions, and of the next boards.
    fn set_plain(&mut self, shape: Shape) {
        (self.plain, self.measure) = (shape.clone(), Measure::of(&shape));
        (self.shape, self.is_other_shape) = (shape, true);
    }

    /// Cuts the next plain record off the lines ahead, and notes the places of its cells.
    fn cut(&mut self, record: &mut Record, wait: Wait<'_>) -> io::Result<Option<Cut>> {
        let mut cutter = Cutter {
            ahead: &mut self.lines.ahead(wait),
            measure: &self.measure,
            past: &mut self.past,
            places: &mut record.places,
        };
        cutter.cut()
    }

    /// Makes a record of lines that are plain text as they stand, with the map or the rules that
    /// belong to them, or of one of the other forms.
    fn finish_cut(&mut self, record: &mut Record, mut cut: Cut, wait: Wait<'_>) -> io::Result<()> {
        let mut ahead = self.lines.ahead(&mut *wait);
        if self.maps != Maps::None {
            if let Some(map) = maps::above(&mut ahead, &mut cut, self.measure.side)? {
                let length = ahead.length_of(map.lines);
                self.take(length, record);
                self.begin_map(record, map);
                return Ok(());
            }
            if let Some((board, map)) = maps::beside(&mut ahead, &cut, &self.measure) {
                let length = ahead.length_of(1);
                self.take(length, record);
                record.places = board.map(|at| Place::new(at, 1)).collect();
                self.finish_mapped(record, Kind::Board(Form::Characters), map, Some(BESIDE));
                return Ok(());
            }
        }
        let has_map = self.maps == Maps::OfBoards;
        match self.pastes.find(&mut ahead, &cut, &self.measure, has_map)? {
            Some(Found::Form(form)) => self.finish_form(record, form, wait)?,
            Some(Found::Map(map)) => {
                let has_more = has_text_at(&mut ahead, map.lines);
                let length = ahead.length_of(map.lines);
                self.take(length, record);
                self.finish_mapped(record, cut.kind, map, has_more.then_some(BELOW));
            }
            Some(Found::Rules(rules, lines)) => {
                let length = ahead.length_of(lines);
                self.take(length, record);
                self.finish_plain(record, cut.kind, Some(rules));
            }
            None => {
                let length = ahead.length_of(cut.lines);
                self.inside_line = ahead
                    .line(0)?
                    .is_some_and(|line| line.continues && line.end == length);
                self.take(length, record);
                self.finish_plain(record, cut.kind, None);
            }
        }
        Ok(())
    }

    /// Makes a record of plain text, with the rules below it.
    fn finish_plain(&mut self, record: &mut Record, kind: Kind, rules: Option<Puzzle>) {
        let clashes = record.become_cut(kind, &self.shape, self.lenient);
        if clashes
            && self.maps != Maps::None
            && let Some(map) = maps::of_lines(&record.raw)
        {
            self.begin_map(record, map);
        } else if let Some(rules) = rules {
            record.become_ruled(rules, &self.shape, RULES_BELOW);
        } else if self.is_other_shape {
            record.become_shaped(&self.shape, None);
        }
    }

    /// Makes a record of a form, which stands at the start of the lines ahead. If it is the rules of
    /// a plain board below it, the record is the board with these rules.
    fn finish_form(
        &mut self,
        record: &mut Record,
        (pasted, format): PuzzleForm,
        wait: Wait<'_>,
    ) -> io::Result<()> {
        let rules = pasted.puzzle.as_ref().ok();
        let own = rules.and_then(|rules| Shape::with_side(rules.shape.side()));
        let own = own.filter(|own| self.size != Size::Given && *own != self.shape);
        let measure = own.as_ref().map(Measure::of);
        let measure = measure.as_ref().unwrap_or(&self.measure);
        let mut ahead = self.lines.ahead(&mut *wait);
        let board = match self.puzzles.format {
            None => board_below(&mut ahead, &pasted, measure, self.pastes.waits)?,
            Some(_) => None,
        };
        if board.is_some()
            && let Some(own) = own
        {
            self.set_plain(own);
        }
        self.take(board.unwrap_or(pasted.length), record);
        if board.is_some()
            && self.take_board(record, wait)?
            && let Ok(rules) = pasted.puzzle
        {
            record.become_ruled(rules, &self.shape, RULES_ABOVE);
            self.size = Size::Given;
        } else {
            record.become_pasted(pasted, format, &self.shape, self.lenient);
            self.see_form();
        }
        Ok(())
    }

    /// Adds a plain board to a record, if the lines ahead begin with one.
    fn take_board(&mut self, record: &mut Record, wait: Wait<'_>) -> io::Result<bool> {
        let start = record.raw.len();
        record.places.clear();
        self.past.is_start = false;
        let Some(cut) = self.cut(record, &mut *wait)? else {
            return Ok(false);
        };
        if !matches!(cut.kind, Kind::Board(_) | Kind::Spaced(_)) {
            return Ok(false);
        }
        let length = self.lines.ahead(wait).length_of(cut.lines);
        self.take(length, record);
        for place in &mut record.places {
            *place = Place::new(place.start() + start, place.len());
        }
        record.become_cut(cut.kind, &self.shape, self.lenient);
        Ok(true)
    }

    /// Notes that a record was not plain text.
    fn see_form(&mut self) {
        if self.size == Size::Later {
            self.size = Size::Open;
        }
    }

    /// Moves the first bytes of the source to the record.
    fn take(&mut self, length: usize, record: &mut Record) {
        let taken = self.lines.take(length);
        let ends = taken.iter().filter(|&&byte| byte == b'\n');
        self.taken += ends.count() as u64;
        record.raw.extend_from_slice(taken);
    }

    /// Makes a record of a map that stands above boards, which have its regions.
    fn begin_map(&mut self, record: &mut Record, found: maps::Found) {
        let shape = found.shape(&self.plain, self.maps == Maps::OfShape);
        if let Ok(shape) = &shape {
            self.is_other_shape |= *shape != self.shape;
            (self.shape, self.measure) = (shape.clone(), Measure::of(shape));
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
        match found.shape(&self.plain, self.maps == Maps::OfShape) {
            Ok(shape) => {
                record.become_cut(kind, &shape, self.lenient);
                record.become_shaped(&shape, note);
            }
            Err(fault) => record.become_bad(maps::of_own(fault)),
        }
    }
}

/// Whether a line at hand has text, and does not end a block of code.
fn has_text_at(ahead: &mut dyn Ahead, line: usize) -> bool {
    let Some(span) = ahead.line_at_hand(line) else {
        return false;
    };
    let text = ahead.text()[span.start..span.end].trim_ascii();
    !text.is_empty() && text != b"```"
}

/// The size of the first plain board ahead; `None` if the first line is blank or a comment.
fn side_ahead(ahead: &mut dyn Ahead) -> io::Result<Option<usize>> {
    let Some(first) = ahead.line(0)? else {
        return Ok(None);
    };
    let line = ahead.text()[..first.end].trim_ascii();
    if line.is_empty() || line.starts_with(b"#") {
        return Ok(None);
    }
    let mut has_ended = false;
    loop {
        let text = ahead.text();
        let side = guess_side(text, has_ended || text.len() > LONGEST_LINE);
        if side.is_some() {
            return Ok(side);
        }
        has_ended = !ahead.more()?;
    }
}
