//! Why a text is not a shape: the place, the reason, and the likely fix.

use crate::alphabet::LARGEST_SIDE;
use quadrille_core::text::quantity;

/// The largest row and column at which a board may begin.
pub(super) const FARTHEST: usize = 100;

/// An invalid text of a shape: line, column and reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
#[non_exhaustive]
pub struct ShapeError {
    /// The line of the text, from 1.
    pub line: usize,
    /// The character in that line, from 1.
    pub column: usize,
    /// What is wrong there, and what was expected.
    pub reason: ShapeReason,
}

/// What is wrong with the text of a shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message of each explains its fields")]
pub enum ShapeReason {
    /// The text has no word.
    #[error("no shape, expected words such as 6x6 or x")]
    Nothing { help: String },
    /// No word of a shape reads like this.
    #[error("unknown shape {word:?}")]
    Unknown { word: String, help: String },
    /// A size of boxes is not two numbers.
    #[error("invalid box size {text:?}, expected rows x columns such as 2x3")]
    BoxSize { text: String },
    /// A box has no cells or too many.
    #[error("a box of {rows} x {columns} has {}, expected 1 to {LARGEST_SIDE}", quantity(rows.saturating_mul(*columns), "cell"))]
    BoxCells { rows: usize, columns: usize },
    /// The size of a board has two different numbers.
    #[error("a board of {} and {}, expected as many rows as columns", quantity(*rows, "row"), quantity(*columns, "column"))]
    NotSquare { rows: usize, columns: usize },
    /// No boxes divide a board of this size.
    #[error(
        "a {side}x{side} board cannot be divided into boxes; the side must be 4 to {LARGEST_SIDE} and \
         not prime"
    )]
    NoBoxes { side: usize },
    /// A board begins at something that is not a place.
    #[error("invalid place {place:?}, expected r1c1 to r{FARTHEST}c{FARTHEST}")]
    Place { place: String },
    /// Two boards begin at one place.
    #[error("two boards begin at {place}")]
    SamePlace { place: String },
    /// Two words say where the boards are.
    #[error("'samurai' and 'at:' cannot be combined")]
    TwicePlaced,
    /// Two words give a size.
    #[error("second size {word:?} after {before:?}")]
    SecondSize { word: String, before: String },
    /// The map that a word needs is missing.
    #[error("no map after {word:?}")]
    NoMap { word: String },
    /// A map is not square.
    #[error(
        "a map of {} of {}, expected as many rows as characters",
        quantity(*rows, "row"),
        quantity(*characters, "character")
    )]
    MapNotSquare { rows: usize, characters: usize },
    /// Another map gives the regions.
    #[error("a map of other regions than those of the shape")]
    OtherMap,
    /// A row of a map is longer or shorter than the others.
    #[error("a row of {} in a map, expected {expected}", quantity(*found, "letter"))]
    MapRow { found: usize, expected: usize },
    /// A map is too small or too large for any board.
    #[error("a map of {}, expected 4 to {LARGEST_SIDE}", quantity(*rows, "row"))]
    MapSize { rows: usize },
    /// A map is for a board of another size.
    #[error("a map of {}, expected {expected}", quantity(*rows, "row"))]
    MapRows { rows: usize, expected: usize },
    /// A region of a map does not have as many cells as there are values.
    #[error("region {label} has {}, expected {expected}", quantity(*cells, "cell"))]
    Region {
        label: String,
        cells: usize,
        expected: usize,
    },
    /// A further region of a map has more cells than there are values.
    #[error("extra region {letter} has {}, expected at most {most}", quantity(*cells, "cell"))]
    Extra {
        letter: char,
        cells: usize,
        most: usize,
    },
    /// Two maps of further regions use one letter.
    #[error("two maps have an extra region {letter}")]
    SameLetter { letter: char },
    /// A board without cells or values, or with too many.
    #[error("a board of {} and {} with {}, expected 1 to {LARGEST_SIDE} each", quantity(*rows, "row"), quantity(*columns, "column"), quantity(*values, "value"))]
    Outline {
        rows: usize,
        columns: usize,
        values: usize,
    },
    /// A row or a column has more cells than there are values.
    #[error("{} for rows or columns of {cells} cells", quantity(*values, "value"))]
    TooFewValues { values: usize, cells: usize },
    /// Boxes do not divide the board, or have more cells than there are values.
    #[error("boxes of {height} x {width} do not divide the board")]
    BoxesOutside { height: usize, width: usize },
    /// A map does not have a letter for each cell.
    #[error("a map of {}, expected {expected}", quantity(*found, "cell"))]
    MapCells { found: usize, expected: usize },
    /// A rule speaks of diagonals.
    #[error("{word} needs as many rows as columns")]
    NeedsSquare { word: String },
    /// A rule speaks of the nine values.
    #[error("{word} needs the values 1 to 9, and the board has {}", quantity(*values, "value"))]
    NeedsNine { word: String, values: usize },
    /// A rule speaks of the values that each row lacks.
    #[error(
        "{word} needs as many rows as columns, boxes of as many cells if there are any, and the values from 0 to the number of rows"
    )]
    NeedsZero { word: String },
    /// A rule speaks of rows and columns with different values.
    #[error("{word} cannot be combined with raw")]
    NotRaw { word: String },
    /// A rule compares rows and columns, and boards overlap.
    #[error("{word} needs a single board")]
    NeedsSingle { word: String },
    /// A rule speaks of boxes, and the board has regions.
    #[error("{word} needs boxes, not regions")]
    NeedsBoxes { word: String },
}

impl ShapeReason {
    /// Returns the likely fix, if there is one.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        Some(match self {
            ShapeReason::Nothing { help } | ShapeReason::Unknown { help, .. } => help.clone(),
            ShapeReason::NotSquare { rows, columns } => {
                format!("for boxes of this size write boxes:{rows}x{columns}")
            }
            ShapeReason::NoBoxes { .. } => "write \"regions\" and a map of its regions".to_owned(),
            ShapeReason::SecondSize { word, .. } => format!("leave out {word:?}"),
            ShapeReason::NoMap { .. } => {
                "write a map on the lines after it: a character for each cell".to_owned()
            }
            ShapeReason::MapRow { expected: side, .. }
            | ShapeReason::MapNotSquare {
                characters: side, ..
            }
            | ShapeReason::Region { expected: side, .. } => {
                format!("write a map of {side} rows of {side} letters, each letter {side} times")
            }
            _ => return None,
        })
    }
}
