//! The form `matrix`: zeros and ones. Columns are items, rows are options.
//!
//! ```text
//! 0010100
//! 1001001
//! 0110010
//! ```
//!
//! * The digits of a row stand together, or ASCII white space or commas separate all of them.
//! * Rows are lines, or lists in brackets: the text of a list of lists in Python, or what NumPy
//!   prints for a matrix. The numbers in a list may end in a decimal point and zeros.
//! * All rows have the same number of columns, at most 16,777,216. The columns are primary items
//!   named `1`, `2`, `3`, ... A row of zeros is an option without items, which is dropped, with a
//!   note.
//! * If rows are lines, a first line may give the number of rows and that of columns (as in
//!   [Luogu P4929](https://www.luogu.com.cn/problem/P4929)), or numbers from 0 or 1 or other names
//!   for the columns. Such a name begins with a letter or `_`.

mod header;
mod list;
mod row;

use std::io::{self, Write};
use std::ops::Range;

use super::lines::{decode, error_at, line_at, lines, missing, offset};
use super::numbers::check_plain;
use super::{TextError, WriteError, quantity};
use crate::{BuildError, Builder, ItemId, Problem};
use header::Header;

/// The maximum number of columns. An item takes about thirty bytes, a digit only one: without a
/// limit, a huge line that is not a matrix could fill the memory.
const COLUMNS: usize = 1 << 24;

/// The likely fix for rows of 0 and 1 in another form.
pub(super) const HELP: &str = "for rows of 0 and 1 give `--from matrix`";

/// Reads a problem. O(length of the text).
///
/// ```
/// use quadrille::text::matrix;
///
/// for text in ["0110\n1 0 0 1\n", "[[0, 1, 1, 0], [1, 0, 0, 1]]"] {
///     let problem = matrix::read(text.as_bytes())?;
///     let option = problem.options().next().unwrap();
///     assert_eq!(problem.display_option(option).to_string(), "2 3");
/// }
/// # Ok::<(), quadrille::text::TextError>(())
/// ```
///
/// # Errors
/// A [`TextError`] for the first row with a character other than 0 and 1, with another number of
/// columns than the first row, with too many columns, or with white space or commas between only
/// some of its digits; for a number of rows other than announced; and for a text without rows. A
/// text that is not UTF-8 fails before any row is read.
pub fn read(text: &[u8]) -> Result<Problem, TextError> {
    read_within(text, usize::MAX)
}

/// Reads a problem with a memory limit in bytes, which does not include the text.
///
/// # Errors
/// The same as [`read`]. Beyond the limit, the cause is
/// [`BuildError::Memory`].
pub fn read_within(text: &[u8], memory: usize) -> Result<Problem, TextError> {
    let text = decode(text)?;
    let mut rows = Rows {
        text,
        builder: Problem::builder().memory(memory),
        first: None,
        announced: None,
        ones: Vec::new(),
    };
    if text.trim_ascii_start().starts_with('[') {
        list::read(text, |row| rows.add(row, true))?;
    } else {
        for line in lines(text) {
            let body = line.text.trim_ascii();
            let start = offset(text, body);
            let header = match rows.first {
                None => Header::of(body),
                Some(_) => None,
            };
            match header {
                _ if body.is_empty() => {}
                Some(header) => rows.begin(header, start, body)?,
                None => rows.add(start..start + body.len(), false)?,
            }
        }
    }
    rows.end()
}

/// The rows read so far.
struct Rows<'a> {
    text: &'a str,
    builder: Builder,
    first: Option<First>,
    /// The number of rows, if the text gives it.
    announced: Option<usize>,
    /// The ones of the row that is being read.
    ones: Vec<ItemId>,
}

/// The row or header that sets the width of all rows.
#[derive(Clone, Copy)]
struct First {
    start: usize,
    width: usize,
}

impl Rows<'_> {
    /// Reads the header `body` at `start`.
    fn begin(&mut self, header: Header, start: usize, body: &str) -> Result<(), TextError> {
        let width = match header {
            Header::Sizes { rows, columns } => {
                self.announced = Some(rows);
                columns
            }
            Header::Names => {
                for name in header::fields(body) {
                    let place = offset(self.text, name);
                    self.declare(name, place..place + name.len())?;
                }
                self.builder.item_count()
            }
        };
        self.first = Some(First { start, width });
        Ok(())
    }

    /// Declares a column, in the part of the text that is wrong if it cannot be declared.
    fn declare(&mut self, name: &str, part: Range<usize>) -> Result<(), TextError> {
        if self.builder.item_count() == COLUMNS {
            return Err(error_at(self.text, part.start, part.len(), row::TOO_WIDE));
        }
        let declared = self.builder.primary(name);
        declared
            .map(|_| ())
            .map_err(|error| build_error(self.text, part, error))
    }

    /// Reads the row in a part of the text.
    fn add(&mut self, part: Range<usize>, is_list: bool) -> Result<(), TextError> {
        if let Some(announced) = self.announced
            && self.builder.problem().option_count() == announced
        {
            let message = format!("too many rows, expected {announced} as in the first line");
            return Err(error_at(self.text, part.start, part.len(), message));
        }
        self.ones.clear();
        let width = row::read(self.text, part.clone(), is_list, &mut self.ones)?;
        let start = part.start;
        let first = *self.first.get_or_insert(First { start, width });
        if first.width != width {
            return Err(first.wrong_width(self.text, part, width));
        }
        if self.builder.item_count() == 0 {
            for number in 1..=width {
                self.declare(&number.to_string(), part.clone())?;
            }
        }
        let added = self.builder.option(&self.ones);
        added
            .map(|_| ())
            .map_err(|error| build_error(self.text, part, error))
    }

    fn end(self) -> Result<Problem, TextError> {
        let rows = self.builder.problem().option_count();
        match self.announced {
            _ if rows == 0 => {
                let error = missing(self.text, "no row after the first line");
                Err(error.with_help("write rows of 0 and 1"))
            }
            Some(announced) if rows < announced => {
                let found = quantity(rows, "row");
                let message = format!("the text ends after {found}, expected {announced}");
                Err(missing(self.text, message))
            }
            _ => Ok(self.builder.build()),
        }
    }
}

#[cold]
fn build_error(text: &str, part: Range<usize>, error: BuildError) -> TextError {
    let (line, start) = line_at(text, part.start);
    line.build_error(start, part.len().min(line.text.len() - start), error)
}

impl First {
    /// The error for a row of another width. It marks the superfluous digits, or the end.
    #[cold]
    fn wrong_width(self, text: &str, row: Range<usize>, width: usize) -> TextError {
        let bytes = text.as_bytes().iter().enumerate();
        let bytes = bytes.take(row.end).skip(row.start);
        let mut digits = bytes.filter(|(_, byte)| matches!(byte, b'0' | b'1'));
        let start = digits.nth(self.width).map_or(row.end, |(place, _)| place);
        let found = quantity(width, "column");
        let number = line_at(text, self.start).0.number;
        let message = format!("{found}, expected {} as on line {number}", self.width);
        error_at(text, start, row.end - start, message)
    }
}

/// Returns whether a text consists of several rows of 0 and 1, and could not be a
/// [`txt`](super::txt).
pub(super) fn is_rows(text: &str) -> bool {
    let is_of_row = |byte: u8| matches!(byte, b'0' | b'1' | b',') || byte.is_ascii_whitespace();
    let mut rows = text.lines().filter(|line| !line.trim_ascii().is_empty());
    let first = rows.next().unwrap_or_default();
    let has_two_numbers = first.split_ascii_whitespace().count() == 2 && !first.contains(',');
    rows.next().is_some() && !has_two_numbers && text.bytes().all(is_of_row)
}

/// Returns whether a text consists of rows in brackets without commas, as NumPy prints them.
pub(super) fn is_list(text: &str) -> bool {
    let is_of_list = |byte: u8| b"01[].".contains(&byte) || byte.is_ascii_whitespace();
    text.trim_ascii_start().starts_with('[') && text.bytes().all(is_of_list)
}

/// Writes a problem, one row per option. The names of the items are lost.
/// O(items x options), which is the length of the text.
///
/// # Errors
/// * [`WriteError::Feature`] if the problem has secondary items, multiplicities or costs, no items,
///   no options, or too many items. Nothing is written then.
/// * [`WriteError::Io`] if `out` fails.
pub fn write(problem: &Problem, out: &mut impl Write) -> Result<(), WriteError> {
    check_plain(problem, "matrix")?;
    let lacks = match (problem.item_count(), problem.option_count()) {
        (0, _) => Some("rows without columns"),
        (_, 0) => Some("columns without rows"),
        (items, _) if items > COLUMNS => Some("more than 16,777,216 columns"),
        _ => None,
    };
    if let Some(feature) = lacks {
        return Err(WriteError::Feature {
            part: "the problem".to_owned(),
            form: "matrix",
            feature,
        });
    }
    let mut out = io::BufWriter::new(out);
    let mut row = vec![b'0'; problem.item_count() + 1];
    row[problem.item_count()] = b'\n';
    for option in problem.options() {
        let items = problem.items_of(option);
        items.iter().for_each(|item| row[item.index()] = b'1');
        out.write_all(&row)?;
        items.iter().for_each(|item| row[item.index()] = b'0');
    }
    Ok(out.flush()?)
}
