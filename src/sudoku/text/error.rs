//! What is wrong with a board's text, and where.

use std::fmt;
use std::ops::Range;

use super::measure::LONGEST_LINE;
use crate::sudoku::clash::Clash;
use crate::sudoku::grid::Grid;
use crate::text::count;

/// A board that could not be read: line, column and reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
#[non_exhaustive]
pub struct BoardError {
    /// The line in the stream, from 1.
    pub line: u64,
    /// The character in that line, from 1 (a byte order mark does not count; bytes that are no UTF-8 do).
    pub column: usize,
    /// What is wrong there.
    pub reason: Reason,
    /// The offending bytes in the record's [`raw`](super::Record::raw); empty where something is missing.
    pub span: Range<usize>,
}

/// What is wrong with the text of a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message of each says what its fields are")]
pub enum Reason {
    /// A board on one line has too few or too many cells.
    #[error("{}, expected {expected}", count(*found, "cell"))]
    Cells { found: usize, expected: usize },
    /// A row has too few or too many characters (each a cell) or numbers.
    #[error("{} in this row, expected {expected}", count(*found, noun))]
    Row {
        noun: &'static str,
        found: usize,
        expected: usize,
    },
    /// A board of several lines ends too early.
    #[error("half a board: {} of {expected}", count(*rows, "row"))]
    HalfBoard { rows: usize, expected: usize },
    /// A character that stands for no cell.
    #[error("{} is not {expected}", Shown(*character))]
    Character { character: char, expected: String },
    /// A byte that stands for no cell and belongs to no UTF-8 character.
    #[error("\\x{byte:02x} is not {expected}")]
    Byte { byte: u8, expected: String },
    /// A number in a row of numbers is too large. Its text is cut after some characters.
    #[error("{text} is not a {} from 0 to {largest}", if *largest > 9 { "number" } else { "digit" })]
    Number { text: String, largest: usize },
    /// A pencil mark stands in the wrong place of nine.
    #[error("{} in the place of the pencil mark {digit}", Shown(*found))]
    Mark { found: char, digit: usize },
    /// Text follows the cells of a board without being set off.
    #[error("{} right after the {cells} cells, expected a space before other text", Shown(*character))]
    Glued { character: char, cells: usize },
    /// A carriage return elsewhere than at the end of a line.
    #[error("a carriage return within the line, expected line ends LF or CR LF")]
    CarriageReturn,
    /// The line is longer than [`LONGEST_LINE`].
    #[error("line longer than {},{:03} bytes", LONGEST_LINE / 1000, LONGEST_LINE % 1000)]
    LongLine,
    /// The board breaks a rule by what it has already.
    #[error("{clash}")]
    Clash { clash: Box<Clash>, board: Box<Grid> },
    /// No digit is left for a cell of a board of pencil marks. Rows and columns are counted from 1.
    #[error("r{row}c{column} has no pencil mark, expected the digits that it can hold")]
    NoMark { row: usize, column: usize },
    /// There is no board at all.
    #[error("no board")]
    Nothing,
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
