//! ISS text on several lines.
//!
//! The website drops all white space, so a puzzle may be broken anywhere. Files usually have one
//! puzzle a line. A line continues the one before it in these cases only, so that two lines which
//! are puzzles of their own stay two:
//!
//! - It begins with white space or `~`.
//! - The text before it ends inside a group or an argument.
//! - The first line gives no more than the size and the regions, and this line has no size.

use crate::format::error::PuzzleError;
use crate::format::puzzle::Puzzle;

/// The parts that give the size and the regions.
const OUTLINE: [&str; 4] = ["Shape", "RegionSize", "NoBoxes", "Jigsaw"];

/// Whether a text is ISS text.
pub(super) fn is_iss(text: &str) -> bool {
    text.strip_prefix('.').is_some_and(|rest| {
        let mut words = rest.split('.').map(str::trim);
        let has_names = rest.starts_with(|c: char| c.is_ascii_alphabetic())
            && rest.contains(|c: char| c.is_ascii_lowercase())
            && words.all(|word| word.len() > 1 && word.is_ascii());
        // Parts may be empty, as in "..Cage~3~R1C1".
        let first = rest.trim_start_matches('.');
        let has_arguments =
            first.starts_with(|c: char| c == '~' || c.is_ascii_alphabetic()) && rest.contains('~');
        (has_arguments || has_names) && !rest.contains("://")
    })
}

/// Reads a text without its white space. Places of errors are those of the text with it.
pub(super) fn joined(
    text: &str,
    read: impl Fn(&str) -> Result<Puzzle, PuzzleError>,
) -> Result<Puzzle, PuzzleError> {
    let is_seen = |place: &(usize, char)| !place.1.is_whitespace();
    let joined: String = text
        .char_indices()
        .filter(is_seen)
        .map(|place| place.1)
        .collect();
    read(&joined).map_err(|error| {
        // The place of each byte of the joined text.
        let seen = text.char_indices().filter(is_seen);
        let places: Vec<usize> = seen.flat_map(|(at, c)| at..at + c.len_utf8()).collect();
        let at = |byte: usize| places.get(byte).copied().unwrap_or(text.len());
        let start = at(error.span.start);
        let end = match error.span.len() {
            0 => start,
            _ => at(error.span.end - 1) + 1,
        };
        PuzzleError {
            span: start..end,
            ..error
        }
    })
}

/// The names of the parts of a text.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.trim().split('.').skip(1);
    parts.map(|part| part.split('~').next().unwrap_or(part).trim())
}

/// A line after others.
#[derive(Clone, Copy)]
pub(in crate::format) enum Next<'a> {
    /// The start of a line, of which the rest is not known.
    Start(&'a str),
    /// A whole line.
    Line(&'a str),
}

/// What the lines of a puzzle so far say about the next one.
pub(in crate::format) struct Lines {
    /// How many groups are open.
    open: usize,
    /// Whether the first line gives no more than the size and the regions.
    is_outline: bool,
    /// Whether the last line ends inside an argument.
    is_cut: bool,
}

impl Lines {
    /// The first line of a puzzle.
    pub(in crate::format) fn new(line: &str) -> Self {
        let mut lines = Self {
            open: 0,
            is_outline: names(line).all(|name| OUTLINE.contains(&name)),
            is_cut: false,
        };
        lines.add(line);
        lines
    }

    /// Adds a line.
    pub(in crate::format) fn add(&mut self, line: &str) {
        for name in names(line) {
            match name {
                "Or" | "And" | "Replicate" => self.open += 1,
                "End" => self.open = self.open.saturating_sub(1),
                _ => {}
            }
        }
        let last = line.trim_end();
        let word = last.rsplit(['~', '.']).next().unwrap_or(last);
        self.is_cut = last.ends_with(['~', '.', '_']) || is_cut(word);
    }

    /// Whether no line is missing, so far as the lines show.
    pub(in crate::format) fn is_complete(&self) -> bool {
        self.open == 0 && !self.is_outline && !self.is_cut
    }

    /// Whether a line continues the puzzle; `None` if that depends on the rest of the line.
    pub(in crate::format) fn continue_in(&self, next: Next<'_>) -> Option<bool> {
        let (line, is_whole) = match next {
            Next::Start(line) => (line, false),
            Next::Line(line) => (line, true),
        };
        let text = line.trim();
        let is_indented = line.starts_with(|c: char| c.is_whitespace());
        let needs = match text.chars().next() {
            // A blank line ends a puzzle.
            None => is_whole.then_some(false)?,
            Some('~') => return Some(true),
            Some('.') => self.open > 0 || is_indented || self.is_outline,
            Some('#' | '{' | '[' | '<') => false,
            // The rest of an argument.
            Some(_) => self.is_cut,
        };
        if !needs || !is_whole {
            return (!needs).then_some(false);
        }
        Some(if text.starts_with('.') {
            let is_size = || names(text).any(|name| name == "Shape");
            is_iss(text) && (self.open > 0 || is_indented || !is_size())
        } else {
            text.contains('~') && !text.contains(char::is_whitespace)
        })
    }
}

/// Whether a word is the start of the name of a cell.
fn is_cut(word: &str) -> bool {
    let Some(rest) = word.strip_prefix(['R', 'r']) else {
        return false;
    };
    let row = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    row.is_empty() || row.eq_ignore_ascii_case("c")
}
