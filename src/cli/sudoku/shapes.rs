//! Which shape the boards have: the one that is named, or that of the first board.

use std::fs;
use std::io::{self, Cursor, Read};
use std::path::Path;

use quadrille::sudoku::text::guess_side;
use quadrille::sudoku::{Shape, ShapeError};
use quadrille::text::Excerpt;

use crate::cli::outcome::Failure;

/// How much is read to see what the first board looks like.
const PIECE: usize = 1 << 12;
/// The most that is read for it: by far more than the largest board.
const MOST: usize = 1 << 16;

/// The shape that `--shape` names: a file with its text, or words, of which `jigsaw:FILE` is the map of a file.
pub(super) fn named(argument: &str) -> Result<Shape, Failure> {
    let (name, text) = if let Some((words, path)) = map_file(argument) {
        let map = read(path)?;
        let (name, text) = (path.to_owned(), format!("{words} regions\n{map}"));
        // The line of the words is no line of the file.
        return parse(name, &text, 1);
    } else if is_path(argument) {
        (argument.to_owned(), read(argument)?)
    } else {
        ("--shape".to_owned(), argument.to_owned())
    };
    parse(name, &text, 0)
}

/// Whether the shape that `--shape` names has a size of its own: a file has one, and so have words with numbers, or
/// that name a whole shape. Of the others the first board tells the size.
pub(super) fn tells_size(argument: &str) -> bool {
    let whole = |word: &str| {
        word == "classic"
            || word == "samurai"
            || word.contains(|c: char| c == ':' || c.is_ascii_digit())
    };
    is_path(argument) || argument.split('+').any(whole)
}

/// The words and the file of `jigsaw:FILE`. Words may follow it too, if there is no file whose name ends like that.
fn map_file(argument: &str) -> Option<(String, &str)> {
    let (before, rest) = argument.split_once("jigsaw:")?;
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

/// Whether this is a file: no word has a dot or a slash, and what is a shape is no file, whatever there is in the folder.
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

fn parse(name: String, text: &str, lines_before: usize) -> Result<Shape, Failure> {
    text.parse().map_err(|error: ShapeError| {
        let line = text.lines().nth(error.line - 1).unwrap_or_default();
        let number = error.line.saturating_sub(lines_before).max(1);
        Failure::Shape {
            place: format!("{name}:{number}:{}", error.column),
            excerpt: Box::new(excerpt(line, error.column)),
            what: error.reason.to_string(),
            help: None,
        }
    })
}

/// A line with the word at a column, from 1, as the culprit.
fn excerpt(line: &str, column: usize) -> Excerpt {
    let mut starts = line.char_indices().map(|(at, _)| at);
    let start = starts.nth(column - 1).unwrap_or(line.len());
    let (before, rest) = line.split_at(start);
    let end = rest.find([' ', '\t', ',', '+']).unwrap_or(rest.len());
    let (culprit, after) = rest.split_at(end);
    Excerpt::new([before, culprit, after])
}

/// The shape of boards whose boxes have so many rows and columns.
pub(super) fn of_boxes(base: usize) -> Shape {
    let shape = format!("boxes:{base}x{base}").parse();
    shape.unwrap_or_default()
}

/// The shape of the first board, and the input from its start.
pub(super) fn guessed(
    mut input: Box<dyn Read + Send>,
) -> io::Result<(Shape, Box<dyn Read + Send>)> {
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
        if start.len() > MOST || guess_side(&start, false).is_some() {
            break;
        }
    }
    let side = guess_side(&start, true).or_else(|| guess_side(&start, false));
    let shape = side.and_then(Shape::with_side).unwrap_or_default();
    Ok((shape, Box::new(Cursor::new(start).chain(input))))
}
