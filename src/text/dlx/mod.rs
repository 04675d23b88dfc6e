//! Knuth's text for exact covers, which his programs DLX1, DLX2, DLX3, DLX5 and so on read, all
//! of it in one language.
//!
//! ```text
//! | A comment: the bar is the first character of its line.
//! a b 2|c 0:3|d | s t
//! a c s:red |5
//! b c d
//! c d s:red t |3 |1
//! ```
//!
//! * The first line names the items: the primary ones, then perhaps a `|` and the secondary
//!   ones. If there are no primary items, the line starts with white space, so that its bar does
//!   not make it a comment. A primary item that is covered `n` times is written `n|name`, from
//!   `low` to `high` times `low:high|name`.
//! * Every other line is an option: the names of its items. Behind a secondary item may stand a
//!   colon and a colour, behind the first item or any other a cost: a bar and a number. Several
//!   costs add up.
//! * Words are separated by ASCII white space. A name or a colour holds neither `|` nor `:`, nor
//!   control characters; it has at most [`Problem::LONGEST_NAME`] bytes.
//! * A line that starts with `|` is a comment, everywhere; so is, among the options, an indented
//!   line whose first word starts with `|`. If what follows looks like a cost, a note says so.
//!   Blank lines are skipped.
//!
//! An option without a primary item is no error: the problem drops it, with a note.

mod item_line;
mod option_line;
mod write;

use super::TextError;
use super::lines::{Line, decode, lines, missing};
use crate::{Note, Problem};

pub use write::write;

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
/// assert_eq!(error.excerpt().to_string(), "b s x\n    ^");
/// # Ok::<(), quadrille::text::TextError>(())
/// ```
///
/// # Errors
/// A [`TextError`] for the first line that breaks the rules of the form, that declares or uses an
/// item twice, or that uses one that is not declared. If the text is not UTF-8, that is what is
/// told first.
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
    if items.is_none() {
        let help = "expected names of primary items, then perhaps \"|\" and secondary ones";
        return Err(missing(text, "there is no item line", help));
    }
    Ok(builder.build())
}

/// Whether a line that begins like this after white space is a comment. The item line may start
/// with a bar.
fn is_comment(line: Line<'_>, body: &str, among_options: bool) -> bool {
    line.text.starts_with('|') || among_options && body.starts_with('|')
}

/// Whether a comment starts with a number, and names follow.
fn looks_like_cost(comment: &str) -> bool {
    let rest = comment.strip_prefix('|').unwrap_or_default();
    let text = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let spaced = text.starts_with(|c: char| c.is_ascii_whitespace());
    text.len() < rest.len() && spaced && !text.trim_ascii_start().is_empty()
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
