//! What one line is, by itself: nothing, a comment, a whole board, a row, or bad.
//!
//! The form of a good line is plain. The form of a bad one is guessed, so that its message speaks of what was meant and
//! so that one bad line spoils no more than its own board:
//!
//! - a first word of more than 40 bytes was to be a whole board;
//! - otherwise two words or more, the first of at most three bytes, were to be nine numbers;
//! - otherwise it was to be nine characters.
//!
//! A bad row begins a board of nine lines only if it looks like a row: five cells or more, most of what stands there, and
//! no ruler like `-----`. So a title or a count before a board costs one line, not nine.

use super::error::Reason;
use crate::sudoku::grid::{CELLS, SIDE, cell_value};

/// The longest first word that is taken for a row; a longer one was to be a whole board.
const LONGEST_ROW: usize = 40;
/// The longest word that is taken for a number.
const LONGEST_NUMBER: usize = 3;
/// The fewest cells of a bad row that begins a board.
const FEWEST_CELLS: usize = 5;
/// The most characters of a bad number that are shown.
const SHOWN: usize = 20;

/// The form of a good row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RowForm {
    /// Nine characters.
    Characters,
    /// Nine numbers parted by spaces.
    Numbers,
}

/// What a line is. Places are bytes from the start of the line.
#[derive(Debug, PartialEq)]
pub(super) enum Line {
    Blank,
    Comment,
    /// A board whose 81 cells begin here.
    Whole(usize),
    /// A row whose nine cells stand here.
    Row(RowForm, [usize; SIDE]),
    /// Was to be a whole board.
    BadWhole(Fault),
    /// Was to be a row.
    BadRow(Fault),
    /// A bad row that does not look like the first of nine.
    Prose(Fault),
}

/// What is wrong, and with which bytes.
#[derive(Debug, PartialEq)]
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) length: usize,
    pub(super) reason: Reason,
}

impl Fault {
    /// Of too many, the place is that of the first one too many; where one is missing, it is empty.
    pub(super) fn new(at: usize, length: usize, reason: Reason) -> Fault {
        Fault { at, length, reason }
    }

    /// The same, with its place counted from so many bytes earlier.
    pub(super) fn after(self, start: usize) -> Fault {
        Fault {
            at: self.at + start,
            ..self
        }
    }
}

/// Reads one line, with or without its line end. O(its length).
pub(super) fn read(line: &[u8]) -> Line {
    let text = trim_end(line);
    let start = text.iter().take_while(|&&byte| is_space(byte)).count();
    let body = text.get(start..).unwrap_or_default();
    match body.first() {
        None => return Line::Blank,
        Some(b'#') => return Line::Comment,
        Some(_) => {}
    }
    let cells = count_cells(body);
    let word = count(body, |byte| !is_space(byte));
    if cells == CELLS || word > LONGEST_ROW {
        return match whole(body, cells) {
            None => Line::Whole(start),
            Some(fault) => Line::BadWhole(fault.after(start)),
        };
    }
    let (form, row) = if word < body.len() && word <= LONGEST_NUMBER {
        (RowForm::Numbers, numbers(body))
    } else {
        (RowForm::Characters, characters(body, cells))
    };
    match row {
        Ok(places) => Line::Row(form, places.map(|at| at + start)),
        Err(fault) if looks_like_row(body) => Line::BadRow(fault.after(start)),
        Err(fault) => Line::Prose(fault.after(start)),
    }
}

/// What is wrong with a line that begins with so many cells, as a whole board.
fn whole(body: &[u8], cells: usize) -> Option<Fault> {
    let after = body.get(cells).copied();
    let set_off = after.is_none_or(|byte| {
        is_space(byte) || !(byte.is_ascii_alphanumeric() || byte.is_ascii_control())
    });
    if cells > CELLS {
        return Some(Fault::new(
            CELLS,
            cells - CELLS,
            Reason::Cells { found: cells },
        ));
    }
    if cells == CELLS {
        let tail = body.get(CELLS..).unwrap_or_default();
        return match tail.iter().position(|&byte| byte == b'\r') {
            Some(at) => Some(bad_byte(body, CELLS + at)),
            None if set_off => None,
            None => Some(glued(bad_byte(body, CELLS))),
        };
    }
    if set_off && (cells > LONGEST_ROW || after.is_none_or(is_space)) {
        return Some(Fault::new(cells, 0, Reason::Cells { found: cells }));
    }
    Some(bad_byte(body, cells))
}

/// The places of nine characters, of which so many at the start are cells.
fn characters(body: &[u8], cells: usize) -> Result<[usize; SIDE], Fault> {
    let bad_count = |found: usize| {
        let at = found.min(SIDE);
        Fault::new(at, found - at, Reason::RowOfCells { found })
    };
    match body.get(cells) {
        None if cells == SIDE => Ok(std::array::from_fn(|place| place)),
        None => Err(bad_count(cells)),
        Some(_) if cells > SIDE => Err(bad_count(cells)),
        Some(&byte) if !is_space(byte) => Err(bad_byte(body, cells)),
        Some(_) if cells < SIDE => Err(bad_count(cells)),
        // Nine cells, a space, and more.
        Some(_) => {
            let rest = body.get(SIDE..).unwrap_or_default();
            let at = SIDE + count(rest, is_space);
            let more = count_cells(body.get(at..).unwrap_or_default());
            if more == 0 {
                return Err(bad_byte(body, at));
            }
            let all = body.iter().filter(|&&byte| cell_value(byte).is_some());
            let found = all.count();
            Err(Fault::new(at, more, Reason::RowOfCells { found }))
        }
    }
}

/// The places of nine numbers.
fn numbers(body: &[u8]) -> Result<[usize; SIDE], Fault> {
    let mut places = [0; SIDE];
    let (mut found, mut at, mut tenth) = (0, 0, None);
    while at < body.len() {
        let rest = body.get(at..).unwrap_or_default();
        let number = rest
            .get(..count(rest, |byte| !is_space(byte)))
            .unwrap_or_default();
        if let Some(place) = places.get_mut(found) {
            *place = at;
            if let Some(reason) = bad_number(number) {
                return Err(Fault::new(at, number.len(), reason));
            }
        } else {
            tenth = tenth.or(Some((at, number.len())));
        }
        let cells = count_cells(number);
        if cells < number.len() {
            return Err(bad_byte(body, at + cells));
        }
        found += 1;
        at += number.len();
        at += count(body.get(at..).unwrap_or_default(), is_space);
    }
    let reason = Reason::RowOfNumbers { found };
    match tenth {
        Some((at, length)) => Err(Fault::new(at, length, reason)),
        None if found < SIDE => Err(Fault::new(body.len(), 0, reason)),
        None => Ok(places),
    }
}

/// Why a word that looks like a number is not a cell.
fn bad_number(word: &[u8]) -> Option<Reason> {
    let unsigned = word.strip_prefix(b"+").unwrap_or(word);
    if word.len() < 2 || count_cells(unsigned) < unsigned.len() {
        return None;
    }
    let mut text = String::from_utf8_lossy(word.get(..SHOWN).unwrap_or(word)).into_owned();
    if word.len() > SHOWN {
        text.push_str("...");
    }
    Some(Reason::Number(text))
}

/// Whether a bad row is yet so much like a row that others are likely to follow.
fn looks_like_row(body: &[u8]) -> bool {
    let cells = body
        .iter()
        .filter(|&&byte| cell_value(byte).is_some())
        .count();
    let marks = body.iter().filter(|&&byte| !is_space(byte)).count();
    let first = body.first().copied().unwrap_or_default();
    let ruler = matches!(first, b'-' | b'_' | b'*')
        && body.iter().all(|&byte| byte == first || is_space(byte));
    cells >= FEWEST_CELLS && 2 * cells > marks && !ruler
}

/// The fault of the character that begins at a byte of the line.
fn bad_byte(body: &[u8], at: usize) -> Fault {
    const LONGEST_CHARACTER: usize = 4;
    let rest = body.get(at..).unwrap_or_default();
    let next = rest.get(..LONGEST_CHARACTER).unwrap_or(rest);
    let character = next
        .utf8_chunks()
        .next()
        .and_then(|chunk| chunk.valid().chars().next());
    let (length, reason) = match character {
        Some('\r') => (1, Reason::CarriageReturn),
        Some(character) => (character.len_utf8(), Reason::Character(character)),
        None => (1, Reason::Byte(rest.first().copied().unwrap_or_default())),
    };
    Fault { at, length, reason }
}

/// The same fault, where the trouble is that the character follows a board.
fn glued(fault: Fault) -> Fault {
    match fault.reason {
        Reason::Character(character) if !character.is_ascii_control() => Fault {
            reason: Reason::Glued(character),
            ..fault
        },
        _ => fault,
    }
}

fn count_cells(bytes: &[u8]) -> usize {
    count(bytes, |byte| cell_value(byte).is_some())
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

    fn is_row(line: &str) -> Option<RowForm> {
        match read(line.as_bytes()) {
            Line::Row(form, _) => Some(form),
            _ => None,
        }
    }

    #[test]
    fn blank_lines_and_comments() {
        for line in ["", "\n", "\r\n", " \t\x0b\x0c\r\n", "\r\r\n"] {
            assert_eq!(read(line.as_bytes()), Line::Blank, "{line:?}");
        }
        for line in ["#", "#5\n", " \t# 530070000\r\n"] {
            assert_eq!(read(line.as_bytes()), Line::Comment, "{line:?}");
        }
    }

    #[test]
    fn good_lines() {
        let cells = "0.*_-123456789".repeat(6);
        let whole = format!(" {} : 5\r\n", &cells[..CELLS]);
        assert_eq!(read(whole.as_bytes()), Line::Whole(1));
        assert_eq!(is_row("53..7....\n"), Some(RowForm::Characters));
        assert_eq!(is_row("5 3 . . 7 . . . .\n"), Some(RowForm::Numbers));
        let places = [1, 3, 5, 7, 9, 11, 13, 15, 18];
        let spaced = read(b"\t5 3 0 0 7 0 0 0\t 0 \r\n");
        assert_eq!(spaced, Line::Row(RowForm::Numbers, places));
    }

    #[test]
    fn a_bad_line_is_taken_for_what_it_was_meant_to_be() {
        let whole = |line: &str| matches!(read(line.as_bytes()), Line::BadWhole(_));
        assert!(whole(&"0".repeat(41)) && whole(&"x".repeat(41)) && !whole(&"0".repeat(40)));
        let row = |line: &str| matches!(read(line.as_bytes()), Line::BadRow(_));
        assert!(row("53..7...") && row("5 3 0 0 7 0 0 0") && row("x3..7....") && row("5,3,0,0,7"));
        let prose = |line: &str| matches!(read(line.as_bytes()), Line::Prose(_));
        assert!(
            prose("Grid 01") && prose("9") && prose("--------") && prose("\0\0") && prose("\r5")
        );
    }

    #[test]
    fn a_fault_is_placed_in_the_line() {
        let Line::BadRow(fault) = read(" 53..7....6\n".as_bytes()) else {
            panic!("ten cells are a bad row");
        };
        let reason = Reason::RowOfCells { found: 10 };
        assert_eq!(fault, Fault::new(10, 1, reason));
        let Line::BadRow(fault) = read("  5 3 é 0 0 0".as_bytes()) else {
            panic!("a letter is a bad row");
        };
        assert_eq!(fault, Fault::new(6, 2, Reason::Character('é')));
    }
}
