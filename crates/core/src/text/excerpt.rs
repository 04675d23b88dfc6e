//! A line of a text with carets under the wrong characters.

use std::fmt;
use std::ops::Range;

/// The number of characters shown before the wrong part, and of the wrong part and the rest
/// together. An excerpt then fits a terminal of 80 columns.
const WINDOW: usize = 36;

/// A line of a text with carets under the wrong characters, safe to print on a terminal.
///
/// Long lines are cut on both sides and get an ellipsis. All white space becomes spaces. Characters
/// that are invisible or move the cursor become U+FFFD.
///
/// `Display` prints the line, and the carets on a second line without a newline at its end:
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
    /// The range of the wrong part, in bytes.
    wrong: Range<usize>,
}

impl Excerpt {
    /// Makes the excerpt of a line that consists of three parts: `before`, `wrong` and `after`. The
    /// wrong part is empty if something is missing. O(length of `before`).
    #[must_use]
    pub fn new([before, wrong, after]: [&str; 3]) -> Self {
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
        let whole = push_start(&mut line, wrong, &mut room);
        let end = line.len();
        if !(push_start(&mut line, after, &mut room) && whole) {
            line.push('…');
        }
        let wrong = start..end;
        Self { line, wrong }
    }

    /// Returns the line without carets.
    #[must_use]
    pub fn line(&self) -> &str {
        &self.line
    }

    /// Returns the number of columns before the carets, and the number of carets.
    #[must_use]
    pub fn carets(&self) -> (usize, usize) {
        let columns = |range| self.line.get(range).map_or(0, width);
        let length = columns(self.wrong.clone());
        (columns(0..self.wrong.start), length.max(1))
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, length) = self.carets();
        writeln!(f, "{}", self.line)?;
        write!(f, "{:start$}{:^<length$}", "", "")
    }
}

/// Appends as much of `text` as there is room for. Returns whether that was all of it.
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

/// Replaces a character that is invisible or moves the cursor.
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

/// The width of visible text in columns of a terminal: 2 for East Asian wide characters and emoji,
/// 0 for combining marks. Scripts whose letters join are not measured exactly.
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
