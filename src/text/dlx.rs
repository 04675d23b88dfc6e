//! Knuth's text for exact covers, which his programs DLX1, DLX2 and so on read.
//!
//! ```text
//! | A comment: the bar is the first character of its line.
//! a b c d e f g | s t
//! c e
//! a d g s
//! b c f
//! ```
//!
//! * The first line names the items: the primary ones, then perhaps a `|` and the secondary
//!   ones. If there are no primary items, the line starts with white space, so that its bar does
//!   not make it a comment.
//! * Every other line is an option: the names of its items.
//! * Words are separated by ASCII white space. A name holds neither `|` nor `:`, nor control
//!   characters.
//! * A line that starts with `|` is a comment, everywhere; so is, among the options, an indented
//!   line whose first word is `|`. Blank lines are skipped.
//!
//! An option without a primary item is no error: the problem drops it, with a note.

use std::io::{self, Write};

use super::lines::{Line, decode, lines};
use super::near::nearest;
use super::{TextError, WriteError};
use crate::{BuildError, Builder, Problem};

/// Reads a problem. O(length of the text), and about as much memory as the text has.
///
/// ```
/// use quadrille::text::dlx;
///
/// // The first example of TAOCP, section 7.2.2.1.
/// let problem = dlx::read(b"a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n")?;
/// assert_eq!((problem.item_count(), problem.option_count()), (7, 6));
///
/// let error = dlx::read(b"a b c | s\na b\nb s x\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 3, column 5: there is no item \"x\"");
/// assert_eq!(error.caret().to_string(), "b s x\n    ^");
/// # Ok::<(), quadrille::text::TextError>(())
/// ```
///
/// # Errors
/// A [`TextError`] for the first line that breaks the rules of the form, that declares or uses an
/// item twice, or that uses one that is not declared. If the text is not UTF-8, that is what is
/// told first.
pub fn read(text: &[u8]) -> Result<Problem, TextError> {
    let mut builder = Problem::builder();
    let mut items = None;
    let mut last = None;
    for line in lines(decode(text)?) {
        last = Some(line);
        if line.text.starts_with('|') {
            continue;
        }
        let mut words = line.text.split_ascii_whitespace();
        match (words.clone().next(), items) {
            (None, _) | (Some("|"), Some(_)) => {}
            (Some(_), None) => {
                declare(line, &mut builder)?;
                items = Some(line);
            }
            // The names are not looked at here: one that breaks the rules cannot be declared.
            (Some(_), Some(items)) => {
                if let Err(error) = builder.option(&mut words) {
                    return Err(explain(line, items, error));
                }
            }
        }
    }
    match (items, last) {
        (None, Some(last)) => Err(last
            .error(last.text.len(), 0, "there is no item line")
            .with_help("expected names of primary items, then perhaps \"|\" and secondary ones")),
        _ => Ok(builder.build()),
    }
}

/// Reads the item line.
fn declare(line: Line<'_>, builder: &mut Builder) -> Result<(), TextError> {
    let mut secondary = false;
    for (start, word) in line.words() {
        if word == "|" {
            if secondary {
                return Err(line
                    .error(start, 1, "a second \"|\" in the item line")
                    .with_help("expected one, between the primary and the secondary items"));
            }
            secondary = true;
            continue;
        }
        check_text(line, start, word)?;
        if word.contains(MARKS) {
            let whole = |message| line.error(start, word.len(), message);
            return Err(match word.split_once('|') {
                Some((bounds, name)) if is_bounds(bounds) && !name.is_empty() => {
                    whole(format!("bounds are not supported yet: \"{word}\""))
                }
                Some(_) => whole(format!("\"|\" inside the name \"{word}\""))
                    .with_help("expected white space on both sides of the bar"),
                None => whole(format!("\":\" inside the name \"{word}\"")),
            });
        }
        let declared = if secondary {
            builder.secondary(word)
        } else {
            builder.primary(word)
        };
        declared.map_err(|error| line.refused(start, word.len(), error))?;
    }
    Ok(())
}

/// Finds the culprit in an option that the builder refused.
#[cold]
fn explain(line: Line<'_>, items: Line<'_>, error: BuildError) -> TextError {
    let place = match &error {
        BuildError::UnknownItem(quoted) => line.words().find(|(_, word)| {
            let inner = quoted.strip_prefix('"').and_then(|q| q.strip_suffix('"'));
            inner == Some(word)
        }),
        // The second place.
        BuildError::RepeatedItem(name) => line.words().filter(|(_, word)| word == name).nth(1),
        _ => None,
    };
    let Some((start, word)) = place else {
        let (start, length) = line.body();
        return line.refused(start, length, error);
    };
    if let Err(error) = check_text(line, start, word) {
        return error;
    }
    if word.contains(MARKS) {
        let whole = |message| line.error(start, word.len(), message);
        return match (word.split_once('|'), word.split_once(':')) {
            (Some(("", cost)), _) if is_number(cost) => {
                whole(format!("costs are not supported yet: \"{word}\""))
            }
            (None, Some((name, colour)))
                if !name.is_empty() && !colour.is_empty() && !colour.contains(':') =>
            {
                whole(format!("colours are not supported yet: \"{word}\""))
            }
            (None, _) => whole(format!("\":\" inside the name \"{word}\"")),
            (Some(_), _) => whole(format!("\"|\" in an option: \"{word}\""))
                .with_help("expected names of items, separated by white space"),
        };
    }
    let names = items
        .text
        .split_ascii_whitespace()
        .filter(|&name| name != "|");
    let near = match error {
        BuildError::UnknownItem(_) => nearest(word, names),
        _ => None,
    };
    let error = line.refused(start, word.len(), error);
    match near {
        Some(name) => error.with_help(format!("did you mean \"{name}\"?")),
        None => error,
    }
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// `2` or `1:3`.
fn is_bounds(word: &str) -> bool {
    let (low, high) = word.split_once(':').unwrap_or((word, word));
    is_number(low) && is_number(high)
}

/// What a name does not hold.
const MARKS: [char; 2] = ['|', ':'];

/// Control characters in a word mean that this is no text.
fn check_text(line: Line<'_>, start: usize, word: &str) -> Result<(), TextError> {
    match word.char_indices().find(|(_, c)| c.is_control()) {
        None => Ok(()),
        Some((place, c)) => {
            let message = format!("the control character U+{:04X}", u32::from(c));
            let error = line.error(start + place, c.len_utf8(), message);
            Err(error.with_help("expected text"))
        }
    }
}

/// Writes a problem: the items, primary ones first, then the options. What is written reads back
/// as the same problem, except that secondary items which were declared before primary ones come
/// after them. O(length of the text).
///
/// # Errors
/// [`WriteError::Name`] for an item whose name is empty or holds white space, a control character,
/// `|` or `:`, [`WriteError::EmptyOption`] for an option without any items; both before anything
/// is written. [`WriteError::Io`] if `out` fails.
pub fn write(problem: &Problem, out: &mut impl Write) -> Result<(), WriteError> {
    for item in problem.items() {
        let name = problem.name(item);
        if let Some(reason) = unwritable(name) {
            let name = name.to_owned();
            return Err(WriteError::Name { name, reason });
        }
    }
    let empty = |&option: &_| problem.items_of(option).is_empty();
    if let Some(option) = problem.options().find(empty) {
        return Err(WriteError::EmptyOption(option));
    }

    let mut out = io::BufWriter::new(out);
    let (primary, secondary): (Vec<_>, Vec<_>) =
        problem.items().partition(|&item| problem.is_primary(item));
    let names = |items: &[_]| -> Vec<_> { items.iter().map(|&i| problem.name(i)).collect() };
    let (primary, secondary) = (names(&primary), names(&secondary));
    // Neither a bar in column 1, nor a name that a reader takes for a byte order mark.
    if primary
        .first()
        .is_none_or(|name| name.starts_with('\u{FEFF}'))
    {
        out.write_all(b" ")?;
    }
    let bar = (primary.is_empty() || !secondary.is_empty()).then_some("|");
    write_line(&mut out, primary.into_iter().chain(bar).chain(secondary))?;
    for option in problem.options() {
        let items = problem.items_of(option).iter();
        write_line(&mut out, items.map(|&item| problem.name(item)))?;
    }
    Ok(out.flush()?)
}

fn write_line<'a>(out: &mut impl Write, words: impl Iterator<Item = &'a str>) -> io::Result<()> {
    for (place, word) in words.enumerate() {
        if place > 0 {
            out.write_all(b" ")?;
        }
        out.write_all(word.as_bytes())?;
    }
    out.write_all(b"\n")
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
