//! Where the puzzles of a text begin and end: one on each line, or JSON, XML or ISS text of any
//! number of lines.

use super::iss::{self, Lines, Next};
use super::kind::PuzzleFormat;
use super::xml;

/// Returns whether a text that begins like this holds puzzles with rules of their own, and not
/// boards.
#[must_use]
pub fn begins_with_puzzle(start: &[u8]) -> bool {
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let lines = start.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with(b"#"));
    let line = lines.next().map(String::from_utf8_lossy);
    line.is_some_and(|line| PuzzleFormat::detect(&line).is_some())
}

/// Returns the length in bytes of the first record of a text, line end included: of an object or a
/// game that begins here, of all lines of one puzzle, else of the line. O(its length); invalid JSON
/// ends before the next puzzle.
///
/// ```
/// use quadrille::sudoku::puzzle_length;
///
/// assert_eq!(puzzle_length(b".Cage~17~R1C1~R1C2\n# more"), 19);
/// assert_eq!(puzzle_length(b".Shape~4x4\n.Cage~3~R1C1~R1C2\n"), 29);
/// ```
#[must_use]
pub fn puzzle_length(text: &[u8]) -> usize {
    length(text, true).unwrap_or(text.len())
}

/// Returns the length of the first record of a text that may continue, as [`puzzle_length`] does
/// for the whole text; `None` if it depends on what follows. O(its length).
///
/// ```
/// use quadrille::sudoku::whole_puzzle_length;
///
/// assert_eq!(whole_puzzle_length(b".Cage~17~R1C1~R1C2\n# more"), Some(19));
/// assert_eq!(whole_puzzle_length(b".Cage~17~R1C"), None);
/// assert_eq!(whole_puzzle_length(b"{\"size\": 9,\n"), None);
/// ```
#[must_use]
pub fn whole_puzzle_length(text: &[u8]) -> Option<usize> {
    length(text, false)
}

/// The length of the first record of a text, which may have ended.
fn length(text: &[u8], has_ended: bool) -> Option<usize> {
    let is_known = |length: usize| has_ended || text[..length].ends_with(b"\n");
    match text.trim_ascii_start() {
        // An object may follow blank lines.
        b"" if !has_ended => return None,
        [b'{', ..] => return object_length(text, has_ended),
        [b'<', ..] => {
            let text = valid(text);
            if xml::is_xml(text.trim_start()) {
                return xml::game_length(text);
            }
        }
        _ => {}
    }
    let mut end = Some(line_length(text)).filter(|&length| is_known(length))?;
    let first = String::from_utf8_lossy(&text[..end]);
    if !iss::is_iss(first.trim()) {
        return Some(end);
    }
    let mut lines = Lines::new(&first);
    loop {
        let rest = &text[end..];
        let length = line_length(rest);
        let line = String::from_utf8_lossy(&rest[..length]);
        let is_whole = is_known(end + length) && length > 0;
        let next = if is_whole {
            Next::Line(&line)
        } else {
            Next::Start(&line)
        };
        match lines.continue_in(next) {
            Some(false) => return Some(end),
            Some(true) if is_whole => lines.add(&line),
            _ => return has_ended.then_some(end),
        }
        end += length;
    }
}

/// The characters at the start of a text.
fn valid(text: &[u8]) -> &str {
    let length = str::from_utf8(text).map_or_else(|error| error.valid_up_to(), str::len);
    str::from_utf8(&text[..length]).unwrap_or_default()
}

fn line_length(text: &[u8]) -> usize {
    let end = text.iter().position(|&byte| byte == b'\n');
    end.map_or(text.len(), |end| end + 1)
}

/// Where the object at the start of a text ends.
enum ObjectEnd {
    At(usize),
    /// Not in this text.
    Missing,
    /// The text is not JSON.
    Invalid,
}

fn object_end(text: &[u8]) -> ObjectEnd {
    let values = serde_json::Deserializer::from_slice(text);
    let mut values = values.into_iter::<serde::de::IgnoredAny>();
    match values.next() {
        Some(Ok(_)) => ObjectEnd::At(values.byte_offset()),
        Some(Err(error)) if !error.is_eof() => ObjectEnd::Invalid,
        _ => ObjectEnd::Missing,
    }
}

fn object_length(text: &[u8], has_ended: bool) -> Option<usize> {
    let is_line = |end: usize| has_ended || text[..end].ends_with(b"\n");
    match object_end(text) {
        ObjectEnd::At(end) => Some(end + line_length(&text[end..])).filter(|&end| is_line(end)),
        // Invalid JSON: the next puzzle may be valid.
        _ if has_ended => Some(next_puzzle(text)),
        ObjectEnd::Missing => None,
        // A line that is not whole may look like a puzzle.
        ObjectEnd::Invalid => {
            let end = text.iter().rposition(|&byte| byte == b'\n')? + 1;
            Some(next_puzzle(&text[..end])).filter(|&next| next < end)
        }
    }
}

/// The start of the next line that is or begins a puzzle, or the end. Lines with spaces before them
/// are parts of JSON.
fn next_puzzle(text: &[u8]) -> usize {
    let mut at = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let is_puzzle = || PuzzleFormat::detect(&String::from_utf8_lossy(line)).is_some();
        if at > 0 && !line[0].is_ascii_whitespace() && is_puzzle() {
            return at;
        }
        at += line.len();
    }
    text.len()
}
