//! The form `rows`: the ones of each row of a matrix. Columns are items, rows are options.
//!
//! ```text
//! 3 7
//! 3 1 4 7
//! 2 1 4
//! 3 4 5 7
//! ```
//!
//! * The first line has two numbers: `N` rows and `M` columns. The columns are primary items, named
//!   `1` to `M`. `M` is at most 65,536, or the number of bytes of the text if that is more.
//! * Every other line is a row: the number of its ones, then their columns. A row without ones is an
//!   option without items, which is dropped, with a note.
//! * ASCII white space separates numbers.
//!
//! It is the input of a well-known exercise, [HUST 1017](https://vjudge.net/problem/HUST-1017).
//! In the form [`txt`](super::txt), the number of items comes first.

use std::io::Write;

use super::counted::Counted;
use super::{TextError, WriteError};
use crate::Problem;

const FORM: Counted = Counted {
    form: "rows",
    first_line: "the number of rows and the number of columns",
    options_first: true,
    has_costs: false,
    help: "begin each row with the number of its columns",
};

/// Reads a problem. O(length of the text).
///
/// ```
/// use quadrille::text::rows;
///
/// let problem = rows::read(b"2 3\n2 1 3\n1 2\n")?;
/// let option = problem.options().next().unwrap();
/// assert_eq!(problem.display_option(option).to_string(), "1 3");
/// # Ok::<(), quadrille::text::TextError>(())
/// ```
///
/// # Errors
/// A [`TextError`] for the first invalid line: an unknown or repeated column, or a number of
/// columns or rows other than announced.
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
