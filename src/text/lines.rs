//! Bytes as numbered lines, and lines as words that know their places.

use super::TextError;
use crate::BuildError;

const BYTE_ORDER_MARK: &str = "\u{FEFF}";

/// One line of a text, without its end.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    /// From 1.
    pub(super) number: usize,
    pub(super) text: &'a str,
}

/// The lines of a text. There is at least one, and after a last newline a blank one.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.split('\n').zip(1..).map(|(line, number)| Line {
        number,
        text: line.strip_suffix('\r').unwrap_or(line),
    })
}

/// The line in which the byte at `offset` stands, and where in that line. O(offset).
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

/// Bytes as text, without a byte order mark. O(length).
pub(super) fn decode(bytes: &[u8]) -> Result<&str, TextError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let (good, bad) = bytes.split_at(error.valid_up_to());
        let good = std::str::from_utf8(good).unwrap_or_default();
        let good = good.strip_prefix(BYTE_ORDER_MARK).unwrap_or(good);
        let number = good.matches('\n').count() + 1;
        let before = good.rsplit('\n').next().unwrap_or_default();
        // What follows is only shown, so a little of it will do.
        let after = bad.get(1..).unwrap_or_default().iter().take(300);
        let after: Vec<u8> = after.copied().take_while(|&byte| byte != b'\n').collect();
        let after = String::from_utf8_lossy(&after);
        let byte = bad.first().copied().unwrap_or_default();
        let message = format!("the byte 0x{byte:02X} is not UTF-8");
        let help = match bytes {
            [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => "expected UTF-8, and this looks like UTF-16",
            _ => "expected text in UTF-8",
        };
        TextError::new(number, [before, "\u{FFFD}", &after], message).with_help(help)
    })?;
    Ok(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text))
}

impl<'a> Line<'a> {
    /// The words, separated by ASCII white space, each with the byte at which it starts.
    pub(super) fn words(self) -> impl Iterator<Item = (usize, &'a str)> + Clone {
        let mut next = 0;
        self.text
            .split(|c: char| c.is_ascii_whitespace())
            .map(move |word| {
                let start = next;
                next += word.len() + 1;
                (start, word)
            })
            .filter(|(_, word)| !word.is_empty())
    }

    /// An error at the `length` bytes from `start`.
    pub(super) fn error(
        self,
        start: usize,
        length: usize,
        message: impl Into<String>,
    ) -> TextError {
        let (before, rest) = self.text.split_at_checked(start).unwrap_or((self.text, ""));
        let (culprit, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
        TextError::new(self.number, [before, culprit, after], message)
    }

    /// An error of the builder at the `length` bytes from `start`.
    pub(super) fn refused(self, start: usize, length: usize, cause: BuildError) -> TextError {
        self.error(start, length, cause.to_string())
            .with_cause(cause)
    }

    /// The bytes of the line that are not white space at its ends: where it starts and how long
    /// it is.
    pub(super) fn body(self) -> (usize, usize) {
        let rest = self.text.trim_ascii_start();
        (self.text.len() - rest.len(), rest.trim_ascii_end().len())
    }
}
