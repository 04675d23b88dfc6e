//! Links that hold a puzzle, and the text that they hold.

use super::elsewhere;
use super::error::{LINK, PuzzleError, PuzzleReason};
use super::lz::{self, Fault};

/// How the link of an f-puzzles puzzle begins.
const START: &str = "https://www.f-puzzles.com/?load=";

/// What websites write before the puzzle, and whether it can be read.
const PREFIXES: &[(&str, bool)] = &[
    ("fpuzzles", true),
    ("fpuz", true),
    ("scl", true),
    ("ctc", true),
    ("scf", false),
    ("classic", false),
];

/// How addresses of puzzles begin.
const ADDRESSES: &[&str] = &[
    "http://",
    "https://",
    "sudokupad://",
    "www.",
    "f-puzzles.com",
    "sudokupad.app",
    "beta.sudokupad.app",
    "app.crackingthecryptic.com",
];

/// The least number of letters of a puzzle; shorter ones are names.
const SHORTEST: usize = 60;
/// How the letters of JSON begin.
const JSON: &str = "N4Ig";

/// Whether a text may be a link: an address, or letters that hold a puzzle.
pub(super) fn is_link(text: &str) -> bool {
    let mut starts = PREFIXES.iter().map(|own| own.0).chain([JSON]);
    is_address(text) || starts.any(|start| text.starts_with(start))
}

fn is_address(text: &str) -> bool {
    let start: String = text.chars().take(40).collect();
    let start = start.to_lowercase();
    ADDRESSES.iter().any(|own| start.starts_with(own))
}

/// The path of an address, if it surely holds a puzzle: settings may stand behind it.
fn own_path(text: &str) -> Option<&str> {
    let mut starts = PREFIXES.iter().map(|own| own.0).chain([JSON]);
    of_path(text).filter(|path| starts.any(|start| path.starts_with(start)))
}

/// Returns the JSON that a link holds.
pub(super) fn open(text: &str) -> Result<String, PuzzleError> {
    let span = text.len() - text.trim_start().len()..text.trim_end().len();
    let text = text.trim();
    let fail = |why: String| PuzzleReason::Format { format: LINK, why }.at(span.clone());
    let packed = if is_address(text) {
        match (
            of_key(text).or_else(|| own_path(text)),
            elsewhere::refusal(text),
        ) {
            (Some(packed), _) => packed,
            (None, Some(refusal)) => return Err(refusal.at(span)),
            (None, None) => of_path(text).ok_or_else(|| fail("it holds no puzzle".to_owned()))?,
        }
    } else {
        text
    };
    let plain = decode(packed).ok_or_else(|| fail("a % without two digits after it".to_owned()))?;
    if is_address(text)
        && let Some(refusal) = elsewhere::refusal_of_board(text, &plain)
    {
        return Err(refusal.at(span));
    }
    let known = PREFIXES.iter().find(|own| plain.starts_with(own.0));
    let (prefix, letters) = match known {
        Some(&(prefix, can_read)) => {
            if !can_read {
                return Err(fail(format!("links of the form {prefix} cannot be read")));
            }
            (prefix, &plain[prefix.len()..])
        }
        None => ("", &plain[..]),
    };
    if letters.trim_start().starts_with('{') {
        return Ok(letters.to_owned());
    }
    if prefix.is_empty() && letters.len() < SHORTEST && !letters.starts_with(JSON) {
        if is_address(text) && !elsewhere::keeps_puzzles(text) {
            let why = "it is not a link of f-puzzles or SudokuPad".to_owned();
            return Err(fail(why));
        }
        let name = letters.to_owned();
        return Err(PuzzleReason::Remote { name }.at(span));
    }
    // A form on a website turns a plus into a space.
    let letters = letters.replace(' ', "+");
    lz::decompress(&letters).map_err(|fault| match fault {
        Fault::CutShort => fail("it is cut short".to_owned()),
        Fault::TooLong => fail("it holds too long a text".to_owned()),
        Fault::Letter(at) => {
            let letter = letters.get(at..).and_then(|rest| rest.chars().next());
            match letter.filter(|letter| !letter.is_ascii_alphanumeric()) {
                Some(letter) => fail(format!("the character {letter:?} does not belong there")),
                None => fail("a part of it is missing or wrong".to_owned()),
            }
        }
    })
}

/// The part of an address that holds a puzzle, if a key names it.
fn of_key(address: &str) -> Option<&str> {
    for key in ["load=", "puzzleid=", "id="] {
        let mut starts = address.match_indices(key).map(|(at, _)| at);
        let start = starts.find(|&at| at > 0 && matches!(address.as_bytes()[at - 1], b'?' | b'&'));
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

/// Replaces `%2B` and the like by the characters that they stand for.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match (byte, after) {
            (b'%', [high, low, after @ ..]) => {
                let digit = |byte: u8| char::from(byte).to_digit(16);
                bytes.push((16 * digit(*high)? + digit(*low)?) as u8);
                rest = after;
            }
            (b'%', _) => return None,
            (byte, _) => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).ok()
}

/// The link of an f-puzzles puzzle.
pub(super) fn write(json: &str) -> String {
    START.to_owned() + &lz::compress(json)
}
