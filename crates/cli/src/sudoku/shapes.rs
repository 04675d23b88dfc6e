//! Which shape the boards have: the one of `--shape`, a map above the boards, or that of the first
//! board.

use std::io::{self, Read};
use std::path::Path;

use quadrille_core::text::Excerpt;
use quadrille_sudoku::text::{Opening, begins_with_own_shape, read as read_board};
use quadrille_sudoku::{Division, Kind, Shape, ShapeError, ShapeReason, pieces};

use super::foreign;
use super::start::start_of_boards;
use crate::interrupt::Interrupt;
use crate::message;
use crate::outcome::Failure;
use crate::room::Room;
use crate::source::Source as File;

/// The name of words on the command line.
const WORDS: &str = "--shape";
/// What shows the shape, if `--shape` does not.
const MAP: &str = "the map above the boards";
const WALLS: &str = "the frame of the first board";

/// The shape of the boards of an input.
pub(super) struct Opened {
    pub(super) shape: Shape,
    /// The input from its start.
    pub(super) input: Box<dyn Read + Send>,
    /// Whether `--shape` gives the regions, so that all maps must have them.
    pub(super) keeps_regions: bool,
    /// The source of the shape, if it is not `--shape`.
    pub(super) note: Option<String>,
    /// Whether the size of the boards is known. It is not where the input begins with a puzzle.
    pub(super) is_sized: bool,
}

/// A text that describes a shape, and where it comes from.
pub(super) struct Source {
    name: String,
    text: String,
    /// The number of lines of the text that are not lines of the file.
    lines_before: usize,
}

/// Reads the shape that `--shape` names: words, a file, or words and a file as `jigsaw:FILE`. A
/// file holds words and maps, or only a map of regions.
pub(super) fn named(argument: &str, interrupt: &Interrupt) -> Result<Shape, Failure> {
    Source::named(argument, interrupt)?.parse(Shape::CLASSIC_SIDE)
}

/// The file that `--shape` names, if it names one.
pub(super) fn file(argument: &str) -> Option<&Path> {
    let named = words_and_file(argument).map(|(_, path)| path);
    let path = named.or_else(|| Some(argument).filter(|argument| is_path(argument)));
    path.map(Path::new)
}

/// Finds the shape of the boards of an input. What `--shape` leaves open is decided by a map of
/// regions above the boards, else by the size of the first board. `are_puzzles` says that all
/// records are puzzles, with shapes of their own.
pub(super) fn of_boards(
    source: Option<Source>,
    are_puzzles: bool,
    name: &str,
    input: Box<dyn Read + Send>,
    unreadable: impl FnOnce(io::Error) -> Failure,
) -> Result<Opened, Failure> {
    let side = match &source {
        Some(source) => source.side()?,
        None => None,
    };
    let keeps_regions = source.as_ref().is_some_and(Source::has_regions);
    let (start, input) = start_of_boards(input, side).map_err(unreadable)?;
    let has_own_shape = are_puzzles || begins_with_own_shape(&start);
    foreign::check(name, &start, has_own_shape)?;
    let is_sized = !has_own_shape || source.is_some();
    let opened = |shape| Opened {
        shape,
        input,
        keeps_regions,
        note: None,
        is_sized,
    };
    if !is_sized {
        return Ok(opened(Shape::classic()));
    }
    let opening = Opening::of(&start, true, side).unwrap_or(Opening::Side(Shape::CLASSIC_SIDE));
    let (shape, note) = match &opening {
        Opening::Map(map) => {
            let shape = shape_of(source, map, MAP)?;
            let side = shape.side();
            (
                shape,
                format!("the boards have the {side} regions of the map above them"),
            )
        }
        Opening::Walls(words) => {
            let shape = shape_of(source, words, WALLS)?;
            let note = match &**words {
                "samurai" => "the walls show a samurai board".to_owned(),
                _ => format!(
                    "the boards have the {} regions that the walls show",
                    shape.side()
                ),
            };
            (shape, note)
        }
        opening => {
            let side = match opening {
                Opening::Side(side) => *side,
                _ => Shape::CLASSIC_SIDE,
            };
            return Ok(opened(match source {
                Some(source) => source.parse(side)?,
                None => Shape::with_side(side).unwrap_or_default(),
            }));
        }
    };
    Ok(Opened {
        note: Some(note).filter(|_| side.is_none()),
        ..opened(shape)
    })
}

/// The shape of boards that `--shape` leaves open and that `found` shows, as its name `what` says.
fn shape_of(source: Option<Source>, found: &str, what: &str) -> Result<Shape, Failure> {
    match source {
        // The map above the boards is that of --shape.
        Some(source) if lines_of(&source.text).contains(&lines_of(found)) => {
            source.parse(Shape::CLASSIC_SIDE)
        }
        source => {
            let words = source.map(|source| source.text).unwrap_or_default();
            let regions = if what == MAP { "regions" } else { "" };
            let text = format!("{words}\n{regions}\n{found}");
            let shape = Shape::from_text(&text, Shape::CLASSIC_SIDE);
            shape.map_err(|error| misfit(what, &error.reason))
        }
    }
}

/// Reports a region of a map that is in pieces.
pub(super) fn note_pieces(shape: &Shape) {
    let regions = shape.units().filter_map(|unit| match unit.kind() {
        Kind::Region(letter) => Some((letter, pieces_of(shape, unit.cells()))),
        _ => None,
    });
    let mut broken = regions.filter(|(_, pieces)| pieces.len() > 1);
    let Some((letter, mut pieces)) = broken.next() else {
        return;
    };
    let count = match pieces.len() {
        2 => "two".to_owned(),
        count => count.to_string(),
    };
    pieces.sort_by_key(Vec::len);
    pieces.pop();
    let apart: Vec<String> = pieces
        .concat()
        .iter()
        .map(|&cell| shape.name(cell).to_string())
        .collect();
    let is = if apart.len() == 1 { "is" } else { "are" };
    let apart = apart.join(", ");
    let what = format!("region {letter} is in {count} pieces: {apart} {is} apart");
    message::note(what);
}

/// The pieces of a region: cells of a piece are neighbours of each other.
fn pieces_of(shape: &Shape, region: &[usize]) -> Vec<Vec<usize>> {
    let count = region.len();
    let pairs = (0..count * count).map(|pair| (pair / count, pair % count));
    let joined = pairs.filter(|&(one, other)| {
        let places = [one, other].map(|cell| shape.place(region[cell]));
        let [(row, column), (other_row, other_column)] = places;
        row.abs_diff(other_row) + column.abs_diff(other_column) == 1
    });
    let pieces = pieces(count, joined);
    let cells_of = |piece: usize| {
        let cells = region.iter().zip(&pieces).filter(|cell| *cell.1 == piece);
        cells.map(|(&cell, _)| cell).collect()
    };
    let firsts = (0..count).filter(|&cell| pieces[cell] == cell);
    firsts.map(cells_of).collect()
}

/// The failure of a `--shape` that contradicts the map above the boards or the first frame.
fn misfit(source: &str, reason: &ShapeReason) -> Failure {
    Failure::usage(
        match reason {
            ShapeReason::SecondSize { .. } => format!("both --shape and {source} give a map"),
            reason => format!("--shape does not fit {source}: {reason}"),
        },
        format!("leave out --shape to use {source}, or give only rules such as x"),
    )
}

/// The lines of a text without white space: equal maps have equal lines.
fn lines_of(text: &str) -> String {
    let line = |line: &str| -> String { line.split_whitespace().chain(["\n"]).collect() };
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(line).collect()
}

impl Source {
    /// Reads the file that `--shape` names, or takes its words.
    pub(super) fn named(argument: &str, interrupt: &Interrupt) -> Result<Self, Failure> {
        if let Some((words, path)) = words_and_file(argument) {
            return Ok(Self {
                name: path.to_owned(),
                text: format!("{words}\n{}", read_shape(path, interrupt)?),
                lines_before: 1,
            });
        }
        let is_file = is_path(argument);
        Ok(Self {
            name: if is_file { argument } else { WORDS }.to_owned(),
            text: if is_file {
                read_shape(argument, interrupt)?
            } else {
                argument.to_owned()
            },
            lines_before: 0,
        })
    }

    /// The number of rows, if the text gives it. What is wrong with the text is reported before any
    /// board is read; but a size without boxes may have a map above the boards.
    fn side(&self) -> Result<Option<usize>, Failure> {
        let side = match Shape::from_text(&self.text, Shape::CLASSIC_SIDE) {
            Err(error) => match error.reason {
                ShapeReason::NoBoxes { side } => side,
                _ => self.parse(Shape::CLASSIC_SIDE)?.side(),
            },
            Ok(shape) => shape.side(),
        };
        Ok(Some(side).filter(|_| Shape::has_size(&self.text)))
    }

    /// Whether the text gives regions.
    fn has_regions(&self) -> bool {
        let shape = Shape::from_text(&self.text, Shape::CLASSIC_SIDE);
        shape.is_ok_and(|shape| matches!(shape.outline().division, Division::Regions(_)))
    }

    /// Reads the text; `side` is the number of rows of a shape without a size.
    fn parse(&self, side: usize) -> Result<Shape, Failure> {
        Shape::from_text(&self.text, side).map_err(|error: ShapeError| {
            let line = self.text.lines().nth(error.line - 1).unwrap_or_default();
            let number = error.line.saturating_sub(self.lines_before).max(1);
            Failure::Shape {
                place: format!("{}:{number}:{}", self.name, error.column),
                excerpt: Box::new(excerpt(line, error.column)),
                what: error.reason.to_string(),
                help: if self.name == WORDS {
                    help_without_lines(&error.reason)
                } else {
                    error.reason.help()
                },
            }
        })
    }
}

/// The likely fix of words on the command line, where no map can follow.
fn help_without_lines(reason: &ShapeReason) -> Option<String> {
    match reason {
        ShapeReason::NoBoxes { .. } => {
            Some("use --shape jigsaw:FILE with a map of its regions".to_owned())
        }
        ShapeReason::NoMap { .. } => {
            Some("write the word and its map to a file, and give --shape FILE".to_owned())
        }
        reason => Some(reason.help()?.replace("regions, extra", "jigsaw:FILE")),
    }
}

/// The words and the file of `jigsaw:FILE`. Words may follow the file, if there is no file whose
/// name ends like that.
fn words_and_file(argument: &str) -> Option<(String, &str)> {
    const WORD: &str = "jigsaw:";
    let (before, rest) = argument.split_at(argument.to_ascii_lowercase().find(WORD)?);
    let rest = rest.get(WORD.len()..)?;
    if !before.is_empty() && !before.ends_with('+') || rest.is_empty() {
        return None;
    }
    let ends = std::iter::successors(Some(rest), |rest| Some(rest.rsplit_once('+')?.0));
    let shortest = rest.split('+').next().unwrap_or_default();
    let path = ends
        .into_iter()
        .find(|path| Path::new(path).is_file())
        .unwrap_or(shortest);
    let after = rest.get(path.len()..).unwrap_or_default();
    Some((format!("{before}{after}"), path))
}

/// Whether this is a file: no word has a dot or a slash, and what is a shape is not a file,
/// whatever files there are.
fn is_path(argument: &str) -> bool {
    argument.contains(['.', '/'])
        || argument.parse::<Shape>().is_err() && Path::new(argument).is_file()
}

/// Reads the text of a shape file. In a file of boards, it is the map above them.
fn read_shape(path: &str, interrupt: &Interrupt) -> Result<String, Failure> {
    let source = File::new(Some(Path::new(path)));
    let text = source.read_text(interrupt, Room::of_program())?;
    let text = String::from_utf8(text).map_err(|_| {
        source.failed(io::Error::new(
            io::ErrorKind::InvalidData,
            "stream did not contain valid UTF-8",
        ))
    })?;
    let Some(Opening::Map(map)) = Opening::of(text.as_bytes(), true, None) else {
        return Ok(text);
    };
    let shape = map.parse::<Shape>().unwrap_or_default();
    Ok(if read_board(&shape, &text).is_ok() {
        map
    } else {
        text
    })
}

/// A line with the word at a column, from 1, marked.
fn excerpt(line: &str, column: usize) -> Excerpt {
    let mut starts = line.char_indices().map(|(at, _)| at);
    let start = starts.nth(column - 1).unwrap_or(line.len());
    let (before, rest) = line.split_at(start);
    let end = rest.find([' ', '\t', ',', '+']).unwrap_or(rest.len());
    let (word, after) = rest.split_at(end);
    Excerpt::new([before, word, after])
}

/// The shape of boards whose boxes have `base` rows and columns.
pub(super) fn of_boxes(base: usize) -> Shape {
    let shape = format!("boxes:{base}x{base}").parse();
    shape.unwrap_or_default()
}
