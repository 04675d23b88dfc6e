//! Cells drawn as text.
//!
//! Each character is a place of the grid. Letters, digits and `#` are cells, `?` is a cell that may
//! stay free, `.` and a space are none. Blank lines separate layers. `reading.rs` says when 0 is no
//! cell, and when spaces only separate characters.
//!
//! ```text
//! squares, cubes   a character is a cell
//! triangles        a character is a triangle: in row 0 and column 0 it points up, then in turns
//! hexagons         cells of a row are two columns apart, and rows are shifted by one column
//! sticks           even rows and columns are grid points, drawn as + or not at all; between two
//!                  points stands a stick: -, |, a letter, a digit or #
//! ```

use super::grid::{Cell, CellGrid};
use super::reading::Reading;
use quadrille_core::text::{TextError, quantity};

/// A line of art.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'t> {
    /// The number of the line in its text, from 1.
    pub(super) number: usize,
    /// The line as it stands in the text, and the part of it that is art.
    pub(super) whole: &'t str,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// What is drawn at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A cell, drawn as this character.
    Cell(char),
    /// A cell that may stay free.
    Optional,
}

/// Cells that were drawn, ascending by place, each with its line and its column in bytes.
#[derive(Debug, Default)]
pub(super) struct Drawing {
    pub(super) cells: Vec<(Cell, Mark)>,
    pub(super) layers: usize,
}

impl<'t> Line<'t> {
    /// A whole line of a text.
    pub(super) fn new(number: usize, whole: &'t str) -> Self {
        Self {
            number,
            whole,
            start: 0,
            end: whole.len(),
        }
    }

    pub(super) fn text(&self) -> &'t str {
        self.whole.get(self.start..self.end).unwrap_or_default()
    }

    pub(super) fn is_blank(&self) -> bool {
        self.text().trim().is_empty()
    }

    /// An error at a range of bytes of the part that is art.
    pub(super) fn error(&self, from: usize, to: usize, message: impl Into<String>) -> TextError {
        let part = |from: usize, to: usize| self.whole.get(from..to).unwrap_or_default();
        let (from, to) = (self.start + from, self.start + to);
        let parts = [part(0, from), part(from, to), part(to, self.whole.len())];
        TextError::new(self.number, parts, message)
    }

    /// An error about the part that is art.
    pub(super) fn error_of_all(&self, message: impl Into<String>) -> TextError {
        self.error(0, self.end - self.start, message)
    }
}

/// Cuts a word at each `|` into lines: `xx.|.xx`. An empty line separates layers.
pub(super) fn lines_of_word<'t>(line: Line<'t>) -> Vec<Line<'t>> {
    let mut start = line.start;
    let mut lines = Vec::new();
    for part in line.text().split('|') {
        let end = start + part.len();
        lines.push(Line { start, end, ..line });
        start = end + 1;
    }
    lines
}

/// Whether a word is a drawing: it has `|` or `#`, or consists of cells `x`, holes `.` and `?`. A
/// single `X` is not a drawing, because it names a pentomino.
pub(super) fn is_art(word: &str) -> bool {
    let is_mark = |c: char| matches!(c, 'x' | 'X' | '.' | '?');
    let is_row = !word.is_empty() && word != "X" && word.chars().all(|c| matches!(c, 'x' | 'X'));
    is_row || word.contains(['|', '#']) || word.contains(['.', '?']) && word.chars().all(is_mark)
}

/// A row of 0 and 1 as a word that is a drawing: `.x.x` for `0101`. As a word, the digits may also
/// be meant as a size, so they are not read. `None` for other words, or if the row is too long to
/// show.
pub(super) fn row_of_digits(word: &str) -> Option<String> {
    const LONGEST: usize = 60;
    let is_row = word.len() <= LONGEST && word.contains('1');
    let is_row = is_row && word.bytes().all(|byte| matches!(byte, b'0' | b'1'));
    is_row.then(|| word.replace('0', ".").replace('1', "x"))
}

/// Whether a word looks like the name of a file.
pub(super) fn is_file_name(word: &str) -> bool {
    word.contains(['.', '/', '\\'])
}

/// The help for a word that looks like the name of a file that does not exist.
pub(super) const NO_FILE: &str = "there is no file of this name: check the path";

/// Reads lines of art.
///
/// # Errors
/// A [`TextError`] for a tab, an unknown character, a cell in a place without one, lines of
/// different lengths, or several layers of a flat grid.
pub(super) fn read(
    lines: &[Line<'_>],
    grid: CellGrid,
    reading: Reading,
) -> Result<Drawing, TextError> {
    let mut drawing = Drawing::default();
    let is_blank = |line: &&Line<'_>| line.is_blank();
    let first = lines.iter().position(|line| !line.is_blank());
    let last = lines.iter().rposition(|line| !line.is_blank());
    let (Some(first), Some(last)) = (first, last) else {
        return Ok(drawing);
    };
    let lines = lines.get(first..=last).unwrap_or_default();
    let shift = shift(lines, grid);
    check_tabs(lines)?;
    check_lengths(lines, grid, reading)?;
    let layers = lines.split(|line| is_blank(&line));
    for (layer, lines) in (0..).zip(layers.filter(|lines| !lines.is_empty())) {
        drawing.layers += 1;
        if let (1, [line, ..], true) = (layer, lines, grid != CellGrid::Cubes) {
            let what = format!("a second layer, but {grid} have one layer");
            return Err(line
                .error_of_all(what)
                .with_help("remove the blank lines, or give '--grid cubes'"));
        }
        for (row, line) in (0..).zip(lines) {
            read_line(
                *line,
                [layer, row, shift],
                (grid, reading),
                &mut drawing.cells,
            )?;
        }
    }
    Ok(drawing)
}

/// Reads a line of cells. Column 0 of the line has the given coordinates.
fn read_line(
    line: Line<'_>,
    [layer, row, shift]: Cell,
    (grid, reading): (CellGrid, Reading),
    cells: &mut Vec<(Cell, Mark)>,
) -> Result<(), TextError> {
    for (place, (at, c)) in line.text().trim_end().char_indices().enumerate() {
        let column = reading.column(place).map(i32::try_from);
        let Some(Ok(column)) = column else { continue };
        let cell = [layer, row, column.saturating_add(shift)];
        let error = |message: String| line.error(at, at + c.len_utf8(), message);
        let is_stick = grid == CellGrid::Sticks;
        let mark = match c {
            ' ' | '.' => continue,
            '0' if reading.is_binary => continue,
            '+' | '·' if is_stick && !grid.has_cell(cell) => continue,
            '?' => Mark::Optional,
            '-' | '|' if is_stick => Mark::Cell(c),
            c if c.is_alphanumeric() || "#@■█".contains(c) => Mark::Cell(c),
            c => {
                return Err(error(format!("unexpected character {c:?}")).with_help(
                    "draw a cell as '#' or a letter, a cell that may stay free as '?', and a place \
                     without a cell as '.' or a space",
                ));
            }
        };
        if !grid.has_cell(cell) {
            return Err(match grid {
                CellGrid::Hexagons => error("a hexagon between two columns".to_owned()).with_help(
                    "put a space between two hexagons of a row, and begin each row one column \
                     further left or right than the row above",
                ),
                CellGrid::Sticks => error("a stick at the place of a grid point".to_owned()).with_help(
                    "grid points are in the first, third, fifth ... row and column; draw them as '+'",
                ),
                _ => error("a drawing is too large".to_owned()),
            });
        }
        cells.push((cell, mark));
    }
    Ok(())
}

/// The columns to add so that the first hexagon stands in a place for hexagons.
fn shift(lines: &[Line<'_>], grid: CellGrid) -> i32 {
    let place = |line: &Line<'_>| {
        let mut places = line.text().chars();
        places.position(|c| !c.is_whitespace() && c != '.')
    };
    let mut cells = (0..)
        .zip(lines)
        .filter_map(|(row, line)| Some((row, place(line)?)));
    match (grid, cells.next()) {
        (CellGrid::Hexagons, Some((row, column))) => i32::from((row + column) & 1 == 1),
        _ => 0,
    }
}

/// Rejects tabs, which have no width.
fn check_tabs(lines: &[Line<'_>]) -> Result<(), TextError> {
    for line in lines {
        if let Some(at) = line.text().find('\t') {
            let what = "a tab, expected spaces or '.' for places without a cell";
            let error = line.error(at, at + 1, what);
            return Err(error.with_help("replace each tab by spaces"));
        }
    }
    Ok(())
}

/// Rejects lines of different lengths if `.` stands for the places without a cell: probably one was
/// forgotten. Where spaces do, the end of a line may be missing.
fn check_lengths(lines: &[Line<'_>], grid: CellGrid, reading: Reading) -> Result<(), TextError> {
    let has_spaces = lines
        .iter()
        .any(|line| !line.is_blank() && line.text().contains(' '));
    // In a matrix with blanks between the digits, each row has all of them.
    let has_spaces = has_spaces && !(reading.is_binary && reading.spaced_from == Some(0));
    if has_spaces || matches!(grid, CellGrid::Hexagons | CellGrid::Sticks) {
        return Ok(());
    }
    let length = |line: &Line<'_>| line.text().trim_end().chars().count();
    let mut first: Option<&Line<'_>> = None;
    for line in lines {
        if line.is_blank() {
            continue;
        }
        let known = first.get_or_insert(line);
        let (found, expected) = (length(line), length(known));
        if found == expected {
            continue;
        }
        let text = line.text().trim_end();
        let from = text
            .char_indices()
            .nth(expected)
            .map_or(text.len(), |(at, _)| at);
        let what = format!(
            "{} in this row, but {expected} in the first row",
            quantity(found, "character")
        );
        return Err(line.error(from, text.len(), what).with_help(
            "all rows must be equally long: fill them up with '.' for places without a cell",
        ));
    }
    Ok(())
}
