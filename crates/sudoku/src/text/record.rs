//! One record of the stream: its bytes, what it is, and how to write it back.

use std::io::{self, Write};
use std::ops::Range;

use super::board;
use super::cut::Kind;
use super::error::{BoardError, Reason};
use super::fault::Fault;
use super::token::{Form, Place, Token};
use super::walls;
use crate::alphabet::{Alphabet, ZERO_NOTE};
use crate::format::{Puzzle, PuzzleError, PuzzleFormat, PuzzleReason};
use crate::grid::Grid;
use crate::pasted::Pasted;
use crate::rule::named;
use crate::shape::{Outline, Shape};
use quadrille_core::text::Excerpt;

pub(super) const RULES_BELOW: &str = "the rules below the board are taken as those of the board";
pub(super) const RULES_ABOVE: &str = "the rules above the board are taken as those of the board";

/// A board or other text of the input, with its bytes.
///
/// A reader fills the same record again and again, so that reading allocates little.
#[derive(Debug, Clone)]
pub struct Record {
    /// The bytes of its lines, line ends included.
    pub(super) raw: Vec<u8>,
    /// The number of its first line, from 1.
    pub(super) line: u64,
    pub(super) content: Content,
    /// Where in `raw` each cell of a board stands, ascending. Means nothing unless the content is a
    /// board.
    pub(super) places: Vec<Place>,
    /// How those cells are written.
    pub(super) token: Token,
    /// How each value is written, from the first, if not in one of the alphabets.
    words: Vec<String>,
    /// Which of two possible readings was taken.
    note: Option<&'static str>,
    /// The puzzle, and its format if it has one of those, if the record is not a plain board.
    puzzle: Option<Box<(Puzzle, Option<PuzzleFormat>)>>,
}

/// What a [`Record`] is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content {
    /// A board, without a clash unless the reader is lenient.
    Board(Grid),
    /// A comment, a title, a blank line, or a further piece of a line too long: to be copied.
    Other,
    /// The first line, with the names of columns: to be copied.
    Header,
    /// A map of regions: to be copied. The boards below it have this shape.
    Map(Box<Shape>),
    /// An invalid board.
    Bad(BoardError),
}

impl Record {
    /// Returns an empty record, to be filled by a [`Reader`](super::Reader).
    pub fn new() -> Record {
        Record {
            raw: Vec::new(),
            line: 1,
            content: Content::Other,
            places: Vec::new(),
            token: Token::Symbol(Alphabet::Digits),
            words: Vec::new(),
            note: None,
            puzzle: None,
        }
    }

    /// Returns a record of lines that are no board.
    #[must_use]
    pub fn other(raw: &[u8], line: u64) -> Record {
        Record {
            raw: raw.to_vec(),
            line,
            ..Record::new()
        }
    }

    /// Returns the record of a puzzle with rules of its own, or of what is wrong with it. A board
    /// that already breaks a rule is a board all the same: the answer about it is that it has no
    /// solution.
    #[must_use]
    pub fn of_puzzle(raw: &[u8], line: u64, puzzle: Result<&Puzzle, &PuzzleError>) -> Record {
        let mut record = Record::other(raw, line);
        record.become_puzzle(puzzle);
        record
    }

    fn become_puzzle(&mut self, puzzle: Result<&Puzzle, &PuzzleError>) {
        match puzzle {
            Ok(puzzle) => {
                self.token = Token::Symbol(puzzle.shape.alphabet());
                self.content = Content::Board(puzzle.board.clone());
            }
            Err(error) => {
                let reason = Reason::Puzzle(Box::new(error.reason.clone()));
                let end = self.raw.trim_ascii_end().len();
                let start = error.span.start.min(end);
                let length = error.span.end.min(end) - start;
                self.become_bad(Fault::new(start, length, reason));
            }
        }
    }

    /// Makes a record of what was pasted, of which `raw` has the bytes.
    /// A board without rules of its own has those of a shape with as many cells.
    pub(super) fn become_pasted(
        &mut self,
        mut pasted: Pasted,
        format: Option<PuzzleFormat>,
        shape: &Shape,
        lenient: bool,
    ) {
        if let Ok(puzzle) = &mut pasted.puzzle
            && Shape::with_side(puzzle.shape.side()).as_ref() == Some(&puzzle.shape)
            && puzzle.board.cells().len() == shape.cell_count()
        {
            puzzle.shape = shape.clone();
        }
        self.become_puzzle(pasted.puzzle.as_ref());
        let place = |range: Range<usize>| Place::new(range.start, range.len());
        self.places = pasted.places.into_iter().map(place).collect();
        self.words = pasted.words;
        if self.token == Token::Symbol(Alphabet::Zero) && self.has_places() && self.words.is_empty()
        {
            self.note = Some(ZERO_NOTE);
        }
        if let Ok(puzzle) = &pasted.puzzle
            && !lenient
            && self.has_places()
            && let Some(fault) =
                board::clash(&self.places, self.token, &puzzle.board, &puzzle.shape)
        {
            return self.become_bad(fault);
        }
        if pasted.is_apart {
            self.places.clear();
        }
        self.puzzle = pasted.puzzle.ok().map(|puzzle| Box::new((puzzle, format)));
    }

    /// Adds the rules of a puzzle to the board of a shape that the record is.
    pub(super) fn become_ruled(&mut self, mut rules: Puzzle, shape: &Shape, note: &str) {
        let Content::Board(board) = &self.content else {
            return;
        };
        if Shape::with_side(shape.side()).as_ref() != Some(shape) {
            match with_rules_of(shape, &rules.shape) {
                Ok(both) => rules.shape = both,
                Err(reason) => {
                    let reason = Reason::Puzzle(Box::new(reason));
                    return self.become_bad(Fault::new(0, 0, reason));
                }
            }
        }
        let mut puzzle = rules.with_board(board.clone());
        // They could be a puzzle of their own, without givens.
        puzzle.notes.push(note.to_owned());
        self.puzzle = Some(Box::new((puzzle, None)));
    }

    /// Gives a board that counts from zero a shape with these values.
    fn count_from_zero(&mut self, grid: &Grid, shape: &Shape) {
        if self.token != Token::Symbol(Alphabet::Zero) || shape.side() > 9 {
            return;
        }
        let outline = Outline {
            lowest: 0,
            ..shape.outline()
        };
        if let Ok(shape) = Shape::outlined(&outline, shape.rules().iter().cloned()) {
            let puzzle = Puzzle::new(shape, grid.clone());
            self.puzzle = Some(Box::new((puzzle, None)));
            self.note = Some(ZERO_NOTE);
        }
    }

    /// Gives a board without a puzzle the shape that it was read with, and a note about the reading.
    pub(super) fn become_shaped(&mut self, shape: &Shape, note: Option<&'static str>) {
        if let (Content::Board(board), None) = (&self.content, &self.puzzle) {
            let puzzle = Puzzle::new(shape.clone(), board.clone());
            self.puzzle = Some(Box::new((puzzle, None)));
        }
        self.note = self.note.or(note);
    }

    /// Takes the puzzle out of the record, and its format if it has one of those, if the record is
    /// not a plain board. It has the shape of the board.
    pub fn take_puzzle(&mut self) -> Option<Box<(Puzzle, Option<PuzzleFormat>)>> {
        self.puzzle.take()
    }

    /// Returns whether [`write_solution`](Self::write_solution) can fill the cells of the record.
    pub fn has_places(&self) -> bool {
        !self.places.is_empty()
    }

    /// Returns what the record is.
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// Returns the bytes of the record, line ends included.
    pub fn raw(&self) -> &[u8] {
        &self.raw
    }

    /// Returns the number of its first line, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Returns which of two possible readings of a board was taken, if there are two.
    pub fn note(&self) -> Option<&'static str> {
        self.note
    }

    /// Returns the name of a rule in text that is not read as rules: a title, a comment, or what
    /// stands before or after the cells of a board.
    pub fn named_rule(&self) -> Option<&'static str> {
        let (before, after) = match (&self.content, &self.places[..]) {
            (Content::Other, _) => (&self.raw[..], &[][..]),
            (Content::Board(_), [first, .., last]) => (
                self.raw.get(..first.start())?,
                self.raw.get(last.start() + last.len()..)?,
            ),
            _ => return None,
        };
        named(before).or_else(|| named(after))
    }

    /// Returns the text of a value as this record writes it, such as `A` or `10`.
    pub fn name(&self, value: u8) -> String {
        match self.words.get(usize::from(value).wrapping_sub(1)) {
            Some(word) => word.clone(),
            None => self.token.name(value),
        }
    }

    /// Returns the line of this record with what is wrong in it.
    #[must_use]
    pub fn excerpt(&self, error: &BoardError) -> Excerpt {
        let (before, rest) = self.raw.split_at(error.span.start.min(self.raw.len()));
        let (wrong, after) = rest.split_at(error.span.len().min(rest.len()));
        let is_end = |byte: &u8| *byte == b'\n';
        let before = before.rsplit(is_end).next().unwrap_or_default();
        let after = after.split(is_end).next().unwrap_or_default();
        let pieces = [before, wrong, after.trim_ascii_end()].map(String::from_utf8_lossy);
        Excerpt::new(pieces.each_ref().map(|piece| &**piece))
    }

    /// Writes the record unchanged.
    ///
    /// # Errors
    /// Returns those of the output.
    pub fn write_raw(&self, output: &mut impl Write) -> io::Result<()> {
        output.write_all(&self.raw)
    }

    /// Writes the record with each blank cell replaced by the value of the solution, all else
    /// unchanged.
    ///
    /// A longer value replaces spaces before it and a shorter one is followed by spaces, so that
    /// columns stay where they are. A cell that is blank in the solution too stays unchanged, and
    /// so does a record that is not a board. Givens are never overwritten; the caller ensures that
    /// the solution extends them.
    ///
    /// # Errors
    /// Returns those of the output.
    pub fn write_solution(&self, output: &mut impl Write, solution: &Grid) -> io::Result<()> {
        self.write_filled(output, solution)
    }

    /// Not generic, so that the loops over cells are compiled with the functions that they call.
    fn write_filled(&self, mut output: &mut dyn Write, solution: &Grid) -> io::Result<()> {
        match &self.content {
            Content::Board(given) => {
                let cells = given.cells().iter().zip(solution.cells());
                let fill = self.places.iter().zip(cells);
                if let Token::Symbol(alphabet) = self.token
                    && self.words.is_empty()
                    && board::write_short(&self.raw, alphabet, fill.clone(), output)?
                {
                    return Ok(());
                }
                let keeps_columns = matches!(self.token, Token::Spaced(..));
                let fill = fill
                    .filter(|&(_, (&given, &value))| given == 0 && (value != 0 || keeps_columns));
                let fill = fill.map(|(&place, (_, &value))| (place, value));
                if !self.words.is_empty() {
                    let name = |value| self.name(value);
                    return board::write_words(&self.raw, &name, fill, output);
                }
                board::write(&self.raw, &self.places, self.token, fill, output)
            }
            _ => self.write_raw(&mut output),
        }
    }

    /// Writes the separator of two solutions of this record: a line end if the input ended without
    /// one, and after a board of several lines a blank line. Line ends are those of the record.
    ///
    /// # Errors
    /// Returns those of the output.
    pub fn write_break(&self, output: &mut impl Write) -> io::Result<()> {
        if !self.ends_line() {
            output.write_all(self.line_end())?;
        }
        if self.raw[..]
            .split_inclusive(|&byte| byte == b'\n')
            .nth(1)
            .is_some()
        {
            output.write_all(self.line_end())?;
        }
        Ok(())
    }

    /// Returns whether its last line has a line end; only the last line of the input may lack it.
    pub fn ends_line(&self) -> bool {
        self.raw.ends_with(b"\n")
    }

    /// Returns the line end of its first line: `\r\n`, or `\n` also if it has none.
    pub fn line_end(&self) -> &'static [u8] {
        match self.raw.split_inclusive(|&byte| byte == b'\n').next() {
            Some(line) if line.ends_with(b"\r\n") => b"\r\n",
            _ => b"\n",
        }
    }

    /// Makes ready for the record that begins at a line.
    pub(super) fn clear(&mut self, line: u64) {
        self.raw.clear();
        self.places.clear();
        self.words.clear();
        self.note = None;
        self.puzzle = None;
        self.line = line;
        self.content = Content::Other;
    }

    /// Makes a record of what its lines are. Returns whether they are a board that already breaks a
    /// rule.
    pub(super) fn become_cut(&mut self, kind: Kind, shape: &Shape, lenient: bool) -> bool {
        match kind {
            Kind::Board(form) => return self.become_board(form, shape, lenient),
            Kind::Spaced(step) => self.become_spaced(step, shape, lenient),
            Kind::Bad(fault) => self.become_bad(fault),
            Kind::Header => self.content = Content::Header,
            Kind::Other => {}
        }
        false
    }

    /// Makes a board whose cells are the first characters of its line.
    pub(super) fn become_listed(&mut self, grid: Grid) {
        let places = 0..grid.cells().len();
        self.places.extend(places.map(|at| Place::new(at, 1)));
        self.token = Token::Symbol(Alphabet::Digits);
        self.content = Content::Board(grid);
    }

    /// Makes a board of the cells whose places are noted, or an invalid record. Returns whether the
    /// board already breaks a rule.
    fn become_board(&mut self, form: Form, shape: &Shape, lenient: bool) -> bool {
        let (token, grid) = match board::read(&self.raw, &self.places, form, shape) {
            Ok(read) => read,
            Err(fault) => {
                self.become_bad(fault);
                return false;
            }
        };
        self.token = token;
        if let Some(fault) = walls::contradiction(&self.raw, &self.places, shape) {
            self.become_bad(fault);
            return false;
        }
        let clash = board::clash(&self.places, self.token, &grid, shape);
        let clashes = clash.is_some();
        match clash.filter(|_| !lenient) {
            None => {
                self.count_from_zero(&grid, shape);
                self.content = Content::Board(grid);
            }
            Some(fault) => self.become_bad(fault),
        }
        clashes
    }

    /// Makes a map of regions, above boards of this shape, or an invalid record.
    pub(super) fn become_map(&mut self, shape: Result<Shape, Fault>) {
        self.places.clear();
        self.puzzle = None;
        match shape {
            Ok(shape) => self.content = Content::Map(Box::new(shape)),
            Err(fault) => self.become_bad(fault),
        }
    }

    /// Makes a board of the cells whose places are noted, where spaces are blanks. `step` is the
    /// number of columns from cell to cell.
    fn become_spaced(&mut self, step: usize, shape: &Shape, lenient: bool) {
        self.become_board(Form::Characters, shape, lenient);
        self.token = Token::Spaced(Alphabet::Digits, step);
    }

    /// Makes an invalid record, given a fault whose place is a byte of `raw`.
    pub(super) fn become_bad(&mut self, fault: Fault) {
        let before = self.raw.get(..fault.at).unwrap_or(&self.raw);
        let lines = before.iter().filter(|&&byte| byte == b'\n').count();
        let line = before.rsplit(|&byte| byte == b'\n').next();
        let line = String::from_utf8_lossy(line.unwrap_or_default());
        self.content = Content::Bad(BoardError {
            line: self.line + lines as u64,
            column: line.chars().count() + 1,
            reason: fault.reason,
            span: fault.at..fault.at + fault.length,
        });
    }
}

/// A shape with its own rules and those of another one.
fn with_rules_of(shape: &Shape, other: &Shape) -> Result<Shape, PuzzleReason> {
    let own = shape.rules();
    let others = other.rules().iter().filter(|rule| !own.contains(rule));
    let mut both = shape.clone();
    if others.clone().next().is_some() {
        both = Shape::outlined(&shape.outline(), own.iter().chain(others).cloned())?;
    }
    let cells = other.cell_rules().iter().cloned();
    both.with_cell_rules(cells)
        .map_err(|error| PuzzleReason::Rule {
            rule: error.rule,
            reason: error.reason,
        })
}

impl Default for Record {
    fn default() -> Record {
        Record::new()
    }
}
