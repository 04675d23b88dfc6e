//! The form `matrix`: zeros and ones. Columns are items, rows are options.
//!
//! ```text
//! 0010100
//! 1001001
//! 0110010
//! ```
//!
//! The digits of a row stand together, or ASCII white space separates all of them. All rows have
//! the same number of columns, at most 16,777,216. The columns are primary items named `1`, `2`,
//! `3`, ... A row of zeros is an option without items, which is dropped, with a note.

use std::io::{self, Write};

use super::lines::{EMPTY, Line, NOT_TEXT, decode, lines, missing};
use super::numbers::check_plain;
use super::{TextError, WriteError, quantity};
use crate::{ItemId, Problem};

/// The maximum number of columns. An item takes about thirty bytes, a digit only one: without a
/// limit, a huge line that is not a matrix could fill the memory.
const COLUMNS: usize = 1 << 24;

/// Reads a problem. O(length of the text).
///
/// ```
/// use quadrille::text::matrix;
///
/// let problem = matrix::read(b"0110\n1 0 0 1\n")?;
/// let option = problem.options().next().unwrap();
/// assert_eq!(problem.display_option(option).to_string(), "2 3");
/// # Ok::<(), quadrille::text::TextError>(())
/// ```
///
/// # Errors
/// A [`TextError`] for the first row with a character other than 0 and 1, with another number of
/// columns than the first row, with too many columns, or with white space between only some of its
/// digits; and for a text without rows. A text that is not UTF-8 fails before any row is read.
pub fn read(text: &[u8]) -> Result<Problem, TextError> {
    read_within(text, usize::MAX)
}

/// Reads a problem with a memory limit in bytes, which does not include the text.
///
/// # Errors
/// The same as [`read`]. Beyond the limit, the cause is
/// [`BuildError::Memory`](crate::BuildError::Memory).
pub fn read_within(text: &[u8], memory: usize) -> Result<Problem, TextError> {
    let mut builder = Problem::builder().memory(memory);
    let mut first: Option<First> = None;
    let mut ones = Vec::new();
    let text = decode(text)?;
    for line in lines(text) {
        let (start, length) = line.body();
        if length == 0 {
            continue;
        }
        ones.clear();
        let width = row(line, &mut ones)?;
        match first {
            None => {
                for number in 1..=width {
                    builder
                        .primary(number.to_string())
                        .map_err(|error| line.build_error(start, length, error))?;
                }
                let number = line.number;
                first = Some(First { number, width });
            }
            Some(first) if first.width == width => {}
            Some(first) => return Err(first.wrong_width(line, width)),
        }
        builder
            .option(&ones)
            .map_err(|error| line.build_error(start, length, error))?;
    }
    if first.is_none() {
        return Err(missing(text, EMPTY).with_help("write rows of 0 and 1"));
    }
    Ok(builder.build())
}

/// Collects the ones of a row and returns its width.
fn row(line: Line<'_>, ones: &mut Vec<ItemId>) -> Result<usize, TextError> {
    let mut width = 0;
    let mut words = 0_usize;
    let mut inside = false;
    for (place, byte) in line.text.bytes().enumerate() {
        match byte {
            b'0' | b'1' if width == COLUMNS => {
                return Err(line.error(place, 1, "the row has more than 16,777,216 columns"));
            }
            b'0' | b'1' => {
                if byte == b'1' {
                    ones.push(ItemId::new(u32::try_from(width).unwrap_or(u32::MAX)));
                }
                width += 1;
                words += usize::from(!inside);
                inside = true;
            }
            byte if byte.is_ascii_whitespace() => inside = false,
            _ => return Err(invalid_character(line, place)),
        }
    }
    // In "1 10 11", the numbers are probably not digits of a row.
    if words == 1 || words == width {
        return Ok(width);
    }
    let long = line.words().find(|(_, word)| word.len() > 1);
    let (start, word) = long.unwrap_or_default();
    let message = format!("\"{word}\" in a row of separate digits, expected 0 or 1");
    Err(line.error(start, word.len(), message))
}

/// The error for a character other than 0 and 1.
#[cold]
fn invalid_character(line: Line<'_>, place: usize) -> TextError {
    let rest = line.text.get(place..).unwrap_or_default();
    let c = rest.chars().next().unwrap_or_default();
    let name = if c.is_control() {
        format!("control character U+{:04X}", u32::from(c))
    } else {
        format!("invalid character \"{c}\"")
    };
    let error = line.error(place, c.len_utf8(), format!("{name}, expected 0 or 1"));
    match c {
        ',' | ';' => error.with_help("separate the digits by spaces"),
        c if c.is_control() => error.with_help(NOT_TEXT),
        _ => error,
    }
}

/// The first row, which sets the width of all rows.
#[derive(Clone, Copy)]
struct First {
    number: usize,
    width: usize,
}

impl First {
    /// The error for a row of another width. It marks the superfluous digits, or the end.
    #[cold]
    fn wrong_width(self, line: Line<'_>, width: usize) -> TextError {
        let digit = |&(_, byte): &(usize, u8)| !byte.is_ascii_whitespace();
        let bytes = line.text.bytes().enumerate();
        let (body, length) = line.body();
        let end = body + length;
        let start = match bytes.filter(digit).nth(self.width) {
            Some((place, _)) => place,
            None => end,
        };
        let found = quantity(width, "column");
        let message = format!(
            "{found}, expected {} as on line {}",
            self.width, self.number
        );
        line.error(start, end - start, message)
    }
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
