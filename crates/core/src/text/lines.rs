//! Splits bytes into numbered lines, and lines into words with their positions.

use super::{LONGEST_NAME, TextError};
use crate::BuildError;

const BYTE_ORDER_MARK: &str = "\u{FEFF}";

/// One line of a text, without its line end.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    /// Counted from 1.
    pub(super) number: usize,
    pub(super) text: &'a str,
}

/// The lines of a text. There is at least one, and a final newline is followed by a blank line.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.split('\n').zip(1..).map(|(line, number)| Line {
        number,
        text: line.strip_suffix('\r').unwrap_or(line),
    })
}

/// An error at the end of a text, where something is missing.
#[cold]
pub(super) fn missing(text: &str, message: impl Into<String>) -> TextError {
    let (last, end) = line_at(text, text.len());
    if text.trim_ascii().is_empty() {
        last.error(end, 0, EMPTY)
    } else {
        last.error(end, 0, message)
    }
}

/// The message for a text without any words.
pub(super) const EMPTY: &str = "the text is empty";

/// The line that contains the byte at `offset`, and the position of the byte in it. O(offset).
pub(super) fn line_at(text: &str, offset: usize) -> (Line<'_>, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let number = before.matches('\n').count() + 1;
    let rest = text.get(start..).unwrap_or_default();
    let line = rest.split('\n').next().unwrap_or_default();
    let text = line.strip_suffix('\r').unwrap_or(line);
    (
        Line { number, text },
        (before.len() - start).min(text.len()),
    )
}

/// Makes an error at the `length` bytes from `offset`, or at those of them that are on the first
/// line.
#[cold]
pub(super) fn error_at(
    text: &str,
    offset: usize,
    length: usize,
    message: impl Into<String>,
) -> TextError {
    let (line, start) = line_at(text, offset);
    line.error(start, length.min(line.text.len() - start), message)
}

/// Returns the first line of a text that is neither blank nor a comment `c ...`, or the start of it
/// if it is long.
#[must_use]
pub fn first_line(text: &[u8]) -> &[u8] {
    const LONG: usize = 1 << 10;
    let is_end = |&byte: &u8| byte == b'\n';
    let mut rest = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    loop {
        rest = rest.trim_ascii_start();
        let start = rest.get(..LONG).unwrap_or(rest);
        let line = start.split(is_end).next().unwrap_or_default();
        if line.split(u8::is_ascii_whitespace).next() != Some(b"c") {
            return line;
        }
        match rest.iter().position(is_end) {
            Some(end) => rest = rest.get(end..).unwrap_or_default(),
            None => return b"",
        }
    }
}

/// The index in a text of the first byte of a part of it.
pub(super) fn offset(text: &str, part: &str) -> usize {
    let offset = part.as_ptr().addr().wrapping_sub(text.as_ptr().addr());
    offset.min(text.len())
}

/// Decodes bytes as UTF-8, without a byte order mark. O(length).
pub fn decode(bytes: &[u8]) -> Result<&str, TextError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let (good, bad) = bytes.split_at(error.valid_up_to());
        let good = std::str::from_utf8(good).unwrap_or_default();
        let good = good.strip_prefix(BYTE_ORDER_MARK).unwrap_or(good);
        let number = good.matches('\n').count() + 1;
        let before = good.rsplit('\n').next().unwrap_or_default();
        // The rest of the line is only for the excerpt, so a short piece is enough.
        let after = bad.get(1..).unwrap_or_default().iter().take(300);
        let after: Vec<u8> = after.copied().take_while(|&byte| byte != b'\n').collect();
        let after = String::from_utf8_lossy(&after);
        let byte = bad.first().copied().unwrap_or_default();
        let message = format!("byte 0x{byte:02X} is not UTF-8");
        TextError::new(number, [before, "\u{FFFD}", &after], message).with_help(encoding(bytes))
    })?;
    Ok(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text))
}

/// The likely fix for bytes that are not UTF-8.
fn encoding(bytes: &[u8]) -> &'static str {
    match bytes {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => "the file is UTF-16; save it as UTF-8",
        [0x1F, 0x8B, ..] => "unpack the file first: it is compressed with gzip",
        _ if bytes.iter().take(8192).any(|&byte| byte == 0) => NOT_TEXT,
        _ => "save the file as UTF-8",
    }
}

/// The likely fix for control characters.
pub(super) const NOT_TEXT: &str = "check that this is a text file";

/// Finds the first run of more than `most` bytes without a `stop`. It looks at few bytes if stops
/// are frequent.
pub(super) fn long_run(bytes: &[u8], most: usize, stop: impl Fn(&u8) -> bool) -> Option<usize> {
    let mut start = 0;
    while let Some(window) = bytes.get(start..=start + most) {
        match window.iter().rposition(&stop) {
            Some(place) => start += place + 1,
            None => return Some(start),
        }
    }
    None
}

impl<'a> Line<'a> {
    /// Rejects a word that is longer than any name. It reads only part of the line, so that a huge
    /// word costs little.
    pub(super) fn check_words(self) -> Result<(), TextError> {
        let is_space = u8::is_ascii_whitespace;
        let Some(start) = long_run(self.text.as_bytes(), LONGEST_NAME, is_space) else {
            return Ok(());
        };
        // The end of the word may be far away, so the error marks the first character only.
        let first = self.text.get(start..).and_then(|word| word.chars().next());
        let length = first.map_or(0, char::len_utf8);
        Err(self.error(start, length, "a word has more than 1,048,576 bytes"))
    }

    /// The words, separated by ASCII white space, each with the index of its first byte.
    pub(super) fn words(self) -> impl Iterator<Item = (usize, &'a str)> + Clone {
        let mut next = 0;
        std::iter::from_fn(move || {
            // Bytes are faster than characters, and no part of a longer character is white space.
            let rest = self.text.as_bytes().get(next..)?;
            let start = next + rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
            let rest = self.text.as_bytes().get(start..)?;
            let length = rest.iter().position(u8::is_ascii_whitespace);
            next = start + length.unwrap_or(rest.len());
            Some((start, self.text.get(start..next)?))
        })
    }

    /// Makes an error at the `length` bytes from `start`.
    pub(super) fn error(
        self,
        start: usize,
        length: usize,
        message: impl Into<String>,
    ) -> TextError {
        let (before, rest) = self.text.split_at_checked(start).unwrap_or((self.text, ""));
        let (wrong, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
        TextError::new(self.number, [before, wrong, after], message)
    }

    /// Makes an error of the builder at the `length` bytes from `start`.
    pub(super) fn build_error(self, start: usize, length: usize, cause: BuildError) -> TextError {
        self.error(start, length, cause.to_string())
            .with_cause(cause)
    }

    /// The start and the length of the line without white space at its ends, in bytes.
    pub(super) fn body(self) -> (usize, usize) {
        let rest = self.text.trim_ascii_start();
        (self.text.len() - rest.len(), rest.trim_ascii_end().len())
    }
}

#[cfg(test)]
mod tests {
    use super::long_run;

    #[test]
    fn the_first_long_run_is_found() {
        let run = |text: &str, most| long_run(text.as_bytes(), most, |&byte| byte == b' ');
        assert_eq!(run("", 2), None);
        assert_eq!(run("ab", 2), None);
        assert_eq!(run("abc", 2), Some(0));
        assert_eq!(run("ab cd  ef", 2), None);
        assert_eq!(run("ab cd  efg h", 2), Some(7));
        assert_eq!(run("a bcd efg", 2), Some(2));
    }
}
