//! How large the boards of a text are: it is read as boards of each size at once.

use std::ops::RangeInclusive;

use super::line::{self, Before, Line};
use super::measure::Measure;
use super::rows::{Rows, Taken};
use super::token::{Form, Place};
use super::words::words;
use crate::sudoku::alphabet::LARGEST_SIDE;
use crate::sudoku::shape::Shape;

/// The side of boards about which nothing else is known.
const CLASSIC: usize = 9;

/// The side of the first good board of a text, as far as it has been read: `None` if more of it is needed, of which
/// there is none if it has `ended`. Boards are square, with boxes as [`Shape::with_side`] makes them.
///
/// A line of 81 cells, or nine of nine, tells at once. A line of 16 characters may be a whole board or the first of 16
/// rows; so the lines that follow it are looked at: 16 of them are a board, if not each of them can be one of 4 x 4, or
/// if all are blank. What tells no side, as half a board, is passed over; if nothing else comes, the side is the one
/// under which most lines are good, or else that of a classic board.
///
/// ```
/// use quadrille::sudoku::text::guess_side;
///
/// assert_eq!(guess_side(b"1...\n...2\n3...\n...4\n", true), Some(4));
/// assert_eq!(guess_side(b"1......2....3..4\n", true), Some(4));
/// assert_eq!(guess_side(b"1......2....3..4\n", false), None);
/// assert_eq!(guess_side(b"1.\n\n1......2....3..4\n", true), Some(4));
/// assert_eq!(guess_side(&[b'.'; 625], true), Some(25));
/// assert_eq!(guess_side(b"what is this?", true), Some(9));
/// ```
#[must_use]
pub fn guess_side(text: &[u8], ended: bool) -> Option<usize> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let sides = (1..=LARGEST_SIDE).filter(|&side| Shape::has_boxes(side));
    let mut readings: Vec<Reading> = sides.map(Reading::new).collect();
    let mut is_blank = Vec::new();
    for (number, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
        if !line.ends_with(b"\n") && !ended {
            return None;
        }
        let is_value = |byte: &u8| byte.is_ascii_alphanumeric() && *byte != b'0';
        is_blank.push(!line.iter().any(is_value));
        for reading in &mut readings {
            reading.take(number, line);
        }
        let side = first(&readings, &is_blank, false);
        if side.is_some() {
            return side;
        }
    }
    if !ended {
        return None;
    }
    let most_good = || {
        let best = readings.iter().rev().max_by_key(|reading| reading.good);
        best.filter(|best| best.good > 1)
            .map(|best| best.measure.side)
    };
    let of_line = |line| square(words(line).map(|(_, word)| word.len()).sum());
    let side = first(&readings, &is_blank, true).or_else(most_good);
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    Some(side.or_else(|| lines.find_map(of_line)).unwrap_or(CLASSIC))
}

/// The side of the reading with the first board; unless the text has ended, only if no other can be the first yet.
fn first(readings: &[Reading], is_blank: &[bool], ended: bool) -> Option<usize> {
    let found = |reading: &&Reading| reading.board.is_some();
    let mut found: Vec<&Reading> = readings.iter().filter(found).collect();
    found.sort_by_key(|reading| {
        reading
            .board
            .as_ref()
            .map(|board| (*board.start(), *board.end()))
    });
    let (&best, others) = found.split_first()?;
    let start = *best.board.as_ref()?.start();
    if best.measure.side == CLASSIC {
        return Some(CLASSIC);
    }
    if !ended && readings.iter().any(|reading| reading.may_begin_by(start)) {
        return None;
    }
    // Lines that each are a board are no rows of a larger one, unless they are blank.
    let wins = |other: &&&Reading| {
        other.board.as_ref().is_some_and(|board| {
            let is_bad = best.bad.is_some_and(|bad| bad <= *board.end());
            *board.start() == start
                && (is_bad || is_blank[board.clone()].iter().all(|&blank| blank))
        })
    };
    let best = others.iter().find(wins).unwrap_or(&best);
    Some(best.measure.side)
}

/// A text read as boards of one size.
struct Reading {
    measure: Measure,
    rows: Rows,
    /// The line where the rows begin.
    begun: usize,
    whole: bool,
    places: Vec<Place>,
    /// The lines of the first board.
    board: Option<RangeInclusive<usize>>,
    /// The first line after it that is no board, nor a row of one.
    bad: Option<usize>,
    /// How many lines are boards or rows.
    good: usize,
}

impl Reading {
    fn new(side: usize) -> Reading {
        let measure = Measure::square(side);
        Reading {
            rows: Rows::new(side),
            measure,
            begun: 0,
            whole: false,
            places: Vec::new(),
            board: None,
            bad: None,
            good: 0,
        }
    }

    /// Whether rows that began no later than a line may become the first board.
    fn may_begin_by(&self, line: usize) -> bool {
        self.board.is_none() && self.rows.is_good() && self.begun <= line
    }

    /// Reads a line, as a reader of records does.
    fn take(&mut self, number: usize, line: &[u8]) {
        loop {
            let before = Before {
                rows: self.rows.count(),
                whole: self.whole,
            };
            self.places.clear();
            let read = line::read(line, 0, &self.measure, before, &mut self.places);
            let is_good = matches!(read, Line::Row(_) | Line::Whole(_));
            if self.rows.is_empty() {
                self.begun = number;
            }
            let board = match self.rows.take(read, 0, 0) {
                Taken::Open => None,
                Taken::Full => Some(self.finish().is_ok()),
                Taken::Before => {
                    if self.finish().is_err() {
                        self.bad = self.bad.or(self.board.is_some().then_some(number));
                    }
                    continue;
                }
                Taken::Alone(Line::Whole(form)) => {
                    self.whole = true;
                    // A line of marks is rather one of so many cells, but for the board that everybody knows.
                    Some(form != Form::Marks || self.measure.side == CLASSIC)
                }
                Taken::Alone(Line::BadWhole(_) | Line::Prose(_)) => Some(false),
                Taken::Alone(_) => None,
            };
            self.good += usize::from(is_good);
            match board {
                Some(true) if self.board.is_none() => self.board = Some(self.begun..=number),
                Some(false) if self.board.is_some() => self.bad = self.bad.or(Some(number)),
                _ => {}
            }
            return;
        }
    }

    /// Begins other rows. Whether these were a board.
    fn finish(&mut self) -> Result<(), ()> {
        let rows = std::mem::replace(&mut self.rows, Rows::new(self.measure.side));
        self.whole &= rows.is_empty();
        match rows.is_empty() {
            true => Ok(()),
            false => rows.finish().map(|_| ()).map_err(|_| ()),
        }
    }
}

/// The side of a board of so many cells.
fn square(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side * side == cells && Shape::has_boxes(side)).then_some(side)
}
