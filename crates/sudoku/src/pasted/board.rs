//! The values of the cells of a board, however they are written.
//!
//! A board has one kind of blank. Its cells decide which, and how values are written: as numbers,
//! as characters of an alphabet, or on a wordoku as letters of any word.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::fault::fault;
use super::words::Word;
use crate::alphabet::{Alphabet, Seen};
use crate::format::PuzzleError;
use crate::grid::Grid;
use crate::shape::{Outline, Shape};

/// A board that was read.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) side: usize,
    pub(super) values: Vec<u8>,
    pub(super) places: Vec<Range<usize>>,
    /// How each value is written, from the first.
    pub(super) words: Vec<String>,
    /// The text of its blanks, if it has some.
    pub(super) blank: Option<String>,
    /// The smallest value: 1, or 0 if the board counts from zero.
    pub(super) lowest: u8,
}

impl Board {
    pub(super) fn is_full(&self) -> bool {
        !self.values.contains(&0)
    }

    /// Whether this board has the values of another in their cells.
    pub(super) fn extends(&self, other: &Board) -> bool {
        let mut pairs = self.values.iter().zip(&other.values);
        self.side == other.side && pairs.all(|(own, &other)| other == 0 || *own == other)
    }

    /// Whether the text of its cells is one that plain boards have, too.
    pub(super) fn is_plain(&self) -> bool {
        let plain = ["0", ".", "*", "_", "-", "?", "x", "X"];
        let blank = self.blank.as_deref();
        let has_digits = self
            .words
            .iter()
            .all(|word| word.chars().all(|c| c.is_ascii_alphanumeric()));
        let is_wordoku =
            self.side <= 9 && self.words.iter().any(|word| word.parse::<u8>().is_err());
        has_digits && !is_wordoku && blank.is_none_or(|blank| plain.contains(&blank))
    }

    /// Whether two equal values stand in a row, column or box.
    pub(super) fn clashes(&self) -> bool {
        let shape = Shape::outlined(&Outline::square(self.side), []);
        shape.is_ok_and(|shape| shape.clash(&Grid::new(self.values.clone())).is_some())
    }
}

/// The first characters of digits besides ASCII, and their values.
const DIGITS: [(char, u32); 6] = [('０', 0), ('①', 1), ('❶', 1), ('٠', 0), ('۰', 0), ('𝟎', 0)];

/// What programming languages write for nothing.
const NOTHING: [&str; 12] = [
    "none",
    "null",
    "nan",
    "nil",
    "na",
    "n/a",
    "<na>",
    "-1",
    "undefined",
    "empty",
    "blank",
    "nothing",
];

/// What a cell says.
enum Sign<'a> {
    /// A number, and what follows its digits.
    Number(u8, Digits<'a>),
    Letter(char),
    Blank(String),
}

/// How digits are written: the first of their kind and its value, and what follows them.
#[derive(Clone, Copy, Default)]
struct Digits<'a> {
    other: Option<(char, u32)>,
    after: &'a str,
}

impl Digits<'_> {
    fn word(self, value: usize) -> String {
        let Some((first, least)) = self.other else {
            return format!("{value}{}", self.after);
        };
        let digit = (first as u32 + value as u32).checked_sub(least);
        digit
            .and_then(char::from_u32)
            .map(String::from)
            .unwrap_or_default()
    }
}

fn sign<'a>(word: &Word<'a>) -> Sign<'a> {
    let text = word.text.trim();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, after) = text.split_at(digits.min(3));
    // Numbers of data frames have zeros behind the point, and those of `savetxt` an exponent.
    let zeros = after.strip_suffix("e+00").unwrap_or(after);
    let is_whole = zeros
        .strip_prefix('.')
        .is_some_and(|zeros| zeros.bytes().all(|c| c == b'0'));
    let is_end = matches!(after, "" | "\u{20e3}" | "\u{fe0f}\u{20e3}") || is_whole;
    if let (Ok(number), true) = (number.parse::<u8>(), is_end) {
        return Sign::Number(number, Digits { other: None, after });
    }
    let mut chars = text.chars();
    let (first, more) = (chars.next(), chars.next());
    if let (Some(c), None) = (first, more) {
        for other in DIGITS {
            let value = (c as u32 + other.1).checked_sub(other.0 as u32);
            if let Some(value @ 0..=9) = value {
                let other = Some(other);
                return Sign::Number(value as u8, Digits { other, after: "" });
            }
        }
        if c.is_alphabetic() {
            return Sign::Letter(c);
        }
    }
    Sign::Blank(match first {
        None => String::new(),
        Some(_) if NOTHING.contains(&&*text.to_lowercase()) => text.to_lowercase(),
        _ => text.to_owned(),
    })
}

/// Whether a text is one that blanks have.
pub(super) fn is_blank(text: &str) -> bool {
    let first = text.chars().next();
    let is_sign = |c: char| Some(c) == first && !c.is_alphanumeric() || c == '\u{fe0f}';
    text.len() <= 12 && text.chars().all(is_sign) || NOTHING.contains(&text)
}

/// The values of some cells, 0 for a blank; where a cell is neither, `None`.
struct Values {
    values: Vec<Option<u8>>,
    words: Vec<String>,
    blank: Option<String>,
    expected: String,
    lowest: u8,
}

fn values(cells: &[Word<'_>], side: usize) -> Option<Values> {
    let mut letters: BTreeMap<char, usize> = BTreeMap::new();
    let (mut blanks, mut numbers): (BTreeMap<String, usize>, usize) = (BTreeMap::new(), 0);
    let (mut has_wide, mut digits) = (false, None);
    for cell in cells {
        match sign(cell) {
            Sign::Number(0, _) => *blanks.entry("0".to_owned()).or_default() += 1,
            Sign::Number(value, kind) => {
                (numbers, has_wide) = (numbers + 1, has_wide || value > 9);
                digits.get_or_insert(kind);
            }
            Sign::Letter(letter) => *letters.entry(letter).or_default() += 1,
            Sign::Blank(text) if is_blank(&text) => *blanks.entry(text).or_default() += 1,
            Sign::Blank(_) => {}
        }
    }
    if side > 9
        && let Some(pairs) = pairs(cells, side)
    {
        return Some(pairs);
    }
    // A letter alone among digits is a blank.
    if side <= 9 && numbers > 0 && letters.len() == 1 && blanks.is_empty() {
        let cross = letters.iter().find(|letter| "xX".contains(*letter.0));
        if let Some((&letter, &count)) = cross {
            blanks.insert(letter.to_string(), count);
            letters.clear();
        }
    }
    if letters.is_empty() {
        if let Some(values) = from_zero(cells, side, &blanks) {
            return Some(values);
        }
        let blank = blanks
            .into_iter()
            .max_by_key(|blank| blank.1)
            .map(|blank| blank.0);
        let value = |cell: &Word<'_>| match sign(cell) {
            Sign::Number(0, _) => (blank.as_deref() == Some("0")).then_some(0),
            Sign::Number(value, _) => (usize::from(value) <= side).then_some(value),
            Sign::Letter(letter) => (blank == Some(letter.to_string())).then_some(0),
            Sign::Blank(text) => (blank == Some(text)).then_some(0),
        };
        let shown = match blank.as_deref() {
            Some("") => " or an empty cell".to_owned(),
            Some(blank) => format!(" or the blank '{blank}'"),
            None => " or a blank".to_owned(),
        };
        return Some(Values {
            values: cells.iter().map(value).collect(),
            words: (1..=side)
                .map(|value| digits.unwrap_or_default().word(value))
                .collect(),
            expected: format!("a number from 1 to {side}{shown}"),
            blank,
            lowest: 1,
        });
    }
    if side > 9 {
        return (!has_wide).then(|| characters(cells, side, blanks));
    }
    // A wordoku.
    let (is_word, blank) = (
        letters.len() == side && numbers == 0,
        blanks.keys().next().cloned(),
    );
    let value = |cell: &Word<'_>| match sign(cell) {
        Sign::Letter(letter) => letters
            .keys()
            .position(|own| *own == letter)
            .map(|at| at as u8 + 1),
        Sign::Number(0, _) => (blank.as_deref() == Some("0")).then_some(0),
        Sign::Number(..) => None,
        Sign::Blank(text) => (blank == Some(text)).then_some(0),
    };
    let values: Vec<Option<u8>> = cells.iter().map(value).collect();
    // A map of regions repeats its letters, too.
    let is_repeated = |cell: usize| {
        let others =
            (0..cell).filter(|other| other / side == cell / side || other % side == cell % side);
        values[cell] != Some(0) && others.clone().any(|other| values[other] == values[cell])
    };
    let is_map = values.len() == side * side && (0..values.len()).any(is_repeated);
    (is_word && blanks.len() == 1 && !is_map).then(|| Values {
        values,
        words: letters.keys().map(char::to_string).collect(),
        expected: format!("one of the {side} letters of this board, or a blank"),
        blank: blank.clone(),
        lowest: 1,
    })
}

/// The values of a board of numbers that has zeros and one blank besides them, and not the largest
/// number. No zeros see each other, or they are blanks.
fn from_zero(cells: &[Word<'_>], side: usize, blanks: &BTreeMap<String, usize>) -> Option<Values> {
    let mut others = blanks.keys().filter(|blank| *blank != "0");
    let (blank, second) = (others.next()?, others.next());
    if !blanks.contains_key("0") || second.is_some() || cells.len() != side * side {
        return None;
    }
    let value = |cell: &Word<'_>| match sign(cell) {
        Sign::Number(value, digits) if digits.other.is_none() && digits.after.is_empty() => {
            (usize::from(value) < side).then(|| value + 1)
        }
        Sign::Blank(text) => (text == *blank).then_some(0),
        _ => None,
    };
    let values: Vec<u8> = cells.iter().map(value).collect::<Option<_>>()?;
    let shape = Shape::with_side(side)?;
    shape
        .clash(&Grid::new(values.clone()))
        .is_none()
        .then(|| Values {
            values: values.into_iter().map(Some).collect(),
            words: (0..side).map(|value| value.to_string()).collect(),
            blank: Some(blank.clone()),
            expected: String::new(),
            lowest: 0,
        })
}

/// The values of a board of more than nine, with two hexadecimal digits for each.
fn pairs(cells: &[Word<'_>], side: usize) -> Option<Values> {
    let is_pair = |text: &str| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = |cell: &Word<'_>| {
        let number = u8::from_str_radix(cell.text, 16).ok();
        number.filter(|_| is_pair(cell.text))
    };
    let others: BTreeSet<&str> = cells
        .iter()
        .map(|cell| cell.text)
        .filter(|text| !is_pair(text))
        .collect();
    let blank = others.first().map(|text| (*text).to_owned());
    let base = u8::from(!cells.iter().any(|cell| number(cell) == Some(0)));
    let has_letter = cells
        .iter()
        .any(|cell| number(cell).is_some() && cell.number().is_none());
    let is_board = others.len() == 1 && has_letter && is_blank(blank.as_deref()?);
    let value = |cell: &Word<'_>| match number(cell) {
        Some(number) => (number + 1)
            .checked_sub(base)
            .filter(|&value| usize::from(value) <= side),
        None => Some(0),
    };
    is_board.then(|| Values {
        values: cells.iter().map(value).collect(),
        words: (0..side)
            .map(|value| format!("{:02X}", value + usize::from(base)))
            .collect(),
        expected: format!(
            "two hexadecimal digits from {base:02X} to {:02X}",
            side - 1 + usize::from(base)
        ),
        blank,
        lowest: 1,
    })
}

/// The values of a board of more than nine, with a character for each.
fn characters(cells: &[Word<'_>], side: usize, blanks: BTreeMap<String, usize>) -> Values {
    let mut seen = Seen::default();
    let byte = |cell: &Word<'_>| match sign(cell) {
        Sign::Blank(text) if is_blank(&text) => b'.',
        _ if cell.text.len() == 1 => cell.text.as_bytes()[0],
        _ => b'!',
    };
    cells.iter().for_each(|cell| seen.add(byte(cell)));
    let alphabet = seen.alphabet(side);
    let has_zero = alphabet == Alphabet::Zero;
    let mut kinds = blanks
        .into_iter()
        .filter(|blank| !has_zero || blank.0 != "0");
    let (blank, second) = (kinds.next().map(|blank| blank.0), kinds.next());
    let value = |cell: &Word<'_>| match sign(cell) {
        Sign::Blank(text) if second.is_some() => (blank.as_ref() == Some(&text)).then_some(0),
        _ => alphabet.value(&[byte(cell)], side),
    };
    Values {
        values: cells.iter().map(value).collect(),
        words: (1..=side as u8)
            .map(|value| alphabet.token(value))
            .collect(),
        expected: alphabet.expected(side),
        blank: blank.clone(),
        lowest: 1,
    }
}

/// Reads the cells of some rows as a board; `None` if they may be anything else. Rows that are
/// clearly a board, with a mistake or two, give an error.
pub(super) fn board(rows: &[Vec<Word<'_>>]) -> Option<Result<Board, PuzzleError>> {
    let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
    rows.iter()
        .for_each(|row| *lengths.entry(row.len()).or_default() += 1);
    let side = lengths.into_iter().max_by_key(|length| length.1)?.0;
    if !Shape::has_boxes(side) || rows.len().abs_diff(side) > 1 {
        return None;
    }
    let cells: Vec<Word<'_>> = rows.iter().flatten().copied().collect();
    let read = values(&cells, side)?;
    let all = cells.first()?.at..cells.last()?.end();
    let lists =
        |count: usize, of: &str| (format!("a list of {count} {of}"), format!("{side} {of}"));
    let mut faults = Vec::new();
    for (&cell, _) in cells.iter().zip(&read.values).filter(|own| own.1.is_none()) {
        let text = if cell.text.is_empty() {
            "an empty cell"
        } else {
            cell.text
        };
        faults.push(fault(cell.range(), "board", text, &read.expected));
    }
    for (row, number) in rows.iter().zip(1..).filter(|row| row.0.len() != side) {
        let (found, expected) = lists(row.len(), "cells");
        let span = row
            .first()
            .zip(row.last())
            .map(|(first, last)| first.at..last.end());
        let part = format!("row {number} of the board");
        faults.push(fault(span.unwrap_or(all.clone()), &part, &found, &expected));
    }
    if rows.len() != side {
        let (found, expected) = lists(rows.len(), "rows");
        faults.push(fault(all, "board", &found, &expected));
    }
    let values: Vec<u8> = read
        .values
        .into_iter()
        .map(Option::unwrap_or_default)
        .collect();
    let different: BTreeSet<u8> = values.iter().copied().filter(|&value| value > 0).collect();
    // A matrix of 0 and 1 is rather a problem of exact cover.
    if different.len() < 2 {
        return None;
    }
    if !faults.is_empty() {
        // Blanks that repeat in a row are those of a board, and of no list of numbers.
        let blanks = values.iter().filter(|&&value| value == 0).count();
        let is_board = faults.len() <= 2 && blanks > side && side > 4;
        return is_board.then(|| Err(faults.swap_remove(0)));
    }
    let board = Board {
        side,
        places: cells.iter().map(|cell| cell.range()).collect(),
        words: read.words,
        blank: read.blank,
        lowest: read.lowest,
        values,
    };
    let must_be_valid = side < 9 || board.is_full();
    (!must_be_valid || !board.clashes()).then_some(Ok(board))
}
