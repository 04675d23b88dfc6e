//! ISS text on several lines.
//!
//! The website drops all white space, so a puzzle may be broken anywhere. Files usually have one
//! puzzle a line. A line continues the one before it in these cases only, so that two lines which
//! are puzzles of their own stay two:
//!
//! - It begins with white space or `~`.
//! - The text before it ends inside a group or an argument.
//! - The first line gives no more than the size and the regions, or the lines so far have only rules
//!   for the whole board, and this line has no size.
//! - Each line so far has one part without givens, and so has this one.
//!
//! Comments may stand between such lines, and below a size blank lines, too.

use super::table::FLAGS;
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

/// Says that several lines were read as one puzzle, of which each could be one.
const NOTE: &str = "these lines of ISS text, of one part each, are read as one puzzle";

/// Reads a text without its white space and comments. Places of errors are those of the text with it.
pub(super) fn joined(
    text: &str,
    read: impl Fn(&str) -> Result<Puzzle, PuzzleError>,
) -> Result<Puzzle, PuzzleError> {
    let seen = || {
        let start = |line: &str| line.as_ptr() as usize - text.as_ptr() as usize;
        let lines = text.lines().filter(|line| !is_comment(line));
        let places = lines.flat_map(move |line| {
            let places = line.char_indices();
            places.map(move |(at, c)| (start(line) + at, c))
        });
        places.filter(|place| !place.1.is_whitespace())
    };
    let joined: String = seen().map(|place| place.1).collect();
    let puzzle = read(&joined).map(|mut puzzle| {
        puzzle
            .notes
            .extend(are_parts(text).then(|| NOTE.to_owned()));
        puzzle
    });
    puzzle.map_err(|error| {
        // The place of each byte of the joined text.
        let places: Vec<usize> = seen().flat_map(|(at, c)| at..at + c.len_utf8()).collect();
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

/// Whether a text has lines of one part each that could be puzzles of their own.
fn are_parts(text: &str) -> bool {
    let is_line = |line: &&str| !line.trim().is_empty() && !is_comment(line);
    let mut lines = text.lines().filter(is_line);
    let first = lines.next().map(Lines::new);
    first.is_some_and(|first| first.is_parts && !first.is_outline)
        && lines.any(|line| line.starts_with('.'))
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

/// What stands between two lines of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::format) enum Between {
    Nothing,
    Comments,
    /// Blank lines, and perhaps comments.
    Blanks,
}

impl Between {
    /// What stands between two lines, given what stands before a whole line between them; `None`
    /// for a line that is neither blank nor a comment.
    pub(in crate::format) fn with(self, line: &str) -> Option<Between> {
        match (line.trim().is_empty(), is_comment(line)) {
            (true, _) => Some(Between::Blanks),
            (_, true) => Some(self.max(Between::Comments)),
            _ => None,
        }
    }
}

/// What the lines of a puzzle so far say about the next one.
pub(in crate::format) struct Lines {
    /// How many groups are open.
    open: usize,
    /// Whether the first line gives no more than the size and the regions.
    is_outline: bool,
    /// Whether there are only the size, the regions and rules for the whole board.
    is_bare: bool,
    /// Whether each line is one part without givens, or bare.
    is_parts: bool,
    /// Whether the last line ends inside an argument.
    is_cut: bool,
}

impl Lines {
    /// The first line of a puzzle.
    pub(in crate::format) fn new(line: &str) -> Self {
        let mut lines = Self {
            open: 0,
            is_outline: has_only(line, |name| OUTLINE.contains(&name)),
            is_bare: true,
            is_parts: true,
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
        let is_bare = is_bare(line);
        self.is_bare &= is_bare;
        self.is_parts &= is_bare || is_part(line);
    }

    /// Whether no line is missing, so far as the lines show.
    pub(in crate::format) fn is_complete(&self) -> bool {
        self.open == 0 && !self.is_outline && !self.is_cut
    }

    /// Whether a line may stand between the lines of the puzzle.
    pub(in crate::format) fn allow(&self, between: Between) -> bool {
        match between {
            Between::Nothing => true,
            Between::Comments => self.open > 0 || self.is_outline || self.is_parts,
            Between::Blanks => self.is_outline && self.is_parts,
        }
    }

    /// Whether a line continues the puzzle; `None` if that depends on the rest of the line.
    pub(in crate::format) fn continue_in(&self, next: Next<'_>, between: Between) -> Option<bool> {
        let (line, is_whole) = match next {
            Next::Start(line) => (line, false),
            Next::Line(line) => (line, true),
        };
        let text = line.trim();
        let is_indented = line.starts_with(|c: char| c.is_whitespace());
        let is_next = between == Between::Nothing;
        let needs = match text.chars().next() {
            None => is_whole.then_some(false)?,
            // The start of a comment that may stand here.
            Some('#') if self.allow(between.max(Between::Comments)) => return None,
            Some('~') if is_next => return Some(true),
            Some('.') => self.open > 0 || is_indented || self.is_outline || self.is_parts,
            // The rest of an argument.
            Some(c) => self.is_cut && is_next && !"#{[<~".contains(c),
        };
        if !needs || !is_whole {
            return (!needs).then_some(false);
        }
        if !text.starts_with('.') {
            return Some(text.contains('~') && !text.contains(char::is_whitespace));
        }
        let has_size = names(text).any(|name| name == "Shape");
        let is_more = match between {
            _ if self.open > 0 => true,
            Between::Nothing if is_indented => true,
            _ if has_size => false,
            // Below a lone size, the text may stand anywhere.
            Between::Blanks => self.is_outline && self.is_bare || is_bare(text) || is_part(text),
            _ => self.is_outline || self.is_bare || is_bare(text) || is_part(text),
        };
        Some(is_more && is_iss(text))
    }
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with('#')
}

/// Whether a line has only the size, the regions and rules for the whole board.
fn is_bare(line: &str) -> bool {
    const MORE: [&str; 3] = ["Diagonal", "GlobalMod", "StrictKropki"];
    let is_flag = |name: &str| FLAGS.iter().any(|flag| flag.0 == name);
    has_only(line, |name| {
        OUTLINE.contains(&name) || MORE.contains(&name) || is_flag(name)
    })
}

/// Whether a line has only parts with certain names.
fn has_only(line: &str, is_one: impl Fn(&str) -> bool) -> bool {
    line.trim_start().starts_with('.') && names(line).all(is_one)
}

/// Whether a line is one part without givens: no puzzle has so little.
fn is_part(line: &str) -> bool {
    let mut names = names(line);
    let is_part = |name: &str| !["", "Given", "Or", "And", "Replicate", "End"].contains(&name);
    names.next().is_some_and(is_part) && names.next().is_none()
}

/// Whether a word is the start of the name of a cell.
fn is_cut(word: &str) -> bool {
    let Some(rest) = word.strip_prefix(['R', 'r']) else {
        return false;
    };
    let row = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    row.is_empty() || row.eq_ignore_ascii_case("c")
}
