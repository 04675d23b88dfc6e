//! What one line is, by itself: nothing, a comment, a title, a ruler, a whole board, a row, or bad.
//!
//! Cells of a row may be parted by spaces and by the bars of a frame. As many words as a row has cells are its cells
//! (numbers, single characters, or the pencil marks of each cell); else as many characters as that are.
//!
//! The form of a good line is plain. The form of a bad one is guessed, so that its message speaks of what was meant and
//! so that one bad line spoils no more than its own board:
//!
//! - a first word of more than twice the cells of a row was to be a whole board, and so was any line after a board that
//!   was one line;
//! - otherwise two words or more, the first of at most three bytes, were to be numbers;
//! - otherwise it was to be characters.
//!
//! A bad row begins a board of several lines only if it looks like a row. So a title or a count before a board costs one
//! line, not nine.

use smallvec::SmallVec;

use super::alphabet::{Alphabet, is_cell};
use super::error::Reason;
use super::fault::{Fault, bad_byte, bad_number, glued};
use super::record::Place;

/// The longest word that is taken for a number.
const LONGEST_NUMBER: usize = 3;
/// The fewest cells of a bad row that begins a board.
const FEWEST_CELLS: usize = 5;
/// By how much the cells of such a row may be too many or too few where letters are cells too.
const NEARLY: usize = 2;

/// How many cells a board has, and each of its rows.
#[derive(Debug, Clone)]
pub(super) struct Measure {
    pub(super) side: usize,
    pub(super) cells: usize,
    pub(super) rows: Vec<usize>,
}

/// The form of a board or a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A character for each cell.
    Characters,
    /// A word for each cell.
    Words,
    /// As many characters for each cell as there are values: the digit, or a blank where the cell cannot hold it.
    Marks,
}

/// What a line is.
#[derive(Debug, PartialEq)]
pub(super) enum Line {
    Blank,
    Comment,
    /// Words before a board that are known to be no part of it: `Grid 01`, `[Puzzle]`.
    Title,
    /// A line of a frame.
    Ruler,
    /// A board; its places are noted.
    Whole(Form),
    /// A row; its places are noted.
    Row(Form),
    /// Was to be a whole board.
    BadWhole(Fault),
    /// Was to be a row.
    BadRow(Fault),
    /// A bad row that does not look like the first of several.
    Prose(Fault),
}

/// What came before a line.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Before {
    /// The rows of the board so far.
    pub(super) rows: usize,
    /// Whether the board before this one was a line.
    pub(super) whole: bool,
}

/// A word of a line: where it begins and its bytes.
pub(super) type Word<'a> = (usize, &'a [u8]);

/// Reads one line, with or without its line end, and notes where its cells stand: `start` more than in the line.
/// O(its length).
pub(super) fn read(
    line: &[u8],
    start: usize,
    measure: &Measure,
    before: Before,
    places: &mut Vec<Place>,
) -> Line {
    let text = trim_end(line);
    let indent = text.iter().take_while(|&&byte| is_space(byte)).count();
    let body = text.get(indent..).unwrap_or_default();
    match body.first() {
        None => return Line::Blank,
        Some(b'#') => return Line::Comment,
        Some(_) => {}
    }
    let base = start + indent;
    let cells = count(body, |byte| is_cell(byte, measure.side));
    let form = match cells {
        cells if cells == measure.cells => Some((Form::Characters, 1)),
        cells if measure.side <= 9 && cells == measure.cells * measure.side => {
            Some((Form::Marks, measure.side))
        }
        _ => None,
    };
    if let Some((form, length)) = form {
        return match whole(body, cells, cells, measure) {
            None => {
                let places_of = |cell| Place::new(base + cell * length, length);
                places.extend((0..measure.cells).map(places_of));
                Line::Whole(form)
            }
            Some(fault) => Line::BadWhole(fault.after(indent)),
        };
    }
    if is_title(body) {
        return Line::Title;
    }
    let words: SmallVec<[Word<'_>; 40]> = words(body).collect();
    let expected = measure.rows.get(before.rows).or(measure.rows.last());
    let row = Row {
        body,
        words: &words,
        cells: expected.copied().unwrap_or_default(),
        measure,
    };
    if row.is_ruler() {
        return Line::Ruler;
    }
    if before.rows == 0
        && let Some(board) = row.as_board()
    {
        return match row.check(board) {
            Ok(()) => {
                places.extend(
                    board
                        .iter()
                        .map(|word| Place::new(base + word.0, word.1.len())),
                );
                Line::Whole(Form::Words)
            }
            Err(fault) => Line::BadWhole(fault.after(indent)),
        };
    }
    match row.read(base, places) {
        Ok(form) => Line::Row(form),
        Err(fault) => {
            let first = words.first().map_or(0, |word| word.1.len());
            let meant_whole = before.whole && before.rows == 0 || first > 2 * row.cells;
            if meant_whole {
                let fault = whole(body, cells, measure.cells, measure).unwrap_or(fault);
                return Line::BadWhole(fault.after(indent));
            }
            if row.looks_like_row() {
                Line::BadRow(fault.after(indent))
            } else {
                Line::Prose(fault.after(indent))
            }
        }
    }
}

/// What is wrong with a line that begins with so many cells, as a whole board.
fn whole(body: &[u8], cells: usize, expected: usize, measure: &Measure) -> Option<Fault> {
    let after = body.get(cells).copied();
    let set_off = after.is_none_or(|byte| {
        is_space(byte) || !(byte.is_ascii_alphanumeric() || byte.is_ascii_control())
    });
    if cells > expected {
        let reason = Reason::Cells {
            found: cells,
            expected,
        };
        return Some(Fault::new(expected, cells - expected, reason));
    }
    if cells == expected {
        let tail = body.get(cells..).unwrap_or_default();
        return match tail.iter().position(|&byte| byte == b'\r') {
            Some(at) => Some(bad_byte(body, cells + at, measure.side)),
            None if set_off => None,
            None => Some(glued(bad_byte(body, cells, measure.side), expected)),
        };
    }
    if set_off && (cells > 2 * measure.side || after.is_none_or(is_space)) && cells > 0 {
        let reason = Reason::Cells {
            found: cells,
            expected,
        };
        return Some(Fault::new(cells, 0, reason));
    }
    Some(bad_byte(body, cells, measure.side))
}

/// A line in its words, to be read as a row of so many cells.
struct Row<'a> {
    body: &'a [u8],
    words: &'a [Word<'a>],
    cells: usize,
    measure: &'a Measure,
}

impl<'a> Row<'a> {
    /// The words of a whole board: one for each cell, and before them perhaps the side.
    fn as_board(&self) -> Option<&'a [Word<'a>]> {
        let cells = self.measure.cells;
        match self.words {
            words if words.len() == cells => Some(words),
            [(_, side), words @ ..]
                if words.len() == cells
                    && Alphabet::Numbers.value(side, 99) == Some(self.measure.side as u8) =>
            {
                Some(words)
            }
            _ => None,
        }
    }

    /// Notes the places of the cells.
    fn read(&self, base: usize, places: &mut Vec<Place>) -> Result<Form, Fault> {
        let side = self.measure.side;
        let all = || self.words.iter().flat_map(|word| word.1);
        if self.words.len() == self.cells && self.cells > 1 {
            self.check(self.words)?;
            places.extend(
                self.words
                    .iter()
                    .map(|word| Place::new(base + word.0, word.1.len())),
            );
            return Ok(Form::Words);
        }
        if all().count() == self.cells && all().all(|&byte| is_cell(byte, side)) {
            for &(at, word) in self.words {
                places.extend((0..word.len()).map(|byte| Place::new(base + at + byte, 1)));
            }
            return Ok(Form::Characters);
        }
        if self.words.len() > 2 * self.cells && self.words[0].1.len() <= LONGEST_NUMBER {
            self.check(self.words)?;
            let side =
                Alphabet::Numbers.value(self.words[0].1, 99) == Some(self.measure.side as u8);
            let found = self.words.len() - usize::from(side && self.measure.side > 9);
            let expected = self.measure.cells;
            return Err(Fault::new(
                self.body.len(),
                0,
                Reason::Cells { found, expected },
            ));
        }
        if self.words.len() > 1 && self.words[0].1.len() <= LONGEST_NUMBER {
            self.bad_words()
        } else {
            self.bad_characters()
        }
    }

    /// What is wrong with the words of cells, if anything is.
    fn check(&self, words: &[Word<'_>]) -> Result<(), Fault> {
        let side = self.measure.side;
        for &(at, word) in words {
            if let Some(reason) = bad_number(word, side) {
                return Err(Fault::new(at, word.len(), reason));
            }
            let cells = count(word, |byte| is_cell(byte, side));
            if cells < word.len() {
                return Err(bad_byte(self.body, at + cells, side));
            }
        }
        Ok(())
    }

    /// What is wrong with a row of numbers.
    fn bad_words(&self) -> Result<Form, Fault> {
        let side = self.measure.side;
        for (number, &(at, word)) in self.words.iter().enumerate() {
            if number < self.cells {
                self.check(&[(at, word)])?;
            } else if let cells = count(word, |byte| is_cell(byte, side))
                && cells < word.len()
            {
                return Err(bad_byte(self.body, at + cells, side));
            }
        }
        let (found, expected) = (self.words.len(), self.cells);
        let reason = Reason::RowOfNumbers { found, expected };
        let (at, length) = match self.words.get(self.cells) {
            Some(&(at, word)) => (at, word.len()),
            None => (self.body.len(), 0),
        };
        Err(Fault::new(at, length, reason))
    }

    /// What is wrong with a row of characters.
    fn bad_characters(&self) -> Result<Form, Fault> {
        let side = self.measure.side;
        let (mut found, mut first_too_many) = (0, None);
        for &(at, word) in self.words {
            let cells = count(word, |byte| is_cell(byte, side));
            if found + cells > self.cells && first_too_many.is_none() {
                let place = self.cells.saturating_sub(found);
                first_too_many = Some((at + place, cells - place));
            }
            found += cells;
            // Of too many characters, it does not matter what follows them.
            if cells < word.len() && (first_too_many.is_none() || cells == 0) {
                return Err(bad_byte(self.body, at + cells, side));
            }
        }
        let (at, length) = first_too_many.unwrap_or((self.body.len(), 0));
        let expected = self.cells;
        Err(Fault::new(
            at,
            length,
            Reason::RowOfCells { found, expected },
        ))
    }

    /// Whether a bad row is yet so much like a row that others are likely to follow.
    fn looks_like_row(&self) -> bool {
        let side = self.measure.side;
        let all = || self.words.iter().flat_map(|word| word.1);
        if side > 9 {
            let nearly = |found: usize| found.abs_diff(self.cells) <= NEARLY;
            return nearly(self.words.len()) || nearly(all().count());
        }
        let cells = all().filter(|&&byte| is_cell(byte, side)).count();
        let first = self.body.first().copied().unwrap_or_default();
        let one_mark = matches!(first, b'-' | b'_' | b'*') && all().all(|&byte| byte == first);
        cells >= FEWEST_CELLS.min(self.cells) && 2 * cells > all().count() && !one_mark
    }

    /// Whether this is a line of a frame and not a row of blanks.
    fn is_ruler(&self) -> bool {
        let cells = self.words.iter().flat_map(|word| word.1);
        let is_row = cells.clone().all(|&byte| is_cell(byte, self.measure.side))
            && (cells.count() == self.cells || self.words.len() == self.cells);
        is_frame(self.body) && !is_row
    }
}

/// Whether a line may be one of a frame: `+---+---+`, `-----------`.
pub(super) fn is_frame(body: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(body) else {
        return false;
    };
    let is_mark = |c: char| {
        matches!(
            c,
            '-' | '=' | '+' | '|' | '*' | '.' | ':' | '\'' | ',' | ' '
        )
    };
    let long = body.windows(3).any(|run| run == b"---" || run == b"===");
    let drawn = text.chars().any(|c| is_box_drawing(c) && !is_bar(c));
    (long || drawn) && text.chars().all(|c| is_mark(c) || is_box_drawing(c))
}

/// Titles of known collections, and the sections of a file of one board.
pub(super) fn is_title(body: &[u8]) -> bool {
    let number = body.strip_prefix(b"Grid ").unwrap_or_default();
    body.starts_with(b"[") || (!number.is_empty() && number.iter().all(u8::is_ascii_digit))
}

/// The words of a line, parted by spaces and the bars of frames.
pub(super) fn words(body: &[u8]) -> impl Iterator<Item = Word<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let length @ 1.. = separator(body.get(at..)?) {
            at += length;
        }
        let rest = body.get(at..)?;
        let end = (0..rest.len()).find(|&end| separator(&rest[end..]) > 0);
        let word = (at, rest.get(..end.unwrap_or(rest.len()))?);
        at += word.1.len();
        (!word.1.is_empty()).then_some(word)
    })
}

/// The length of the separator that a text begins with: a space, or a bar in ASCII or of box drawing (U+2500 to U+257F).
fn separator(text: &[u8]) -> usize {
    match text {
        [byte, ..] if is_space(*byte) || *byte == b'|' => 1,
        [0xe2, 0x94 | 0x95, _, ..] => 3,
        _ => 0,
    }
}

fn is_box_drawing(c: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&c)
}

/// Whether this is one of the upright bars between cells.
fn is_bar(c: char) -> bool {
    matches!(c, '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏')
}

/// How many bytes at the start are such.
fn count(bytes: &[u8], is_such: impl Fn(u8) -> bool) -> usize {
    bytes.iter().take_while(|&&byte| is_such(byte)).count()
}

/// Space, tab, vertical tab and form feed. A carriage return is none: within a line it is a fault.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0b | 0x0c)
}

/// A line without its line end and the spaces before it.
fn trim_end(line: &[u8]) -> &[u8] {
    let last = line
        .iter()
        .rposition(|&byte| !(is_space(byte) || byte == b'\r' || byte == b'\n'));
    last.and_then(|last| line.get(..=last)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nine() -> Measure {
        Measure {
            side: 9,
            cells: 81,
            rows: vec![9; 9],
        }
    }

    fn line(text: &[u8]) -> (Line, Vec<Place>) {
        let mut places = Vec::new();
        let line = read(text, 0, &nine(), Before::default(), &mut places);
        (line, places)
    }

    fn kind(text: impl AsRef<[u8]>) -> Line {
        line(text.as_ref()).0
    }

    #[test]
    fn blank_lines_comments_titles_and_rulers() {
        for text in ["", "\n", "\r\n", " \t\x0b\x0c\r\n", "\r\r\n"] {
            assert_eq!(kind(text), Line::Blank, "{text:?}");
        }
        for text in ["#", "#5\n", " \t# 530070000\r\n"] {
            assert_eq!(kind(text), Line::Comment, "{text:?}");
        }
        for text in ["Grid 01", "[Puzzle]\r\n"] {
            assert_eq!(kind(text), Line::Title, "{text:?}");
        }
        for text in [
            "-----------",
            "*-----------*",
            "|---+---+---|",
            "+-------+-------+-------+",
            ":------+------:",
            "'-----'-----'",
            "===",
            "┌───┬───┐\n",
            "╠═══╬═══╣",
        ] {
            assert_eq!(kind(text), Line::Ruler, "{text:?}");
        }
    }

    #[test]
    fn good_lines() {
        let cells = "0.*_-123456789".repeat(6);
        let whole = line(format!(" {} : 5\r\n", &cells[..81]).as_bytes());
        assert_eq!(whole.0, Line::Whole(Form::Characters));
        assert_eq!(
            (whole.1[0], whole.1[80]),
            (Place::new(1, 1), Place::new(81, 1))
        );
        for text in [
            "53..7....",
            "53. .7. ...",
            "53.|.7.|...",
            "---------",
            "|---|---|---|",
        ] {
            assert_eq!(kind(text), Line::Row(Form::Characters), "{text:?}");
        }
        for text in [
            "5 3 . . 7 . . . .",
            "| 5 3 .|. 7 .|. . . |",
            "│5│3│1│2│4│.│.│.│.│",
        ] {
            assert_eq!(kind(text), Line::Row(Form::Words), "{text:?}");
        }
        let (marks, places) = line(b"| 12 3 4 | 569 1 . | 7 8 9 |");
        assert_eq!(marks, Line::Row(Form::Words));
        assert_eq!(places[3], Place::new(11, 3));
        assert_eq!(kind("1........".repeat(81)), Line::Whole(Form::Marks));
        assert_eq!(kind("1 2 3 ".repeat(27)), Line::Whole(Form::Words));
    }

    #[test]
    fn a_bad_line_is_taken_for_what_it_was_meant_to_be() {
        let whole = |text: &str| matches!(kind(text), Line::BadWhole(_));
        assert!(whole(&"0".repeat(19)) && whole(&"x".repeat(19)) && !whole(&"0".repeat(18)));
        let row = |text: &str| matches!(kind(text), Line::BadRow(_));
        assert!(row("53..7...") && row("5 3 0 0 7 0 0 0") && row("x3..7....") && row("5,3,0,0,7"));
        let prose = |text: &str| matches!(kind(text), Line::Prose(_));
        assert!(
            prose("Board 01") && prose("9") && prose("= = = =") && prose("\0\0") && prose("\r5")
        );
    }

    #[test]
    fn a_short_line_after_whole_boards_was_to_be_one() {
        let before = Before {
            rows: 0,
            whole: true,
        };
        let line = read(b"53..7...", 0, &nine(), before, &mut Vec::new());
        let reason = Reason::Cells {
            found: 8,
            expected: 81,
        };
        assert_eq!(line, Line::BadWhole(Fault::new(8, 0, reason)));
    }

    #[test]
    fn a_fault_is_placed_in_the_line() {
        let Line::BadRow(fault) = kind(" 53..7....6\n") else {
            panic!("ten cells are a bad row");
        };
        let reason = Reason::RowOfCells {
            found: 10,
            expected: 9,
        };
        assert_eq!(fault, Fault::new(10, 1, reason));
        let Line::BadRow(fault) = kind("  5 3 é 0 0 0") else {
            panic!("a letter is a bad row");
        };
        assert_eq!((fault.at, fault.length), (6, 2));
    }
}
