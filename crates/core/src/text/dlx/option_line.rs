//! Reads option lines.
//!
//! A valid line is read quickly, without positions. If the builder rejects it, the line is read
//! again to find the wrong word and the likely fix.

use smallvec::SmallVec;

use super::super::lines::Line;
use super::super::near::nearest;
use super::super::numbers::{bad_cost, is_cost};
use super::super::{TextError, board, matrix};
use super::{COMMENT, MARKS, check_text, is_foreign_comment};
use crate::{BuildError, Builder, Decimal, DecimalError, ItemId, Use};

pub(super) fn read<'a>(
    line: Line<'a>,
    items: Line<'_>,
    builder: &mut Builder,
) -> Result<(), TextError> {
    if read_plain(line, builder) {
        return Ok(());
    }
    let mut has_costs = false;
    // Malformed words need no check here, because no item has such a name.
    let uses = line.text.split_ascii_whitespace().filter_map(|word| {
        if word.starts_with('|') {
            has_costs = true;
            return None;
        }
        Some(match word.split_once(':') {
            Some((name, colour)) if is_colour(colour) => Use::from((name, colour)),
            _ => Use::from(word),
        })
    });
    let option = match builder.option(uses) {
        Ok(option) => option,
        // After a "|" alone, the next word is probably a cost rather than an item.
        Err(error) => {
            return Err(match costs(line).position(|word| word == "|") {
                Some(place) => cost_error(line, place, CostError::Text(DecimalError::Invalid)),
                None => explain(line, items, error),
            });
        }
    };
    if !has_costs {
        return Ok(());
    }
    for (place, word) in costs(line).enumerate() {
        let cost = word[1..].parse::<Decimal>();
        cost.map_err(CostError::Text)
            .and_then(|cost| builder.add_cost(option, cost).map_err(CostError::Sum))
            .map_err(|error| cost_error(line, place, error))?;
    }
    Ok(())
}

/// Adds the option of a line that consists of names of items, as most lines do. Returns whether it
/// did: if anything is unusual, nothing has changed.
fn read_plain(line: Line<'_>, builder: &mut Builder) -> bool {
    if line.text.bytes().any(|byte| matches!(byte, b':' | b'|')) {
        return false;
    }
    // An option has each item once: a line with more is wrong, and may be long.
    let items = line
        .text
        .split_ascii_whitespace()
        .take(builder.item_count() + 1)
        .map(|word| builder.item(word));
    let items: Option<SmallVec<[ItemId; 16]>> = items.collect();
    items.is_some_and(|items| builder.plain_option(&items).is_ok())
}

/// The words of a line that begin with a bar: its costs.
fn costs(line: Line<'_>) -> impl Iterator<Item = &str> {
    let words = line.text.split_ascii_whitespace();
    words.filter(|word| word.starts_with('|'))
}

fn is_colour(word: &str) -> bool {
    !word.is_empty() && !word.contains(MARKS) && !word.contains(char::is_control)
}

/// What is wrong with a cost.
enum CostError {
    Text(DecimalError),
    /// The builder rejected it.
    Sum(BuildError),
}

/// The error for the cost at this place among the costs of a line.
#[cold]
fn cost_error(line: Line<'_>, place: usize, error: CostError) -> TextError {
    let mut costs = line.words().filter(|(_, word)| word.starts_with('|'));
    let (start, word) = costs.nth(place).unwrap_or((0, line.text));
    if let Err(error) = check_text(line, start, word) {
        return error;
    }
    let digits = word.strip_prefix('|').unwrap_or_default();
    let whole = |message: String| line.error(start, word.len(), message);
    match error {
        CostError::Sum(error) => line.build_error(start, word.len(), error),
        CostError::Text(_) if digits.is_empty() => {
            let next = line.words().find(|&(place, _)| place > start);
            let help = match next.filter(|(_, word)| is_cost(word)) {
                Some((_, number)) => format!("write the cost without a space: \"|{number}\""),
                None => "remove it, or write a cost such as \"|5\"".to_owned(),
            };
            whole("\"|\" without a cost".to_owned()).with_help(help)
        }
        CostError::Text(error) => whole(bad_cost(digits, error)),
    }
}

/// The error for an option that the builder rejected.
#[cold]
fn explain(line: Line<'_>, items: Line<'_>, error: BuildError) -> TextError {
    let Some((start, word)) = find_wrong_word(line, &error) else {
        let (start, length) = line.body();
        return line.build_error(start, length, error);
    };
    if let Err(error) = check_text(line, start, word) {
        return error;
    }
    if let Some((message, help)) = malformed(word) {
        return line.error(start, word.len(), message).with_help(help);
    }
    let name = name_of(word);
    let help = match error {
        BuildError::UnknownItem(_) => Some(help_for_unknown(name, line, items)),
        BuildError::ColouredPrimary(_) => {
            Some("declare the item after the \"|\" of the item line, or remove the colour".into())
        }
        _ => None,
    };
    let length = match error {
        BuildError::ColouredPrimary(_) => word.len(),
        _ => name.len(),
    };
    let error = line.build_error(start, length, error);
    match help {
        Some(help) => error.with_help(help),
        None => error,
    }
}

/// The likely fix for an option with an unknown item.
fn help_for_unknown(name: &str, line: Line<'_>, items: Line<'_>) -> String {
    if is_foreign_comment(line) || is_foreign_comment(items) {
        return COMMENT.to_owned();
    }
    let mut words = items.words().map(|(_, word)| word);
    if let (Some(only), None) = (words.next(), words.next()) {
        let is_binary = |word: &str| word.bytes().all(|byte| matches!(byte, b'0' | b'1'));
        if is_binary(only) && is_binary(name) {
            return matrix::HELP.to_owned();
        }
        if board::is_board(only) && board::is_board(name) {
            return board::HELP.to_owned();
        }
        if only.contains([',', ';']) {
            return "separate items by spaces, without commas".to_owned();
        }
    }
    let without_comma = name.trim_end_matches([',', ';']);
    if without_comma.len() < name.len() && names(items).any(|item| item == without_comma) {
        return "separate items by spaces, without commas".to_owned();
    }
    if let Some(near) = nearest(name, names(items)) {
        return format!("did you mean \"{near}\"?");
    }
    let line = items.number;
    format!("add it to the item line (line {line}), or correct its name")
}

/// The word of an option that the builder rejected, and the index of its first byte.
fn find_wrong_word<'a>(line: Line<'a>, error: &BuildError) -> Option<(usize, &'a str)> {
    let mut words = line.words().filter(|(_, word)| !word.starts_with('|'));
    match error {
        BuildError::UnknownItem(quoted) => words.find(|(_, word)| {
            let inner = quoted.strip_prefix('"').and_then(|q| q.strip_suffix('"'));
            inner == Some(word) || inner == Some(name_of(word))
        }),
        // The second occurrence.
        BuildError::RepeatedItem(name) => words.filter(|(_, word)| name_of(word) == *name).nth(1),
        BuildError::ColouredPrimary(name) => {
            words.find(|(_, word)| name_of(word) == *name && name.len() < word.len())
        }
        _ => None,
    }
}

/// The message and the fix for a word that is malformed, whatever the items are.
fn malformed(word: &str) -> Option<(String, &'static str)> {
    let (name, colour) = match word.split_once(':') {
        Some((name, colour)) => (name, Some(colour)),
        None => (word, None),
    };
    if word.contains('|') {
        let help = "put a space before the \"|\" of a cost";
        return Some((format!("\"|\" inside the name \"{word}\""), help));
    }
    let message = match colour {
        _ if name.is_empty() => format!("missing item before the colon of \"{word}\""),
        Some("") => format!("missing colour after the colon of \"{word}\""),
        Some(colour) if colour.contains(':') => format!("two colons in \"{word}\""),
        _ => return None,
    };
    Some((message, "write ITEM:COLOUR"))
}

fn name_of(word: &str) -> &str {
    word.split_once(':').map_or(word, |(name, _)| name)
}

/// The names of all items. The item line is valid.
fn names(items: Line<'_>) -> impl Iterator<Item = &str> + Clone {
    items
        .text
        .split_ascii_whitespace()
        .filter_map(|word| word.rsplit('|').next())
        .filter(|name| !name.is_empty())
}
