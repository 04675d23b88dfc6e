//! Set systems in lines that each begin with a letter, as in the files named `.ec`.
//!
//! ```text
//! c A comment.
//! p ec 7
//! s 1 4 7
//! s 1 4
//! s 4 5 7
//! ```
//!
//! * `p ec` and the number of items stand before all options. Items are primary, named `1`, `2`,
//!   `3`, ...; they are at most as many as the text has bytes, or 65,536.
//! * Each line that begins with `s` is an option: the numbers of its items. One without items is
//!   dropped, with a note.
//! * Words are separated by ASCII white space.

use std::io::{self, Write};

use super::lines::{Line, decode, lines, missing};
use super::numbers::{Items, check_plain};
use super::{TextError, WriteError};
use crate::{Builder, Problem};

/// Reads a problem. O(length of the text).
///
/// ```
/// use quadrille::text::ec;
///
/// let problem = ec::read(b"c two options\np ec 3\ns 1 3\ns 2\n")?;
/// let option = problem.options().next().unwrap();
/// assert_eq!(problem.display(option).to_string(), "1 3");
/// # Ok::<(), quadrille::text::TextError>(())
/// ```
///
/// # Errors
/// A [`TextError`] for the first line that breaks the rules of the form, and for a number that
/// is no item, or stands twice in an option.
pub fn read(text: &[u8]) -> Result<Problem, TextError> {
    read_within(text, usize::MAX)
}

/// Reads a problem that takes at most so many bytes of memory, apart from the text.
///
/// # Errors
/// As [`read`], and [`BuildError::Memory`](crate::BuildError::Memory) as the cause.
pub fn read_within(text: &[u8], memory: usize) -> Result<Problem, TextError> {
    let mut builder = Problem::builder().memory(memory);
    let mut items = None;
    let size = text.len();
    let text = decode(text)?;
    for line in lines(text) {
        // A comment may hold anything.
        if !is_comment(line) {
            line.check_words()?;
        }
        let mut words = line.words();
        match (words.next(), &mut items) {
            (None | Some((_, "c")), _) => {}
            (Some((start, "p")), None) => {
                items = Some(header(line, start, size, &mut builder)?);
            }
            (Some((start, "p")), Some(_)) => {
                return Err(line
                    .error(start, 1, "a second line \"p\"")
                    .with_help("expected one, before the options"));
            }
            (Some((_, "s")), Some(items)) => items.option(line, words, &mut builder)?,
            (Some((start, "s")), None) => {
                return Err(line
                    .error(start, 1, "an option before the items")
                    .with_help("expected \"p ec\" and the number of items"));
            }
            (Some((start, word)), _) => {
                return Err(line
                    .error(start, word.len(), format!("\"{word}\" begins no line"))
                    .with_help("expected \"c\", \"p\" or \"s\""));
            }
        }
    }
    if items.is_none() {
        let help = "expected \"p ec\" and the number of items";
        return Err(missing(text, "there is no line \"p\"", help));
    }
    Ok(builder.build())
}

fn is_comment(line: Line<'_>) -> bool {
    let rest = line.text.trim_ascii_start().strip_prefix('c');
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_whitespace()))
}

/// Reads `p ec N`.
fn header(
    line: Line<'_>,
    start: usize,
    size: usize,
    builder: &mut Builder,
) -> Result<Items, TextError> {
    let mut words = line.words().skip(1);
    match (words.next(), words.next(), words.next()) {
        (Some((_, "ec")), Some(count), None) => Items::declare(line, count, size, builder),
        _ => {
            let (body, length) = line.body();
            Err(line
                .error(start, body + length - start, "a bad line \"p\"")
                .with_help("expected \"p ec\" and the number of items"))
        }
    }
}

/// Writes a problem. Items are numbered in their order; their names are lost.
/// O(length of the text).
///
/// # Errors
/// [`WriteError::Feature`], before anything is written, for secondary items, multiplicities and
/// costs. [`WriteError::Io`] if `out` fails.
pub fn write(problem: &Problem, out: &mut impl Write) -> Result<(), WriteError> {
    check_plain(problem, "ec")?;
    let mut out = io::BufWriter::new(out);
    writeln!(out, "p ec {}", problem.item_count())?;
    for option in problem.options() {
        write!(out, "s")?;
        for item in problem.items_of(option) {
            write!(out, " {}", item.index() + 1)?;
        }
        writeln!(out)?;
    }
    Ok(out.flush()?)
}
