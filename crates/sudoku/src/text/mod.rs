//! Many boards as text: a stream of records, and answers written in the same format.
//!
//! A [`Reader`] cuts its input into [`Record`]s and drops nothing: boards, comments, blank lines
//! and invalid boards all keep their bytes. A solution is written by copying those bytes and
//! replacing only the blank cells. Spaces, tabs, line ends, text after a board and everything
//! between boards therefore stay as they are.
//!
//! A board has one of these formats. Formats may follow each other in one stream; all boards have
//! the cells of one [`Shape`]:
//!
//! - **one line** with a character for each cell, or with groups of characters, such as nine groups
//!   of nine. Other text may follow the cells after a space, a tab, or a character such as `:` or
//!   `#`.
//! - **one line of numbers**, one for each cell. The number of rows may stand before them.
//! - **one line of pencil marks**: for each cell one character for each value, either its digit or
//!   a blank if the cell cannot hold it.
//! - **a line for each row**, with a character for each cell, with or without spaces.
//! - **a line for each row**, with a word for each cell: a number, a character, or pencil marks
//!   (ascending digits).
//! - **cells between commas or semicolons**, in rows or on one line. An empty field is a blank.
//! - **a list of a programming language**, nested or flat: `[[5, 3, 0, ...], ...]`, a list of
//!   texts or of characters. `None` and `null` are blanks. A name before the list is allowed.
//! - **a line for each row, with spaces for blanks**, up to nine values: `53  7`, `5 3     7`, or
//!   both between bars.
//!
//! `0 . * _ -` are blanks. `x`, `?`, a space, an empty field and `None` are blanks too, if all
//! blanks of the board are written that way.
//!
//! Rows may stand in a frame: upright bars (`|`, box drawing) are spaces, and rulers (`+---+---+`,
//! `-----------`) between rows belong to the board. A frame may not contradict the boxes or regions
//! of the shape. A blank line may stand between the bands of boxes, if one stands between all of
//! them. Where boards overlap, a row may be as wide as the whole picture, with blanks where it has
//! no cell. The whole board decides how values are written; `alphabet.rs` lists the alphabets of
//! more than nine values. Pencil marks are read for up to nine values.
//!
//! A line that begins with `#` is a comment, also among the rows of a board. A line of text above a
//! board is its title: `Easy 1`, `Grid 01`, `[Puzzle]`; so is a number or a date, such as `1.` or
//! `2026-11-22`. Titles end a board, finished or not, and so do other blank lines. A section
//! `[State]` after `[Puzzle]` holds the progress on that board: it is copied and not read. So is a
//! first line with the names of columns, such as `puzzle,solution`. Lines end in LF or CR LF.
//!
//! Text that cannot be read is a record too, with a [`BoardError`] that names line, column and
//! reason:
//!
//! - A bad row spoils its board only: the rows up to the last, or up to a blank line, make one
//!   invalid record. So do the rows of a board of another size.
//! - A board of several lines ends at a line of another format; that line begins a new record.
//! - Text without a board below it, and a number alone, are invalid records of one line.
//! - A line longer than 65,536 bytes is invalid (unless it is a comment). It is handed out in
//!   pieces, so that memory stays bounded.
//!
//! Only what is invalid as plain text is read as one of the other formats, so that no plain board
//! changes its meaning. Such a record is a puzzle, see [`Record::take_puzzle`]: code, tables,
//! links and rules of other programs. A map of regions, cages or other rules below a board belong
//! to it, rules above a board without one above them belong to that, and so do the four other
//! lines of a samurai. The boards below a map have its regions, unless a board stood above it:
//! see [`Content::Map`].
//!
//! ```
//! use quadrille::sudoku::text::{Content, Reader, Record};
//!
//! let board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
//! let input = format!("# easy\n{board} : Wikipedia\n");
//! let solution = solved.parse()?;
//! let mut reader = Reader::new(input.as_bytes());
//! let (mut record, mut output) = (Record::new(), Vec::new());
//! while reader.next_record(&mut record)? {
//!     match record.content() {
//!         Content::Board(_given) => record.write_solution(&mut output, &solution)?,
//!         _ => record.write_raw(&mut output)?,
//!     }
//! }
//! assert_eq!(String::from_utf8(output)?, format!("# easy\n{solved} : Wikipedia\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod above;
mod below;
mod board;
mod cut;
mod error;
mod fault;
mod line;
mod lines;
mod list;
mod listed;
mod maps;
mod measure;
mod opening;
mod paste;
mod puzzles;
mod reader;
mod record;
mod row;
mod rows;
mod size;
mod spaces;
mod title;
mod token;
mod walls;
mod whole;
mod words;
mod write;

pub use error::{BoardError, Reason};
pub use measure::LONGEST_LINE;
pub use opening::Opening;
pub use puzzles::begins_with_own_shape;
pub use reader::Reader;
pub use record::{Content, Record};
pub use size::guess_side;
pub use walls::drawn_shape;
pub use write::write_grid;

use crate::grid::Grid;
use crate::shape::Shape;

/// Reads the first board of a text, in any of the formats.
///
/// # Errors
/// Returns a [`BoardError`] if the board is invalid, with [`Reason::Nothing`] if there is no board.
pub fn read(shape: &Shape, text: &str) -> Result<Grid, BoardError> {
    let mut reader = Reader::of(shape.clone(), text.as_bytes());
    let mut record = Record::new();
    // Bytes in memory can be read.
    while reader.next_record(&mut record).unwrap_or_default() {
        match record.content {
            Content::Board(grid) => return Ok(grid),
            Content::Bad(error) => return Err(error),
            Content::Other | Content::Header | Content::Map(_) => record = Record::new(),
        }
    }
    Err(BoardError {
        line: 1,
        column: 1,
        reason: Reason::Nothing,
        span: 0..0,
    })
}
