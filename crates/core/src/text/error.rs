//! Errors of readers and writers: what is wrong, where, and the likely fix.

use std::fmt;
use std::io;

use thiserror::Error;

use super::excerpt::{Excerpt, visible};
use crate::{BuildError, OptionId};

/// A long message keeps this many characters at its end, and twice as many at its start.
const SIDE: usize = 60;

/// An error in a text: what is wrong, where, and the likely fix.
///
/// `Display` prints the place and the message on one line: `line 3, column 5: there is no item
/// "x"`. [`help`](Self::help) is the likely fix, and [`excerpt`](Self::excerpt) shows the line with
/// carets. All parts are short, even if the line is very long, and contain no control characters,
/// so that untrusted text cannot harm a terminal.
///
/// ```
/// use quadrille::text::dlx;
///
/// let error = dlx::read(b"monday tuesday\nmonday\ntusday\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 3, column 1: there is no item \"tusday\"");
/// assert_eq!(error.help(), Some("did you mean \"tuesday\"?"));
/// assert_eq!(error.excerpt().to_string(), "tusday\n^^^^^^");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError(Box<Parts>);

/// The parts of an error, boxed so that a `Result` stays small.
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
    /// Makes an error on a line, counted from 1, that consists of three parts: `before`, `wrong`
    /// and `after`.
    #[must_use]
    pub fn new(line: usize, [before, wrong, after]: [&str; 3], message: impl Into<String>) -> Self {
        Self(Box::new(Parts {
            line,
            column: before.chars().count() + 1,
            span: wrong.chars().count(),
            message: shorten(&message.into()),
            help: None,
            cause: None,
            excerpt: Excerpt::new([before, wrong, after]),
        }))
    }

    /// Sets the likely fix.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.0.help = Some(shorten(&help.into()));
        self
    }

    /// The same error with `lines` more lines above it: of a line that was read on its own.
    #[doc(hidden)]
    pub fn below(mut self, lines: usize) -> Self {
        self.0.line += lines;
        self
    }

    /// Sets the error of the builder, and its likely fix.
    pub(super) fn with_cause(mut self, cause: BuildError) -> Self {
        self.0.help = cause.help().map(str::to_owned);
        self.0.cause = Some(cause);
        self
    }

    /// Returns the number of the line, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.0.line
    }

    /// Returns the column of the first wrong character, counted from 1. If something is missing at
    /// the end of the line, this is one past the line. A byte order mark does not count.
    #[must_use]
    pub fn column(&self) -> usize {
        self.0.column
    }

    /// Returns the number of wrong characters, all on one line; 0 if something is missing.
    #[must_use]
    pub fn span(&self) -> usize {
        self.0.span
    }

    /// Returns what is wrong, in one line, without the place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns what the user can do about the error, such as `did you mean "tuesday"?`: one line
    /// without a full stop. `None` if there is nothing to suggest.
    #[must_use]
    pub fn help(&self) -> Option<&str> {
        self.0.help.as_deref()
    }

    /// Returns the error of the [`Builder`](crate::Builder), if the text is well formed but its
    /// problem is invalid.
    #[must_use]
    pub fn cause(&self) -> Option<&BuildError> {
        self.0.cause.as_ref()
    }

    /// Returns the line with carets under the wrong characters.
    #[must_use]
    pub fn excerpt(&self) -> &Excerpt {
        &self.0.excerpt
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parts { line, column, .. } = *self.0;
        write!(f, "line {line}, column {column}: {}", self.0.message)
    }
}

impl std::error::Error for TextError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause().map(|cause| cause as _)
    }
}

/// Shortens a message to at most 181 characters: an ellipsis takes the place of the middle, which
/// is the middle of a long name. Control characters become visible.
#[must_use]
pub fn shorten(message: &str) -> String {
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

/// The reason why a problem could not be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The output failed. [`io::ErrorKind::BrokenPipe`] means that its reader has closed it.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The name of an item or a colour is not possible in this form.
    #[error("{what} {name:?} cannot be written: {reason}")]
    Name {
        /// `"item"` or `"colour"`.
        what: &'static str,
        /// The name.
        name: String,
        /// The reason why the name is not possible, such as `"the name is empty"`.
        reason: &'static str,
    },
    /// An option has no items. The form has no text for it.
    #[error("option {0} cannot be written: it has no items")]
    EmptyOption(OptionId),
    /// The problem uses a feature that the form cannot express.
    #[error("{part} cannot be written: the format {form} cannot express {feature}")]
    Feature {
        /// The part that uses the feature: an item, an option, or the problem.
        part: String,
        /// The name of the form.
        form: &'static str,
        /// The feature, such as `"costs"`.
        feature: &'static str,
    },
}

impl WriteError {
    /// Returns what the user can do about the error, such as `write the problem as dlx or json`:
    /// one line without a full stop. `None` if there is nothing to suggest.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::Io(_) => None,
            Self::Name { .. } => Some("change the name, or write the problem as json"),
            Self::EmptyOption(_) => Some("write the problem as json"),
            Self::Feature { form: "cnf", .. } => Some("write the problem as opb, lp or mps"),
            Self::Feature { .. } => Some("write the problem as dlx or json"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_contains_no_control_characters() {
        let error =
            TextError::new(1, ["\x1B[31m ", "x", ""], "no \x1B\u{202E}").with_help("\u{9B}");
        assert_eq!(error.to_string(), "line 1, column 7: no ��");
        assert_eq!(error.help(), Some("�"));
    }

    #[test]
    fn an_error_is_short() {
        let long = "é".repeat(1000);
        let error = TextError::new(1, [&long, &long, &long], format!("no \"{long}\""));
        assert_eq!((error.column(), error.span()), (1001, 1000));
        assert_eq!(error.message().chars().count(), 3 * SIDE + 1);
    }
}
