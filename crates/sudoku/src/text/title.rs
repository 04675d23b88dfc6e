//! Lines that can be the title of a board: a name, a number or a date.

use super::list::is_pasted_blank;
use super::words::is_space;
use crate::alphabet::{digit_value, is_cell};
use crate::format::PuzzleFormat;

/// Whether a line can be the name of a board, such as `Easy 1` or `Puzzle 1 (easy)`: it has a word
/// of letters, or more letters than cells, and by far not the cells of a board. Where letters are
/// values too, it has two words or a character that is not a cell.
pub(super) fn is_name(line: &[u8], side: usize) -> bool {
    let Ok(text) = str::from_utf8(line) else {
        return false;
    };
    let is_letter = |c: &char| c.is_alphabetic();
    let is_word = |word: &str| {
        let word = word.trim_matches(|c: char| c.is_ascii_punctuation());
        word.chars().count() > 1 && word.chars().all(|c| c.is_alphabetic())
    };
    let letters = text.chars().filter(is_letter).count();
    let cells = line.iter().filter(|&&byte| is_cell(byte, 9)).count();
    let mut words = text.split_whitespace();
    // No word is that long: it is an invalid board on one line.
    let is_run = |word: &str| {
        word.len() >= 4 * side && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    let is_long = words.clone().any(is_run);
    let is_text = side <= 9
        || words.clone().count() > 1
        || text
            .trim()
            .chars()
            .any(|c| !c.is_ascii() || !is_cell(c as u8, side));
    is_text
        && !is_long
        && letters > 1
        && cells < 2 * side
        && (letters >= cells || words.any(is_word))
        // A puzzle with rules of its own is not a name.
        && PuzzleFormat::detect(text).is_none()
}

/// Whether a line can be the number of a board: `1.`, `(1)`, `Q1`, `A`, or its size, or a line of
/// stars. A number has at most half the cells of a row. Without a character that cannot be a cell,
/// it has no blank but `0`.
pub(super) fn is_label(line: &[u8], side: usize) -> bool {
    const LONGEST: usize = 12;
    let text = line.trim_ascii();
    let is_cell = |&&byte: &&u8| is_label_cell(byte, side);
    let is_short = 2 * text.iter().filter(is_cell).count() <= side;
    let number = text.strip_suffix(b".").unwrap_or(text);
    let is_value = |byte: &u8| byte.is_ascii_alphanumeric() && !is_pasted_blank(*byte, side);
    let is_blank_run = |pair: &[u8]| pair[0] == pair[1] && digit_value(pair[0]) == 0;
    is_size(text)
        || is_stars(text, side)
        || (1..=LONGEST).contains(&text.len())
            && is_short
            && !text.windows(2).any(is_blank_run)
            && (has_other(text, side) || number.iter().all(is_value))
}

/// Whether a text is the size of a board: `9x9`, `16 x 16`.
fn is_size(text: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(text) else {
        return false;
    };
    let is_number = |text: &str| {
        let digits = text.trim();
        (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    text.split_once(['x', 'X', '×'])
        .is_some_and(|(rows, columns)| is_number(rows) && is_number(columns))
}

/// Whether a text is a line of stars, too few for a row.
fn is_stars(text: &[u8], side: usize) -> bool {
    let stars = text.iter().filter(|&&byte| byte == b'*').count();
    (1..side).contains(&stars) && text.iter().all(|byte| b"* ".contains(byte))
}

/// Whether a line is the number or the date of a board, and no part of a row: a label with a
/// character that cannot be a cell, a number before a full stop, or a date.
pub(super) fn is_clear_label(line: &[u8], side: usize) -> bool {
    let text = line.trim_ascii();
    let number = text.strip_suffix(b".").unwrap_or_default();
    let is_number = !number.is_empty() && number.iter().all(u8::is_ascii_digit);
    is_date(text) || is_size(text) || is_label(line, side) && (is_number || has_other(text, side))
}

/// Whether a text has a character that cannot be a cell.
fn has_other(text: &[u8], side: usize) -> bool {
    !text.iter().all(|&byte| is_label_cell(byte, side))
}

/// Whether a text is a date with a year of four digits or the name of a month.
fn is_date(text: &[u8]) -> bool {
    let parts = text.split(|byte| !byte.is_ascii_alphanumeric());
    let parts: Vec<&[u8]> = parts.filter(|part| !part.is_empty()).collect();
    let is_month = |part: &&&[u8]| part.len() > 2 && part.iter().all(u8::is_ascii_alphabetic);
    let is_year =
        |part: &&&[u8]| part.len() == 4 && (part.starts_with(b"19") || part.starts_with(b"20"));
    let is_number =
        |part: &&&[u8]| (part.len() < 3 || is_year(part)) && part.iter().all(u8::is_ascii_digit);
    let count = |is: &dyn Fn(&&&[u8]) -> bool| parts.iter().filter(is).count();
    let is_numeric = || b"-./".iter().any(|sign| 2 == count_of(text, *sign));
    let (months, numbers) = (count(&is_month), count(&is_number));
    parts.len() == 3
        && (months == 1 && numbers == 2 || numbers == 3 && count(&is_year) == 1 && is_numeric())
}

fn count_of(text: &[u8], sign: u8) -> usize {
    text.iter().filter(|&&byte| byte == sign).count()
}

fn is_label_cell(byte: u8, side: usize) -> bool {
    is_cell(byte, side) || is_pasted_blank(byte, side) || is_space(byte)
}
