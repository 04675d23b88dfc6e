//! Boards and pieces in files: several drawings, each below a line with its name.
//!
//! ```text
//! left*2:
//! ##
//! #.
//! right:
//! ###
//! ```
//!
//! A file of pieces without such lines is one drawing in which each letter is a piece. A file
//! without such lines as a board is one board.

use std::collections::BTreeMap;

use super::art::{self, Drawing, Line, Mark};
use super::board::{Board, NamedBoard};
use super::grid::{Cell, CellGrid};
use super::piece::{Copies, Piece, add_piece};
use super::reading::Reading;
use super::shape::Polyform;
use super::words::copies_of;
use quadrille_core::text::TextError;

/// A drawing and the line above it.
struct Section<'t> {
    heading: Option<Line<'t>>,
    lines: Vec<Line<'t>>,
}

/// Reads pieces from a text of drawings.
///
/// Either each drawing is a piece, below a line `NAME:` or, with a number of copies as in
/// [`pieces`](super::pieces()), `NAME*3:`. Or there is one drawing without such a line, in which
/// all cells with the same character are a piece of that name. Blank lines separate layers; without
/// `grid`, drawings with several layers consist of cubes, others of squares.
///
/// # Errors
/// A [`TextError`] for the first line that is wrong.
///
/// ```
/// let pieces = quadrille::tile::drawn_pieces("AAB\nABB\n", None)?;
/// assert_eq!((&*pieces[0].name, pieces[0].shape.len()), ("A", 3));
/// # Ok::<(), quadrille::text::TextError>(())
/// ```
pub fn drawn_pieces(text: &str, grid: Option<CellGrid>) -> Result<Vec<Piece>, TextError> {
    let sections = sections(text);
    let (grid, reading) = read_as(&sections, grid);
    let mut pieces = Vec::new();
    for section in &sections {
        let drawing = art::read(&section.lines, grid, reading)?;
        match section.heading {
            Some(heading) => add_piece(&mut pieces, named_piece(heading, grid, &drawing)?),
            None => lettered(grid, &drawing, &mut pieces),
        }
    }
    if pieces.is_empty() {
        Err(no_cells(text))
    } else {
        Ok(pieces)
    }
}

/// Reads boards from a text of drawings: one board, or several, each below a line `NAME:`.
///
/// `?` is a cell that may stay free, `.` or a space is a place without a cell, everything else is a
/// cell; if the text consists of 0 and 1, only 1 is a cell. Spaces in every second column are left
/// out. Blank lines separate layers; without `grid`, boards with several layers consist of cubes,
/// others of squares.
///
/// Each board is read even if another one is wrong: a [`TextError`] stands in its place.
///
/// ```
/// let boards = quadrille::tile::drawn_boards("small:\n##\n##\n\nring:\n###\n#.#\n###\n", None);
/// let sizes = boards.iter().flatten().map(|board| (&*board.name, board.board.len()));
/// assert_eq!(sizes.collect::<Vec<_>>(), [("small", 4), ("ring", 8)]);
/// ```
#[must_use]
pub fn drawn_boards(text: &str, grid: Option<CellGrid>) -> Vec<Result<NamedBoard, TextError>> {
    let sections = sections(text);
    if sections.is_empty() {
        return vec![Err(no_cells(text))];
    }
    let (grid, reading) = read_as(&sections, grid);
    let read = |section: &Section<'_>| {
        let board = board(&section.lines, grid, reading)?;
        let board = board.ok_or_else(|| match section.heading {
            Some(heading) => heading.error_of_all("no cells below this line"),
            None => no_cells(text),
        })?;
        let name = section
            .heading
            .map(|line| line.text().trim().trim_end_matches(':'));
        let name = name.unwrap_or_default().to_owned();
        Ok(NamedBoard { name, board })
    };
    sections.iter().map(read).collect()
}

/// The board that some lines draw; `None` if they draw no cells.
pub(super) fn board(
    lines: &[Line<'_>],
    grid: CellGrid,
    reading: Reading,
) -> Result<Option<Board>, TextError> {
    let drawing = art::read(lines, grid, reading)?;
    let of_kind = |is_optional: bool| {
        let cells = drawing.cells.iter();
        let cells = cells.filter(move |(_, mark)| (*mark == Mark::Optional) == is_optional);
        cells.map(|&(cell, _)| cell).collect::<Vec<Cell>>()
    };
    match Board::new(grid, of_kind(false), of_kind(true)) {
        Ok(board) => Ok(Some(board).filter(|board| !board.is_empty())),
        Err(error) => Err(match lines.first() {
            Some(line) => line.error_of_all(error.to_string()),
            None => no_cells(""),
        }),
    }
}

/// How the drawings of a text are read.
pub(super) fn reading_of(text: &str, grid: Option<CellGrid>) -> Reading {
    read_as(&sections(text), grid).1
}

/// The grid of some drawings, and how they are read.
fn read_as(sections: &[Section<'_>], grid: Option<CellGrid>) -> (CellGrid, Reading) {
    let grid = grid.unwrap_or_else(|| grid_of(sections));
    let lines = sections.iter().flat_map(|section| &section.lines);
    (grid, Reading::of(lines.map(Line::text), grid))
}

fn no_cells(text: &str) -> TextError {
    let line = Line::new(1, text.lines().next().unwrap_or_default());
    let help = "draw cells as '#' or letters, and places without a cell as '.' or spaces";
    line.error_of_all("no cells").with_help(help)
}

/// Cuts a text at lines that end with a colon.
fn sections(text: &str) -> Vec<Section<'_>> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut sections = Vec::new();
    let mut section = Section {
        heading: None,
        lines: Vec::new(),
    };
    for (number, line) in (1..).zip(text.lines()) {
        let line = Line::new(number, line);
        if line.text().trim_end().ends_with(':') {
            sections.push(section);
            section = Section {
                heading: Some(line),
                lines: Vec::new(),
            };
        } else {
            section.lines.push(line);
        }
    }
    sections.push(section);
    let is_drawn = |section: &Section<'_>| {
        section.heading.is_some() || section.lines.iter().any(|line| !line.is_blank())
    };
    sections.retain(is_drawn);
    sections
}

/// Squares, or cubes if a drawing has blank lines within it.
fn grid_of(sections: &[Section<'_>]) -> CellGrid {
    let has_layers = |section: &Section<'_>| {
        let is_blank = |line: &Line<'_>| line.is_blank();
        let lines = section.lines.split(is_blank);
        lines.filter(|lines| !lines.is_empty()).count() > 1
    };
    if sections.iter().any(has_layers) {
        CellGrid::Cubes
    } else {
        CellGrid::Squares
    }
}

fn named_piece(heading: Line<'_>, grid: CellGrid, drawing: &Drawing) -> Result<Piece, TextError> {
    let text = heading.text().trim_end().trim_end_matches(':');
    let (name, copies) = match text.rsplit_once('*') {
        Some((name, copies)) => {
            let from = text.len() - copies.len();
            let error = |message: String| heading.error(from, text.len(), message);
            (name.trim(), copies_of(copies, error)?)
        }
        None => (text.trim(), Copies::ONE),
    };
    let shape = Polyform::new(grid, drawing.cells.iter().map(|&(cell, _)| cell));
    let shape = shape.map_err(|_| {
        let help = "draw its cells below this line, as '#' or letters";
        heading.error_of_all("an empty piece").with_help(help)
    })?;
    Ok(Piece {
        copies,
        ..Piece::new(name, shape)
    })
}

/// The pieces of a drawing in which each letter is a piece, in the order in which they appear.
fn lettered(grid: CellGrid, drawing: &Drawing, pieces: &mut Vec<Piece>) {
    let mut order = Vec::new();
    let mut cells: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
    for &(cell, mark) in &drawing.cells {
        let letter = match mark {
            Mark::Cell(letter) => letter,
            Mark::Optional => '?',
        };
        let own = cells.entry(letter).or_default();
        if own.is_empty() {
            order.push(letter);
        }
        own.push(cell);
    }
    for letter in order {
        let own = cells.remove(&letter).unwrap_or_default();
        if let Ok(shape) = Polyform::new(grid, own) {
            add_piece(pieces, Piece::new(letter, shape));
        }
    }
}
