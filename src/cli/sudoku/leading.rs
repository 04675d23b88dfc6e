//! A map of regions above the boards of an input.

use quadrille::sudoku::Shape;
use quadrille::sudoku::text::read as read_board;

/// The most lines of a title above a map.
const MOST_TITLES: usize = 2;

/// What an input begins with.
pub(super) enum Leading {
    /// A map of regions, and something below it.
    Map {
        text: String,
        lines: u64,
    },
    NoMap,
    /// More of the input is needed.
    Unknown,
}

impl Leading {
    /// What is known of a start that may go on, or that has `ended`.
    fn unknown(ended: bool) -> Self {
        if ended { Self::NoMap } else { Self::Unknown }
    }
}

/// Looks for a map of regions above the boards, perhaps below a title: as many lines of letters as
/// each has letters, or one line with all of them. Every letter stands for a region of as many
/// cells as the map has rows. What is a valid board is not a map.
pub(super) fn leading_map(start: &[u8], ended: bool) -> Leading {
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let lines: Vec<&[u8]> = start.split_inclusive(|&byte| byte == b'\n').collect();
    let mut titles = 0;
    for (first, line) in lines.iter().enumerate() {
        if is_nothing(line) {
            continue;
        }
        match map_at(&lines, first, ended) {
            Leading::NoMap if titles < MOST_TITLES && is_title(line) => titles += 1,
            found => return found,
        }
    }
    Leading::unknown(ended)
}

/// Whether a line is blank or a comment.
fn is_nothing(line: &[u8]) -> bool {
    line.trim_ascii().is_empty() || line.trim_ascii().starts_with(b"#")
}

/// Whether a line may be the title of a map: it is shorter than a row of letters that are values,
/// or has a capitalised word.
fn is_title(line: &[u8]) -> bool {
    const LONGEST: usize = 80;
    let is_capitalised = |word: &[u8]| match word {
        [first, rest @ ..] => {
            first.is_ascii_uppercase() && rest.len() > 1 && rest.iter().all(u8::is_ascii_lowercase)
        }
        [] => false,
    };
    let words = || line.split(|byte| !byte.is_ascii_alphabetic());
    let is_short = line
        .iter()
        .filter(|byte| !byte.is_ascii_whitespace())
        .count()
        < 10;
    is_short || line.len() <= LONGEST && words().any(is_capitalised)
}

/// The letters of a line that has nothing else but white space.
fn letters(line: &[u8]) -> Option<String> {
    let text: String = str::from_utf8(line).ok()?.split_whitespace().collect();
    let is_map = text.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_map.then_some(text)
}

/// Looks for a map that begins at a line.
fn map_at(lines: &[&[u8]], first: usize, ended: bool) -> Leading {
    let is_complete = |line: &[u8]| ended || line.ends_with(b"\n");
    let Some(text) = lines
        .get(first)
        .and_then(|line| letters(line))
        .filter(|text| text.len() > 3)
    else {
        return Leading::NoMap;
    };
    let root = text.len().isqrt();
    let is_line = root > 3 && root * root == text.len() && {
        format!("regions\n{text}").parse::<Shape>().is_ok()
    };
    let rows = if is_line { 1 } else { text.len() };
    let mut map = text + "\n";
    for place in first + 1..first + rows {
        let Some(line) = lines.get(place) else {
            return Leading::unknown(ended);
        };
        match letters(line).filter(|row| row.len() == rows) {
            Some(row) => map = map + &row + "\n",
            None if is_complete(line) => return Leading::NoMap,
            None => return Leading::unknown(ended),
        }
    }
    let end = first + rows;
    if !is_complete(lines[end - 1]) {
        return Leading::unknown(ended);
    }
    let Ok(shape) = format!("regions\n{map}").parse::<Shape>() else {
        return Leading::NoMap;
    };
    let plain = Shape::with_side(shape.side());
    if plain.is_some_and(|plain| read_board(&plain, &map).is_ok()) {
        return Leading::NoMap;
    }
    match lines[end..].iter().any(|line| !is_nothing(line)) {
        true => Leading::Map {
            text: map,
            lines: end as u64,
        },
        false => Leading::unknown(ended),
    }
}
