//! The form `spp`: set partitioning, as in the files of the
//! [OR-Library](http://people.brunel.ac.uk/~mastjjb/jeb/orlib/sppinfo.html). Rows are items, columns
//! are options.
//!
//! ```text
//! 3 4
//! 5 2 1 2
//! 4 1 3
//! 9 3 1 2 3
//! 2.5 1 2
//! ```
//!
//! * The first line has two numbers: `N` rows and `M` columns. The rows are primary items, named `1`
//!   to `N`. `N` is at most 65,536, or the number of bytes of the text if that is more.
//! * Every other line is a column: its cost, the number of its rows, then the rows. A column without
//!   rows is an option without items, which is dropped, with a note.
//! * ASCII white space separates numbers.
//!
//! The files of the OR-Library for set *covering* look alike, but allow a row to be covered twice.

use std::io::Write;

use super::counted::Counted;
use super::{TextError, WriteError};
use crate::Problem;

const FORM: Counted = Counted {
    form: "spp",
    first_line: "the number of rows and the number of columns",
    options_first: false,
    has_costs: true,
    help: "write each column as its cost, the number of its rows, and the rows",
};

/// Reads a problem. O(length of the text).
///
/// ```
/// use quadrille::text::spp;
///
/// let problem = spp::read(b"3 2\n70 2 1 3\n5 1 2\n")?;
/// let option = problem.options().next().unwrap();
/// assert_eq!(problem.display_option(option).to_string(), "1 3");
/// assert_eq!(problem.cost(option), 70);
/// # Ok::<(), quadrille::text::TextError>(())
/// ```
///
/// # Errors
/// A [`TextError`] for the first invalid line: an invalid cost, an unknown or repeated row, or a
/// number of rows or columns other than announced.
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
/// * [`WriteError::Feature`] if the problem has secondary items or multiplicities. Nothing is
///   written then.
/// * [`WriteError::Io`] if `out` fails.
pub fn write(problem: &Problem, out: &mut impl Write) -> Result<(), WriteError> {
    FORM.write(problem, out)
}
