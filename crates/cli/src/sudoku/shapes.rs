//! Which shape the boards have: the one of `--shape`, a map above the boards, or that of the first
//! board.

use std::io::{self, Read};
use std::path::Path;

use quadrille_core::text::Excerpt;
use quadrille_sudoku::text::{begins_with_own_shape, drawn_shape, guess_side, read as read_board};
use quadrille_sudoku::{Kind, Shape, ShapeError, ShapeReason};

use super::foreign;
use super::leading::{BadMap, Leading, leading_map};
use super::start::start_of_boards;
use crate::interrupt::Interrupt;
use crate::message;
use crate::outcome::Failure;
use crate::room::Room;
use crate::source::Source as File;

/// The name of words on the command line.
const WORDS: &str = "--shape";

/// The shape of the boards of an input.
pub(super) struct Opened {
    pub(super) shape: Shape,
    /// The input from its start.
    pub(super) input: Box<dyn Read + Send>,
    /// The map of regions above the boards.
    pub(super) map: Option<String>,
    /// The number of lines at the start of the input that are that map and what stands above it.
    pub(super) map_lines: u64,
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
    let has_size = match &source {
        Some(source) => source.has_size()?,
        None => false,
    };
    let (start, input) = start_of_boards(input, has_size).map_err(unreadable)?;
    let has_own_shape = are_puzzles || begins_with_own_shape(&start);
    foreign::check(name, &start, has_own_shape)?;
    let is_sized = !has_own_shape || source.is_some();
    let opened = |shape| Opened {
        shape,
        input,
        map: None,
        map_lines: 0,
        note: None,
        is_sized,
    };
    if !is_sized {
        return Ok(opened(Shape::classic()));
    }
    let (found, map_lines) = match leading_map(&start, true) {
        Leading::Map { text, lines } => (Some(text), lines),
        Leading::Bad(bad) => return Err(bad_map(name, &bad)),
        _ if has_size => (None, 0),
        _ => (drawn_shape(&start), 0),
    };
    let Some(found) = found else {
        let side = if has_size {
            None
        } else {
            guess_side(&start, true).or_else(|| guess_side(&start, false))
        };
        let side = side.unwrap_or(Shape::CLASSIC_SIDE);
        return Ok(opened(match source {
            Some(source) => source.parse(side)?,
            None => Shape::with_side(side).unwrap_or_default(),
        }));
    };
    let shape = shape_of_map(source, &found, map_lines)?;
    let side = shape.side();
    let note = match map_lines {
        0 if found == "samurai" => "the walls show a samurai board".to_owned(),
        0 => format!("the boards have the {side} regions that the walls show"),
        _ => format!("the boards have the {side} regions of the map above them"),
    };
    Ok(Opened {
        map_lines,
        map: Some(found).filter(|_| map_lines > 0),
        note: Some(note).filter(|_| !has_size),
        ..opened(shape)
    })
}

/// The shape of boards that `--shape` leaves open and that were found to be so: by a map on some
/// lines above them, or else by their walls.
fn shape_of_map(source: Option<Source>, found: &str, map_lines: u64) -> Result<Shape, Failure> {
    match source {
        // The map above the boards is that of --shape.
        Some(source) if lines_of(&source.text).contains(&lines_of(found)) => {
            source.parse(Shape::CLASSIC_SIDE)
        }
        source => {
            let words = source.map(|source| source.text).unwrap_or_default();
            let map = if map_lines > 0 { "regions\n" } else { "" };
            let text = format!("{words}\n{map}{found}");
            let shape = Shape::from_text(&text, Shape::CLASSIC_SIDE);
            shape.map_err(|error| misfit(map_lines, &error.reason))
        }
    }
}

/// The failure of a map above the boards with a mistake.
fn bad_map(name: &str, bad: &BadMap) -> Failure {
    let side = bad.side;
    Failure::Shape {
        place: format!("{name}:{}:1", bad.line),
        what: bad.what.clone(),
        excerpt: Box::new(Excerpt::new(["", &*bad.text, ""])),
        help: Some(format!(
            "write a map of {side} rows of {side} letters, each letter {side} times"
        )),
    }
}

/// Reports a region of a map that is in pieces.
pub(super) fn note_pieces(shape: &Shape) {
    let regions = shape.units().filter_map(|unit| match unit.kind() {
        Kind::Region(letter) => Some((letter, pieces(shape, unit.cells()))),
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
fn pieces(shape: &Shape, region: &[usize]) -> Vec<Vec<usize>> {
    let are_neighbours = |one: usize, other: usize| {
        let ((row, column), (other_row, other_column)) = (shape.place(one), shape.place(other));
        row.abs_diff(other_row) + column.abs_diff(other_column) == 1
    };
    let mut pieces: Vec<Vec<usize>> = Vec::new();
    for &cell in region {
        let touches = |piece: &Vec<usize>| piece.iter().any(|&other| are_neighbours(cell, other));
        let (touching, mut others): (Vec<_>, Vec<_>) = pieces.into_iter().partition(touches);
        let mut piece = touching.concat();
        piece.push(cell);
        others.push(piece);
        pieces = others;
    }
    pieces
}

/// The failure of a `--shape` that contradicts the map above the boards or the first frame.
fn misfit(map_lines: u64, reason: &ShapeReason) -> Failure {
    let source = match map_lines {
        0 => "the frame of the first board",
        _ => "the map above the boards",
    };
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

/// Whether a record is a map, perhaps with white space in it.
pub(super) fn is_map(record: &[u8], map: &str) -> bool {
    record.len() + 1 >= map.len()
        && str::from_utf8(record).is_ok_and(|record| lines_of(record) == map)
}

/// Whether a record is a map on one line.
pub(super) fn is_on_one_line(record: &[u8], map: &str) -> bool {
    let is_cell = |byte: &&u8| !byte.is_ascii_whitespace();
    let cells = map.as_bytes().iter().filter(is_cell);
    record.trim_ascii().len() == cells.clone().count() && cells.eq(record.trim_ascii())
}

/// Whether a record is a line of a map, or the map on one line.
pub(super) fn is_part(record: &[u8], map: &str) -> bool {
    let line = lines_of(&String::from_utf8_lossy(record));
    lines_of(map).lines().any(|row| row == line.trim_end()) || is_on_one_line(record, map)
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

    /// Whether the text is good but for a map: no boxes divide its board.
    fn needs_map(&self) -> bool {
        let error = Shape::from_text(&self.text, Shape::CLASSIC_SIDE).err();
        error.is_some_and(|error| matches!(error.reason, ShapeReason::NoBoxes { .. }))
    }

    /// Whether the text gives the size of the boards. What is wrong with it is reported before any
    /// board is read; but a size without boxes may have a map above the boards.
    fn has_size(&self) -> Result<bool, Failure> {
        if !self.needs_map() {
            self.parse(Shape::CLASSIC_SIDE)?;
        }
        Ok(Shape::has_size(&self.text))
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
    let Leading::Map { text: map, lines } = leading_map(text.as_bytes(), true) else {
        return Ok(text);
    };
    let below: String = text.split_inclusive('\n').skip(lines as usize).collect();
    let shape = map.parse::<Shape>().unwrap_or_default();
    Ok(if read_board(&shape, &below).is_ok() {
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
