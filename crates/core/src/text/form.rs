//! The forms of problems that can be read, as values.

use std::io::Write;

#[cfg(feature = "json")]
use super::json;
use super::{TextError, WriteError, dlx, ec, matrix, txt};
use crate::Problem;

/// A form of problems that can be read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// [`dlx`]: Knuth's text.
    Dlx,
    /// [`json`](super::json): one JSON object.
    #[cfg(feature = "json")]
    Json,
    /// [`matrix`]: rows of 0 and 1.
    Matrix,
    /// [`ec`]: a line `p ec`, then a line for each option.
    Ec,
    /// [`txt`]: two numbers, then a line for each option.
    Txt,
}

impl Form {
    /// All forms.
    pub const ALL: &[Self] = &[
        Self::Dlx,
        #[cfg(feature = "json")]
        Self::Json,
        Self::Matrix,
        Self::Ec,
        Self::Txt,
    ];

    /// Returns the word of the form, which is also the extension of its files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Dlx => "dlx",
            #[cfg(feature = "json")]
            Self::Json => "json",
            Self::Matrix => "matrix",
            Self::Ec => "ec",
            Self::Txt => "txt",
        }
    }

    /// Describes the form in a few words.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Dlx => "Knuth's format: a line of items, then one option per line",
            #[cfg(feature = "json")]
            Self::Json => "One JSON object; names may contain any character",
            Self::Matrix => "Rows of 0 and 1: each column is an item, each row an option",
            Self::Ec => {
                "A line 'p ec ITEMS', then for each option a line 's' with the numbers of its items"
            }
            Self::Txt => {
                "A line 'ITEMS OPTIONS', then for each option the number of its items, and their numbers"
            }
        }
    }

    /// Returns the form with a word, in upper or lower case.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|form| form.word().eq_ignore_ascii_case(word))
    }

    /// Guesses the form of a text from its start: JSON if it begins with `{`, ec if it begins with
    /// `p ec`, else dlx. Forms that consist of numbers are never guessed.
    ///
    /// ```
    /// use quadrille::text::Form;
    ///
    /// assert_eq!(Form::of_text(b"a b\na\nb\n"), Form::Dlx);
    /// assert_eq!(Form::of_text(b"c a comment\np ec 2\ns 1 2\n"), Form::Ec);
    /// ```
    #[must_use]
    pub fn of_text(text: &[u8]) -> Self {
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        #[cfg(feature = "json")]
        {
            let trimmed = text.trim_ascii_start();
            // A list is no problem, but the reader of JSON has the better message.
            let is_list = || serde_json::from_slice::<serde::de::IgnoredAny>(text).is_ok();
            if trimmed.starts_with(b"{") || trimmed.starts_with(b"[") && is_list() {
                return Self::Json;
            }
        }
        let words = first_line(text).split(u8::is_ascii_whitespace);
        let mut words = words.filter(|word| !word.is_empty());
        if words.next() == Some(b"p") && words.next() == Some(b"ec") {
            Self::Ec
        } else {
            Self::Dlx
        }
    }

    /// Reads a problem: see [`dlx::read`] and the others.
    ///
    /// # Errors
    /// [`TextError`], with line and column.
    pub fn read(self, text: &[u8]) -> Result<Problem, TextError> {
        self.read_within(text, usize::MAX)
    }

    /// Reads a problem that takes at most about this many bytes.
    ///
    /// # Errors
    /// [`TextError`], with line and column.
    pub fn read_within(self, text: &[u8], memory: usize) -> Result<Problem, TextError> {
        match self {
            Self::Dlx => dlx::read_within(text, memory),
            #[cfg(feature = "json")]
            Self::Json => json::read_within(text, memory),
            Self::Matrix => matrix::read_within(text, memory),
            Self::Ec => ec::read_within(text, memory),
            Self::Txt => txt::read_within(text, memory),
        }
    }

    /// Writes a problem.
    ///
    /// # Errors
    /// [`WriteError`] if `out` fails, or if the form cannot express the problem.
    pub fn write(self, problem: &Problem, out: &mut impl Write) -> Result<(), WriteError> {
        match self {
            Self::Dlx => dlx::write(problem, out),
            #[cfg(feature = "json")]
            Self::Json => json::write(problem, out),
            Self::Matrix => matrix::write(problem, out),
            Self::Ec => ec::write(problem, out),
            Self::Txt => txt::write(problem, out),
        }
    }

    /// Returns whether items have numbers instead of names in this form.
    #[must_use]
    pub const fn numbers_items(self) -> bool {
        matches!(self, Self::Matrix | Self::Ec | Self::Txt)
    }
}

/// Returns the first line of a text that is neither blank nor a comment `c ...`, or the start of it
/// if it is long.
#[must_use]
pub fn first_line(text: &[u8]) -> &[u8] {
    const LONG: usize = 1 << 10;
    let is_end = |&byte: &u8| byte == b'\n';
    let mut rest = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    loop {
        rest = rest.trim_ascii_start();
        let start = rest.get(..LONG).unwrap_or(rest);
        let line = start.split(is_end).next().unwrap_or_default();
        if line.split(u8::is_ascii_whitespace).next() != Some(b"c") {
            return line;
        }
        match rest.iter().position(is_end) {
            Some(end) => rest = rest.get(end..).unwrap_or_default(),
            None => return b"",
        }
    }
}
