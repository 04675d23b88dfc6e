//! Reads the item line.

use super::super::lines::Line;
use super::super::numbers::is_number;
use super::super::{TextError, board, matrix};
use super::{COMMENT, MARKS, check_text, is_foreign_comment};
use crate::Builder;

pub(super) fn read(line: Line<'_>, builder: &mut Builder) -> Result<(), TextError> {
    let mut secondary = false;
    for (start, word) in line.words() {
        if word == "|" {
            if secondary {
                return Err(line
                    .error(start, 1, "second \"|\" in the item line")
                    .with_help("write one \"|\", between primary and secondary items"));
            }
            secondary = true;
            continue;
        }
        check_text(line, start, word)?;
        let declared = match word.rsplit_once('|') {
            Some((bounds, name)) if is_bounds(bounds) && is_name(name) => {
                if secondary {
                    let message = format!("secondary item \"{name}\" has a multiplicity");
                    return Err(line
                        .error(start, word.len(), message)
                        .with_help("move the item before the \"|\", or write its name alone"));
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
        declared.map_err(|error| {
            let error = line.build_error(start, word.len(), error);
            let words = || line.words().map(|(_, word)| word);
            if is_foreign_comment(line) {
                error.with_help(COMMENT)
            } else if words().all(|word| matches!(word, "0" | "1"))
                && words().any(|word| word == "1")
            {
                error.with_help(matrix::HELP)
            } else if board::is_row(words(), word) {
                error.with_help(board::HELP)
            } else {
                error
            }
        })?;
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

/// Reads one of the two bounds.
fn number(line: Line<'_>, start: usize, digits: &str) -> Result<u32, TextError> {
    digits.parse().map_err(|_| {
        let message = format!(
            "multiplicity {digits} is too large, expected at most {}",
            u32::MAX
        );
        line.error(start, digits.len(), message)
    })
}

/// The error for a word with a bar or a colon that is not an item with a multiplicity.
fn marked(line: Line<'_>, start: usize, word: &str) -> TextError {
    let whole = |message| line.error(start, word.len(), message);
    let form = "write \"2|name\" or \"1:3|name\"";
    match word.split_once('|') {
        Some((bounds, name)) if is_bounds(bounds) && name.is_empty() => {
            whole(format!("multiplicity without an item: \"{word}\"")).with_help(form)
        }
        Some((bounds, name))
            if bounds.starts_with(|c: char| c.is_ascii_digit()) && is_name(name) =>
        {
            let message = format!("invalid multiplicity \"{bounds}\"");
            line.error(start, bounds.len(), message).with_help(form)
        }
        Some(_) => whole(format!("\"|\" inside the name \"{word}\""))
            .with_help("put spaces around the \"|\" between primary and secondary items"),
        None => {
            let is_time = word.split(':').all(is_number);
            let help = if is_time {
                format!(
                    "a name in DLX has no \":\"; write {}, or the problem as JSON",
                    word.replace(':', ".")
                )
            } else {
                "give colours to items in options, not in the item line".to_owned()
            };
            whole(format!("\":\" inside the name \"{word}\"")).with_help(help)
        }
    }
}
