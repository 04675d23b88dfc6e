//! Text of any format as a puzzle.

use quadrille_sudoku::text::{Content, Opening, Reader, Record, begins_with_own_shape, guess_side};
use quadrille_sudoku::{Puzzle, PuzzleFormat, Shape};

use crate::fault::Fault;

/// A puzzle that was read.
pub(super) struct Read {
    pub(super) puzzle: Puzzle,
    /// The format, if it is one of puzzles.
    pub(super) format: Option<PuzzleFormat>,
    /// Which of two readings was taken, and what is not read.
    pub(super) notes: Vec<String>,
    /// The number of boards after it.
    pub(super) more: usize,
}

/// Reads the first board of a text. What the text shows of its shape counts if no shape is named.
pub(super) fn read_puzzle(text: &str, shape: Option<&str>) -> Result<Read, Fault> {
    // The part of an address after its place. In a text, `#` begins a comment.
    let address = text.trim().strip_prefix("#puzzle=");
    let address = address.map(|letters| format!("http://localhost/#puzzle={letters}"));
    let bytes = address.as_deref().unwrap_or(text).as_bytes();
    let is_open = shape.is_none() && begins_with_own_shape(bytes);
    let shape = match shape {
        Some(words) => named_shape(words, bytes)?,
        None if is_open => Shape::classic(),
        None => shown_shape(bytes),
    };
    // A board that breaks a rule is one, too: the page shows what is wrong.
    let mut reader = Reader::of(shape.clone(), bytes).lenient().patient();
    if is_open {
        reader = reader.of_any_size();
    }
    let (mut record, mut first, mut more) = (Record::new(), None, 0);
    let mut unread = None;
    // A text in memory cannot fail.
    while reader.next_record(&mut record).unwrap_or_default() {
        let own = record.take_puzzle();
        match record.content() {
            Content::Board(_) if first.is_some() => more += 1,
            Content::Board(grid) => {
                let mut notes: Vec<String> = record.note().map(str::to_owned).into_iter().collect();
                let (puzzle, format) = match own {
                    Some(own) => *own,
                    None => (Puzzle::new(shape.clone(), grid.clone()), None),
                };
                notes.extend(puzzle.notes.iter().cloned());
                first = Some((puzzle, format, notes));
            }
            Content::Bad(error) if first.is_none() => return Err(Fault::of_board(&record, error)),
            Content::Bad(error) => {
                unread.get_or_insert_with(|| format!("line {}: {}", error.line, error.reason));
            }
            _ => {}
        }
    }
    let (puzzle, format, mut notes) = first.ok_or_else(|| Fault::new("the text has no board"))?;
    notes.extend(unread);
    Ok(Read {
        puzzle,
        format,
        notes,
        more,
    })
}

/// The shape that words name.
fn named_shape(words: &str, board: &[u8]) -> Result<Shape, Fault> {
    let guessed = if Shape::has_size(words) {
        None
    } else {
        guess_side(board, true)
    };
    Ok(Shape::from_text(
        words,
        guessed.unwrap_or(Shape::CLASSIC_SIDE),
    )?)
}

/// The shape that a text shows: by a map, walls or its size.
fn shown_shape(text: &[u8]) -> Shape {
    let words = match Opening::of(text, true, None) {
        Some(Opening::Map(map)) => format!("regions\n{map}"),
        Some(Opening::Walls(words)) => words,
        Some(Opening::Side(side)) => return Shape::with_side(side).unwrap_or_default(),
        _ => return Shape::classic(),
    };
    Shape::from_text(&words, Shape::CLASSIC_SIDE).unwrap_or_default()
}
