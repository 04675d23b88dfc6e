//! Where a puzzle in one of the formats begins and ends in a text: on one line, or JSON, XML or ISS
//! text of any number of lines.

use super::iss::{Between, Lines, Next};
use super::kind::PuzzleFormat;
use super::xml;
use crate::text::LONGEST_LINE;

/// The most bytes of XML before its first game.
const LONGEST_HEAD: usize = 1 << 16;
/// The fewest cells of a line that is surely one of a board.
const FEWEST_CELLS: usize = 4;

/// What follows a text that has been read so far.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum After {
    /// The input has ended.
    End,
    /// More, which may be read.
    More,
    /// Perhaps nothing before an answer is written.
    Answer,
}

/// Which part of a text is the puzzle that it begins with.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The text begins with no puzzle, or with invalid JSON.
    Nothing,
    /// This many bytes.
    Bytes(usize),
    /// It depends on what follows.
    Unknown,
}

/// Finds the puzzle that a text begins with. The first line is whole unless it is a long one.
/// O(length of the puzzle).
pub(crate) fn extent(text: &[u8], after: After) -> Extent {
    let end = line_length(text);
    let (first, rest) = text.split_at(end);
    // Of a longer line, more may be at hand at one time than at another.
    let head = &first[..end.min(LONGEST_LINE)];
    if !may_begin_puzzle(head) {
        return Extent::Nothing;
    }
    match head.trim_ascii_start() {
        [b'{', ..] => return object_extent(text, after),
        [b'<', ..] if xml::is_xml(valid(head).trim_start()) => {
            return match xml::game_length(valid(text), after == After::End) {
                Some(length) => Extent::Bytes(length),
                None if after == After::End || text.len() > LONGEST_HEAD => Extent::Nothing,
                None => Extent::Unknown,
            };
        }
        _ => {}
    }
    let line = String::from_utf8_lossy(head);
    match PuzzleFormat::detect(&line) {
        // A row of a spreadsheet is a plain board, too.
        None | Some(PuzzleFormat::Csv) => Extent::Nothing,
        _ if after != After::End && !first.ends_with(b"\n") => Extent::Unknown,
        Some(PuzzleFormat::Iss) => iss_extent(first, rest, after),
        Some(_) => Extent::Bytes(end),
    }
}

/// Whether a line may begin a puzzle. For most lines of boards, this is quick to answer.
fn may_begin_puzzle(line: &[u8]) -> bool {
    let is_sign = |byte: u8| {
        byte.is_ascii_alphabetic() | matches!(byte, b':' | b'~' | b'{' | b'<' | b'>' | b'^')
    };
    // Without an early end, many bytes are compared at once.
    let has_sign = line
        .iter()
        .fold(false, |found, &byte| found | is_sign(byte));
    has_sign && !line.trim_ascii_start().starts_with(b"#")
}

/// The lines of ISS text that continue the first one.
fn iss_extent(first: &[u8], mut rest: &[u8], after: After) -> Extent {
    let mut lines = Lines::new(&String::from_utf8_lossy(first));
    // The end of the puzzle so far, and of what has been looked at below it.
    let (mut end, mut at) = (first.len(), first.len());
    let mut between = Between::Nothing;
    loop {
        let (line, below) = rest.split_at(line_length(rest));
        let is_whole = line.ends_with(b"\n") || after == After::End && !line.is_empty();
        let text = String::from_utf8_lossy(line);
        let next = if is_whole {
            Next::Line(&text)
        } else {
            Next::Start(&text)
        };
        let may_end = match after {
            After::End => true,
            After::More => false,
            // Below a size, a blank line may end the puzzle.
            After::Answer => line.is_empty() && (lines.is_complete() || between == Between::Blanks),
        };
        (at, rest) = (at + line.len(), below);
        let gap = between.with(&text).filter(|_| is_whole);
        if let Some(gap) = gap.filter(|&gap| lines.allow(gap)) {
            between = gap;
            continue;
        }
        match lines.continue_in(next, between) {
            Some(true) if is_whole => lines.add(&text),
            Some(false) => return Extent::Bytes(end),
            _ if may_end => return Extent::Bytes(end),
            _ => return Extent::Unknown,
        }
        (end, between) = (at, Between::Nothing);
    }
}

/// The lines of an object of JSON. Of several on one line, each is a puzzle of its own.
fn object_extent(text: &[u8], after: After) -> Extent {
    let start = text.len() - text.trim_ascii_start().len() + 1;
    match text[start..].trim_ascii_start() {
        [b'"' | b'}', ..] => {}
        b"" if after != After::End => return Extent::Unknown,
        _ => return Extent::Nothing,
    }
    let values = serde_json::Deserializer::from_slice(text);
    let mut values = values.into_iter::<serde::de::IgnoredAny>();
    let end = match values.next() {
        Some(Ok(_)) => values.byte_offset(),
        Some(Err(error)) if error.is_eof() && after != After::End => return Extent::Unknown,
        _ => return Extent::Nothing,
    };
    let rest = &text[end..];
    let line = end + line_length(rest);
    if after == After::End || text[..line].ends_with(b"\n") {
        Extent::Bytes(line)
    } else {
        Extent::Unknown
    }
}

/// The length of what a text begins with and is no valid JSON or XML: it ends before the next
/// puzzle, or before a line of a board.
pub(crate) fn broken_length(text: &[u8]) -> usize {
    let mut at = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        // Lines with spaces before them are parts of it.
        if at > 0 && !line[0].is_ascii_whitespace() && (is_puzzle(line) || is_cells(line)) {
            return at;
        }
        at += line.len();
    }
    text.len()
}

fn is_puzzle(line: &[u8]) -> bool {
    may_begin_puzzle(line) && PuzzleFormat::detect(&String::from_utf8_lossy(line)).is_some()
}

fn is_cells(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let is_cell = |byte: &u8| byte.is_ascii_digit() || b".*_".contains(byte);
    line.len() >= FEWEST_CELLS && line.iter().all(is_cell)
}

/// The characters at the start of a text.
fn valid(text: &[u8]) -> &str {
    text.utf8_chunks().next().map_or("", |chunk| chunk.valid())
}

fn line_length(text: &[u8]) -> usize {
    let end = text.iter().position(|&byte| byte == b'\n');
    end.map_or(text.len(), |end| end + 1)
}
