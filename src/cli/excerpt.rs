//! The line of a bad board with a caret under the culprit.

use std::ops::Range;

/// How many bytes are shown before the culprit, and of it together with what follows: so many that
/// no line is broken in a terminal of 80 columns.
const WINDOW: usize = 36;

/// Two lines for people, short and harmless to a terminal whatever the input holds.
pub(super) struct Excerpt {
    pub(super) line: String,
    pub(super) caret: String,
}

impl Excerpt {
    /// Shows these bytes of a text, or the place where some are missing if there are none.
    /// What stands before the culprit of a board is nearly always ASCII, so that a character is
    /// taken to be one column wide.
    pub(super) fn new(text: &[u8], culprit: Range<usize>) -> Self {
        let start = culprit.start.min(text.len());
        let (before, rest) = text.split_at(start);
        let before = match before.iter().rposition(|&byte| byte == b'\n') {
            Some(end) => &before[end + 1..],
            None => before,
        };
        let (culprit, after) = rest.split_at(culprit.len().min(rest.len()));
        let rest = after.split(|&byte| byte == b'\n').next();
        let after = rest.unwrap_or_default().trim_ascii_end();

        let mut line = String::new();
        if before.len() > WINDOW {
            line.push('…');
        }
        let first = before.len().saturating_sub(WINDOW);
        push_visible(&mut line, &before[first..]);
        let indent = line.chars().count();
        let shown = culprit.len().min(WINDOW);
        push_visible(&mut line, &culprit[..shown]);
        let length = line.chars().count() - indent;
        let room = WINDOW - shown;
        push_visible(&mut line, &after[..after.len().min(room)]);
        if culprit.len() + after.len() > WINDOW {
            line.push('…');
        }
        let caret = " ".repeat(indent) + &"^".repeat(length.max(1));
        Self { line, caret }
    }
}

/// Appends bytes with one character in the place of each that cannot be shown.
fn push_visible(line: &mut String, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    line.extend(text.chars().map(|c| match c {
        '\t' | '\r' | '\x0B' | '\x0C' => ' ',
        c if c.is_control() || is_invisible(c) => '\u{FFFD}',
        c => c,
    }));
}

/// Marks of no width, and those that turn the direction of a line.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &[u8], culprit: Range<usize>) -> String {
        let Excerpt { line, caret } = Excerpt::new(text, culprit);
        format!("{line}\n{caret}")
    }

    #[test]
    fn a_caret_stands_under_the_culprit() {
        assert_eq!(shown(b"123\n4x6\r\n789\n", 5..6), "4x6\n ^");
        assert_eq!(shown(b"\t1\0\x1B3", 2..4), " 1\u{FFFD}\u{FFFD}3\n  ^^");
        assert_eq!(shown(b"1 2\xFF3", 3..4), "1 2\u{FFFD}3\n   ^");
        assert_eq!(shown("1é3".as_bytes(), 1..3), "1é3\n ^");
    }

    #[test]
    fn what_is_missing_is_missed_at_the_end() {
        assert_eq!(shown(b"12\n34\n", 5..5), "34\n  ^");
        assert_eq!(shown(b"", 0..0), "\n^");
        assert_eq!(shown(b"12", 9..12), "12\n  ^");
    }

    #[test]
    fn a_long_line_is_cut_around_the_culprit() {
        let text = [[b'1'; 100].as_slice(), b"x", &[b'2'; 100]].concat();
        let (ones, twos) = ("1".repeat(WINDOW), "2".repeat(WINDOW - 1));
        let caret = " ".repeat(WINDOW + 1) + "^";
        assert_eq!(shown(&text, 100..101), format!("…{ones}x{twos}…\n{caret}"));
        let (line, carets) = (format!("…{}x{twos}2…", &ones[1..]), "^".repeat(WINDOW));
        let expected = format!("{line}\n {}{carets}", " ".repeat(WINDOW));
        assert_eq!(shown(&text, 101..201), expected);
    }
}
