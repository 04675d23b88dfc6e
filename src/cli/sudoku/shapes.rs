//! Which shape the boards have: the one of `--shape`, a map above the boards, or that of the first
//! board.

use std::fs;
use std::io::{self, Cursor, Read};
use std::path::Path;

use quadrille::sudoku::text::{drawn_shape, guess_side, read as read_board};
use quadrille::sudoku::{Shape, ShapeError, ShapeReason};
use quadrille::text::Excerpt;

use crate::cli::outcome::Failure;

/// The name of words on the command line.
const WORDS: &str = "--shape";
/// How much of the input is read at a time to find the first board.
const PIECE: usize = 1 << 12;
/// How much of the input is read at most to find the first board: far more than the largest board.
const MOST: usize = 1 << 16;

/// The shape of the boards of an input.
pub(super) struct Opened {
    pub(super) shape: Shape,
    /// The input from its start.
    pub(super) input: Box<dyn Read + Send>,
    /// How many lines at the start of the input are a map of regions and what stands above it.
    pub(super) map_lines: u64,
    /// What else than `--shape` decides the shape.
    pub(super) note: Option<String>,
}

/// A text that describes a shape, and where it comes from.
struct Source {
    name: String,
    text: String,
    /// How many lines of the text are not lines of the file.
    lines_before: usize,
}

/// Reads the shape that `--shape` names: words, a file, or words and a file as `jigsaw:FILE`. A
/// file holds words and maps, or only a map of regions.
pub(super) fn named(argument: &str) -> Result<Shape, Failure> {
    Source::named(argument)?.parse(Shape::CLASSIC_SIDE)
}

/// The file that `--shape` names, if it names one.
pub(super) fn file(argument: &str) -> Option<&Path> {
    let named = words_and_file(argument).map(|(_, path)| path);
    let path = named.or_else(|| Some(argument).filter(|argument| is_path(argument)));
    path.map(Path::new)
}

/// Finds the shape of the boards of an input. What `--shape` leaves open is decided by a map of
/// regions above the boards, else by the size of the first board.
pub(super) fn of_boards(
    argument: Option<&str>,
    input: Box<dyn Read + Send>,
    unreadable: impl FnOnce(io::Error) -> Failure,
) -> Result<Opened, Failure> {
    let source = argument.map(Source::named).transpose()?;
    if let Some(source) = &source {
        // What is wrong with the words is reported before any board is read.
        let shape = source.parse(Shape::CLASSIC_SIDE)?;
        if Shape::has_size(&source.text) {
            return Ok(Opened {
                shape,
                input,
                map_lines: 0,
                note: None,
            });
        }
    }
    let (start, input) = start_of_boards(input).map_err(unreadable)?;
    let found = match leading_map(&start, true) {
        Leading::Map { text, lines } => Some((text, lines)),
        _ => drawn_shape(&start).map(|text| (text, 0)),
    };
    let Some((found, map_lines)) = found else {
        let side = guess_side(&start, true).or_else(|| guess_side(&start, false));
        let side = side.unwrap_or(Shape::CLASSIC_SIDE);
        return Ok(Opened {
            shape: match source {
                Some(source) => source.parse(side)?,
                None => Shape::with_side(side).unwrap_or_default(),
            },
            input,
            map_lines: 0,
            note: None,
        });
    };
    let words = source.map(|source| source.text).unwrap_or_default();
    let shape = Source {
        name: WORDS.to_owned(),
        text: format!("{words}\n{found}"),
        lines_before: 0,
    };
    let shape = shape.parse(Shape::CLASSIC_SIDE)?;
    let side = shape.side();
    let note = match map_lines {
        0 if found == "samurai" => "the walls show a samurai board".to_owned(),
        0 => format!("the boards have the {side} regions that the walls show"),
        _ => format!("the boards have the {side} regions of the map above them"),
    };
    Ok(Opened {
        shape,
        input,
        map_lines,
        note: Some(note),
    })
}

impl Source {
    fn named(argument: &str) -> Result<Source, Failure> {
        if let Some((words, path)) = words_and_file(argument) {
            return Ok(Source {
                name: path.to_owned(),
                text: format!("{words}\n{}", read(path)?),
                lines_before: 1,
            });
        }
        let is_file = is_path(argument);
        Ok(Source {
            name: if is_file { argument } else { WORDS }.to_owned(),
            text: match is_file {
                true => read(argument)?,
                false => argument.to_owned(),
            },
            lines_before: 0,
        })
    }

    /// Reads the text; a shape without a size has so many rows.
    fn parse(&self, side: usize) -> Result<Shape, Failure> {
        Shape::from_text(&self.text, side).map_err(|error: ShapeError| {
            let line = self.text.lines().nth(error.line - 1).unwrap_or_default();
            let number = error.line.saturating_sub(self.lines_before).max(1);
            Failure::Shape {
                place: format!("{}:{number}:{}", self.name, error.column),
                excerpt: Box::new(excerpt(line, error.column)),
                what: error.reason.to_string(),
                help: match self.name == WORDS {
                    true => help_without_lines(&error.reason),
                    false => error.reason.help(),
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

fn read(path: &str) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| Failure::Read {
        name: path.to_owned(),
        error,
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

/// The shape of boards whose boxes have so many rows and columns.
pub(super) fn of_boxes(base: usize) -> Shape {
    let shape = format!("boxes:{base}x{base}").parse();
    shape.unwrap_or_default()
}

/// The start of an input, up to the first board or to a map and what follows it, and the whole
/// input.
fn start_of_boards(mut input: Box<dyn Read + Send>) -> io::Result<(Vec<u8>, Box<dyn Read + Send>)> {
    let mut start = Vec::new();
    loop {
        let length = start.len();
        start.resize(length + PIECE, 0);
        let read = match input.read(&mut start[length..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
            Ok(0) => {
                start.truncate(length);
                break;
            }
            read => read?,
        };
        start.truncate(length + read);
        let is_enough = match leading_map(&start, false) {
            Leading::Map { .. } => true,
            Leading::Unknown => false,
            Leading::NoMap => guess_side(&start, false).is_some(),
        };
        if start.len() > MOST || is_enough {
            break;
        }
    }
    Ok((start.clone(), Box::new(Cursor::new(start).chain(input))))
}

/// What an input begins with.
enum Leading {
    /// A map of regions, and something below it.
    Map {
        text: String,
        lines: u64,
    },
    NoMap,
    /// More of the input is needed.
    Unknown,
}

/// Looks for a map of regions above the boards: as many lines of letters as each has letters, or
/// one line with all of them. Every letter stands for a region of as many cells as the map has
/// rows. What is a valid board is not a map.
fn leading_map(start: &[u8], ended: bool) -> Leading {
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let unknown = || {
        if ended {
            Leading::NoMap
        } else {
            Leading::Unknown
        }
    };
    let is_nothing =
        |line: &[u8]| line.trim_ascii().is_empty() || line.trim_ascii().starts_with(b"#");
    let mut lines = start.split_inclusive(|&byte| byte == b'\n').enumerate();
    let complete = |line: &&[u8]| ended || line.ends_with(b"\n");
    let Some((first, line)) = lines.by_ref().find(|(_, line)| !is_nothing(line)) else {
        return unknown();
    };
    let letters = |line: &[u8]| -> Option<String> {
        let text = str::from_utf8(line)
            .ok()?
            .split_whitespace()
            .collect::<String>();
        text.bytes()
            .all(|byte| byte.is_ascii_alphabetic())
            .then_some(text)
    };
    let Some(text) = letters(line).filter(|text| text.len() > 3) else {
        return Leading::NoMap;
    };
    let root = text.len().isqrt();
    let is_line = root > 3 && root * root == text.len() && {
        format!("regions\n{text}").parse::<Shape>().is_ok()
    };
    let rows = if is_line { 1 } else { text.len() };
    let mut map = text + "\n";
    let mut last = (first, line);
    for _ in 1..rows {
        let Some(next) = lines.next() else {
            return unknown();
        };
        match letters(next.1).filter(|row| row.len() == rows) {
            Some(row) => map = map + &row + "\n",
            None if complete(&next.1) => return Leading::NoMap,
            None => return unknown(),
        }
        last = next;
    }
    if !complete(&last.1) {
        return unknown();
    }
    let Ok(shape) = format!("regions\n{map}").parse::<Shape>() else {
        return Leading::NoMap;
    };
    let plain = Shape::with_side(shape.side());
    if plain.is_some_and(|plain| read_board(&plain, &map).is_ok()) {
        return Leading::NoMap;
    }
    match lines.find(|(_, line)| !is_nothing(line)) {
        Some(_) => Leading::Map {
            text: map,
            lines: last.0 as u64 + 1,
        },
        None => unknown(),
    }
}
