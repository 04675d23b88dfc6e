//! The option lines.

use super::super::TextError;
use super::super::lines::Line;
use super::super::near::nearest;
use super::super::numbers::is_number;
use super::{MARKS, check_text};
use crate::{BuildError, Builder, Use};

pub(super) fn read<'a>(
    line: Line<'a>,
    items: Line<'_>,
    builder: &mut Builder,
) -> Result<(), TextError> {
    let mut has_costs = false;
    // The words are not looked at closely here: what is wrong in one is no name of an item.
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
        // What stands behind a bar by itself is most likely no item.
        Err(error) => {
            return Err(match costs(line).position(|word| word == "|") {
                Some(place) => refuse_cost(line, place, None),
                None => explain(line, items, error),
            });
        }
    };
    if !has_costs {
        return Ok(());
    }
    for (place, word) in costs(line).enumerate() {
        let cost = match word[1..].parse() {
            Ok(cost) if is_number(&word[1..]) => Ok(cost),
            _ => Err(None),
        };
        cost.and_then(|cost| builder.cost(option, cost).map_err(Some))
            .map_err(|error| refuse_cost(line, place, error))?;
    }
    Ok(())
}

/// The words of a line that are costs, or meant as such.
fn costs(line: Line<'_>) -> impl Iterator<Item = &str> {
    let words = line.text.split_ascii_whitespace();
    words.filter(|word| word.starts_with('|'))
}

fn is_colour(word: &str) -> bool {
    !word.is_empty() && !word.contains(MARKS) && !word.contains(char::is_control)
}

/// Says what is wrong with the cost at this place among the costs of a line; the builder may
/// have said it.
#[cold]
fn refuse_cost(line: Line<'_>, place: usize, error: Option<BuildError>) -> TextError {
    let mut costs = line.words().filter(|(_, word)| word.starts_with('|'));
    let (start, word) = costs.nth(place).unwrap_or((0, line.text));
    if let Err(error) = check_text(line, start, word) {
        return error;
    }
    let digits = word.strip_prefix('|').unwrap_or_default();
    let whole = |message: String| line.error(start, word.len(), message);
    match error {
        Some(error) => line.refused(start, word.len(), error),
        None if digits.is_empty() => {
            let behind = line.words().find(|&(place, _)| place > start);
            let help = match behind.filter(|(_, word)| is_number(word)) {
                Some((_, number)) => format!("expected no space before the cost: \"|{number}\""),
                None => "expected a number behind the bar: a cost".to_owned(),
            };
            whole("\"|\" in an option".to_owned()).with_help(help)
        }
        None if is_number(digits) => whole(format!("the cost {digits} is too large"))
            .with_help(format!("expected at most {}", u64::MAX)),
        None => {
            whole(format!("\"{digits}\" is no cost")).with_help("expected a number behind the bar")
        }
    }
}

/// Says what is wrong with an option that the builder refused.
#[cold]
fn explain(line: Line<'_>, items: Line<'_>, error: BuildError) -> TextError {
    let Some((start, word)) = culprit(line, &error) else {
        let (start, length) = line.body();
        return line.refused(start, length, error);
    };
    if let Err(error) = check_text(line, start, word) {
        return error;
    }
    if let Some((message, help)) = misspelt(word) {
        return line.error(start, word.len(), message).with_help(help);
    }
    let name = name_of(word);
    let near = match error {
        BuildError::UnknownItem(_) => nearest(name, names(items)),
        _ => None,
    };
    let length = match error {
        BuildError::ColouredPrimary(_) => word.len(),
        _ => name.len(),
    };
    let error = line.refused(start, length, error);
    match near {
        Some(name) => error.with_help(format!("did you mean \"{name}\"?")),
        None => error,
    }
}

/// The word of an option that the builder refused, and where it starts.
fn culprit<'a>(line: Line<'a>, error: &BuildError) -> Option<(usize, &'a str)> {
    let mut words = line.words().filter(|(_, word)| !word.starts_with('|'));
    match error {
        BuildError::UnknownItem(quoted) => words.find(|(_, word)| {
            let inner = quoted.strip_prefix('"').and_then(|q| q.strip_suffix('"'));
            inner == Some(word) || inner == Some(name_of(word))
        }),
        // The second place.
        BuildError::RepeatedItem(name) => words.filter(|(_, word)| name_of(word) == *name).nth(1),
        BuildError::ColouredPrimary(name) => {
            words.find(|(_, word)| name_of(word) == *name && name.len() < word.len())
        }
        _ => None,
    }
}

/// What is wrong with a word whatever the items are, and what would be right.
fn misspelt(word: &str) -> Option<(String, &'static str)> {
    let (name, colour) = match word.split_once(':') {
        Some((name, colour)) => (name, Some(colour)),
        None => (word, None),
    };
    if word.contains('|') {
        let help = "expected white space before the bar of a cost";
        return Some((format!("\"|\" in an option: \"{word}\""), help));
    }
    match colour {
        _ if name.is_empty() => Some((
            format!("\"{word}\" names no item"),
            "expected the name of an item before the colon",
        )),
        Some("") => Some((
            format!("\"{word}\" names no colour"),
            "expected a colour behind the colon",
        )),
        Some(colour) if colour.contains(':') => Some((
            format!("two colons in \"{word}\""),
            "expected one, between an item and its colour",
        )),
        _ => None,
    }
}

fn name_of(word: &str) -> &str {
    word.split_once(':').map_or(word, |(name, _)| name)
}

/// The names of all items, which were read without error.
fn names(items: Line<'_>) -> impl Iterator<Item = &str> + Clone {
    items
        .text
        .split_ascii_whitespace()
        .filter_map(|word| word.rsplit('|').next())
        .filter(|name| !name.is_empty())
}
