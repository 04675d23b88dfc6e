//! The XML of OpenSudoku, `<game data="..." />` for each board, and that of Sdku, with an element
//! for each cell.
//!
//! Records are cut out of a file, so a text is one game with what stands around it, which need not
//! be a whole document: elements are looked for, not nested.

use super::draft::Draft;
use super::error::{PuzzleError, PuzzleReason};
use super::line;
use super::puzzle::Puzzle;
use super::written::{Written, only_classic, only_givens};
use crate::shape::Outline;
use quadrille_core::text::quantity;

const FORMAT: &str = "the XML of OpenSudoku or Sdku";

/// How such texts begin.
const STARTS: [&str; 5] = ["<?xml", "<opensudoku", "<game", "<folder", "<sudoku"];

/// Whether a text may be such XML.
pub(super) fn is_xml(text: &str) -> bool {
    let begins = |start: &str| {
        let split = text.split_at_checked(start.len());
        split.is_some_and(|(head, rest)| {
            head.eq_ignore_ascii_case(start) && !rest.starts_with(char::is_alphanumeric)
        })
    };
    STARTS.iter().any(|start| begins(start))
}

/// A tag and what stands in it.
struct Tag<'a> {
    name: &'a str,
    inside: &'a str,
    /// What follows the tag.
    after: &'a str,
}

/// The tags of a text, those that end an element included.
fn tags(text: &str) -> impl Iterator<Item = Tag<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let inside = &rest[rest.find('<')? + 1..];
        let end = inside.find('>')?;
        rest = &inside[end + 1..];
        let inside = &inside[..end];
        let name = inside.split(|c: char| c.is_whitespace()).next();
        let name = name.unwrap_or(inside).trim_end_matches('/');
        Some(Tag {
            name,
            inside,
            after: rest,
        })
    })
}

/// The value of an attribute.
fn attribute<'a>(tag: &Tag<'a>, key: &str) -> Option<&'a str> {
    let mut rest = tag.inside;
    loop {
        let (before, after) = rest.split_once('=')?;
        let after = after.trim_start();
        let quote = after.chars().next().filter(|c| "\"'".contains(*c))?;
        let (value, next) = after[1..].split_once(quote)?;
        if before.split_whitespace().next_back() == Some(key) {
            return Some(value);
        }
        rest = next;
    }
}

/// The text of the first element with a name.
fn element(text: &str, name: &str) -> Option<String> {
    let tag = tags(text).find(|tag| tag.name == name)?;
    let inside = tag.after.split('<').next()?.trim();
    let plain = ESCAPES
        .iter()
        .fold(inside.to_owned(), |text, (from, to)| text.replace(from, to));
    Some(plain).filter(|text| !text.is_empty())
}

/// What stands for a character; the ampersand last, since it begins the others.
const ESCAPES: [(&str, &str); 5] = [
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&apos;", "'"),
    ("&amp;", "&"),
];

/// The length of the first game of a text, which may have ended, and of the tags that end elements
/// behind it; `None` if that is not known.
pub(super) fn game_length(text: &str, has_ended: bool) -> Option<usize> {
    let is_end = |tag: &Tag<'_>| tag.name == "game" || tag.name.eq_ignore_ascii_case("/sudoku");
    let mut rest = tags(text).find(is_end)?.after;
    loop {
        let next = rest.trim_start();
        match next.strip_prefix("</") {
            Some(inside) => rest = &inside[inside.find('>')? + 1..],
            None if matches!(next, "" | "<") => return has_ended.then_some(text.len()),
            // The end of the line belongs to the game.
            None => {
                let spaces = &rest[..rest.len() - next.len()];
                let line = spaces.find('\n').map_or(0, |end| end + 1);
                return Some(text.len() - rest.len() + line);
            }
        }
    }
}

/// Reads a puzzle.
pub(super) fn read(text: &str) -> Result<Puzzle, PuzzleError> {
    let fail = |why: String, at: &str| PuzzleReason::not_in(FORMAT, why, (text, at));
    let named =
        |name: &'static str| tags(text).filter(move |tag| tag.name.eq_ignore_ascii_case(name));
    let puzzle = match (named("game").count(), named("cell").next()) {
        (1, _) => {
            let data = named("game").find_map(|tag| attribute(&tag, "data"));
            let data = data.ok_or_else(|| fail("the game has no data".to_owned(), text))?;
            let blanks = data.trim().replace('0', ".");
            let is_good = blanks.len() == 81 && !blanks.contains(['-', '_', '*']);
            let board = line::read(&blanks).filter(|_| is_good);
            board.ok_or_else(|| {
                let why = "the data of a game is 81 digits, 0 for a blank".to_owned();
                fail(why, data)
            })?
        }
        (0, Some(_)) => of_cells(named("cell"), &fail)?,
        (0, None) => return Err(fail("no game".to_owned(), text)),
        (games, _) => return Err(fail(format!("{games} games, expected one"), text)),
    };
    Ok(Puzzle {
        title: element(text, "name").or(element(text, "title")),
        author: element(text, "author"),
        ..puzzle
    })
}

/// A puzzle with an element for each cell that has a value.
fn of_cells<'a>(
    cells: impl Iterator<Item = Tag<'a>>,
    fail: &impl Fn(String, &str) -> PuzzleError,
) -> Result<Puzzle, PuzzleError> {
    let mut draft = Draft::new(Outline::square(9), &(0..0))?;
    let mut others = 0;
    for tag in cells {
        let number = |text: Option<&str>, least: usize, most: usize| {
            let number = text.and_then(|text| text.trim().parse::<usize>().ok());
            number
                .filter(|number| (least..=most).contains(number))
                .ok_or_else(|| {
                    let why = format!("expected a number from {least} to {most}");
                    fail(why, text.unwrap_or(tag.inside))
                })
        };
        let (column, row) = (attribute(&tag, "x"), attribute(&tag, "y"));
        let cell = 9 * number(row, 0, 8)? + number(column, 0, 8)?;
        let value = tag.after.trim_start().strip_prefix("<Value>");
        match (value, attribute(&tag, "origin")) {
            (Some(value), Some("Provided") | None) => {
                let value = number(value.split('<').next(), 1, 9)?;
                draft.restrict(cell, 1 << (value - 1));
            }
            (Some(_), Some(_)) => others += 1,
            (None, _) => {}
        }
    }
    let note = (others > 0).then(|| {
        format!(
            "ignored {} that a player entered",
            quantity(others, "value")
        )
    });
    Ok(Puzzle {
        notes: note.into_iter().collect(),
        ..draft.finish()?
    })
}

/// Writes a puzzle for OpenSudoku.
///
/// # Errors
/// More than the values of a classic board.
pub(super) fn write(puzzle: &Puzzle) -> Written {
    only_classic(&puzzle.shape)?;
    only_givens(puzzle)?;
    let texts = [("name", &puzzle.title), ("author", &puzzle.author)].map(|(key, text)| {
        let escape = |text: &String| {
            let escapes = ESCAPES.iter().rev();
            escapes.fold(text.clone(), |text, (to, from)| text.replace(from, to))
        };
        text.as_ref().map_or(String::new(), |text| {
            format!("<{key}>{}</{key}>", escape(text))
        })
    });
    let data = puzzle.shape.line(&puzzle.board).replace('.', "0");
    Ok(format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><opensudoku>{}<game data=\"{data}\" /></opensudoku>",
        texts.concat()
    ))
}
