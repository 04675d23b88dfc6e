//! The forms of problems that can be read, as values.

use std::io::Write;

#[cfg(feature = "json")]
use super::json;
use super::{TextError, WriteError, dlx, ec, libexact, matrix, miniexact, rows, spp, txt};
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
    /// [`rows`]: the same with the number of options first.
    Rows,
    /// [`spp`]: set partitioning with costs, as in the OR-Library.
    Spp,
    /// [`libexact`]: lines for rows, columns and entries.
    Libexact,
    /// [`miniexact`]: items in brackets, or a line `p xcc`.
    Miniexact,
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
        Self::Rows,
        Self::Spp,
        Self::Libexact,
        Self::Miniexact,
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
            Self::Rows => "rows",
            Self::Spp => "spp",
            Self::Libexact => "libexact",
            Self::Miniexact => "miniexact",
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
            Self::Rows => {
                "A line 'OPTIONS ITEMS', then for each option the number of its items, and their numbers"
            }
            Self::Spp => {
                "Set partitioning of the OR-Library: a line 'ITEMS OPTIONS', then for each option its cost, the number of its items, and their numbers"
            }
            Self::Libexact => {
                "The text of libexact: lines 'r ITEM', 'c OPTION', and 'e ITEM OPTION'"
            }
            Self::Miniexact => {
                "The texts of miniexact: '< ITEMS >', then options that end in ';', or a line 'p xcc'"
            }
        }
    }

    /// Returns the form with a word, in upper or lower case.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|form| form.word().eq_ignore_ascii_case(word))
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
            Self::Rows => rows::read_within(text, memory),
            Self::Spp => spp::read_within(text, memory),
            Self::Libexact => libexact::read_within(text, memory),
            Self::Miniexact => miniexact::read_within(text, memory),
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
            Self::Rows => rows::write(problem, out),
            Self::Spp => spp::write(problem, out),
            Self::Libexact => libexact::write(problem, out),
            Self::Miniexact => miniexact::write(problem, out),
        }
    }

    /// Returns whether items have numbers instead of names in this form.
    #[must_use]
    pub const fn numbers_items(self) -> bool {
        matches!(
            self,
            Self::Matrix | Self::Ec | Self::Txt | Self::Rows | Self::Spp | Self::Libexact
        )
    }
}
