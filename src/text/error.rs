//! What is wrong with a text and where, and how to show it.

use std::fmt;
use std::io;

use thiserror::Error;

use super::excerpt::{Excerpt, visible};
use crate::{BuildError, OptionId};

/// Of a long message twice as many characters are kept at the start, and as many at the end.
const SIDE: usize = 60;

/// What a reader of text refuses, and the place of the culprit.
///
/// `Display` is one line, `line 3, column 5: there is no item "x"`, followed by a semicolon and
/// [`help`](Self::help) where there is any. The [`excerpt`](Self::excerpt) shows the place. A text that
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
    excerpt: Excerpt,
}

impl TextError {
    /// An error in line number `line`, which reads `before`, `culprit`, `after`.
    pub(super) fn new(
        line: usize,
        [before, culprit, after]: [&str; 3],
        message: impl Into<String>,
    ) -> Self {
        Self(Box::new(Parts {
            line,
            column: before.chars().count() + 1,
            span: culprit.chars().count(),
            message: shorten(&message.into()),
            help: None,
            cause: None,
            excerpt: Excerpt::new([before, culprit, after]),
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

    /// The source line near the culprit.
    #[must_use]
    pub fn excerpt(&self) -> &Excerpt {
        &self.0.excerpt
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

impl std::error::Error for TextError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause().map(|cause| cause as _)
    }
}

/// The middle of a long message is the middle of a long name: it is left out.
fn shorten(message: &str) -> String {
    let last = message.chars().count().saturating_sub(SIDE);
    let mut short = String::new();
    for (place, c) in message.chars().enumerate() {
        if place < 2 * SIDE || place >= last {
            short.push(visible(c));
        } else if place == 2 * SIDE {
            short.push('…');
        }
    }
    short
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

/// A number of things in words: `1 row`, `2 rows`.
pub fn count(number: impl fmt::Display, noun: &str) -> String {
    let number = number.to_string();
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_an_error_moves_the_cursor() {
        let error =
            TextError::new(1, ["\x1B[31m ", "x", ""], "no \x1B\u{202E}").with_help("\u{9B}");
        assert_eq!(error.to_string(), "line 1, column 7: no ��; �");
    }

    #[test]
    fn an_error_is_short() {
        let long = "é".repeat(1000);
        let error = TextError::new(1, [&long, &long, &long], format!("no \"{long}\""));
        assert_eq!((error.column(), error.span()), (1001, 1000));
        assert_eq!(error.message().chars().count(), 3 * SIDE + 1);
    }
}
