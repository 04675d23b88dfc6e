//! Classifies one line: blank, a comment, a title, a ruler, a whole board, a row, or invalid.
//!
//! Spaces and the bars of a frame may stand between the cells of a row. As many words as the row
//! has cells are its cells: numbers, single characters, or the pencil marks of each cell. Otherwise
//! as many characters are its cells.
//!
//! The form of an invalid line is a guess, so that its message fits what was meant and so that one
//! invalid line spoils its own board only:
//!
//! - a first word of more than twice the cells of a row was meant as a whole board, and so was any
//!   line after a board on one line;
//! - otherwise two words or more, the first of at most three bytes, were meant as numbers;
//! - otherwise the line was meant as characters.
//!
//! A bad row begins a board of several lines only if it looks like a row. A title or a count above
//! a board is therefore an invalid record of one line.

use smallvec::SmallVec;

use super::error::Reason;
use super::fault::Fault;
use super::list::{List, is_list_end, is_pasted_blank, may_be_list, mixed_blanks};
use super::measure::Measure;
use super::row::Row;
use super::token::{Form, Place};
use super::whole;
use super::words::{
    Word, count, is_space, is_title, places_of_characters, places_of_words, trim_end, words,
};
use crate::alphabet::is_cell;
use crate::shape::Shape;

/// What a line is.
#[derive(Debug, PartialEq)]
pub(super) enum Line {
    Blank,
    Comment,
    /// A known title of a board, `Grid 01` or `[Puzzle]`, or the brackets around a list.
    Title,
    /// A line of a frame.
    Ruler,
    /// A board; its places are noted.
    Whole(Form),
    /// A row; its places are noted.
    Row(Form),
    /// An invalid whole board.
    BadWhole(Fault),
    /// An invalid row.
    BadRow(Fault),
    /// An invalid line that does not look like a row.
    Prose(Fault),
}

impl Line {
    /// Whether the line is invalid.
    pub(super) fn is_bad(&self) -> bool {
        matches!(self, Line::BadWhole(_) | Line::BadRow(_) | Line::Prose(_))
    }

    /// The same line, where `x` and `?` are not at fault but blanks beside others.
    fn with_pasted_blanks(mut self, body: &[u8], side: usize) -> Line {
        if let Line::BadWhole(fault) | Line::BadRow(fault) | Line::Prose(fault) = &mut self
            && body
                .get(fault.at)
                .is_some_and(|&byte| is_pasted_blank(byte, side))
            && body
                .iter()
                .all(|&byte| is_cell(byte, side) || is_pasted_blank(byte, side) || is_space(byte))
        {
            let all: Vec<Place> = (0..body.len()).map(|at| Place::new(at, 1)).collect();
            let signs: Vec<Place> = all
                .into_iter()
                .filter(|place| place.of(body) != b" ")
                .collect();
            if let Some(mixed) = mixed_blanks(body, &signs) {
                fault.reason = mixed.reason;
            }
        }
        self
    }

    /// The same line, with its fault counted from `start` bytes earlier.
    fn after(self, start: usize) -> Line {
        match self {
            Line::BadWhole(fault) => Line::BadWhole(fault.after(start)),
            Line::BadRow(fault) => Line::BadRow(fault.after(start)),
            Line::Prose(fault) => Line::Prose(fault.after(start)),
            line => line,
        }
    }
}

/// What came before a line.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Before {
    /// The rows of the board so far.
    pub(super) rows: usize,
    /// Whether the board before this one was a line.
    pub(super) whole: bool,
}

/// Reads one line, with or without its line end, and notes where its cells stand: `start` more than
/// in the line. O(its length).
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
    if let Some(read) = whole::read(body, base, cells, measure, places) {
        return match read {
            Ok(form) => Line::Whole(form),
            Err(fault) => Line::BadWhole(fault.after(indent)),
        };
    }
    if is_title(body) || is_list_end(body) {
        let list = (is_list_end(body) || may_be_list(body, before.rows))
            .then(|| read_list(body, base, measure, before, places));
        let list = list.flatten();
        return list.map_or(Line::Title, |line| line.after(indent));
    }
    let words: SmallVec<[Word<'_>; 40]> = words(body).collect();
    let noted = places.len();
    let plain = read_words(body, &words, base, measure, before, places);
    if !plain.is_bad() {
        return plain;
    }
    places.truncate(noted);
    if let Some(form) = whole::read_column(body, base, measure, places) {
        return Line::Whole(form);
    }
    let pasted = read_list(body, base, measure, before, places);
    let line = pasted.unwrap_or_else(|| plain.with_pasted_blanks(body, measure.side));
    line.after(indent)
}

/// Reads a line that is invalid as it stands in the forms that people paste; `None` if it has none
/// of them.
fn read_list(
    body: &[u8],
    base: usize,
    measure: &Measure,
    before: Before,
    places: &mut Vec<Place>,
) -> Option<Line> {
    let pasted = List::new(body, measure.side)?;
    let row = measure.row(before.rows);
    let words = pasted.words(body, [row, measure.cells]);
    let is_list = pasted.is_list(&words);
    if is_list && !is_even(&words, row) {
        return None;
    }
    let noted = places.len();
    let cells = count(&pasted.text, |byte| is_cell(byte, measure.side));
    let line = match whole::read(&pasted.text, base, cells, measure, places) {
        Some(Ok(form)) => Line::Whole(form),
        _ => read_words(&pasted.text, &words, base, measure, before, places),
    };
    if line.is_bad() {
        places.truncate(noted);
        return is_list.then_some(line);
    }
    let own = places.iter().skip(noted);
    let mut own: Vec<Place> = own.map(|place| place.before(base)).collect();
    // Zeros beside one other blank may be values: the whole board says so.
    if measure.side <= 9 {
        own.retain(|place| place.of(body) != b"0");
    }
    match mixed_blanks(body, &own) {
        None => Some(line),
        Some(fault) => {
            places.truncate(noted);
            Some(match line {
                Line::Whole(_) => Line::BadWhole(fault),
                _ => Line::BadRow(fault),
            })
        }
    }
}

/// Whether fields between commas are one cell each, or groups of as many cells.
fn is_even(words: &[Word<'_>], row: usize) -> bool {
    let is_group = |word: &Word<'_>| word.1.len() == words[0].1.len();
    words.len() >= row || words.iter().all(is_group)
}

/// Reads the words of a line as a row, or as a whole board of words or of groups of characters.
fn read_words(
    body: &[u8],
    words: &[Word<'_>],
    base: usize,
    measure: &Measure,
    before: Before,
    places: &mut Vec<Place>,
) -> Line {
    let row = Row {
        body,
        words,
        cells: measure.row(before.rows),
        places: measure.places_of(before.rows),
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
                places.extend(places_of_words(board, base));
                Line::Whole(Form::Words)
            }
            Err(fault) => Line::BadWhole(fault),
        };
    }
    let mut fault = match row.read(base, places) {
        Ok(form) => return Line::Row(form),
        Err(_) if before.rows == 0 && row.is_board_in_groups() => {
            places.extend(places_of_characters(words, base));
            return Line::Whole(Form::Characters);
        }
        Err(fault) => fault,
    };
    fault.width = row.width();
    let is_wider = fault.width.is_some_and(|width| width > row.cells);
    let is_whole = before.whole && before.rows == 0;
    let mut all = words.iter().flat_map(|word| word.1);
    // The first row of a larger board is named by its length, not by its first large value.
    let larger = fault.width.filter(|&width| {
        // Several words as long as a row are the rows of a board.
        let has_rows = words.len() > 1 && words[0].1.len() == row.cells;
        let is_value = matches!(
            fault.reason,
            Reason::Character { .. } | Reason::Number { .. }
        );
        let may_be_first = is_wider && before.rows == 0 && is_value && !has_rows;
        may_be_first && Shape::has_boxes(width) && all.all(|&byte| is_cell(byte, width))
    });
    if let Some(found) = larger {
        let (noun, expected) = ("cell", row.cells);
        let reason = Reason::Row {
            noun,
            found,
            expected,
        };
        let mut cells = words.iter().flat_map(|word| word.0..word.0 + word.1.len());
        let extra = match words.len() == found {
            true => words.get(expected).map(|word| word.0),
            false => cells.nth(expected),
        };
        let at = extra.unwrap_or(fault.at);
        let width = fault.width;
        fault = Fault {
            width,
            ..Fault::new(at, body.len() - at, reason)
        };
    }
    let first = words.first().map_or(0, |word| word.1.len());
    if is_whole || first > 2 * row.cells {
        let cells = count(body, |byte| is_cell(byte, measure.side));
        let whole = whole::fault(body, cells, measure.meant(cells), measure);
        let whole = whole.filter(|_| larger.is_none());
        let width = fault.width;
        let fault = Fault {
            width,
            ..whole.unwrap_or(fault)
        };
        if is_wider && !is_whole {
            Line::BadRow(fault)
        } else {
            Line::BadWhole(fault)
        }
    } else if row.looks_like_row() {
        Line::BadRow(fault)
    } else {
        Line::Prose(fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &[u8]) -> (Line, Vec<Place>) {
        let mut places = Vec::new();
        let line = read(text, 0, &Measure::square(9), Before::default(), &mut places);
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
    fn an_invalid_line_has_the_form_that_was_meant() {
        let whole = |text: &str| matches!(kind(text), Line::BadWhole(_));
        assert!(whole(&"0".repeat(37)) && whole(&"y".repeat(37)) && !whole(&"0".repeat(18)));
        let row = |text: &str| matches!(kind(text), Line::BadRow(_));
        assert!(row("53..7...") && row("5 3 0 0 7 0 0 0") && row("x3..7....") && row("5,3,0,0,7"));
        let prose = |text: &str| matches!(kind(text), Line::Prose(_));
        assert!(
            prose("Board 01") && prose("9") && prose("= = = =") && prose("\0\0") && prose("\r5")
        );
    }

    #[test]
    fn a_short_line_after_whole_boards_is_an_invalid_whole_board() {
        let before = Before {
            rows: 0,
            whole: true,
        };
        let line = read(b"53..7...", 0, &Measure::square(9), before, &mut Vec::new());
        let reason = Reason::Cells {
            found: 8,
            expected: 81,
        };
        let width = Some(8);
        let fault = Fault::new(8, 0, reason);
        assert_eq!(line, Line::BadWhole(Fault { width, ..fault }));
    }

    #[test]
    fn a_fault_has_its_place_in_the_line() {
        let Line::BadRow(fault) = kind(" 53..7....6\n") else {
            panic!("ten cells are a bad row");
        };
        let reason = Reason::Row {
            noun: "cell",
            found: 10,
            expected: 9,
        };
        let width = Some(10);
        assert_eq!(
            fault,
            Fault {
                width,
                ..Fault::new(10, 1, reason)
            }
        );
        let Line::BadRow(fault) = kind("  5 3 é 0 0 0") else {
            panic!("a letter is a bad row");
        };
        assert_eq!((fault.at, fault.length), (6, 2));
    }
}
