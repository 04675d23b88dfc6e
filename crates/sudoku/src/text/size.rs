//! Finds the size of the boards of a text.
//!
//! The lengths of its lines propose sizes. The text is then read as boards of each of them, and the
//! size of the first board is that of all.

use std::collections::BTreeMap;

use super::cut::{Cutter, Kind, Past};
use super::error::Reason;
use super::lines::{Ahead, Lines};
use super::measure::Measure;
use super::words::words;
use crate::alphabet::{Alphabet, LARGEST_SIDE, is_cell};
use crate::shape::Shape;

/// The cells of the smallest board.
const SHORTEST_BOARD: usize = 16;
/// The side if nothing shows another.
const CLASSIC: usize = Shape::CLASSIC_SIDE;

/// Returns the side of the first valid board of a text that has been read up to here, or `None` if
/// more of the text is needed; there is no more if it has `ended`. Boards are square, with the
/// boxes of [`Shape::with_side`]. O(length of the text), for each side that the lengths of its
/// lines propose.
///
/// A line of 81 cells, or nine lines of nine, decides at once. A line of 16 characters may be a
/// whole board or the first of 16 rows, so the following lines are read too: 16 such lines are one
/// board, unless each of them can be a 4 x 4 board and one has a value. Other text, such as half a
/// board, is skipped. Without any valid board, the side is that of a square block of lines, or else
/// the one that makes the most lines rows or boards, or else that of a classic board.
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
    let end = match text.iter().rposition(|&byte| byte == b'\n') {
        _ if ended => text.len(),
        last => last? + 1,
    };
    let text = &text[..end];
    let proposed = proposed_sides(text);
    let readings: Vec<Reading> = proposed
        .keys()
        .map(|&side| Reading::of(side, text))
        .collect();
    let side = first_side(&readings, ended);
    if side.is_some() || !ended {
        return side;
    }
    let lines = || text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let most = proposed.iter().rev().max_by_key(|(_, lines)| **lines);
    let most = most.filter(|(_, lines)| **lines > 1);
    let side_of_line = |line| square(words(line).map(|(_, word)| word.len()).sum());
    let side = lines()
        .find_map(side_of_numbers)
        .or_else(|| side_of_block(lines()))
        .or_else(|| most.map(|(&side, _)| side))
        .or_else(|| lines().find_map(side_of_line));
    Some(side.unwrap_or(CLASSIC))
}

/// The side of a board with this number of cells.
fn square(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side * side == cells && Shape::has_boxes(side)).then_some(side)
}

/// The sides of boards of which a line can be a row or the whole, and the number of such lines.
fn proposed_sides(text: &[u8]) -> BTreeMap<usize, usize> {
    let mut sides = BTreeMap::new();
    for line in text.split(|&byte| byte == b'\n') {
        // A list has its cells between commas, and perhaps in quotes.
        let is_between = |byte: &u8| byte.is_ascii_whitespace() || b"|,;[](){}\"'`".contains(byte);
        let fields = line.split(is_between).filter(|field| !field.is_empty());
        let is_number = |field: &&[u8]| field.iter().all(|&byte| is_cell(byte, CLASSIC));
        let characters: usize = fields.clone().map(<[u8]>::len).sum();
        let separators = |sign| line.iter().filter(|&&byte| byte == sign).count();
        let counts = [
            words(line.trim_ascii()).count(),
            fields.clone().count(),
            characters,
            // Fields may be empty.
            separators(b',') + 1,
            separators(b';') + 1,
            // Other text may follow the cells.
            fields.clone().filter(is_number).count(),
        ];
        let lengths = fields.clone().map(<[u8]>::len);
        let mut all: Vec<usize> = counts
            .into_iter()
            .chain(lengths.filter(|&length| length >= SHORTEST_BOARD))
            .flat_map(|count| [count, count.isqrt(), count.saturating_sub(1).isqrt()])
            .chain((1..=CLASSIC).filter(|side| side.pow(3) == characters))
            .collect();
        all.sort_unstable();
        all.dedup();
        all.retain(|&side| side <= LARGEST_SIDE && Shape::has_boxes(side));
        for side in all {
            let is_good = fields.clone().flatten().all(|&byte| is_cell(byte, side));
            *sides.entry(side).or_default() += usize::from(is_good);
        }
    }
    // Blanks may be spaces.
    sides.entry(CLASSIC).or_default();
    sides
}

/// A text read as boards of one side. Lines are numbered from 0.
struct Reading {
    side: usize,
    /// The first line of the first board, and the one after its last.
    board: Option<(usize, usize)>,
    /// The first invalid line after that board.
    bad: Option<usize>,
    /// The first line of rows that end with the text, and not with their board.
    open: Option<usize>,
}

impl Reading {
    fn of(side: usize, text: &[u8]) -> Reading {
        let mut reading = Reading {
            side,
            board: None,
            bad: None,
            open: None,
        };
        let measure = Measure::square(side);
        let (mut past, mut places, mut at) = (Past::new(), Vec::new(), 0);
        let mut lines = Lines::new(text);
        loop {
            let mut ahead = lines.ahead(|| Ok(()));
            places.clear();
            let mut cutter = Cutter {
                ahead: &mut ahead,
                measure: &measure,
                past: &mut past,
                places: &mut places,
            };
            // Bytes in memory can be read.
            let Ok(Some(cut)) = cutter.cut() else {
                break;
            };
            past.is_start = false;
            let end = at + cut.lines;
            let length = ahead.length_of(cut.lines);
            let raw = lines.take(length);
            match cut.kind {
                Kind::Board(_) | Kind::Spaced(_) if reading.board.is_none() => {
                    let longest = places.iter().map(|place| place.len()).max();
                    if cut.lines > 1 || is_board_on_line(raw, &measure, longest) {
                        reading.board = Some((at, end));
                    }
                }
                Kind::Bad(fault) => {
                    let is_half = matches!(fault.reason, Reason::HalfBoard { .. });
                    let is_last = ahead_is_empty(&mut lines);
                    reading.open = Some(at).filter(|_| is_half && is_last);
                    if reading.board.is_some() {
                        reading.bad = Some(at);
                    }
                }
                _ => {}
            }
            at = end;
            let is_far = |board: (usize, usize)| at > board.0 + 2 * LARGEST_SIDE;
            if reading.bad.is_some() || reading.board.is_some_and(is_far) {
                break;
            }
        }
        reading
    }
}

/// Whether no line is left.
fn ahead_is_empty(lines: &mut Lines<&[u8]>) -> bool {
    !lines
        .ahead(|| Ok(()))
        .line(0)
        .is_ok_and(|line| line.is_some())
}

/// Whether a line that can be a board is one. A short line of blanks is rather a row. Pencil marks
/// are rather larger numbers or more cells, except on a classic board.
fn is_board_on_line(line: &[u8], measure: &Measure, longest: Option<usize>) -> bool {
    let is_value = |byte: &u8| byte.is_ascii_alphanumeric() && *byte != b'0';
    let is_proof = measure.cells > LARGEST_SIDE || line.iter().any(is_value);
    let longest_value = 1 + usize::from(measure.side > 9);
    is_proof && (measure.side == CLASSIC || longest <= Some(longest_value))
}

/// The side of the reading that has the first board. Unless the text has ended, there is none while
/// another reading can still have an earlier board.
fn first_side(readings: &[Reading], ended: bool) -> Option<usize> {
    let mut found: Vec<_> = readings
        .iter()
        .filter_map(|reading| Some((reading.board?, reading)))
        .collect();
    found.sort_by_key(|&(board, _)| board);
    let (&((start, _), best), others) = found.split_first()?;
    let may_be_earlier = |reading: &Reading| {
        reading.board.is_none() && reading.open.is_some_and(|open| open <= start)
    };
    if best.side != CLASSIC && !ended && readings.iter().any(may_be_earlier) {
        return None;
    }
    // Lines that are a board each are not rows of a larger one.
    let wins = |&&((begun, end), _): &&((usize, usize), &Reading)| {
        begun == start && best.bad.is_some_and(|bad| bad < end)
    };
    let wins = others.iter().find(wins).filter(|_| best.side != CLASSIC);
    Some(wins.map_or(best, |(_, reading)| reading).side)
}

/// The side of a board of numbers of two digits on one line, even with too few or too many numbers.
fn side_of_numbers(line: &[u8]) -> Option<usize> {
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
fn side_of_block<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Option<usize> {
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
