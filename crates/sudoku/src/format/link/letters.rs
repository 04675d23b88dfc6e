//! The letters of f-puzzles and SudokuPad: JSON, compressed.

use crate::format::error::{PuzzleError, PuzzleReason};
use crate::format::lz::{self, Fault};

/// How the link of an f-puzzles puzzle begins.
const START: &str = "https://www.f-puzzles.com/?load=";

/// How the address of a puzzle in our own page begins, where it stands by default.
const PAGE: &str = "http://localhost:7878/#puzzle=";
/// What stands before the letters in such an address, wherever the page is.
pub(super) const KEY: &str = "#puzzle=";

/// What websites write before the letters of a puzzle, and whether it can be read.
pub(super) const PREFIXES: &[(&str, bool)] = &[
    ("fpuzzles", true),
    ("fpuz", true),
    ("scl", true),
    ("ctc", true),
    ("scf", false),
    ("classic", false),
];

/// How the letters of JSON begin.
pub(super) const JSON: &str = "N4Ig";

/// The least number of letters of a puzzle; shorter ones are names.
pub(super) const SHORTEST: usize = 60;

/// What stands before the letters, and the letters.
fn split(text: &str) -> (Option<&'static (&'static str, bool)>, &str) {
    let known = PREFIXES.iter().find(|own| text.starts_with(own.0));
    (known, &text[known.map_or(0, |own| own.0.len())..])
}

/// Whether a text is too short for a puzzle, and so the name of one.
pub(super) fn is_name(text: &str) -> bool {
    let is_short = |letters: &str| letters.len() < SHORTEST && !letters.starts_with(JSON);
    let (prefix, letters) = split(text);
    prefix.is_none() && is_short(letters) && !letters.trim_start().starts_with('{')
}

/// Returns the JSON that letters hold.
pub(super) fn open(text: &str) -> Result<String, PuzzleError> {
    let fail = |why: String| PuzzleReason::bad_link(why);
    let (prefix, letters) = split(text);
    if let Some(&(prefix, false)) = prefix {
        return Err(fail(format!("links of the form {prefix} cannot be read")));
    }
    if letters.trim_start().starts_with('{') {
        return Ok(letters.to_owned());
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

/// Whether an address has letters for our own page.
pub(super) fn is_page(address: &str) -> bool {
    address.contains(KEY)
}

/// The address of a puzzle in our own page.
pub(in crate::format) fn write_page(json: &str) -> String {
    PAGE.to_owned() + &lz::compress(json)
}

/// The link of an f-puzzles puzzle.
pub(in crate::format) fn write(json: &str) -> String {
    START.to_owned() + &lz::compress(json)
}
