//! What is wrong with a board's text, and where.

use std::fmt;
use std::ops::Range;

use super::LONGEST_LINE;
use crate::sudoku::Clash;
use crate::sudoku::grid::{CELLS, SIDE};

/// A board that could not be read: line, column and reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
#[non_exhaustive]
pub struct BoardError {
    /// The line in the stream, from 1.
    pub line: u64,
    /// The byte in that line, from 1 (a byte order mark does not count).
    pub column: usize,
    /// What is wrong there.
    pub reason: Reason,
    /// The offending bytes in the record's [`raw`](super::Record::raw); empty where something is missing.
    pub span: Range<usize>,
}

/// What is wrong with the text of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A board on one line has too few or too many cells.
    Cells {
        /// How many it has.
        found: usize,
    },
    /// A row of characters has too few or too many.
    RowOfCells {
        /// How many it has.
        found: usize,
    },
    /// A row of numbers has too few or too many.
    RowOfNumbers {
        /// How many it has.
        found: usize,
    },
    /// A board of nine lines ends too early.
    HalfBoard {
        /// How many rows it has.
        rows: usize,
    },
    /// A character that stands for no cell.
    Character(char),
    /// A byte that stands for no cell and belongs to no UTF-8 character.
    Byte(u8),
    /// A number in a row of numbers is not one of 0 to 9 (the text is cut after some characters).
    Number(String),
    /// Text follows the cells of a board without being set off.
    Glued(char),
    /// A carriage return elsewhere than at the end of a line.
    CarriageReturn,
    /// The line is longer than [`LONGEST_LINE`].
    LongLine,
    /// Two equal digits in one row, column or box.
    Clash(Clash),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NO_CELL: &str = "is not a digit or a blank (0 . * _ -)";
        match self {
            Reason::Cells { found } => write!(f, "{}, expected {CELLS}", count(*found, "cell")),
            Reason::RowOfCells { found } => {
                write!(f, "{} in this row, expected {SIDE}", count(*found, "cell"))
            }
            Reason::RowOfNumbers { found } => {
                let found = count(*found, "number");
                write!(f, "{found} in this row, expected {SIDE}")
            }
            Reason::HalfBoard { rows } => {
                write!(f, "half a board: {} of {SIDE}", count(*rows, "row"))
            }
            Reason::Character(character) => write!(f, "{} {NO_CELL}", Shown(*character)),
            Reason::Byte(byte) => write!(f, "\\x{byte:02x} {NO_CELL}"),
            Reason::Number(text) => write!(f, "{text} is not a digit from 0 to {SIDE}"),
            Reason::Glued(character) => {
                let shown = Shown(*character);
                write!(
                    f,
                    "{shown} right after the {CELLS} cells, expected a space before other text"
                )
            }
            Reason::CarriageReturn => {
                write!(
                    f,
                    "a carriage return within the line, expected line ends LF or CR LF"
                )
            }
            Reason::LongLine => {
                let (thousands, rest) = (LONGEST_LINE / 1000, LONGEST_LINE % 1000);
                write!(f, "line longer than {thousands},{rest:03} bytes")
            }
            Reason::Clash(clash) => clash.fmt(f),
        }
    }
}

/// `1 row`, `2 rows`.
fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// A character as a message can show it: quoted, or its code if it would not be seen or would disturb a terminal.
struct Shown(char);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            control if control.is_ascii_control() => write!(f, "\\x{:02x}", u32::from(control)),
            plain if plain.is_ascii() => write!(f, "'{plain}'"),
            other => write!(f, "'{}'", other.escape_debug()),
        }
    }
}
