//! Pieces in words: `pentominoes`, `F I L*2 Y*1..3 O*`, `1x2x4*13`, `xx.|.xx`.

use super::art::{Line, lines_of_word};
use super::error::TileError;
use super::grid::{Cell, CellGrid};
use super::piece::{Copies, Piece, add_piece};
use super::reading::Reading;
use super::sets::{complete_set, has_common_name, mirrored_tetromino, named, set, set_names};
use super::shape::Polyform;
use super::{art, size};
use quadrille_core::text::{TextError, nearest};

/// Reads pieces from words that are separated by spaces or commas.
///
/// A word names pieces, perhaps with a name before it (`NAME=`) and a number of copies after it
/// (`*3`, `*1..3`, `*2..` or, for any number, `*`):
///
/// | word | pieces |
/// |---|---|
/// | `pentominoes` | those of a [`set`](super::set()) |
/// | `pentominoes-X-I` | those of a set without some |
/// | `hexominoes:C` | one of a set |
/// | `F`, `L4`, `I3`, `I7` | a pentomino, else a smaller polyomino, or that of so many squares; `I7` is a bar |
/// | `J`, `J4`, `Z4` | the mirror images of the tetrominoes `L4` and `S` |
/// | `x` | a single cell |
/// | `2x3`, `1x2x4` | a rectangle (columns x rows) or a box (columns x rows x layers) |
/// | `xx.\|.xx` | the shape that is drawn, with `\|` between rows and `\|\|` between layers |
///
/// Without `grid`, that of the first set is taken, or squares or cubes.
///
/// # Errors
/// A [`TextError`] for the first word that is wrong.
///
/// ```
/// let pieces = quadrille::tile::pieces("F I L*2 O*", None)?;
/// let names: Vec<&str> = pieces.iter().map(|piece| &*piece.name).collect();
/// assert_eq!(names, ["F", "I", "L", "O"]);
/// assert_eq!(pieces[2].copies.to_string(), "2");
/// # Ok::<(), quadrille::text::TextError>(())
/// ```
pub fn pieces(text: &str, grid: Option<CellGrid>) -> Result<Vec<Piece>, TextError> {
    let words = words(text);
    let grid = grid.or_else(|| words.iter().find_map(|word| Word::new(*word).grid_of_set()));
    let mut pieces = Vec::new();
    for word in words {
        for piece in Word::new(word).pieces(grid)? {
            add_piece(&mut pieces, piece);
        }
    }
    Ok(pieces)
}

/// The words of a text, each with its line.
fn words(text: &str) -> Vec<Line<'_>> {
    let is_gap = |c: char| c.is_whitespace() || c == ',';
    let mut words = Vec::new();
    for (number, whole) in (1..).zip(text.lines()) {
        let mut start = 0;
        for (end, gap) in whole.match_indices(is_gap).chain([(whole.len(), "")]) {
            if start < end {
                words.push(Line {
                    number,
                    whole,
                    start,
                    end,
                });
            }
            start = end + gap.len();
        }
    }
    joined_sizes(words)
}

/// Joins the three words of a size with spaces: `2 x 3`.
fn joined_sizes(words: Vec<Line<'_>>) -> Vec<Line<'_>> {
    let mut joined: Vec<Line<'_>> = Vec::new();
    let mut words = words.into_iter().peekable();
    while let Some(word) = words.next() {
        let is_times = matches!(word.text(), "x" | "X" | "×");
        let follows = |last: &Line<'_>| last.number == word.number && ends_with_side(last.text());
        if is_times
            && joined.last().is_some_and(follows)
            && let (Some(last), Some(next)) = (joined.last_mut(), words.peek())
            && next.number == word.number
            && next.text().starts_with(|c: char| c.is_ascii_digit())
        {
            last.end = next.end;
            words.next();
        } else {
            joined.push(word);
        }
    }
    joined
}

/// Whether a word ends with a side of a size: `2`, `A=2`, `2 x 3`.
fn ends_with_side(word: &str) -> bool {
    let size = word.rsplit('=').next().unwrap_or_default();
    let is_side = |side: &str| {
        let side = side.trim();
        !side.is_empty() && side.bytes().all(|byte| byte.is_ascii_digit())
    };
    size.split(['x', 'X', '×']).all(is_side)
}

/// Whether the word `x` is among the words.
pub(super) fn read_as_single_cell(text: &str) -> bool {
    words(text)
        .into_iter()
        .any(|word| Word::new(word).body == "x")
}

/// The letters without a number that name tetrominoes, and those that name a pentomino although
/// there is a tetromino of this letter, too.
pub(super) fn tetrominoes_and_pentominoes(
    text: &str,
    grid: Option<CellGrid>,
) -> (Vec<String>, Vec<String>) {
    let grid = grid.unwrap_or(CellGrid::Squares);
    let words = words(text).into_iter().map(|word| Word::new(word).body);
    let mut letters: Vec<String> = words
        .filter(|word| word.len() == 1)
        .map(str::to_owned)
        .collect();
    letters.dedup();
    let size = |word: &str| letter(word, grid).map_or(0, |shape| shape.len());
    let (small, rest): (Vec<String>, Vec<String>) =
        letters.into_iter().partition(|word| size(word) == 4);
    let is_both = |word: &String| size(word) == 5 && letter(&format!("{word}4"), grid).is_some();
    (small, rest.into_iter().filter(is_both).collect())
}

/// The labels by which words select pieces of sets, where these labels are not common names.
pub(super) fn selected_by_label(text: &str) -> Vec<(String, Vec<String>)> {
    let of_word = |word: Line<'_>| {
        let word = Word::new(word);
        let (name, rest) = word.set_and_rest()?;
        let (grid, size, _) = complete_set(&name.to_ascii_lowercase())?;
        let labels = rest.split(['-', ':']).skip(1).map(str::to_owned);
        let labels: Vec<String> = labels
            .filter(|label| !has_common_name(grid, size, label))
            .collect();
        (!labels.is_empty()).then(|| (name.to_owned(), labels))
    };
    words(text).into_iter().filter_map(of_word).collect()
}

/// A word, taken apart.
struct Word<'t> {
    line: Line<'t>,
    /// `NAME=`.
    name: Option<&'t str>,
    /// What names the pieces, and where it begins in the word.
    body: &'t str,
    at: usize,
    /// What follows `*`.
    copies: Option<&'t str>,
}

impl<'t> Word<'t> {
    fn new(line: Line<'t>) -> Self {
        let text = line.text();
        let (name, rest) = match text.split_once('=') {
            Some((name, rest)) => (Some(name), rest),
            None => (None, text),
        };
        let (body, copies) = match rest.rsplit_once('*') {
            Some((body, copies)) => (body, Some(copies)),
            None => (rest, None),
        };
        let at = text.len() - rest.len();
        Self {
            line,
            name,
            body,
            at,
            copies,
        }
    }

    /// An error about what names the pieces.
    fn error(&self, message: impl Into<String>) -> TextError {
        let (from, to) = (self.at, self.at + self.body.len());
        match self.body {
            "" => self.line.error_of_all(message),
            _ => self.line.error(from, to, message),
        }
    }

    fn failed(&self, error: &TileError) -> TextError {
        self.error(error.to_string())
    }

    /// The name of the set, and what follows it.
    fn set_and_rest(&self) -> Option<(&'t str, &'t str)> {
        let ends = self
            .body
            .char_indices()
            .filter(|(_, c)| matches!(c, '-' | ':'));
        let ends = ends.map(|(at, _)| at).chain([self.body.len()]);
        let mut splits = ends.rev().map(|end| self.body.split_at(end));
        splits.find(|(name, _)| is_set(name))
    }

    fn grid_of_set(&self) -> Option<CellGrid> {
        let (name, _) = self.set_and_rest()?;
        let lower = name.to_ascii_lowercase();
        match complete_set(&lower) {
            Some((grid, ..)) => Some(grid),
            None => set(&lower)?.ok()?.first().map(|piece| piece.shape.grid()),
        }
    }

    fn pieces(&self, grid: Option<CellGrid>) -> Result<Vec<Piece>, TextError> {
        let copies = self.copies()?;
        let mut pieces = match self.set_and_rest() {
            Some((name, rest)) => self.of_set(name, rest)?,
            None => vec![self.single(grid)?],
        };
        if let (Some(name), [piece]) = (self.name, &mut *pieces) {
            name.clone_into(&mut piece.name);
        } else if self.name.is_some() {
            let what = format!("a name for {} pieces, expected one piece", pieces.len());
            return Err(self.line.error(0, self.at, what));
        }
        for piece in &mut pieces {
            piece.copies = copies;
        }
        Ok(pieces)
    }

    /// The number of copies after `*`.
    fn copies(&self) -> Result<Copies, TextError> {
        let end = self.line.text().len();
        match self.copies {
            Some(text) => copies_of(text, |message| {
                self.line.error(end - text.len(), end, message)
            }),
            None => Ok(Copies::ONE),
        }
    }

    /// The pieces of a set: all, those that are not excluded, or a chosen one.
    fn of_set(&self, name: &str, rest: &str) -> Result<Vec<Piece>, TextError> {
        let pieces = match set(name) {
            Some(pieces) => pieces.map_err(|error| self.failed(&error))?,
            None => Vec::new(),
        };
        let known = |name: &str| pieces.iter().position(|piece| piece.name == name);
        let unknown = |word: &str| {
            let names: Vec<&str> = pieces.iter().map(|piece| &*piece.name).collect();
            let end = self.at + self.body.len();
            let from = end - rest.len() + rest.find(word).unwrap_or_default();
            let what = format!("{name} have no piece {word:?}");
            let help = format!("the pieces are {}", names.join(" "));
            self.line
                .error(from, from + word.len(), what)
                .with_help(help)
        };
        if let Some(chosen) = rest.strip_prefix(':') {
            let place = known(chosen).ok_or_else(|| unknown(chosen))?;
            return Ok(pieces.into_iter().skip(place).take(1).collect());
        }
        let mut excluded = Vec::new();
        for word in rest.split('-').skip(1) {
            excluded.push(known(word).ok_or_else(|| unknown(word))?);
        }
        let kept = pieces.into_iter().enumerate();
        let kept = kept.filter(|(place, _)| !excluded.contains(place));
        Ok(kept.map(|(_, piece)| piece).collect())
    }

    /// A piece that is drawn, measured, or named by a letter.
    fn single(&self, grid: Option<CellGrid>) -> Result<Piece, TextError> {
        if self.body.is_empty() {
            return Err(self.error("no piece").with_help(UNKNOWN));
        }
        if art::is_art(self.body) {
            return self.drawn(grid);
        }
        if let Some(sides) = size::read(self.body) {
            return self.measured(sides, grid);
        }
        let grid = grid.unwrap_or(CellGrid::Squares);
        let shape = letter(self.body, grid).ok_or_else(|| self.unknown(grid))?;
        Ok(Piece::new(self.body, shape))
    }

    fn drawn(&self, grid: Option<CellGrid>) -> Result<Piece, TextError> {
        let body = Line {
            start: self.line.start + self.at,
            end: self.line.start + self.at + self.body.len(),
            ..self.line
        };
        let lines = lines_of_word(body);
        let has_layers = self.body.contains("||");
        let usual = if has_layers {
            CellGrid::Cubes
        } else {
            CellGrid::Squares
        };
        let grid = grid.unwrap_or(usual);
        let cells = art::read(
            &lines,
            grid,
            Reading::of(lines.iter().map(Line::text), grid),
        )?
        .cells;
        let shape = shape_of(grid, cells.into_iter().map(|(cell, _)| cell));
        let shape = shape.map_err(|error| self.failed(&error))?;
        Ok(Piece::new("", shape))
    }

    fn measured(&self, sides: [u32; 3], grid: Option<CellGrid>) -> Result<Piece, TextError> {
        let board = size::block(sides, grid).map_err(|error| self.failed(&error))?;
        let cells = board.cells().map(|(cell, _)| cell);
        let shape = shape_of(board.grid(), cells).map_err(|error| self.failed(&error))?;
        let name: String = self.body.split_whitespace().collect();
        Ok(Piece::new(name, shape))
    }

    fn unknown(&self, grid: CellGrid) -> TextError {
        let names: Vec<String> = set_names().collect();
        let error = self.error(format!("unknown piece {:?}", self.body));
        let upper = self.body.to_ascii_uppercase();
        if upper != self.body && letter(&upper, grid).is_some() {
            return error.with_help(format!("did you mean {upper:?}?"));
        }
        if self.body.bytes().all(|byte| byte.is_ascii_digit()) {
            return error.with_help(match art::row_of_digits(self.body) {
                Some(row) => format!("write both sides: 2x3; or draw a row of cells: '{row}'"),
                None => "write both sides: 2x3".to_owned(),
            });
        }
        if art::is_file_name(self.body) {
            return error.with_help(art::NO_FILE);
        }
        match nearest(self.body, names.iter().map(String::as_str)) {
            Some(near) => error.with_help(format!("did you mean {near:?}?")),
            None => error.with_help(UNKNOWN),
        }
    }
}

/// Reads a number of copies: `3`, `1..3`, `2..`, or nothing for any number.
pub(super) fn copies_of(
    text: &str,
    error: impl Fn(String) -> TextError,
) -> Result<Copies, TextError> {
    let error = |message: String| {
        let help = "write '*3' for three copies, '*1..3' for one to three, '*' for any number";
        error(message).with_help(help)
    };
    let number = |text: &str| -> Result<u32, TextError> {
        let number = text.parse();
        number.map_err(|_| error(format!("invalid number of copies {text:?}")))
    };
    let (least, most) = match text.split_once("..") {
        _ if text.is_empty() => (0, None),
        None => (number(text)?, Some(number(text)?)),
        Some((least, most)) => (
            if least.is_empty() { 0 } else { number(least)? },
            if most.is_empty() {
                None
            } else {
                Some(number(most)?)
            },
        ),
    };
    Copies::new(least, most).map_err(|invalid| error(invalid.to_string()))
}

/// What can be done about an unknown piece.
const UNKNOWN: &str = "name a set such as pentominoes, a letter such as F or L4, sides such as 2x3, \
                       a shape such as 'xx.|.xx', or a file with drawn pieces";

/// The largest shape.
const LARGEST_SHAPE: usize = 10_000;

fn shape_of(
    grid: CellGrid,
    cells: impl ExactSizeIterator<Item = Cell>,
) -> Result<Polyform, TileError> {
    if cells.len() > LARGEST_SHAPE {
        Err(TileError::LargeShape(cells.len()))
    } else {
        Polyform::new(grid, cells)
    }
}

fn is_set(name: &str) -> bool {
    complete_set(&name.to_ascii_lowercase()).is_some() || set(name).is_some()
}

/// The shape that a letter names, perhaps with a number of cells.
fn letter(word: &str, grid: CellGrid) -> Option<Polyform> {
    let digits = word.trim_start_matches(|c: char| !c.is_ascii_digit());
    let (name, digits) = word.split_at(word.len() - digits.len());
    let size: Option<usize> = match digits {
        "" => None,
        digits => Some(digits.parse().ok()?),
    };
    let found = |size: usize| named(grid, size).find(|(known, _)| *known == name);
    // Letters of flat pieces are good for cubes, too.
    let flat = |size: usize| named(CellGrid::Squares, size).find(|(known, _)| *known == name);
    let found = |size: usize| match grid {
        CellGrid::Cubes => found(size).or_else(|| flat(size)),
        _ => found(size),
    };
    let shape = match (name, size) {
        ("I", Some(length @ 1..=LARGEST_SHAPE))
            if matches!(grid, CellGrid::Squares | CellGrid::Cubes) =>
        {
            let bar = (0..length as i32).map(|column| [0, 0, column]);
            Polyform::new(grid, bar).ok()
        }
        (_, Some(size)) => found(size).map(|(_, shape)| shape),
        (_, None) => [5, 4, 3, 2, 1]
            .into_iter()
            .find_map(found)
            .map(|(_, shape)| shape),
    };
    let is_tetromino =
        matches!(grid, CellGrid::Squares | CellGrid::Cubes) && matches!(size, None | Some(4));
    shape.or_else(|| mirrored_tetromino(name).filter(|_| is_tetromino))
}
