//! How large the first board of a text is.

use super::words::{is_frame, is_title, words};
use crate::sudoku::{LARGEST_SIDE, Shape};

/// The side of boards about which nothing else is known.
const CLASSIC: usize = 9;

/// The side of the first board of a text, as far as it has been read: `None` if more of it is needed, of which there is
/// none if it has `ended`. Boards are square, with boxes as [`Shape::with_side`] makes them; what is none is taken for a
/// classic board with a mistake.
///
/// A line of 81 or of nine cells tells at once. A line of 16 characters may be a whole board or the first of 16 rows;
/// so the lines that follow it are looked at, as far as they have as many cells.
///
/// ```
/// use quadrille::sudoku::text::guess_side;
///
/// assert_eq!(guess_side(b"1...\n...2\n3...\n...4\n", true), Some(4));
/// assert_eq!(guess_side(b"1......2....3..4\n", true), Some(4));
/// assert_eq!(guess_side(b"1......2....3..4\n", false), None);
/// assert_eq!(guess_side(&[b'.'; 625], true), Some(25));
/// assert_eq!(guess_side(b"what is this?", true), Some(9));
/// ```
#[must_use]
pub fn guess_side(text: &[u8], ended: bool) -> Option<usize> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let (mut words, mut characters, mut alike) = (0, 0, 0);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        if !line.ends_with(b"\n") && !ended {
            return None;
        }
        let line = line.trim_ascii();
        if line.is_empty() && alike > 0 {
            break;
        }
        if is_no_row(line) {
            continue;
        }
        let counted = Counted::of(line);
        if alike == 0 {
            (words, characters) = (counted.words, counted.characters);
            if let Some(side) = counted.at_once() {
                return Some(side);
            }
        } else if (counted.words, counted.characters) != (words, characters)
            && (words == 1 || counted.words != words)
        {
            break;
        }
        alike += 1;
        if alike == LARGEST_SIDE {
            break;
        }
    }
    let complete = ended || alike == LARGEST_SIDE || alike > 0 && text.ends_with(b"\n\n");
    let rows = |cells: usize| has_boxes(cells) && (alike >= cells);
    match () {
        () if words > 1 && rows(words) => Some(words),
        () if rows(characters) => Some(characters),
        () if !complete => None,
        () => Some(square(characters).unwrap_or(CLASSIC)),
    }
}

/// Whether a line is blank, a comment, a title, or one of a frame.
fn is_no_row(line: &[u8]) -> bool {
    let dashes = line.iter().all(|&byte| byte == b'-');
    let blanks = dashes && (has_boxes(line.len()) || square(line.len()).is_some());
    matches!(line.first(), None | Some(b'#')) || is_title(line) || is_frame(line) && !blanks
}

/// The cells of a line.
struct Counted {
    words: usize,
    characters: usize,
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
        let characters = if square(alone).is_some() && alone > LARGEST_SIDE {
            alone
        } else {
            words.iter().map(|word| word.len()).sum()
        };
        Counted {
            words: words.len(),
            characters,
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
        self.side
            .or(words)
            .or(classic.then_some(CLASSIC))
            .or(characters)
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
        let framed = "+----+----+\n| 1. | .2 |\n| .. | .. |\n+----+----+\n| .. | .. |\n| .. | .. |\n+----+----+\n";
        assert_eq!(guess_side(framed.as_bytes(), true), Some(4));
        let marks = "| 1 23 | 4 12 |\n".repeat(4);
        assert_eq!(guess_side(marks.as_bytes(), true), Some(4));
        assert_eq!(guess_side(&[b'.'; 729], true), Some(9));
        assert_eq!(guess_side(b"", true), Some(9));
        assert_eq!(guess_side(b"", false), None);
    }
}
