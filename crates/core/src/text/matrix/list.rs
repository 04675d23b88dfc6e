//! Finds the rows of a list of lists: `[[0, 1], [1, 0]]`, with or without commas and the outer
//! brackets.

use std::ops::Range;

use super::super::TextError;
use super::super::lines::{error_at, missing};

/// Calls `act` for what stands between the brackets of each row. The text begins with a bracket.
pub(super) fn read(
    text: &str,
    mut act: impl FnMut(Range<usize>) -> Result<(), TextError>,
) -> Result<(), TextError> {
    let skip = |place: usize| {
        let rest = text.get(place..).unwrap_or_default();
        text.len() - rest.trim_ascii_start().len()
    };
    let byte = |place: usize| text.as_bytes().get(place).copied();
    let mut place = skip(0);
    let is_nested = byte(skip(place + 1)) == Some(b'[');
    if is_nested {
        place = skip(place + 1);
    }
    loop {
        match byte(place) {
            Some(b'[') => {
                let rest = text.get(place + 1..).unwrap_or_default();
                let Some(length) = rest.find(['[', ']']) else {
                    return Err(unclosed(text));
                };
                let end = place + 1 + length;
                if byte(end) == Some(b'[') {
                    return Err(error_at(text, end, 1, "a list inside a row of digits"));
                }
                act(place + 1..end)?;
                place = skip(end + 1);
                if byte(place) == Some(b',') {
                    place = skip(place + 1);
                }
            }
            Some(b']') if is_nested => {
                place = skip(place + 1);
                return match byte(place) {
                    None => Ok(()),
                    Some(_) => Err(unexpected(text, place, "the end of the text")),
                };
            }
            None if is_nested => return Err(unclosed(text)),
            None => return Ok(()),
            Some(_) => return Err(unexpected(text, place, "a row in brackets")),
        }
    }
}

/// The error for a character between or after rows.
#[cold]
fn unexpected(text: &str, place: usize, expected: &str) -> TextError {
    let rest = text.get(place..).unwrap_or_default();
    let c = rest.chars().next().unwrap_or_default();
    let message = format!("unexpected \"{c}\", expected {expected}");
    error_at(text, place, c.len_utf8(), message)
}

#[cold]
fn unclosed(text: &str) -> TextError {
    missing(text.trim_ascii_end(), "missing \"]\" at the end")
        .with_help("check that the file is complete")
}
