//! Problems written as Knuth's text.

use std::io::{self, Write};

use super::super::WriteError;
use crate::{ItemId, Problem};

/// Writes a problem: the items, primary ones first, then the options. What is written reads back
/// as the same problem, except that secondary items which were declared before primary ones come
/// after them, and that colours are numbered in the order in which they stand in the text.
/// O(length of the text).
///
/// # Errors
/// [`WriteError::Name`] for an item or a colour whose name is empty or holds white space, a
/// control character, `|` or `:`, [`WriteError::EmptyOption`] for an option without any items;
/// both before anything is written. [`WriteError::Io`] if `out` fails.
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
        write!(out, "{}", problem.display(option))?;
        match problem.cost(option) {
            0 => writeln!(out)?,
            cost => writeln!(out, " |{cost}")?,
        }
    }
    Ok(out.flush()?)
}

fn write_items(problem: &Problem, out: &mut impl Write) -> io::Result<()> {
    // What every word but the first stands behind.
    let mut space = "";
    for item in problem.items() {
        let (Some(bounds), name) = (problem.multiplicity(item), problem.name(item)) else {
            continue;
        };
        // No name that a reader takes for a byte order mark.
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

/// Refuses the first name that cannot be written.
fn check_names<'a>(
    what: &'static str,
    mut names: impl Iterator<Item = &'a str>,
) -> Result<(), WriteError> {
    let bad = names.find_map(|name| Some((name, unwritable(name)?)));
    match bad {
        None => Ok(()),
        Some((name, reason)) => Err(WriteError::Name {
            what,
            name: name.to_owned(),
            reason,
        }),
    }
}

/// Why a name cannot be written, if it cannot.
fn unwritable(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        Some("the name is empty")
    } else if name.contains(|c: char| c.is_ascii_whitespace()) {
        Some("the name holds white space")
    } else if name.contains(char::is_control) {
        Some("the name holds a control character")
    } else if name.contains('|') {
        Some("the name holds a \"|\"")
    } else if name.contains(':') {
        Some("the name holds a \":\"")
    } else {
        None
    }
}
