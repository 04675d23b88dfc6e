//! A line with carets under the culprit.

use std::fmt;
use std::ops::Range;

/// How many characters are shown before the culprit, and of it together with what follows: so few
/// that a line is hardly ever broken in a terminal of 80 columns.
const WINDOW: usize = 36;

/// A line near a culprit, short and harmless to a terminal whatever the line holds: an ellipsis
/// stands where there is more of it, white space is shown as spaces, and what would be invisible or
/// move the cursor as U+FFFD.
///
/// `Display` is the line, and below it carets under the culprit, without a newline at the end:
///
/// ```
/// use quadrille::text::Excerpt;
///
/// let excerpt = Excerpt::new(["a d ", "x", " g"]);
/// assert_eq!(excerpt.to_string(), "a d x g\n    ^");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    line: String,
    /// The bytes of the line that are the culprit.
    culprit: Range<usize>,
}

impl Excerpt {
    /// An excerpt of a line that reads `before`, `culprit`, `after`; of no culprit, if something is
    /// missing there. O(length of `before`).
    #[must_use]
    pub fn new([before, culprit, after]: [&str; 3]) -> Self {
        let mut line = String::new();
        let cut = match before.char_indices().rev().nth(WINDOW - 1) {
            Some((cut, _)) => cut,
            None => 0,
        };
        if cut > 0 {
            line.push('…');
        }
        line.extend(before.get(cut..).unwrap_or_default().chars().map(visible));
        let start = line.len();
        let mut room = WINDOW;
        let whole = push_start(&mut line, culprit, &mut room);
        let end = line.len();
        if !(push_start(&mut line, after, &mut room) && whole) {
            line.push('…');
        }
        let culprit = start..end;
        Self { line, culprit }
    }

    /// The line, without carets.
    #[must_use]
    pub fn line(&self) -> &str {
        &self.line
    }

    /// How many columns stand before the carets, and how many carets there are.
    #[must_use]
    pub fn carets(&self) -> (usize, usize) {
        let columns = |range| self.line.get(range).map_or(0, width);
        let length = columns(self.culprit.clone());
        (columns(0..self.culprit.start), length.max(1))
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, length) = self.carets();
        writeln!(f, "{}", self.line)?;
        write!(f, "{:start$}{:^<length$}", "", "")
    }
}

/// Appends the start of `text` as far as there is room, and says whether that was all of it.
fn push_start(line: &mut String, text: &str, room: &mut usize) -> bool {
    let mut rest = text.chars();
    while *room > 0 {
        match rest.next() {
            Some(c) => line.push(visible(c)),
            None => return true,
        }
        *room -= 1;
    }
    rest.next().is_none()
}

/// A character that prints as one, in its place.
pub(super) fn visible(c: char) -> char {
    match c {
        '\t' | '\r' | '\n' | '\x0C' => ' ',
        // Zero-width and bidirectional marks, line separators.
        '\u{200B}'..='\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{61C}'
        | '\u{FEFF}' => '\u{FFFD}',
        c if c.is_control() => '\u{FFFD}',
        c => c,
    }
}

/// How many columns of a terminal some visible text takes: East Asian wide characters and emoji
/// take two, combining marks none. Scripts that a terminal shapes are beyond this.
fn width(text: &str) -> usize {
    let cells = |c: char| match c as u32 {
        0x300..=0x36F | 0x591..=0x5BD | 0x64B..=0x65F | 0x1AB0..=0x1AFF | 0x1DC0..=0x1DFF => 0,
        0x20D0..=0x20FF | 0xFE00..=0xFE0F | 0xFE20..=0xFE2F | 0xE0100..=0xE01EF => 0,
        0x1100..=0x115F | 0x2E80..=0x303E | 0x3041..=0xA4CF | 0xA960..=0xA97F => 2,
        0xAC00..=0xD7A3 | 0xF900..=0xFAFF | 0xFE30..=0xFE6F | 0xFF01..=0xFF60 => 2,
        0xFFE0..=0xFFE6 | 0x1F300..=0x1F64F | 0x1F680..=0x1F6FF | 0x1F900..=0x1F9FF => 2,
        0x20000..=0x3FFFD => 2,
        _ => 1,
    };
    text.chars().map(cells).sum()
}
