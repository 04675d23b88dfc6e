//! Matrices of zeros and ones: a column is an item, a row is an option.
//!
//! ```text
//! 0010100
//! 1001001
//! 0110010
//! ```
//!
//! The digits of a row stand together or are separated by ASCII white space. All rows are equally
//! long, of 16,777,216 columns at most. The columns are primary items, named `1`, `2`, `3`, ...; a
//! row of zeros is an option without items, which the problem drops, with a note.

use std::io::{self, Write};

use super::lines::{Line, decode, lines, missing};
use super::numbers::check_plain;
use super::{TextError, WriteError, count};
use crate::{ItemId, Problem};

/// The most columns. A column costs some thirty bytes and a digit one, so that a long line that
/// was never meant as a matrix would fill the memory.
const COLUMNS: usize = 1 << 24;

/// Reads a problem. O(length of the text).
///
/// ```
/// use quadrille::text::matrix;
///
/// let problem = matrix::read(b"0110\n1 0 0 1\n")?;
/// let option = problem.options().next().unwrap();
/// assert_eq!(problem.display(option).to_string(), "2 3");
/// # Ok::<(), quadrille::text::TextError>(())
/// ```
///
/// # Errors
/// A [`TextError`] for the first row that is not made of zeros and ones or not as long as the
/// first one, for a row in which only some digits are separated, for one of too many columns, and
/// for a text without rows. If the text is not UTF-8, that is what is told first.
pub fn read(text: &[u8]) -> Result<Problem, TextError> {
    read_within(text, usize::MAX)
}

/// Reads a problem that takes at most so many bytes of memory, apart from the text.
///
/// # Errors
/// As [`read`], and [`BuildError::Memory`](crate::BuildError::Memory) as the cause.
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
                        .map_err(|error| line.refused(start, length, error))?;
                }
                let number = line.number;
                first = Some(First { number, width });
            }
            Some(first) if first.width == width => {}
            Some(first) => return Err(first.differs(line, width)),
        }
        builder
            .option(&ones)
            .map_err(|error| line.refused(start, length, error))?;
    }
    if first.is_none() {
        let help = "expected rows of 0 and 1";
        return Err(missing(text, "there are no rows", help));
    }
    Ok(builder.build())
}

/// Gathers the ones of a row and returns its width.
fn row(line: Line<'_>, ones: &mut Vec<ItemId>) -> Result<usize, TextError> {
    let mut width = 0;
    let mut words = 0_usize;
    let mut inside = false;
    for (place, byte) in line.text.bytes().enumerate() {
        match byte {
            b'0' | b'1' if width == COLUMNS => {
                return Err(line.error(place, 1, "more than 16,777,216 columns"));
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
            _ => return Err(stranger(line, place)),
        }
    }
    // One word, or as many as there are digits: otherwise some other numbers are meant.
    if words == 1 || words == width {
        return Ok(width);
    }
    let long = line.words().find(|(_, word)| word.len() > 1);
    let (start, word) = long.unwrap_or_default();
    Err(line
        .error(start, word.len(), format!("\"{word}\" in a row of digits"))
        .with_help("expected either all digits separated or none"))
}

/// The error for a character that does not belong into a matrix.
#[cold]
fn stranger(line: Line<'_>, place: usize) -> TextError {
    let rest = line.text.get(place..).unwrap_or_default();
    let c = rest.chars().next().unwrap_or_default();
    let message = if c.is_control() {
        format!("the control character U+{:04X}", u32::from(c))
    } else {
        format!("\"{c}\" in a matrix")
    };
    line.error(place, c.len_utf8(), message)
        .with_help("expected 0 or 1")
}

/// The row that all others must match.
#[derive(Clone, Copy)]
struct First {
    number: usize,
    width: usize,
}

impl First {
    /// The error for a row of another width. The culprit is what is too much, or the end.
    #[cold]
    fn differs(self, line: Line<'_>, width: usize) -> TextError {
        let digit = |&(_, byte): &(usize, u8)| !byte.is_ascii_whitespace();
        let bytes = line.text.bytes().enumerate();
        let (body, length) = line.body();
        let end = body + length;
        let start = match bytes.filter(digit).nth(self.width) {
            Some((place, _)) => place,
            None => end,
        };
        line.error(start, end - start, count(width, "column"))
            .with_help(format!(
                "expected {}, as in line {}",
                self.width, self.number
            ))
    }
}

/// Writes a problem. Columns are items in their order; their names are lost.
/// O(items x options), which is the length of the text.
///
/// # Errors
/// [`WriteError::Feature`], before anything is written, for secondary items, multiplicities and
/// costs, for a problem without rows or without columns, and for one of too many columns.
/// [`WriteError::Io`] if `out` fails.
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
            culprit: "the problem".to_owned(),
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
