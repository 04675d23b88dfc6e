//! The item line.

use super::super::TextError;
use super::super::lines::Line;
use super::super::numbers::is_number;
use super::{MARKS, check_text};
use crate::Builder;

pub(super) fn read(line: Line<'_>, builder: &mut Builder) -> Result<(), TextError> {
    let mut secondary = false;
    for (start, word) in line.words() {
        if word == "|" {
            if secondary {
                return Err(line
                    .error(start, 1, "a second \"|\" in the item line")
                    .with_help("expected one, between the primary and the secondary items"));
            }
            secondary = true;
            continue;
        }
        check_text(line, start, word)?;
        let declared = match word.rsplit_once('|') {
            Some((bounds, name)) if is_bounds(bounds) && is_name(name) => {
                if secondary {
                    return Err(line
                        .error(
                            start,
                            word.len(),
                            format!("bounds of the secondary item \"{name}\""),
                        )
                        .with_help(
                            "expected them before the bar: only a primary item has bounds",
                        ));
                }
                let (low, high) = bounds.split_once(':').unwrap_or((bounds, bounds));
                let low_number = number(line, start, low)?;
                let high_number = number(line, start + bounds.len() - high.len(), high)?;
                builder.multiple(name, low_number..=high_number)
            }
            _ if word.contains(MARKS) => return Err(marked(line, start, word)),
            _ if secondary => builder.secondary(word),
            _ => builder.primary(word),
        };
        declared.map_err(|error| line.refused(start, word.len(), error))?;
    }
    Ok(())
}

fn is_name(word: &str) -> bool {
    !word.is_empty() && !word.contains(MARKS)
}

/// `2` or `1:3`.
fn is_bounds(word: &str) -> bool {
    let (low, high) = word.split_once(':').unwrap_or((word, word));
    is_number(low) && is_number(high)
}

/// One of the two bounds.
fn number(line: Line<'_>, start: usize, digits: &str) -> Result<u32, TextError> {
    digits.parse().map_err(|_| {
        line.error(
            start,
            digits.len(),
            format!("the bound {digits} is too large"),
        )
        .with_help(format!("expected at most {}", u32::MAX))
    })
}

/// What is wrong with a word that holds a bar or a colon, and is no item with bounds.
fn marked(line: Line<'_>, start: usize, word: &str) -> TextError {
    let whole = |message| line.error(start, word.len(), message);
    let bounds = "expected bounds such as \"2|name\" or \"1:3|name\"";
    match word.split_once('|') {
        Some((bounds_of, name)) if is_bounds(bounds_of) && name.is_empty() => {
            whole(format!("bounds of no item: \"{word}\"")).with_help(bounds)
        }
        Some((bad, name)) if bad.starts_with(|c: char| c.is_ascii_digit()) && is_name(name) => line
            .error(start, bad.len(), format!("bad bounds: \"{bad}\""))
            .with_help(bounds),
        Some(_) => whole(format!("\"|\" inside the name \"{word}\""))
            .with_help("expected white space on both sides of the bar"),
        None => whole(format!("\":\" inside the name \"{word}\""))
            .with_help("colours stand behind the items of options"),
    }
}
