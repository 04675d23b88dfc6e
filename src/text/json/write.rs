//! Problems written as JSON.

use std::fmt;
use std::io::{self, Write};

use super::super::WriteError;
use crate::display::from_fn;
use crate::{ItemId, OptionId, Problem};

/// Writes a problem, an option a line. What is written reads back as the same problem, except
/// that secondary items which were declared before primary ones come after them, and that
/// colours are numbered in the order in which they stand in the text. O(length of the text).
///
/// # Errors
/// [`WriteError::Io`] if `out` fails: there is no problem that JSON cannot hold.
pub fn write(problem: &Problem, out: &mut impl Write) -> Result<(), WriteError> {
    let mut out = io::BufWriter::new(out);
    let primary = |&item: &ItemId| problem.is_primary(item);
    let (secondary, options) = (
        problem.items().filter(|item| !primary(item)),
        problem.options(),
    );
    write!(out, "{{\n\"primary\":[")?;
    for (place, item) in problem.items().filter(primary).enumerate() {
        write!(out, "{}", if place > 0 { "," } else { "" })?;
        let name = Name(problem.name(item));
        match problem.multiplicity(item).unwrap_or(1..=1).into_inner() {
            (1, 1) => write!(out, "{name}")?,
            (low, high) => write!(out, r#"{{"item":{name},"multiplicity":[{low},{high}]}}"#)?,
        }
    }
    write!(out, "],\n\"secondary\":[")?;
    for (place, item) in secondary.enumerate() {
        let comma = if place > 0 { "," } else { "" };
        write!(out, "{comma}{}", Name(problem.name(item)))?;
    }
    write!(out, "],\n\"options\":[")?;
    for (place, option) in options.enumerate() {
        writeln!(out, "{}", if place > 0 { "," } else { "" })?;
        let items = items(problem, option);
        match problem.cost(option) {
            0 => write!(out, "{items}")?,
            cost => write!(out, r#"{{"items":{items},"cost":{cost}}}"#)?,
        }
    }
    writeln!(out, "\n]\n}}")?;
    Ok(out.flush()?)
}

/// The items of an option as a JSON array, in the order in which they were given: each its name,
/// or an object with its name and its colour.
pub fn items(problem: &Problem, option: OptionId) -> impl fmt::Display + '_ {
    from_fn(move |f| {
        f.write_str("[")?;
        for (place, (item, colour)) in problem.uses_of(option).enumerate() {
            let comma = if place > 0 { "," } else { "" };
            let name = Name(problem.name(item));
            match colour {
                None => write!(f, "{comma}{name}")?,
                Some(colour) => {
                    let colour = Name(problem.colour_name(colour));
                    write!(f, r#"{comma}{{"item":{name},"colour":{colour}}}"#)?;
                }
            }
        }
        f.write_str("]")
    })
}

/// A string in JSON.
struct Name<'a>(&'a str);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = serde_json::to_string(self.0).map_err(|_| fmt::Error)?;
        f.write_str(&quoted)
    }
}
