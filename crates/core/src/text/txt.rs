//! The form `txt`: a set system that consists of numbers only.
//!
//! ```text
//! 7 3
//! 3 1 4 7
//! 2 1 4
//! 3 4 5 7
//! ```
//!
//! * The first line has two numbers: `N` items and `M` options. Items are primary, named `1` to
//!   `N`. `N` is at most 65,536, or the number of bytes of the text if that is more.
//! * Every other line is an option: the number of its items, then the items. An option without
//!   items is dropped, with a note.
//! * ASCII white space separates numbers.
//!
//! In the form [`rows`](super::rows), the number of options comes first.

use std::io::Write;

use super::counted::Counted;
use super::{TextError, WriteError};
use crate::Problem;

const FORM: Counted = Counted {
    form: "txt",
    first_line: "the number of items and the number of options",
    options_first: false,
    has_costs: false,
    help: "begin each option with the number of its items",
};

/// Reads a problem. O(length of the text).
///
/// ```
/// use quadrille::text::txt;
///
/// let problem = txt::read(b"3 2\n2 1 3\n1 2\n")?;
/// let option = problem.options().next().unwrap();
/// assert_eq!(problem.display_option(option).to_string(), "1 3");
/// # Ok::<(), quadrille::text::TextError>(())
/// ```
///
/// # Errors
/// A [`TextError`] for the first invalid line: an unknown or repeated item, or a number of items or
/// options other than announced.
pub fn read(text: &[u8]) -> Result<Problem, TextError> {
    read_within(text, usize::MAX)
}

/// Reads a problem with a memory limit in bytes, which does not include the text.
///
/// # Errors
/// The same as [`read`]. Beyond the limit, the cause is
/// [`BuildError::Memory`](crate::BuildError::Memory).
pub fn read_within(text: &[u8], memory: usize) -> Result<Problem, TextError> {
    FORM.read(text, memory)
}

/// Writes a problem. The names of the items are lost: items are numbered from 1.
/// O(length of the text).
///
/// # Errors
/// * [`WriteError::Feature`] if the problem has secondary items, multiplicities or costs. Nothing
///   is written then.
/// * [`WriteError::Io`] if `out` fails.
pub fn write(problem: &Problem, out: &mut impl Write) -> Result<(), WriteError> {
    FORM.write(problem, out)
}
