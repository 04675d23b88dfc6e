//! The form `ec`: a set system in lines that begin with a letter. Files end in `.ec`.
//!
//! ```text
//! c A comment.
//! p ec 7
//! s 1 4 7
//! s 1 4
//! s 4 5 7
//! ```
//!
//! * `c` begins a comment.
//! * `p ec N` declares `N` primary items named `1` to `N`. It comes before all options. `N` is at
//!   most 65,536, or the number of bytes of the text if that is more.
//! * `s` begins an option, and the numbers of its items follow. An option without items is dropped,
//!   with a note.
//! * ASCII white space separates words.

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
/// assert_eq!(problem.display_option(option).to_string(), "1 3");
/// # Ok::<(), quadrille::text::TextError>(())
/// ```
///
/// # Errors
/// A [`TextError`] for the first invalid line, such as an option with an unknown or repeated item.
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
    let mut items = None;
    let size = text.len();
    let text = decode(text)?;
    for line in lines(text) {
        // A comment may contain words of any length.
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
                    .error(start, 1, "second line \"p\"")
                    .with_help("declare all items with one line \"p ec N\""));
            }
            (Some((_, "s")), Some(items)) => {
                items.option(line, words, &mut builder)?;
            }
            (Some((start, "s")), None) => {
                return Err(line
                    .error(start, 1, "option before the line \"p\"")
                    .with_help(HEADER));
            }
            (Some((start, word)), _) => {
                let message =
                    format!("the line begins with \"{word}\", expected \"c\", \"p\" or \"s\"");
                return Err(line.error(start, word.len(), message));
            }
        }
    }
    if items.is_none() {
        return Err(missing(text, "missing line \"p\"").with_help(HEADER));
    }
    Ok(builder.build())
}

/// The fix for a text whose options have no items.
const HEADER: &str = "begin with the line \"p ec N\", where N is the number of items";

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
            let message = "invalid line \"p\", expected \"p ec N\", where N is the number of items";
            Err(line.error(start, body + length - start, message))
        }
    }
}

/// Writes a problem. The names of the items are lost: items are numbered from 1.
/// O(length of the text).
///
/// # Errors
/// * [`WriteError::Feature`] if the problem has secondary items, multiplicities or costs. Nothing
///   is written then.
/// * [`WriteError::Io`] if `out` fails.
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
