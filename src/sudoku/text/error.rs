//! What is wrong with a board's text, and where.

use std::fmt;
use std::ops::Range;

use super::measure::LONGEST_LINE;
use crate::sudoku::clash::Clash;
use crate::sudoku::grid::Grid;
use crate::sudoku::plural::count;

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
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A board on one line has too few or too many cells.
    Cells {
        /// How many it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// A row has too few or too many characters or numbers.
    Row {
        /// What these are called: a cell or a number.
        noun: &'static str,
        /// How many it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// A board of several lines ends too early.
    HalfBoard {
        /// How many rows it has.
        rows: usize,
        /// How many it should have.
        expected: usize,
    },
    /// A character that stands for no cell.
    Character {
        /// The character.
        character: char,
        /// What stands for a cell, in words.
        expected: String,
    },
    /// A byte that stands for no cell and belongs to no UTF-8 character.
    Byte {
        /// The byte.
        byte: u8,
        /// What stands for a cell, in words.
        expected: String,
    },
    /// A number in a row of numbers is too large (the text is cut after some characters).
    Number {
        /// The number.
        text: String,
        /// The largest that it can be.
        largest: usize,
    },
    /// A pencil mark stands in the wrong place of nine.
    Mark {
        /// What stands there.
        found: char,
        /// The only digit that can.
        digit: usize,
    },
    /// Text follows the cells of a board without being set off.
    Glued {
        /// How it begins.
        character: char,
        /// How many cells there are.
        cells: usize,
    },
    /// A carriage return elsewhere than at the end of a line.
    CarriageReturn,
    /// The line is longer than [`LONGEST_LINE`].
    LongLine,
    /// The board breaks a rule by what it has already.
    Clash {
        /// The cells that do so.
        clash: Box<Clash>,
        /// The board.
        board: Box<Grid>,
    },
    /// No digit is left for a cell of a board of pencil marks.
    NoMark {
        /// The row of the cell, from 1.
        row: usize,
        /// Its column, from 1.
        column: usize,
    },
    /// There is no board at all.
    Nothing,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Cells { found, expected } => {
                write!(f, "{}, expected {expected}", count(*found, "cell"))
            }
            Reason::Row {
                noun,
                found,
                expected,
            } => {
                let found = count(*found, noun);
                write!(f, "{found} in this row, expected {expected}")
            }
            Reason::HalfBoard { rows, expected } => {
                write!(f, "half a board: {} of {expected}", count(*rows, "row"))
            }
            Reason::Character {
                character,
                expected,
            } => {
                write!(f, "{} is not {expected}", Shown(*character))
            }
            Reason::Byte { byte, expected } => write!(f, "\\x{byte:02x} is not {expected}"),
            Reason::Number { text, largest } => {
                let noun = if *largest > 9 { "number" } else { "digit" };
                write!(f, "{text} is not a {noun} from 0 to {largest}")
            }
            Reason::Mark { found, digit } => {
                let found = Shown(*found);
                write!(f, "{found} in the place of the pencil mark {digit}")
            }
            Reason::Glued { character, cells } => {
                let shown = Shown(*character);
                write!(
                    f,
                    "{shown} right after the {cells} cells, expected a space before other text"
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
            Reason::Clash { clash, .. } => clash.fmt(f),
            Reason::NoMark { row, column } => {
                write!(
                    f,
                    "r{row}c{column} has no pencil mark, expected the digits that it can hold"
                )
            }
            Reason::Nothing => write!(f, "no board"),
        }
    }
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
