//! The words of a line, and lines that have none: titles and the lines of frames.

use super::token::Place;

/// A word of a line: where it begins and its bytes.
pub(super) type Word<'a> = (usize, &'a [u8]);

/// The places of words, and those of their characters, `start` more than in the line.
pub(super) fn places_of_words(words: &[Word<'_>], start: usize) -> impl Iterator<Item = Place> {
    let place = move |&(at, word): &Word<'_>| Place::new(start + at, word.len());
    words.iter().map(place)
}

pub(super) fn places_of_characters(
    words: &[Word<'_>],
    start: usize,
) -> impl Iterator<Item = Place> {
    let words = words.iter();
    words.flat_map(move |&(at, word)| {
        (0..word.len()).map(move |byte| Place::new(start + at + byte, 1))
    })
}

/// Whether a line may be one of a frame: `+---+---+`, `-----------`.
pub(super) fn is_frame(body: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(body) else {
        return false;
    };
    let is_mark = |c: char| {
        matches!(
            c,
            '-' | '=' | '+' | '|' | '*' | '.' | ':' | '\'' | ',' | ' '
        )
    };
    let is_rule = |run: &[u8]| matches!(run, b"---" | b"===" | b"+-+" | b"+--" | b"--+");
    let long = body.windows(3).any(is_rule);
    let drawn = text.chars().any(|c| is_box_drawing(c) && !is_bar(c));
    (long || drawn) && text.chars().all(|c| is_mark(c) || is_box_drawing(c))
}

/// Titles of known collections, and the sections of a file of one board.
pub(super) fn is_title(body: &[u8]) -> bool {
    let number = body.strip_prefix(b"Grid ").unwrap_or_default();
    body.starts_with(b"[") || (!number.is_empty() && number.iter().all(u8::is_ascii_digit))
}

/// Whether a line has the names of columns: between commas, semicolons or tabs, without a digit or
/// a blank.
pub(super) fn is_header(line: &[u8]) -> bool {
    let is_cell = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'*' | b'-' | b'#');
    let body = line.trim_ascii();
    body.iter().any(|byte| matches!(byte, b',' | b';' | b'\t'))
        && body.iter().any(u8::is_ascii_alphabetic)
        && !body.iter().any(is_cell)
}

/// The words of a line, between spaces and the bars of frames.
pub(super) fn words(body: &[u8]) -> impl Iterator<Item = Word<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let length @ 1.. = separator(body.get(at..)?) {
            at += length;
        }
        let rest = body.get(at..)?;
        let end = (0..rest.len()).find(|&end| separator(&rest[end..]) > 0);
        let word = (at, rest.get(..end.unwrap_or(rest.len()))?);
        at += word.1.len();
        (!word.1.is_empty()).then_some(word)
    })
}

/// The length of the separator that a text begins with: a space, a non-breaking space, or a bar in
/// ASCII or of box drawing (U+2500 to U+257F).
fn separator(text: &[u8]) -> usize {
    match text {
        [byte, ..] if is_space(*byte) || *byte == b'|' => 1,
        [0xc2, 0xa0, ..] => 2,
        [0xe2, 0x94 | 0x95, _, ..] => 3,
        _ => 0,
    }
}

pub(super) fn is_box_drawing(c: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&c)
}

/// Whether this is one of the upright bars between cells.
pub(super) fn is_bar(c: char) -> bool {
    matches!(c, '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏')
}

/// The number of bytes at the start that fulfil a condition.
pub(super) fn count(bytes: &[u8], is_counted: impl Fn(u8) -> bool) -> usize {
    bytes.iter().take_while(|&&byte| is_counted(byte)).count()
}

/// Space, tab, vertical tab and form feed. A carriage return within a line is a fault.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0b | 0x0c)
}

/// A line without its line end and the spaces before it.
pub(super) fn trim_end(line: &[u8]) -> &[u8] {
    let last = line
        .iter()
        .rposition(|&byte| !(is_space(byte) || byte == b'\r' || byte == b'\n'));
    last.and_then(|last| line.get(..=last)).unwrap_or_default()
}
