//! Writes the text with names.

use std::io::{self, Write};

use super::super::WriteError;
use super::tokens::MARKS;
use crate::Problem;

/// Writes a problem. O(length of the text).
///
/// # Errors
/// * [`WriteError::Name`] if the name of an item or a colour is empty or contains white space, a
///   control character, or one of `;:[]<>$`. Nothing is written then.
/// * [`WriteError::EmptyOption`] if an option has no items. Nothing is written then.
/// * [`WriteError::Feature`] if a cost is negative or not whole. Nothing is written then.
/// * [`WriteError::Io`] if `out` fails.
pub fn write(problem: &Problem, out: &mut impl Write) -> Result<(), WriteError> {
    check_names("item", problem.items().map(|item| problem.name(item)))?;
    let colours = problem.colours();
    check_names("colour", colours.map(|colour| problem.colour_name(colour)))?;
    for option in problem.options() {
        if problem.items_of(option).is_empty() {
            return Err(WriteError::EmptyOption(option));
        }
        if problem.cost(option) < 0 || problem.cost_decimals() > 0 {
            return Err(WriteError::Feature {
                part: format!("option {option}"),
                form: "miniexact",
                feature: "costs that are negative or have decimals",
            });
        }
    }

    let mut out = io::BufWriter::new(out);
    write!(out, "<")?;
    for item in problem.items() {
        if let Some(bounds) = problem.multiplicity(item) {
            let name = problem.name(item);
            match bounds.into_inner() {
                (1, 1) => write!(out, " {name}")?,
                (low, high) if low == high => write!(out, " {name}:{low}")?,
                (low, high) => write!(out, " {name}:{low};{high}")?,
            }
        }
    }
    writeln!(out, " >")?;
    let mut secondary = problem
        .items()
        .filter(|&item| !problem.is_primary(item))
        .peekable();
    if secondary.peek().is_some() {
        write!(out, "[")?;
        for item in secondary {
            write!(out, " {}", problem.name(item))?;
        }
        writeln!(out, " ]")?;
    }
    for option in problem.options() {
        write!(out, "{}", problem.display_option(option))?;
        match problem.cost(option) {
            0 => writeln!(out, ";")?,
            cost => writeln!(out, " ${cost};")?,
        }
    }
    Ok(out.flush()?)
}

/// Returns the error for the first name that is not possible.
fn check_names<'a>(
    what: &'static str,
    names: impl Iterator<Item = &'a str>,
) -> Result<(), WriteError> {
    for name in names {
        let reason = if name.is_empty() {
            "the name is empty"
        } else if name.contains(|c: char| c.is_ascii_whitespace()) {
            "the name contains white space"
        } else if name.contains(char::is_control) {
            "the name contains a control character"
        } else if name.contains(MARKS) {
            "the name contains one of the characters ;:[]<>$"
        } else {
            continue;
        };
        return Err(WriteError::Name {
            what,
            name: name.to_owned(),
            reason,
        });
    }
    Ok(())
}
