//! Reads a row of zeros and ones.

use std::ops::Range;

use super::super::TextError;
use super::super::lines::{NOT_TEXT, error_at, offset};
use super::COLUMNS;
use crate::ItemId;

/// The message for a row with too many digits.
pub(super) const TOO_WIDE: &str = "the row has more than 16,777,216 columns";

/// Collects the ones of the row in a part of the text, and returns its width. A list in brackets
/// separates its numbers, and may end in a comma.
pub(super) fn read(
    text: &str,
    part: Range<usize>,
    is_list: bool,
    ones: &mut Vec<ItemId>,
) -> Result<usize, TextError> {
    let bytes = text.as_bytes().get(..part.end).unwrap_or_default();
    let error = |place, message: &str| error_at(text, place, 1, message);
    let (mut width, mut words) = (0, 0_usize);
    // Whether the last byte belongs to a word, and whether the last one that is not white space is a
    // comma.
    let (mut is_inside, mut is_after_comma) = (false, false);
    let mut has_commas = false;
    let mut without_comma = None;
    let mut place = part.start;
    while let Some(&byte) = bytes.get(place) {
        match byte {
            b'0' | b'1' if width == COLUMNS => return Err(error(place, TOO_WIDE)),
            b'0' | b'1' => {
                if byte == b'1' {
                    ones.push(ItemId::new(u32::try_from(width).unwrap_or(u32::MAX)));
                }
                if !is_inside {
                    words += 1;
                    if width > 0 && !is_after_comma {
                        without_comma = without_comma.or(Some(place));
                    }
                }
                width += 1;
                (is_inside, is_after_comma) = (true, false);
            }
            b',' if width == 0 || is_after_comma => {
                return Err(error(place, "missing digit before the comma"));
            }
            b',' => {
                has_commas = true;
                (is_inside, is_after_comma) = (false, true);
            }
            // A whole number as NumPy prints it among others: `1.`.
            b'.' if is_list && is_inside => {
                let zeros = bytes.iter().skip(place + 1);
                let end = place + zeros.take_while(|&&byte| byte == b'0').count();
                if bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
                    return Err(invalid_character(text, place));
                }
                is_inside = false;
                place = end;
            }
            byte if byte.is_ascii_whitespace() => is_inside = false,
            _ => return Err(invalid_character(text, place)),
        }
        place += 1;
    }
    match without_comma {
        Some(place) if has_commas => {
            return Err(error(place, "missing comma before the digit"));
        }
        _ if is_after_comma && !is_list => {
            return Err(error_at(text, part.end, 0, "missing digit after the comma"));
        }
        _ if width == 0 => {
            return Err(error_at(text, part.start, 0, "missing digits of a row"));
        }
        _ => {}
    }
    // In "1 10 11", the numbers are probably not digits of a row.
    if words == width || words == 1 && !is_list {
        Ok(width)
    } else {
        Err(long_word(text, part))
    }
}

/// The error for digits that stand together where others are separate.
#[cold]
fn long_word(text: &str, row: Range<usize>) -> TextError {
    let rest = text.get(row).unwrap_or_default();
    let mut words = rest.split(|c: char| c.is_ascii_whitespace() || c == ',');
    let word = words.find(|word| word.len() > 1).unwrap_or_default();
    let start = offset(text, word);
    let message = format!("\"{word}\" in a row of separate digits, expected 0 or 1");
    error_at(text, start, word.len(), message)
}

/// The error for a character other than 0 and 1.
#[cold]
fn invalid_character(text: &str, place: usize) -> TextError {
    let rest = text.get(place..).unwrap_or_default();
    let c = rest.chars().next().unwrap_or_default();
    let name = if c.is_control() {
        format!("control character U+{:04X}", u32::from(c))
    } else {
        format!("invalid character \"{c}\"")
    };
    let message = format!("{name}, expected 0 or 1");
    let error = error_at(text, place, c.len_utf8(), message);
    match c {
        ';' => error.with_help("separate digits by spaces or commas, and rows by line ends"),
        '.' if rest.starts_with("...") => error
            .with_help("print the whole matrix: `numpy.set_printoptions(threshold=sys.maxsize)`"),
        c if c.is_control() => error.with_help(NOT_TEXT),
        _ => error,
    }
}
