//! The form `txt`: a set system that consists of numbers only.
//!
//! ```text
//! 7 3
//! 3 1 4 7
//! 2 1 4
//! 3 4 5 7
//! ```
//!
//! * The first line has two numbers: `N` items and `M` options. Items are primary, named `1` to
//!   `N`. `N` is at most 65,536, or the number of bytes of the text if that is more.
//! * Every other line is an option: the number of its items, then the items. An option without
//!   items is dropped, with a note.
//! * ASCII white space separates numbers.

use std::io::{self, Write};

use super::lines::{EMPTY, Line, decode, lines, missing};
use super::numbers::{Items, check_plain, number};
use super::{TextError, WriteError, board, quantity};
use crate::Problem;

const FIRST_LINE: &str = "the number of items and the number of options";

/// Reads a problem. O(length of the text).
///
/// ```
/// use quadrille::text::txt;
///
/// let problem = txt::read(b"3 2\n2 1 3\n1 2\n")?;
/// let option = problem.options().next().unwrap();
/// assert_eq!(problem.display_option(option).to_string(), "1 3");
/// # Ok::<(), quadrille::text::TextError>(())
/// ```
///
/// # Errors
/// A [`TextError`] for the first invalid line: an unknown or repeated item, or a number of items or
/// options other than announced.
pub fn read(text: &[u8]) -> Result<Problem, TextError> {
    read_within(text, usize::MAX)
}

/// Reads a problem with a memory limit in bytes, which does not include the text.
///
/// # Errors
/// The same as [`read`]. Beyond the limit, the cause is
/// [`BuildError::Memory`](crate::BuildError::Memory).
pub fn read_within(text: &[u8], memory: usize) -> Result<Problem, TextError> {
    let mut builder = Problem::builder().memory(memory);
    let mut first: Option<(Items, usize)> = None;
    let mut options = 0;
    let size = text.len();
    let text = decode(text)?;
    for line in lines(text) {
        line.check_words()?;
        let mut words = line.words();
        let Some(count) = words.next() else {
            continue;
        };
        match &mut first {
            None => {
                let (Some(announced), None) = (words.next(), words.next()) else {
                    let (start, length) = line.body();
                    let message = format!("invalid first line, expected {FIRST_LINE}");
                    let error = line.error(start, length, message);
                    return Err(if board::is_text(text.lines()) {
                        error.with_help(board::HELP)
                    } else {
                        error
                    });
                };
                let items = Items::declare(line, count, size, &mut builder)?;
                let announced = number(line, announced.0, announced.1, "the number of options")?;
                first = Some((items, announced));
            }
            Some((_, announced)) if options == *announced => {
                let (start, length) = line.body();
                let message =
                    format!("too many options, expected {announced} as in the first line");
                return Err(line.error(start, length, message));
            }
            Some((items, _)) => {
                check_count(line, count, words.clone())?;
                items.option(line, words, &mut builder)?;
                options += 1;
            }
        }
    }
    match first {
        None => Err(missing(text, EMPTY).with_help(format!("begin with {FIRST_LINE}"))),
        Some((_, announced)) if options < announced => {
            let found = quantity(options, "option");
            let message = format!("the text ends after {found}, expected {announced}");
            Err(missing(text, message))
        }
        Some(_) => Ok(builder.build()),
    }
}

/// The number of superfluous items that a message counts exactly.
const MORE: usize = 1 << 16;

/// Checks that an option has as many items as its first number announces.
fn check_count<'a>(
    line: Line<'a>,
    (start, word): (usize, &'a str),
    mut words: impl Iterator<Item = (usize, &'a str)> + Clone,
) -> Result<(), TextError> {
    let announced = number(line, start, word, "the number of items of the option")?;
    let most = announced.saturating_add(MORE);
    let found = words.clone().take(most).count();
    if found == announced {
        return Ok(());
    }
    let counted = if found == most {
        format!("at least {}", quantity(found, "item"))
    } else {
        quantity(found, "item")
    };
    let (body, length) = line.body();
    let end = body + length;
    // The error marks the superfluous items, or the end of the line.
    let start = words.nth(announced).map_or(end, |(start, _)| start);
    let message = format!("{counted}, expected {announced}");
    Err(line
        .error(start, end - start, message)
        .with_help("begin each option with the number of its items"))
}

/// Writes a problem. The names of the items are lost: items are numbered from 1.
/// O(length of the text).
///
/// # Errors
/// * [`WriteError::Feature`] if the problem has secondary items, multiplicities or costs. Nothing
///   is written then.
/// * [`WriteError::Io`] if `out` fails.
pub fn write(problem: &Problem, out: &mut impl Write) -> Result<(), WriteError> {
    check_plain(problem, "txt")?;
    let mut out = io::BufWriter::new(out);
    writeln!(out, "{} {}", problem.item_count(), problem.option_count())?;
    for option in problem.options() {
        let items = problem.items_of(option);
        write!(out, "{}", items.len())?;
        for item in items {
            write!(out, " {}", item.index() + 1)?;
        }
        writeln!(out)?;
    }
    Ok(out.flush()?)
}
