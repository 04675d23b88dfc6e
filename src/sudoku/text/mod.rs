//! Many boards as text: a stream of records, and answers written in the same shape.
//!
//! The input is cut into [`Record`]s and nothing is thrown away: a board, a comment, a blank line, a bad board, each with
//! its own bytes. Writing a solution *in the same shape* is copying those bytes with the character of each blank cell
//! replaced by its digit. Spacing, tabs, line ends, text after a board, and all that stands between boards survive by
//! construction.
//!
//! A board comes in one of these forms, which may follow each other in one stream; all have the cells of one
//! [`Shape`]:
//!
//! - **one line** of a character for each cell. Text may follow when it is set off: by a space, a tab, or a character that
//!   is no letter, digit or blank, as `:` or `#`.
//! - **one line of numbers**, one for each cell; the number of rows may stand before them.
//! - **one line of pencil marks**: as many characters for each cell as there are values, each the digit of its place, or
//!   a blank where the cell cannot hold it.
//! - **a line for each row**, of as many characters as the row has cells, with spaces among them or without.
//! - **a line for each row**, of as many words: numbers, characters, or pencil marks, which are ascending digits.
//!
//! Where boards overlap, a row may be as wide as the whole picture, with blanks where it has no cell.
//!
//! `0 . * _ -` are blanks. Rows may stand in a frame: upright bars (`|`, box drawing) are spaces, and rulers
//! (`+---+---+`, `-----------`) between rows belong to the board. How values are written is told by the whole board: see
//! the README for the alphabets of more than nine values. Pencil marks are read for up to nine.
//!
//! A line that begins with `#` is a comment, also among the rows of a board; `Grid 01` and `[Puzzle]` are titles. A title
//! ends a board, finished or not, and so does a blank line. What stands in a section `[State]` after a `[Puzzle]` is how
//! far somebody came with that board: it is no board of its own, and is copied. So is a first line with the names of
//! columns, as `puzzle,solution`. Lines end in LF or CR LF; spaces around a line, a missing last line end and a byte order mark
//! at the very start do no harm.
//!
//! What cannot be read is a record too, with a [`BoardError`] that names line, column and reason:
//!
//! - A bad row spoils its board only: the rows up to the last, or up to a blank line, make one bad record. So do the rows
//!   of a board of another side.
//! - A board of several lines that meets a line of another form ends there as half a board; the line begins a new record.
//! - Prose or a lone number where a board should begin is a bad record of one line.
//! - A line longer than 65,536 bytes is bad (unless it is a comment). Its bytes are handed out in pieces, so memory stays
//!   constant whatever comes.
//!
//! ```
//! use quadrille::sudoku::text::{Content, Reader, Record};
//!
//! let input = "# easy\n\
//!     53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 : Wikipedia\n";
//! let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse()?;
//! let (mut reader, mut record, mut output) = (Reader::new(input.as_bytes()), Record::new(), Vec::new());
//! while reader.next_record(&mut record)? {
//!     match record.content() {
//!         Content::Board(_given) => record.write_solution(&mut output, &solution)?,
//!         _ => record.write_raw(&mut output)?,
//!     }
//! }
//! assert_eq!(String::from_utf8(output)?, format!("# easy\n{solution} : Wikipedia\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod again;
mod board;
mod error;
mod fault;
mod guess;
mod line;
mod lines;
mod measure;
mod paste;
mod reader;
mod record;
mod row;
mod rows;
mod spaces;
mod token;
mod words;
mod write;

pub use error::{BoardError, Reason};
pub use guess::guess_side;
pub use measure::LONGEST_LINE;
pub use reader::Reader;
pub use record::{Content, Record};
pub use write::write_grid;

use crate::sudoku::grid::Grid;
use crate::sudoku::shape::Shape;

/// The first board of a text, in any of the forms.
///
/// # Errors
/// [`BoardError`] if it is bad, [`Reason::Nothing`] if there is none.
pub fn read(shape: &Shape, text: &str) -> Result<Grid, BoardError> {
    let mut reader = Reader::of(shape.clone(), text.as_bytes());
    let mut record = Record::new();
    // Bytes in memory can be read.
    while reader.next_record(&mut record).unwrap_or_default() {
        match record.content {
            Content::Board(grid) => return Ok(grid),
            Content::Bad(error) => return Err(error),
            Content::Other | Content::Header => record = Record::new(),
        }
    }
    Err(BoardError {
        line: 1,
        column: 1,
        reason: Reason::Nothing,
        span: 0..0,
    })
}
