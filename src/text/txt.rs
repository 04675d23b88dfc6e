//! Set systems as numbers only.
//!
//! ```text
//! 7 3
//! 3 1 4 7
//! 2 1 4
//! 3 4 5 7
//! ```
//!
//! * The first line has two numbers, that of the items and that of the options. Items are
//!   primary, named `1`, `2`, `3`, ...; they are at most as many as the text has bytes, or 65,536.
//! * Every other line is an option: how many items it has, and the number of each. One without
//!   items is dropped, with a note.
//! * Numbers are separated by ASCII white space.

use std::io::{self, Write};

use super::lines::{Line, decode, lines, missing};
use super::numbers::{Items, check_plain, number};
use super::{TextError, WriteError, count};
use crate::Problem;

/// What the first line should be.
const TWO_NUMBERS: &str = "expected two numbers: of items, and of options";

/// Reads a problem. O(length of the text).
///
/// ```
/// use quadrille::text::txt;
///
/// let problem = txt::read(b"3 2\n2 1 3\n1 2\n")?;
/// let option = problem.options().next().unwrap();
/// assert_eq!(problem.display(option).to_string(), "1 3");
/// # Ok::<(), quadrille::text::TextError>(())
/// ```
///
/// # Errors
/// A [`TextError`] for the first line that breaks the rules of the form, for a number that is no
/// item, or stands twice in an option, and for numbers of items or options that are not as was
/// announced.
pub fn read(text: &[u8]) -> Result<Problem, TextError> {
    read_within(text, usize::MAX)
}

/// Reads a problem that takes at most so many bytes of memory, apart from the text.
///
/// # Errors
/// As [`read`], and [`BuildError::Memory`](crate::BuildError::Memory) as the cause.
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
                let (Some(wanted), None) = (words.next(), words.next()) else {
                    let (start, length) = line.body();
                    return Err(line
                        .error(start, length, "a bad first line")
                        .with_help(TWO_NUMBERS));
                };
                let items = Items::declare(line, count, size, &mut builder)?;
                let wanted = number(line, wanted.0, wanted.1, "the number of options")?;
                first = Some((items, wanted));
            }
            Some((_, wanted)) if options == *wanted => {
                let (start, length) = line.body();
                return Err(line
                    .error(start, length, "one option too many")
                    .with_help(format!("expected {wanted}, as the first line says")));
            }
            Some((items, _)) => {
                check_count(line, count, words.clone())?;
                items.option(line, words, &mut builder)?;
                options += 1;
            }
        }
    }
    match first {
        None => Err(missing(text, "there is no first line", TWO_NUMBERS)),
        Some((_, wanted)) if options < wanted => {
            let message = format!("the text ends after {}", count(options, "option"));
            let help = format!("expected {wanted}, as the first line says");
            Err(missing(text, message, help))
        }
        Some(_) => Ok(builder.build()),
    }
}

/// Items of an option that are counted although they are too many.
const MORE: usize = 1 << 16;

/// Checks that an option has as many items as it says.
fn check_count<'a>(
    line: Line<'a>,
    (start, word): (usize, &'a str),
    mut words: impl Iterator<Item = (usize, &'a str)> + Clone,
) -> Result<(), TextError> {
    let wanted = number(line, start, word, "the number of items of an option")?;
    let most = wanted.saturating_add(MORE);
    let found = words.clone().take(most).count();
    if found == wanted {
        return Ok(());
    }
    let counted = match found == most {
        true => format!("at least {}", count(found, "item")),
        false => count(found, "item"),
    };
    let (body, length) = line.body();
    let end = body + length;
    // The culprit is what is too much, or the end.
    let start = words.nth(wanted).map_or(end, |(start, _)| start);
    Err(line
        .error(start, end - start, counted)
        .with_help(format!("expected {wanted}, as the line says at its start")))
}

/// Writes a problem. Items are numbered in their order; their names are lost.
/// O(length of the text).
///
/// # Errors
/// [`WriteError::Feature`], before anything is written, for secondary items, multiplicities and
/// costs. [`WriteError::Io`] if `out` fails.
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
