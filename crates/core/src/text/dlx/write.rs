//! Writes problems as DLX text.

use std::io::{self, Write};

use super::super::WriteError;
use crate::{ItemId, Problem};

/// Writes a problem. O(length of the text).
///
/// Reading the text gives the same problem, with two exceptions: secondary items come after all
/// primary items, and colours are numbered in the order of the text.
///
/// # Errors
/// * [`WriteError::Name`] if the name of an item or a colour is empty or contains white space, a
///   control character, `|` or `:`. Nothing is written then.
/// * [`WriteError::EmptyOption`] if an option has no items. Nothing is written then.
/// * [`WriteError::Io`] if `out` fails.
pub fn write(problem: &Problem, out: &mut impl Write) -> Result<(), WriteError> {
    check_names("item", problem.items().map(|item| problem.name(item)))?;
    check_names(
        "colour",
        problem.colours().map(|colour| problem.colour_name(colour)),
    )?;
    let empty = |&option: &_| problem.items_of(option).is_empty();
    if let Some(option) = problem.options().find(empty) {
        return Err(WriteError::EmptyOption(option));
    }

    let mut out = io::BufWriter::new(out);
    write_items(problem, &mut out)?;
    for option in problem.options() {
        write!(out, "{}", problem.display_option(option))?;
        match problem.cost(option) {
            0 => writeln!(out)?,
            cost => writeln!(out, " |{}", problem.decimal(cost))?,
        }
    }
    Ok(out.flush()?)
}

fn write_items(problem: &Problem, out: &mut impl Write) -> io::Result<()> {
    // The separator before the next word.
    let mut space = "";
    for item in problem.items() {
        let (Some(bounds), name) = (problem.multiplicity(item), problem.name(item)) else {
            continue;
        };
        // A reader would take this name for a byte order mark at the start of the text.
        if space.is_empty() && name.starts_with('\u{FEFF}') {
            space = " ";
        }
        match (bounds.start(), bounds.end()) {
            (1, 1) => write!(out, "{space}{name}")?,
            (low, high) if low == high => write!(out, "{space}{low}|{name}")?,
            (low, high) => write!(out, "{space}{low}:{high}|{name}")?,
        }
        space = " ";
    }
    let secondary = |&item: &ItemId| !problem.is_primary(item);
    // A bar in column 1 would be a comment.
    if space.is_empty() || problem.items().any(|item| secondary(&item)) {
        write!(out, " |")?;
    }
    for item in problem.items().filter(secondary) {
        write!(out, " {}", problem.name(item))?;
    }
    writeln!(out)
}

/// Returns the error for the first name that is not possible.
fn check_names<'a>(
    what: &'static str,
    mut names: impl Iterator<Item = &'a str>,
) -> Result<(), WriteError> {
    let wrong = names.find_map(|name| Some((name, why_impossible(name)?)));
    match wrong {
        None => Ok(()),
        Some((name, reason)) => Err(WriteError::Name {
            what,
            name: name.to_owned(),
            reason,
        }),
    }
}

/// Why DLX text cannot contain a name; `None` if it can.
fn why_impossible(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        Some("the name is empty")
    } else if name.contains(|c: char| c.is_ascii_whitespace()) {
        Some("the name contains white space")
    } else if name.contains(char::is_control) {
        Some("the name contains a control character")
    } else if name.contains('|') {
        Some("the name contains \"|\"")
    } else if name.contains(':') {
        Some("the name contains \":\"")
    } else {
        None
    }
}
