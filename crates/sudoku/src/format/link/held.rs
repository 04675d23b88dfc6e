//! What an address holds, by the part of it that holds the puzzle.

use super::address::{ENCODED, decode, host, inner, parts};
use super::letters::{JSON, KEY, PREFIXES, SHORTEST, is_name};
use crate::format::{line, tatham};
use crate::regions::Map;

/// A puzzle in an address.
pub(super) enum Held {
    /// The cells of boards, of which one is the puzzle, and perhaps a map of its regions.
    Boards(Vec<String>),
    /// ISS text.
    Iss(String),
    /// An id of Solo.
    Tatham(String),
    /// What stands after `p=` in an address of penpa-edit.
    Penpa(String),
    /// What stands after `sudoku/` in an address of puzz.link.
    PuzzLink(String),
    /// Letters of f-puzzles or SudokuPad, which may be a name only.
    Letters(String),
}

/// Whether letters surely hold a puzzle.
pub(super) fn is_letters(text: &str) -> bool {
    let mut starts = PREFIXES.iter().map(|own| own.0).chain([JSON]);
    starts.any(|start| text.starts_with(start))
}

/// Whether a text is the letters of a puzzle without an address.
pub(super) fn is_bare(text: &str) -> bool {
    let rests = PREFIXES
        .iter()
        .filter_map(|own| text.strip_prefix(own.0))
        .chain([text]);
    let is_one = !text.contains(char::is_whitespace);
    let is_json = |rest: &str| rest.starts_with('{') && rest != text;
    let mut rests = rests;
    rests.any(|rest| {
        let is_long = is_one && rest != text && rest.len() >= SHORTEST;
        is_one && rest.starts_with(JSON) || is_json(rest) || is_long
    })
}

/// What an address surely holds; `None` if it holds no puzzle, or only its name.
pub(super) fn held(address: &str) -> Option<Held> {
    let head = address.get(..8).unwrap_or_default().to_lowercase();
    if ENCODED.iter().any(|own| head.starts_with(own)) {
        return held(&decode(address)?);
    }
    let inside = inner(address).and_then(|inner| match inner.contains("://") {
        true => held(inner),
        false => held(&decode(inner)?),
    });
    match (inside, own(address)) {
        (Some(Held::Boards(inside)), Some(Held::Boards(own))) => {
            Some(Held::Boards([inside, own].concat()))
        }
        (inside, own) => inside.or(own),
    }
}

fn own(address: &str) -> Option<Held> {
    let value = |key: &str| {
        parts(address).find_map(|part| decode(part.strip_prefix(key)?.strip_prefix('=')?))
    };
    let has = |wanted: &str| parts(address).any(|part| part == wanted);
    if has("m=edit") || has("m=solve") {
        // Its letters have slashes.
        let marks = ["&p=", "?p=", "#p="];
        let at = marks.iter().find_map(|mark| address.find(mark))?;
        let packed = address[at + 3..].split('&').next()?;
        return decode(packed).map(Held::Penpa);
    }
    if let Some(text) = value("q").filter(|text| text.starts_with('.')) {
        return Some(Held::Iss(text));
    }
    let (_, query) = address.split_once(['?', '#']).unwrap_or(("", ""));
    if let Some(rest) = query
        .strip_prefix("sudoku/")
        .or(query.strip_prefix("sudoku_edit/"))
    {
        return Some(Held::PuzzLink(rest.to_owned()));
    }
    if let Some(plain) = of_key(address).and_then(decode)
        && (is_letters(&plain) || keeps_puzzles(address) && !is_name(&plain))
    {
        return Some(Held::Letters(plain));
    }
    if let Some(letters) = of_path(address).filter(|path| is_letters(path)) {
        return decode(letters).map(Held::Letters);
    }
    if let Some(id) = values(address).find(|value| tatham::is_id(value)) {
        return Some(Held::Tatham(id));
    }
    let boards: Vec<String> = values(address)
        .filter(|value| line::read(value).is_some() || Map::of_line(value).is_some())
        .collect();
    (!boards.is_empty()).then_some(Held::Boards(boards))
}

/// The parts of an address without the keys before them.
fn values(address: &str) -> impl Iterator<Item = String> {
    let values = parts(address).map(|part| part.split_once('=').map_or(part, |(_, value)| value));
    values.filter_map(decode)
}

/// The number of cells in an address with too many or too few of them for a board.
pub(super) fn cells(address: &str) -> Option<usize> {
    const FEWEST: usize = 40;
    let is_cell = |c: char| c.is_ascii_digit() || "._-*".contains(c);
    let mut values = values(address);
    let found = values.find(|value| value.len() > FEWEST && value.chars().all(is_cell));
    found.map(|value| value.len())
}

/// What an address holds for a website that keeps puzzles: letters, or the name of a puzzle.
pub(super) fn name(address: &str) -> Option<&str> {
    of_key(address).or_else(|| of_path(address))
}

/// The part of an address that holds a puzzle, if a key names it.
fn of_key(address: &str) -> Option<&str> {
    for key in ["load=", "puzzleid=", "id=", KEY] {
        let mut starts = address.match_indices(key).map(|(at, _)| at);
        let is_start = |&at: &usize| {
            key.starts_with('#') || at > 0 && matches!(address.as_bytes()[at - 1], b'?' | b'&')
        };
        let start = starts.find(is_start);
        if let Some(start) = start {
            let rest = &address[start + key.len()..];
            return Some(rest.split(['&', '#']).next().unwrap_or(rest));
        }
    }
    None
}

/// The path of an address, which may hold a puzzle.
fn of_path(address: &str) -> Option<&str> {
    let (_, path) = address.split_once("://").unwrap_or(("", address));
    let (_, path) = path.split_once('/')?;
    let path = path.strip_prefix("sudoku/").unwrap_or(path);
    let path = path.split(['?', '#', '&']).next().unwrap_or(path);
    (!path.is_empty()).then_some(path)
}

/// Whether a website keeps puzzles under the names that its addresses have.
pub(super) fn keeps_puzzles(address: &str) -> bool {
    let sites = [
        "f-puzzles.com",
        "sudokupad.app",
        "crackingthecryptic.com",
        "tinyurl.com",
    ];
    let host = host(address).to_lowercase();
    address.starts_with("sudokupad://") || sites.iter().any(|site| host.ends_with(site))
}
