//! Files of other kinds that people give as boards.

use crate::outcome::Failure;

/// How files of some kinds begin.
const SIGNATURES: [(&[u8], &str); 8] = [
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "an office document or a ZIP archive"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"{\\rtf", "an RTF document"),
    (b"\x7fELF", "a program"),
];
/// How web pages and their relatives begin, after white space, in lower case.
const PAGES: [(&[u8], &str); 3] = [
    (b"<!doctype", "a web page"),
    (b"<html", "a web page"),
    (b"<svg", "an SVG picture"),
];
/// The number of bytes of an input that are examined.
const START: usize = 1 << 10;

/// Rejects an input that is not text, or is a page and not, as `holds_board` says, one that is read.
pub(super) fn check(name: &str, start: &[u8], holds_board: bool) -> Result<(), Failure> {
    let start = start.get(..START).unwrap_or(start);
    let lower = start.trim_ascii_start().to_ascii_lowercase();
    let kind_of = |kinds: &[(&[u8], &'static str)], start: &[u8]| {
        let kind = kinds.iter().find(|kind| start.starts_with(kind.0));
        kind.map(|kind| kind.1)
    };
    let kind = if is_utf_16(start) {
        Some("UTF-16 text")
    } else {
        kind_of(&SIGNATURES, start)
            .or_else(|| kind_of(&PAGES, &lower).filter(|_| !holds_board))
            .or_else(|| is_binary(start).then_some("a binary file"))
    };
    kind.map_or(Ok(()), |kind| {
        let help = match kind {
            "UTF-16 text" => "save the file as UTF-8",
            _ => "copy the boards as text into a file",
        };
        Err(Failure::usage(
            format!("{name} is {kind}, expected boards as text"),
            help.to_owned(),
        ))
    })
}

/// Whether some bytes are no text. A single control character is a fault of its line.
fn is_binary(start: &[u8]) -> bool {
    let is_control = |byte: &&u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
    start.contains(&0) && start.iter().filter(is_control).count() > 2
}

/// Whether a text begins with the byte order mark of UTF-16, or every second byte is zero.
fn is_utf_16(start: &[u8]) -> bool {
    let is_mark = start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff");
    let pairs = start.chunks_exact(2);
    let is_text = |zero: usize| {
        let mut pairs = pairs.clone();
        pairs.all(|pair| pair[zero] == 0 && pair[1 - zero] != 0)
    };
    is_mark || start.len() > 3 && (is_text(0) || is_text(1))
}
