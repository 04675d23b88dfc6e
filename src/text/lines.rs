//! Bytes as numbered lines, and lines as words that know their places.

use super::{LONGEST_NAME, TextError};
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

/// The error for something that is missing at the end of a text.
#[cold]
pub(super) fn missing(
    text: &str,
    message: impl Into<String>,
    help: impl Into<String>,
) -> TextError {
    let (last, end) = line_at(text, text.len());
    last.error(end, 0, message).with_help(help)
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

/// The start of a run of more than `most` bytes of which none is a `stop`. Looks at few bytes where
/// stops are frequent.
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
    /// Refuses a word that is longer than any name may be, before anything looks at all of it.
    pub(super) fn check_words(self) -> Result<(), TextError> {
        let is_space = u8::is_ascii_whitespace;
        let Some(start) = long_run(self.text.as_bytes(), LONGEST_NAME, is_space) else {
            return Ok(());
        };
        let message = format!("a word of more than {LONGEST_NAME} bytes");
        // Its end may be far away.
        let first = self.text.get(start..).and_then(|word| word.chars().next());
        let error = self.error(start, first.map_or(0, char::len_utf8), message);
        Err(error.with_help("expected a shorter name"))
    }

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
