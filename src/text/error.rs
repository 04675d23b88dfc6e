//! What is wrong with a text and where, and how to show it.

use std::fmt;
use std::io;
use std::ops::Range;

use thiserror::Error;

use crate::{BuildError, OptionId};

/// How many characters of a source line are kept on either side of a culprit, and of itself.
const WINDOW: usize = 60;

/// What a reader of text refuses, and the place of the culprit.
///
/// `Display` is one line, `line 3, column 5: there is no item "x"`, followed by a semicolon and
/// [`help`](Self::help) where there is any. [`caret`](Self::caret) shows the place. A text that
/// comes from a stranger does no harm to a terminal: an error prints no control characters, and
/// all its parts are short even if the line has a gigabyte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError(Box<Parts>);

/// Behind a pointer, so that a `Result` stays small.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Parts {
    line: usize,
    column: usize,
    span: usize,
    message: String,
    help: Option<String>,
    cause: Option<BuildError>,
    excerpt: String,
    /// The bytes of `excerpt` that are the culprit.
    culprit: Range<usize>,
}

impl TextError {
    /// An error in line number `line`, which reads `before`, `culprit`, `after`.
    pub(super) fn new(
        line: usize,
        [before, culprit, after]: [&str; 3],
        message: impl Into<String>,
    ) -> Self {
        let mut excerpt = String::new();
        let cut = match before.char_indices().rev().nth(WINDOW - 1) {
            Some((cut, _)) => cut,
            None => 0,
        };
        if cut > 0 {
            excerpt.push('…');
        }
        excerpt.extend(before.get(cut..).unwrap_or_default().chars().map(visible));
        let start = excerpt.len();
        let whole = push_start(&mut excerpt, culprit);
        let end = excerpt.len();
        if !(whole && push_start(&mut excerpt, after)) {
            excerpt.push('…');
        }
        Self(Box::new(Parts {
            line,
            column: before.chars().count() + 1,
            span: culprit.chars().count(),
            message: shorten(&message.into()),
            help: None,
            cause: None,
            excerpt,
            culprit: start..end,
        }))
    }

    /// The same error with a word on what would be right.
    pub(super) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.0.help = Some(shorten(&help.into()));
        self
    }

    /// The same error, known to come from a builder.
    pub(super) fn with_cause(mut self, cause: BuildError) -> Self {
        self.0.cause = Some(cause);
        self
    }

    /// The number of the line, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.0.line
    }

    /// The first character of the culprit, from 1; one past the line if something is missing at
    /// its end. A byte order mark does not count.
    #[must_use]
    pub fn column(&self) -> usize {
        self.0.column
    }

    /// How many characters the culprit has, all in one line; 0 if something is missing.
    #[must_use]
    pub fn span(&self) -> usize {
        self.0.span
    }

    /// What is wrong, in one line, without the place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What would be right, in one line, where the message does not say it.
    #[must_use]
    pub fn help(&self) -> Option<&str> {
        self.0.help.as_deref()
    }

    /// What the builder of the problem said, if the text is well formed and it was the builder
    /// that refused it.
    #[must_use]
    pub fn cause(&self) -> Option<&BuildError> {
        self.0.cause.as_ref()
    }

    /// The source line near the culprit: at most 60 characters of it, of what stands before and
    /// of what stands after, with an ellipsis where there is more. White space is shown as
    /// spaces, and what would be invisible or move the cursor as U+FFFD.
    #[must_use]
    pub fn excerpt(&self) -> &str {
        &self.0.excerpt
    }

    /// The excerpt with carets under the culprit, two lines without a newline at the end:
    ///
    /// ```text
    /// a d x g
    ///     ^
    /// ```
    pub fn caret(&self) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| {
            let cells = |range| self.0.excerpt.get(range).map_or(0, width);
            let start = cells(0..self.0.culprit.start);
            let length = cells(self.0.culprit.clone()).max(1);
            writeln!(f, "{}", self.0.excerpt)?;
            write!(f, "{:start$}{:^<length$}", "", "")
        })
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parts { line, column, .. } = *self.0;
        write!(f, "line {line}, column {column}: {}", self.0.message)?;
        match &self.0.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for TextError {}

/// Appends the start of `text`, and says whether that was all of it.
fn push_start(excerpt: &mut String, text: &str) -> bool {
    let mut rest = text.chars();
    excerpt.extend(rest.by_ref().take(WINDOW).map(visible));
    rest.next().is_none()
}

/// The middle of a long message is the middle of a long name: it is left out.
fn shorten(message: &str) -> String {
    let last = message.chars().count().saturating_sub(WINDOW);
    let mut short = String::new();
    for (place, c) in message.chars().enumerate() {
        if place < 2 * WINDOW || place >= last {
            short.push(visible(c));
        } else if place == 2 * WINDOW {
            short.push('…');
        }
    }
    short
}

/// A character that prints as one, in its place.
fn visible(c: char) -> char {
    match c {
        '\t' | '\r' | '\n' | '\x0C' => ' ',
        // Zero-width and bidirectional marks, line separators.
        '\u{200B}'..='\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{61C}'
        | '\u{FEFF}' => '\u{FFFD}',
        c if c.is_control() => '\u{FFFD}',
        c => c,
    }
}

/// How many columns of a terminal some visible text takes: East Asian wide characters and emoji
/// take two, combining marks none. Scripts that a terminal shapes are beyond this.
fn width(text: &str) -> usize {
    let cells = |c: char| match c as u32 {
        0x300..=0x36F | 0x591..=0x5BD | 0x64B..=0x65F | 0x1AB0..=0x1AFF | 0x1DC0..=0x1DFF => 0,
        0x20D0..=0x20FF | 0xFE00..=0xFE0F | 0xFE20..=0xFE2F | 0xE0100..=0xE01EF => 0,
        0x1100..=0x115F | 0x2E80..=0x303E | 0x3041..=0xA4CF | 0xA960..=0xA97F => 2,
        0xAC00..=0xD7A3 | 0xF900..=0xFAFF | 0xFE30..=0xFE6F | 0xFF01..=0xFF60 => 2,
        0xFFE0..=0xFFE6 | 0x1F300..=0x1F64F | 0x1F680..=0x1F6FF | 0x1F900..=0x1F9FF => 2,
        0x20000..=0x3FFFD => 2,
        _ => 1,
    };
    text.chars().map(cells).sum()
}

/// Why a problem was not written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The writer below failed; with [`io::ErrorKind::BrokenPipe`] if its reader has seen enough.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// An item or a colour has a name that the form cannot hold.
    #[error("the {what} {name:?} cannot be written: {reason}")]
    Name {
        /// `"item"` or `"colour"`.
        what: &'static str,
        /// The name.
        name: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// An option has no items at all, and the form would lose it.
    #[error("option {0} cannot be written: it has no items")]
    EmptyOption(OptionId),
    /// The problem says something that the form has no way to say.
    #[error("{culprit} cannot be written: the form {form} has no {feature}")]
    Feature {
        /// What says it: an item, an option, or the problem.
        culprit: String,
        /// The name of the form.
        form: &'static str,
        /// What the form has not.
        feature: &'static str,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(before: &str, culprit: &str, after: &str) -> String {
        TextError::new(1, [before, culprit, after], "")
            .caret()
            .to_string()
    }

    #[test]
    fn carets_stand_under_the_culprit() {
        assert_eq!(picture("a ", "bc", " d"), "a bc d\n  ^^");
        assert_eq!(picture("", "a", ""), "a\n^");
        assert_eq!(picture("a b", "", ""), "a b\n   ^");
        assert_eq!(picture("\ta\t", "b", "\tc"), " a b c\n   ^");
    }

    #[test]
    fn carets_know_how_wide_characters_are() {
        assert_eq!(picture("ä ß ", "ö", ""), "ä ß ö\n    ^");
        assert_eq!(picture("日本 ", "語", " x"), "日本 語 x\n     ^^");
        assert_eq!(picture("🙂 ", "b", ""), "🙂 b\n   ^");
        assert_eq!(picture("e\u{301} ", "b", ""), "e\u{301} b\n  ^");
    }

    #[test]
    fn nothing_in_an_error_moves_the_cursor() {
        let error = TextError::new(
            1,
            ["\x1B[31m ", "x\u{202E}\0", " \u{200B}\u{2028}\x07"],
            "no \x1B\u{202E}",
        )
        .with_help("\u{9B}");
        assert_eq!(error.excerpt(), "�[31m x�� ���");
        assert_eq!(error.to_string(), "line 1, column 7: no ��; �");
        assert_eq!(error.caret().to_string(), "�[31m x�� ���\n      ^^^");
    }

    #[test]
    fn an_excerpt_is_short() {
        let long = "é".repeat(1000);
        let error = TextError::new(1, [&long, "x", &long], "");
        let side = "é".repeat(WINDOW);
        assert_eq!(error.excerpt(), format!("…{side}x{side}…"));
        assert_eq!((error.column(), error.span()), (1001, 1));
        let picture = error.caret().to_string();
        assert!(picture.ends_with(&format!("\n{}^", " ".repeat(WINDOW + 1))));

        let error = TextError::new(1, ["a ", &long, " b"], format!("no \"{long}\""));
        assert_eq!(error.excerpt(), format!("a {side}…"));
        assert_eq!((error.column(), error.span()), (3, 1000));
        assert_eq!(error.message().chars().count(), 3 * WINDOW + 1);

        let exact = "é".repeat(WINDOW);
        let error = TextError::new(1, [&exact, &exact, &exact], "");
        assert_eq!(error.excerpt(), exact.repeat(3));
    }
}
