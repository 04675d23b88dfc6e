//! The form `dlx`: the text that Knuth's programs DLX1, DLX2, DLX3 and DLX5 read. All their
//! features are available together.
//!
//! ```text
//! | A comment: the bar is the first character of its line.
//! a b 2|c 0:3|d | s t
//! a c s:red |5
//! b c d
//! c d s:red t |3 |1
//! ```
//!
//! * The first line is the item line: primary items, then optionally a `|` and secondary items. If
//!   there are no primary items, the line must begin with white space, because a line that begins
//!   with a bar is a comment. `n|name` is a primary item that is covered `n` times,
//!   `low:high|name` one that is covered `low` to `high` times.
//! * Every other line is an option: the names of its items. A secondary item may have a colour, as
//!   in `s:red`. After the first item, a bar and a number are a cost, as in `|5`, `|-5` or `|2.25`.
//!   Several costs of an option add up.
//! * ASCII white space separates words. Names and colours contain no `|`, `:` or control character,
//!   and have at most [`Problem::LONGEST_NAME`] bytes.
//! * A line that begins with `|` is a comment. After the item line, an indented line whose first
//!   word begins with `|` is a comment too. If a comment begins with a cost, a note reports it.
//! * Blank lines are skipped.
//!
//! An option without a primary item is not an error: it is dropped, with a note.

mod item_line;
mod option_line;
mod write;

use super::lines::{Line, NOT_TEXT, decode, lines, missing};
use super::numbers::is_cost;
use super::{TextError, board};
use crate::{Builder, Note, Problem};

pub use write::write;

/// Reads a problem. O(length of the text), and about as much memory as the text.
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
/// assert_eq!(error.excerpt().to_string(), "b s x\n    ^");
/// # Ok::<(), quadrille::text::TextError>(())
/// ```
///
/// # Errors
/// A [`TextError`] for the first invalid line, such as an option with an unknown or repeated item.
/// A text that is not UTF-8 fails before any line is read.
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
    let text = decode(text)?;
    for line in lines(text) {
        let body = line.text.trim_ascii_start();
        if body.is_empty() {
            continue;
        }
        if is_comment(line, body, items.is_some()) {
            if looks_like_cost(body) {
                let line = line.number;
                builder.note(Note::CommentLikeCost { line });
            }
            continue;
        }
        line.check_words()?;
        match items {
            None => {
                item_line::read(line, &mut builder)?;
                items = Some(line);
            }
            Some(items) => option_line::read(line, items, &mut builder)?,
        }
    }
    match items {
        None => {
            let help =
                "begin with a line of primary items, then optionally \"|\" and secondary items";
            Err(missing(text, "missing item line").with_help(help))
        }
        Some(items) => {
            note_board(items, &mut builder);
            Ok(builder.build())
        }
    }
}

/// Adds a note if the only word of the text looks like a sudoku board.
fn note_board(items: Line<'_>, builder: &mut Builder) {
    let mut words = items.words();
    if let (Some((_, word)), None) = (words.next(), words.next())
        && board::is_board(word)
        && let Some(item) = builder.item(word)
    {
        builder.note(Note::BoardLikeItem(item));
    }
}

/// Returns whether a line is a comment. `body` is the line without leading white space. The item
/// line may be indented and begin with a bar.
fn is_comment(line: Line<'_>, body: &str, among_options: bool) -> bool {
    line.text.starts_with('|') || among_options && body.starts_with('|')
}

/// Returns whether a comment begins with a number, and names follow.
fn looks_like_cost(comment: &str) -> bool {
    let rest = comment.strip_prefix('|').unwrap_or_default();
    let names = rest.split_once(|c: char| c.is_ascii_whitespace());
    names.is_some_and(|(cost, names)| is_cost(cost) && !names.trim_ascii_start().is_empty())
}

/// The likely fix for a line that begins as a comment does in other languages.
const COMMENT: &str = "a comment begins with \"|\"";

/// Returns whether a line looks like a comment of another language.
fn is_foreign_comment(line: Line<'_>) -> bool {
    let body = line.text.trim_ascii_start();
    ["#", "//", "%", ";", "--"]
        .iter()
        .any(|mark| body.starts_with(mark))
}

/// The characters that no name contains.
const MARKS: [char; 2] = ['|', ':'];

/// Rejects a word with control characters, which occur in binary files.
pub(super) fn check_text(line: Line<'_>, start: usize, word: &str) -> Result<(), TextError> {
    match word.char_indices().find(|(_, c)| c.is_control()) {
        None => Ok(()),
        Some((place, c)) => {
            let message = format!("control character U+{:04X} in a name", u32::from(c));
            let error = line.error(start + place, c.len_utf8(), message);
            Err(error.with_help(NOT_TEXT))
        }
    }
}
