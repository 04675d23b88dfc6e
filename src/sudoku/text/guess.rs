//! How large the boards of a text are: as its first good one.

use super::words::{is_frame, is_title, words};
use crate::sudoku::alphabet::{digit_value, is_class};
use crate::sudoku::{LARGEST_SIDE, Shape};

/// The side of boards about which nothing else is known.
const CLASSIC: usize = 9;

/// The side of the first good board of a text, as far as it has been read: `None` if more of it is needed, of which
/// there is none if it has `ended`. Boards are square, with boxes as [`Shape::with_side`] makes them.
///
/// A line of 81 or of nine cells tells at once. A line of 16 characters may be a whole board or the first of 16 rows; so
/// the lines that follow it are looked at, as far as they have as many cells: 16 of them are a board, unless they have
/// values up to 4 only. What tells no side, as half a board, is passed over; if nothing else comes, the side is the one
/// that its lines were meant to have, or else that of a classic board.
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
    let mut block = Block::default();
    let mut meant = None;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        if !line.ends_with(b"\n") && !ended {
            return None;
        }
        let line = line.trim_ascii();
        if is_within(line) {
            continue;
        }
        let row = (!line.is_empty() && !is_title(line)).then(|| Counted::of(line));
        if !row.as_ref().is_some_and(|row| block.takes(row)) {
            if let Some(side) = block.side(true) {
                return Some(side);
            }
            meant = meant.or(block.meant());
            block = Block::default();
        }
        let Some(row) = row else { continue };
        let at_once = row.at_once();
        block.add(row);
        if let Some(side) = at_once.or(block.side(block.rows == LARGEST_SIDE)) {
            return Some(side);
        }
    }
    let side = || block.side(true).or(meant).or(block.meant());
    ended.then(|| side().unwrap_or(CLASSIC))
}

/// Whether a line may stand within a board and is no row: a comment, or a line of a frame.
fn is_within(line: &[u8]) -> bool {
    let dashes = line.iter().all(|&byte| byte == b'-');
    let blanks = dashes && (has_boxes(line.len()) || square(line.len()).is_some());
    line.starts_with(b"#") || is_frame(line) && !blanks
}

/// Lines that follow each other and have as many cells: rows of one board, or a board each.
#[derive(Default)]
struct Block {
    rows: usize,
    words: usize,
    characters: usize,
    largest: u8,
}

impl Block {
    fn takes(&self, row: &Counted) -> bool {
        let same_characters = self.characters == row.characters;
        self.rows == 0 || self.words == row.words && (self.words > 1 || same_characters)
    }

    fn add(&mut self, row: Counted) {
        if self.rows == 0 {
            (self.words, self.characters) = (row.words, row.characters);
        }
        self.largest = self.largest.max(row.largest);
        self.rows += 1;
    }

    /// The side of the boards of these lines, of which there may be more unless this is `complete`.
    fn side(&self, complete: bool) -> Option<usize> {
        let fits = |side: usize| is_class(self.largest, side);
        let rows = |cells: usize| has_boxes(cells) && self.rows >= cells && fits(cells);
        let line = square(self.characters).filter(|&side| fits(side));
        match () {
            () if self.words > 1 && rows(self.words) => Some(self.words),
            () if rows(self.characters) && (line.is_none() || self.largest == 0) => {
                Some(self.characters)
            }
            () => line.filter(|_| complete),
        }
    }

    /// The side that these lines were meant to have, though they are no board.
    fn meant(&self) -> Option<usize> {
        let rows = |&cells: &usize| self.rows > 1 && cells > 1 && has_boxes(cells);
        let sides = [self.words, self.characters];
        sides.into_iter().find(rows).or(square(self.characters))
    }
}

/// The cells of a line.
struct Counted {
    words: usize,
    characters: usize,
    /// The largest of them, as a class of [`digit_value`].
    largest: u8,
    /// Whether the first word is the number of rows, and one word for each cell follows.
    side: Option<usize>,
}

impl Counted {
    fn of(line: &[u8]) -> Counted {
        let words: Vec<&[u8]> = words(line).map(|word| word.1).collect();
        let first = words
            .first()
            .and_then(|word| str::from_utf8(word).ok()?.parse().ok());
        // A line of zeros is a number too.
        let side = first.filter(|&side: &usize| {
            has_boxes(side) && Some(words.len() - 1) == side.checked_pow(2)
        });
        // Text may follow a board that is one line.
        let alone = words.first().map_or(0, |word| word.len());
        let is_board = square(alone).is_some() && alone > LARGEST_SIDE;
        let cells = if is_board { &words[..1] } else { &words[..] };
        let bytes = || cells.iter().copied().flatten();
        Counted {
            words: words.len(),
            characters: bytes().count(),
            largest: bytes()
                .map(|&byte| digit_value(byte))
                .max()
                .unwrap_or_default(),
            side,
        }
    }

    /// The side, if this line is enough to know it.
    fn at_once(&self) -> Option<usize> {
        // A row, a board, or a board of pencil marks.
        let sizes = [CLASSIC, CLASSIC * CLASSIC, CLASSIC * CLASSIC * CLASSIC];
        let classic = self.words == CLASSIC || sizes.contains(&self.characters);
        let words = square(self.words).filter(|_| self.words > LARGEST_SIDE);
        let characters =
            square(self.characters).filter(|_| self.words == 1 && self.characters > LARGEST_SIDE);
        let side = (self.side)
            .or(words)
            .or(classic.then_some(CLASSIC))
            .or(characters);
        side.filter(|&side| is_class(self.largest, side))
    }
}

/// The side of a board of so many cells.
fn square(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side * side == cells && has_boxes(side)).then_some(side)
}

fn has_boxes(side: usize) -> bool {
    side == CLASSIC || Shape::with_side(side).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_board_tells_the_side() {
        for side in [4, 6, 8, 9, 10, 12, 16, 25, 36] {
            let line = ".".repeat(side * side) + "\n";
            assert_eq!(guess_side(line.as_bytes(), true), Some(side), "{side}");
            let rows = format!("# c\n\n{}", (".".repeat(side) + "\n").repeat(side));
            assert_eq!(guess_side(rows.as_bytes(), true), Some(side), "{side}");
            let zeros = "0".repeat(side * side);
            assert_eq!(guess_side(zeros.as_bytes(), true), Some(side), "{side}");
            let numbers = ("0 ".repeat(side) + "\n").repeat(side);
            assert_eq!(guess_side(numbers.as_bytes(), true), Some(side), "{side}");
            let counted = format!("{side} {}\n", "0 ".repeat(side * side));
            assert_eq!(guess_side(counted.as_bytes(), false), Some(side), "{side}");
        }
        // A batch of whole boards, however many; and what is no good board is passed over.
        let lines = "1......2....3..4\n".repeat(40);
        assert_eq!(guess_side(lines.as_bytes(), true), Some(4));
        for (text, side) in [
            ("1...\n..2.\n....\n\n1......2....3..4\n", 4),
            ("hello\n1...\n...2\n....\n3..4\n", 4),
            ("what is this, no board\n1...\n...2\n....\n3..4\n", 4),
            ("1...\n# c\n...2\n....\n3..4\n", 4),
            ("1....\n...2\n....\n3..4\n\n1...\n...2\n....\n3..4\n", 4),
            ("1...\n...2\n3...\n", 4),
        ] {
            assert_eq!(guess_side(text.as_bytes(), true), Some(side), "{text}");
        }
        let half = "...............G\n".repeat(15);
        assert_eq!(guess_side(half.as_bytes(), true), Some(16));
        let framed = "+----+----+\n| 1. | .2 |\n| .. | .. |\n+----+----+\n| .. | .. |\n| .. | .. |\n+----+----+\n";
        assert_eq!(guess_side(framed.as_bytes(), true), Some(4));
        let marks = "| 1 23 | 4 12 |\n".repeat(4);
        assert_eq!(guess_side(marks.as_bytes(), true), Some(4));
        assert_eq!(guess_side(&[b'.'; 729], true), Some(9));
        assert_eq!(guess_side(b"", true), Some(9));
        assert_eq!(guess_side(b"", false), None);
    }
}
