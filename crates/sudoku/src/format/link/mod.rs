//! Links that hold a puzzle.
//!
//! ```text
//! address  addresses in a text
//! held     which part of an address holds a puzzle, and in which form
//! letters  the letters of f-puzzles and SudokuPad
//! named    rules that an address names and does not hold
//! one      the puzzle among several boards
//! ```

mod address;
mod held;
mod letters;
mod named;
mod one;

use address::{Found, addresses, decode, is_address};
use held::{Held, cells, held, is_bare, keeps_puzzles, name};

use super::drawing::drawn;
use super::error::{PuzzleError, PuzzleReason};
use super::puzzle::Puzzle;
use super::{iss, line, penpa, puzz_link, tatham};
use crate::regions::Map;
use quadrille_core::shared::Source;

pub(super) use letters::{write, write_page};

/// The first address of a text that surely holds a puzzle.
fn find(text: &str) -> Option<(Found<'_>, Held)> {
    if is_address(text) && text.contains('{') {
        // JSON may stand in an address as it is.
        let (address, title) = (text, "");
        let found = Found { address, title };
        return held(address).map(|held| (found, held));
    }
    addresses(text).find_map(|found| Some((found, held(found.address)?)))
}

/// Whether the first word of a text is a whole board, so that an address after it only says where
/// the board is from.
fn starts_with_board(text: &str) -> bool {
    const FEWEST: usize = 16;
    let is_end = |c: char| c.is_whitespace() || ",;\"'|".contains(c);
    let text = text.trim_start_matches(['"', '\'']);
    let word = text.split(is_end).next().unwrap_or(text);
    let side = word.len().isqrt();
    let is_cell = |byte: u8| match byte {
        b'0'..=b'9' => usize::from(byte - b'0') <= side,
        byte => b"._-*xX?".contains(&byte),
    };
    let has_digit = || word.contains(|c: char| c.is_ascii_digit());
    let is_board = || has_digit() && word.bytes().all(is_cell) || line::read(word).is_some();
    word.len() >= FEWEST && side * side == word.len() && is_board()
}

/// Whether a text may be a link: it begins with an address or letters that hold a puzzle, or has an
/// address that surely holds one.
pub(super) fn is_link(text: &str) -> bool {
    if starts_with_board(text) {
        return false;
    }
    let inside = text.trim_start_matches('<');
    let markdown = text
        .strip_prefix('[')
        .and_then(|text| text.split_once("]("));
    is_address(inside)
        || markdown.is_some_and(|(_, address)| is_address(address))
        || is_bare(text)
        || find(text).is_some()
}

/// Whether a text is a link of penpa-edit.
pub(super) fn is_penpa(text: &str) -> bool {
    !starts_with_board(text) && matches!(find(text), Some((_, Held::Penpa(_))))
}

/// Whether a text is an address of our own page.
pub(super) fn is_page(text: &str) -> bool {
    is_address(text) && letters::is_page(text) && is_link(text)
}

/// Reads the puzzle that a link holds.
pub(super) fn read(text: &str) -> Result<Puzzle, PuzzleError> {
    let whole = text.trim();
    let (at, puzzle, title) = match find(whole) {
        Some((found, held)) => {
            let first = of_held(found.address, &held);
            let puzzle = first.and_then(|first| with_others(first, found, whole));
            (found.address, puzzle, found.title)
        }
        None => {
            let mut all = addresses(whole);
            let at = all.next().map_or(whole, |found| found.address);
            (at, of_name(at), "")
        }
    };
    let start = Source::new(text).offset(at);
    // Places in the text of the link would mean nothing.
    let span = start..start + at.len();
    let puzzle = puzzle.map_err(|error| PuzzleError { span, ..error })?;
    let title = Some(title.to_owned()).filter(|title| !title.is_empty());
    Ok(Puzzle {
        title: puzzle.title.clone().or(title),
        ..puzzle
    })
}

/// The puzzle of the first address of a text that holds one, compared with those after it.
fn with_others(first: Puzzle, found: Found<'_>, text: &str) -> Result<Puzzle, PuzzleError> {
    let after = Source::new(text).offset(found.address) + found.address.len();
    let rest = text.get(after..).unwrap_or_default();
    let mut all = vec![first];
    for other in addresses(rest) {
        if let Some(held) = held(other.address) {
            all.push(of_held(other.address, &held)?);
        }
    }
    let puzzle = one::one_of(all)?.ok_or_else(|| PuzzleReason::bad_link("it holds no puzzle"))?;
    with_map(puzzle, rest.split_whitespace())
}

fn of_held(address: &str, held: &Held) -> Result<Puzzle, PuzzleError> {
    if let (Held::Boards(_) | Held::PuzzLink(_), Some(name)) = (held, named::rules(address)) {
        return Err(PuzzleReason::NamedRules { name }.at(0..0));
    }
    match held {
        Held::Iss(text) => iss::read(text),
        Held::Tatham(id) => tatham::read(id),
        Held::Boards(boards) => {
            let is_map = |text: &&String| Map::of_line(text).is_some();
            let (maps, boards): (Vec<&String>, Vec<&String>) = boards.iter().partition(is_map);
            let all = boards.iter().filter_map(|cells| line::read(cells));
            let puzzle = one::one_of(all.collect())?;
            let puzzle = puzzle.ok_or_else(|| PuzzleReason::bad_link("it holds no puzzle"))?;
            with_map(puzzle, maps.iter().map(|map| map.as_str()))
        }
        Held::Penpa(packed) => penpa::read(packed),
        Held::PuzzLink(text) => puzz_link::read(text),
        Held::Letters(letters) => drawn(&letters::open(letters)?),
    }
}

/// A puzzle with the regions of a map, if a text is one.
fn with_map<'a>(
    mut puzzle: Puzzle,
    mut texts: impl Iterator<Item = &'a str>,
) -> Result<Puzzle, PuzzleError> {
    if let Some(map) = texts.find_map(Map::of_line) {
        let shape = map.shape(&puzzle.shape);
        puzzle.shape = shape.map_err(|reason| PuzzleReason::Shape(reason).at(0..0))?;
    }
    Ok(puzzle)
}

/// Reads what is no more than a name, or letters without an address.
fn of_name(text: &str) -> Result<Puzzle, PuzzleError> {
    if let Some(cells) = cells(text).filter(|_| is_address(text)) {
        let why = format!("{cells} cells, expected 81 or those of another square board");
        return Err(PuzzleReason::bad_link(why));
    }
    let packed = if is_address(text) {
        name(text).ok_or_else(|| PuzzleReason::bad_link("it holds no puzzle"))?
    } else {
        text
    };
    let plain =
        decode(packed).ok_or_else(|| PuzzleReason::bad_link("a % without two digits after it"))?;
    if !letters::is_name(&plain) {
        return drawn(&letters::open(&plain)?);
    }
    if is_address(text) && !keeps_puzzles(text) {
        return Err(PuzzleReason::bad_link(
            "its website is not known, and it holds no cells",
        ));
    }
    Err(PuzzleReason::Remote { name: plain }.at(0..0))
}
