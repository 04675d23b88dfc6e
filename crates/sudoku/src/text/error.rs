//! Why a record is not a board: the place, the reason, and the likely fix.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use super::measure::LONGEST_LINE;
use crate::clash::Clash;
use crate::format::PuzzleReason;
use crate::grid::Grid;
use crate::shape::ShapeReason;
use quadrille_core::text::{quantity, shorten};

/// An invalid board: line, column and reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
#[non_exhaustive]
pub struct BoardError {
    /// The line of the stream, from 1.
    pub line: u64,
    /// The character of that line, from 1. A byte order mark does not count; each byte that is not
    /// UTF-8 counts as a character.
    pub column: usize,
    /// What is wrong there.
    pub reason: Reason,
    /// The invalid bytes of the record's [`raw`](super::Record::raw); empty where something is
    /// missing.
    pub span: Range<usize>,
}

/// What is wrong with the text of a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message of each explains its fields")]
pub enum Reason {
    /// A board on one line has too few or too many cells.
    #[error("invalid board: {}, expected {expected}", quantity(*found, "cell"))]
    Cells { found: usize, expected: usize },
    /// A row has too few or too many characters (each a cell) or numbers.
    #[error("invalid row: {}, expected {expected}", quantity(*found, noun))]
    Row {
        noun: &'static str,
        found: usize,
        expected: usize,
    },
    /// A board of several lines has too few of them.
    #[error("incomplete board: {}, expected {expected}", quantity(*rows, "row"))]
    HalfBoard { rows: usize, expected: usize },
    /// A character is not a cell.
    #[error("{} is not {expected}", Shown(*character))]
    Character { character: char, expected: String },
    /// A byte is neither a cell nor part of a UTF-8 character.
    #[error("\\x{byte:02x} is not {expected}")]
    Byte { byte: u8, expected: String },
    /// A number in a row of numbers is too large. A long number is cut.
    #[error("\"{text}\" is not a {} from 0 to {largest}", if *largest > 9 { "number" } else { "digit" })]
    Number { text: String, largest: usize },
    /// A pencil mark stands in the place of another digit.
    #[error("{} in the place of pencil mark {digit}, expected {digit} or a blank", Shown(*found))]
    Mark { found: char, digit: usize },
    /// Text follows the cells of a board without a space.
    #[error("{} right after the {cells} cells, expected a space before other text", Shown(*character))]
    Glued { character: char, cells: usize },
    /// A carriage return stands within a line.
    #[error("carriage return within the line, expected line endings LF or CR LF")]
    CarriageReturn,
    /// The line is longer than [`LONGEST_LINE`].
    #[error("line longer than {},{:03} bytes", LONGEST_LINE / 1000, LONGEST_LINE % 1000)]
    LongLine,
    /// The board already breaks a rule.
    #[error("{clash}")]
    Clash { clash: Box<Clash>, board: Box<Grid> },
    /// A cell of a board of pencil marks has no digit left. Rows and columns are counted from 1.
    #[error("r{row}c{column} has no pencil mark, expected the digits that it can hold")]
    NoMark { row: usize, column: usize },
    /// Blank cells are written in two ways, one of which may be a mistake.
    #[error("the board mixes two blanks, {first} and {second}")]
    MixedBlanks { first: String, second: String },
    /// The walls of the frame do not stand around the boxes or regions of the shape.
    #[error("the frame does not show {expected}")]
    Walls { expected: String },
    /// A map of regions has a mistake or does not fit the boards: nothing is known about the boards
    /// below it.
    #[error("{0}")]
    Map(Box<ShapeReason>),
    /// A puzzle with rules of its own is invalid.
    #[error("{}", shorten(&.0.to_string()))]
    Puzzle(Box<PuzzleReason>),
    /// The text has no board.
    #[error("no board")]
    Nothing,
}

impl Reason {
    /// Returns the likely fix, if there is one.
    #[must_use]
    pub fn help(&self) -> Option<Cow<'static, str>> {
        match self {
            Reason::Puzzle(reason) => return reason.help().map(Cow::Owned),
            Reason::Map(reason) => return reason.help().map(Cow::Owned),
            _ => {}
        }
        Some(Cow::Borrowed(match self {
            Reason::Cells { found, expected }
            | Reason::Row {
                found, expected, ..
            } if found < expected => "write 0 or . for each blank cell",
            Reason::Cells { .. } => "write one board on each line, and a space before other text",
            Reason::HalfBoard { .. } => {
                "add the missing rows; blank lines are allowed only between bands of boxes"
            }
            Reason::Character {
                character: 'x' | 'X' | '?',
                ..
            } => "write 0 or . for each blank cell",
            Reason::MixedBlanks { .. } => "use one character for all blanks",
            Reason::Mark { .. } => "write each digit in its own place: 1.3...... for 1 and 3",
            Reason::Glued { .. } => "add a space after the cells",
            Reason::CarriageReturn => "save the file with line endings LF or CR LF",
            _ => return None,
        }))
    }
}

/// A character in quotes, or its code if it is invisible or would disturb a terminal.
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
