//! Finds the size of the boards of a text, which is read as boards of each size at once.

use super::line::{self, Before, Line};
use super::measure::Measure;
use super::reader::Reader;
use super::record::{Content, Record};
use super::rows::{Rows, Taken};
use super::token::Place;
use super::words::words;
use crate::alphabet::{Alphabet, LARGEST_SIDE, is_cell};
use crate::shape::Shape;

/// The side if nothing shows another.
const CLASSIC: usize = 9;
/// The most bytes that are read again as whole records of each size: a long text without boards
/// would take seconds.
const MOST_READ: usize = 1 << 13;

/// Returns the side of the first valid board of a text that has been read up to here, or `None` if
/// more of the text is needed; there is no more if it has `ended`. Boards are square, with the
/// boxes of [`Shape::with_side`].
///
/// A line of 81 cells, or nine lines of nine, decides at once. A line of 16 characters may be a
/// whole board or the first of 16 rows, so the following lines are read too: 16 such lines are one
/// board, unless each of them can be a 4 x 4 board and one has a value. Other text, such as half a
/// board, is skipped; a board with spaces for blanks is found in the first 8 KiB only. Without any
/// valid board, the side is that of a square block of lines, or else the one that makes the most
/// lines valid, or else that of a classic board.
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
    let mut readings: Vec<Reading<'_>> = sides.map(Reading::new).collect();
    for (number, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
        if !line.ends_with(b"\n") && !ended {
            return None;
        }
        for reading in &mut readings {
            reading.take(number, line);
        }
        let side = first(&readings, false);
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
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let side = first(&readings, true)
        .or_else(|| first_of_readers(text))
        .or_else(|| lines.clone().find_map(of_numbers))
        .or_else(|| of_block(lines.clone()))
        .or_else(most_good);
    Some(side.or_else(|| lines.find_map(of_line)).unwrap_or(CLASSIC))
}

/// The side of the first board that only a reader of whole records finds, such as one with spaces
/// for blanks or a title.
fn first_of_readers(text: &[u8]) -> Option<usize> {
    let start = text.get(..MOST_READ).unwrap_or(text);
    let end = start.iter().rposition(|&byte| byte == b'\n');
    let text = if start.len() < text.len() {
        &start[..end?]
    } else {
        text
    };
    let first_line = |side: usize| {
        let mut reader = Reader::of(Shape::with_side(side)?, text);
        let mut record = Record::new();
        // Bytes in memory can be read.
        while reader.next_record(&mut record).unwrap_or_default() {
            if matches!(record.content, Content::Board(_)) {
                return Some((record.line, side));
            }
        }
        None
    };
    let first = (1..=CLASSIC).filter_map(first_line).min();
    first.map(|(_, side)| side)
}

/// The side of a board of numbers of two digits on one line, even with too few or too many numbers.
fn of_numbers(line: &[u8]) -> Option<usize> {
    let number = |(_, word): (usize, &[u8])| Alphabet::Numbers.value(word, LARGEST_SIDE);
    let numbers: Option<Vec<u8>> = words(line).map(number).collect();
    let numbers = numbers?;
    let largest = usize::from(*numbers.iter().max()?);
    let first = usize::from(*numbers.first()?);
    let is_side = |&side: &usize| side >= largest.max(10) && Shape::has_boxes(side);
    let sides = (1..=LARGEST_SIDE).filter(is_side);
    let nearest = sides.min_by_key(|side| (side * side).abs_diff(numbers.len()));
    let counted = Some(first).filter(|side| is_side(side) && numbers.len() > side * side / 2);
    let is_board = largest > CLASSIC && numbers.len() > 2 * LARGEST_SIDE;
    counted.or(nearest).filter(|_| is_board)
}

/// The side of the first square block of lines: each has as many characters as the block has lines.
fn of_block<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Option<usize> {
    let width = |line: &[u8]| {
        let is_cells = line.iter().all(|&byte| is_cell(byte, LARGEST_SIDE));
        if is_cells { line.len() } else { 0 }
    };
    let widths: Vec<usize> = lines.map(width).collect();
    let mut blocks = widths.chunk_by(|one, other| one == other);
    let is_square = |block: &&[usize]| {
        let side = block[0];
        side > 3 && block.len().is_multiple_of(side) && Shape::has_boxes(side)
    };
    blocks.find(is_square).map(|block| block[0])
}

/// The side of the reading that has the first board. Unless the text has ended, there is none while
/// another reading can still have an earlier board.
fn first(readings: &[Reading<'_>], ended: bool) -> Option<usize> {
    let mut found: Vec<&Reading<'_>> = readings.iter().filter(|one| one.board.is_some()).collect();
    found.sort_by_key(|reading| reading.board);
    let (&best, others) = found.split_first()?;
    let (start, _) = best.board?;
    if best.measure.side == CLASSIC {
        return Some(CLASSIC);
    }
    if !ended && readings.iter().any(|reading| reading.may_begin_by(start)) {
        return None;
    }
    // Lines that are a board each are not rows of a larger one.
    let wins = |other: &&&Reading<'_>| {
        let is_bad = |end| best.bad.is_some_and(|bad| bad <= end);
        other
            .board
            .is_some_and(|(begun, end)| begun == start && is_bad(end))
    };
    let best = others.iter().find(wins).unwrap_or(&best);
    Some(best.measure.side)
}

/// A text read as boards of one size.
struct Reading<'a> {
    measure: Measure,
    rows: Rows,
    /// The lines since a blank line that may stand between bands.
    since_gap: Vec<(usize, &'a [u8])>,
    /// The first of the good lines that were read last.
    begun: Option<usize>,
    whole: bool,
    places: Vec<Place>,
    /// The first and the last line of the first board.
    board: Option<(usize, usize)>,
    /// The first line after it that is neither a board nor a row.
    bad: Option<usize>,
    /// The number of lines that are boards or rows.
    good: usize,
}

impl<'a> Reading<'a> {
    fn new(side: usize) -> Reading<'a> {
        let measure = Measure::square(side);
        Reading {
            rows: Rows::new(&measure),
            measure,
            since_gap: Vec::new(),
            begun: None,
            whole: false,
            places: Vec::new(),
            board: None,
            bad: None,
            good: 0,
        }
    }

    /// Whether rows that began no later than a line may become the first board.
    fn may_begin_by(&self, line: usize) -> bool {
        let begun = self.begun.is_some_and(|begun| begun <= line);
        self.board.is_none() && self.rows.is_good() && begun
    }

    /// Reads a line, as a reader of records does.
    fn take(&mut self, number: usize, line: &'a [u8]) {
        let mut lines = vec![(number, line)];
        while let Some((number, line)) = lines.pop() {
            let is_blank = line.trim_ascii().is_empty();
            if !self.since_gap.is_empty() || is_blank && !self.rows.is_empty() {
                self.since_gap.push((number, line));
            }
            self.take_line(number, line, &mut lines);
        }
    }

    /// Reads a line. Lines that must be read once more are appended to `lines`, the first one last.
    fn take_line(&mut self, number: usize, line: &'a [u8], lines: &mut Vec<(usize, &'a [u8])>) {
        loop {
            let before = Before {
                rows: self.rows.count(),
                whole: self.whole,
            };
            self.places.clear();
            let read = line::read(line, 0, &self.measure, before, &mut self.places);
            let is_good = matches!(read, Line::Row(_) | Line::Whole(_));
            if read.is_bad() && self.board.is_some() {
                self.bad.get_or_insert(number);
            }
            // Whether a board ends here, and whether it is valid.
            let board = match self.rows.take(read, 0, 0) {
                Taken::Open => None,
                Taken::Full => Some(self.finish()),
                Taken::Before => {
                    let gap = std::mem::take(&mut self.since_gap);
                    if !self.finish() {
                        self.note_bad(number);
                    }
                    if gap.len() > 1 {
                        // The board ended at the gap.
                        lines.extend(gap.into_iter().rev());
                        return;
                    }
                    continue;
                }
                Taken::Alone(Line::Whole(_)) => {
                    self.whole = true;
                    let Measure { side, cells, .. } = self.measure;
                    let is_value = |byte: &u8| byte.is_ascii_alphanumeric() && *byte != b'0';
                    // A short line of blanks is rather a row. Pencil marks are rather larger
                    // numbers or more cells, except on a classic board.
                    let is_proof = cells > LARGEST_SIDE || line.iter().any(is_value);
                    let longest = self.places.iter().map(|place| place.len()).max();
                    let is_board = side == CLASSIC || longest <= Some(1 + usize::from(side > 9));
                    (is_proof || !is_board).then_some(is_board)
                }
                Taken::Alone(Line::BadWhole(_) | Line::Prose(_)) => Some(false),
                Taken::Alone(_) => return,
            };
            if is_good {
                self.good += 1;
                self.begun.get_or_insert(number);
            }
            match (board, self.begun) {
                (Some(false), _) => self.note_bad(number),
                (Some(true), Some(begun)) => {
                    self.board.get_or_insert((begun, number));
                }
                _ => {}
            }
            return;
        }
    }

    fn note_bad(&mut self, line: usize) {
        self.begun = None;
        if self.board.is_some() {
            self.bad.get_or_insert(line);
        }
    }

    /// Begins new rows, and returns whether the old ones were valid.
    fn finish(&mut self) -> bool {
        let rows = std::mem::replace(&mut self.rows, Rows::new(&self.measure));
        self.since_gap.clear();
        self.whole &= rows.is_empty();
        rows.is_empty() || rows.finish().is_ok()
    }
}

/// The side of a board with this number of cells.
fn square(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side * side == cells && Shape::has_boxes(side)).then_some(side)
}
