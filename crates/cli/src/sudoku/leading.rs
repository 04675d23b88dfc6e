//! A map of regions above the boards of an input.

use quadrille_sudoku::text::read as read_board;
use quadrille_sudoku::{LARGEST_SIDE, Shape, ShapeReason};

use super::regions::{are_regions, joined_cells, rows_of_line, without_spaces};

/// The most lines of a title above a map.
const MOST_TITLES: usize = 2;
/// By how many characters a row of a map may be too long or too short.
const NEARLY: usize = 2;

/// What an input begins with.
pub(super) enum Leading {
    /// A map of regions, and something below it.
    Map {
        text: String,
        lines: u64,
    },
    /// What is meant as such a map, and is none.
    Bad(BadMap),
    NoMap,
    /// More of the input is needed.
    Unknown,
}

/// A mistake in a map of regions.
pub(super) struct BadMap {
    /// The number of the bad line, from 1.
    pub(super) line: usize,
    pub(super) text: String,
    pub(super) what: String,
    /// The number of rows that the map should have.
    pub(super) side: usize,
}

impl Leading {
    /// What is known of a start that may go on, or that has `ended`.
    fn unknown(ended: bool) -> Self {
        if ended { Self::NoMap } else { Self::Unknown }
    }
}

/// Looks for a map of regions above the boards, perhaps below a title: as many lines of letters or
/// of digits as each has characters, or one line with all of them. Every character stands for a
/// region of as many cells as the map has rows. What is a valid board is not a map.
pub(super) fn leading_map(start: &[u8], ended: bool) -> Leading {
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let lines: Vec<&[u8]> = start.split_inclusive(|&byte| byte == b'\n').collect();
    let mut titles = 0;
    for (first, line) in lines.iter().enumerate() {
        if is_nothing(line) {
            continue;
        }
        let found = match map_at(&lines, first, ended) {
            Leading::NoMap => bad_map_at(&lines, first, ended),
            found => found,
        };
        match found {
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

/// The row of a map that a line is: letters, or digits from 1.
fn map_row(line: &[u8]) -> Option<String> {
    let text = without_spaces(line);
    let is_map = text.bytes().all(|byte| byte.is_ascii_alphabetic())
        || text.bytes().all(|byte| matches!(byte, b'1'..=b'9'));
    is_map.then_some(text)
}

/// Whether a map of other regions stands on the line of a board, before or after its cells, where it
/// is not read.
pub(super) fn is_map_beside(line: &[u8], shape: &Shape) -> bool {
    let cells = shape.cell_count();
    // Most lines are only a board.
    if line.len() < 2 * cells || cells != shape.side() * shape.side() {
        return false;
    }
    // The solution beside a board has few equal neighbours, and is passed over at once.
    let is_label = |byte: u8| byte.is_ascii_alphanumeric() & (byte != b'0');
    let neighbours = line.iter().zip(&line[1..]);
    let joined = neighbours.filter(|(one, other)| (one == other) & is_label(**one));
    if 8 * joined.count() < cells {
        return false;
    }
    let words = line.split(|byte| !byte.is_ascii_alphanumeric());
    let words = words.filter(|word| word.len() == cells);
    words.filter_map(map_row).any(|map| {
        are_regions(&rows_of_line(&map))
            && format!("regions\n{map}")
                .parse::<Shape>()
                .is_ok_and(|own| own != *shape)
    })
}

/// Looks for a map that begins at a line. Blank lines may stand between its rows.
fn map_at(lines: &[&[u8]], first: usize, ended: bool) -> Leading {
    let is_complete = |line: &[u8]| ended || line.ends_with(b"\n");
    let Some(text) = lines
        .get(first)
        .and_then(|line| map_row(line))
        .filter(|text| text.len() > 3)
    else {
        return Leading::NoMap;
    };
    let root = text.len().isqrt();
    let is_line = root > 3 && root * root == text.len() && {
        format!("regions\n{text}").parse::<Shape>().is_ok()
    };
    let length = text.len();
    let rows = if is_line { 1 } else { length };
    let mut all = vec![text];
    let mut end = first + 1;
    while all.len() < rows {
        let Some(line) = lines.get(end).filter(|line| is_complete(line)) else {
            return Leading::unknown(ended);
        };
        end += 1;
        if is_nothing(line) {
            continue;
        }
        match map_row(line).filter(|row| row.len() == length) {
            Some(row) => all.push(row),
            None => return Leading::NoMap,
        }
    }
    if !is_complete(lines[end - 1]) {
        return Leading::unknown(ended);
    }
    let map = all.join("\n") + "\n";
    let Ok(shape) = format!("regions\n{map}").parse::<Shape>() else {
        return Leading::NoMap;
    };
    let plain = Shape::with_side(shape.side());
    if plain.is_some_and(|plain| read_board(&plain, &map).is_ok()) {
        return Leading::NoMap;
    }
    // A full board with a mistake may have each digit as often as the others.
    let cells = if is_line {
        rows_of_line(&all[0])
    } else {
        all.iter().map(|row| row.as_bytes()).collect()
    };
    if map.starts_with(|c: char| c.is_ascii_digit()) && !are_regions(&cells) {
        return Leading::NoMap;
    }
    if lines[end..].iter().any(|line| !is_nothing(line)) {
        Leading::Map {
            text: map,
            lines: end as u64,
        }
    } else {
        Leading::unknown(ended)
    }
}

/// Looks for a map with a mistake that begins at a line and has something below it: about as many
/// rows of about as many characters, nearly all of them letters or nearly all digits from 1.
fn bad_map_at(lines: &[&[u8]], first: usize, ended: bool) -> Leading {
    let text = without_spaces(lines[first]);
    let is_letters = text.bytes().filter(u8::is_ascii_alphabetic).count() > text.len() / 2;
    let is_region = |byte: &u8| {
        if is_letters {
            byte.is_ascii_alphabetic()
        } else {
            matches!(byte, b'1'..=b'9')
        }
    };
    let is_row = |row: &str| {
        let regions = row.bytes().filter(|byte| is_region(byte)).count();
        row.is_ascii() && 4 * regions >= 3 * row.len()
    };
    let root = text.len().isqrt();
    let is_line = text.len() > LARGEST_SIDE + NEARLY && root * root == text.len();
    let length = text.len();
    if !is_row(&text) || length < 4 || !is_line && length > LARGEST_SIDE + NEARLY {
        return Leading::NoMap;
    }
    let mut rows = vec![(first, text)];
    let mut has_more = false;
    for (place, line) in lines.iter().enumerate().skip(first + 1) {
        if is_nothing(line) {
            continue;
        }
        let row = without_spaces(line);
        if !ended && !line.ends_with(b"\n") {
            break;
        }
        if is_line || !is_row(&row) || row.len().abs_diff(length) > NEARLY {
            has_more = true;
            break;
        }
        rows.push((place, row));
        let start: Vec<&[u8]> = rows.iter().take(2).map(|(_, row)| row.as_bytes()).collect();
        if rows.len() > LARGEST_SIDE + 1 || 2 * joined_cells(&start, 0) < length {
            return Leading::NoMap;
        }
    }
    if !has_more {
        return Leading::unknown(ended);
    }
    let side = if is_line { root } else { median_length(&rows) };
    bad_map(&rows, side, is_line)
}

/// The median of the lengths of some rows, of which there is at least one.
fn median_length(rows: &[(usize, String)]) -> usize {
    let mut lengths: Vec<usize> = rows.iter().map(|(_, row)| row.len()).collect();
    lengths.sort_unstable();
    lengths[rows.len() / 2]
}

/// What is wrong with the rows of a map, each with the place of its line, if they are meant as
/// regions of this side. `is_line` says that one row holds the whole map.
fn bad_map(rows: &[(usize, String)], side: usize, is_line: bool) -> Leading {
    let cells = if is_line {
        rows_of_line(&rows[0].1)
    } else {
        rows.iter().map(|(_, row)| row.as_bytes()).collect()
    };
    if cells.len().abs_diff(side) > 1 || !are_regions(&cells) {
        return Leading::NoMap;
    }
    let bad = |place: usize, what: String| {
        let (line, text) = &rows[place];
        Leading::Bad(BadMap {
            line: line + 1,
            text: text.clone(),
            what,
            side,
        })
    };
    let uneven = rows
        .iter()
        .position(|(_, row)| !is_line && row.len() != side);
    if let Some(place) = uneven {
        let found = rows[place].1.len();
        return bad(
            place,
            format!("a row of {found} letters in a map, expected {side}"),
        );
    }
    if cells.len() != side {
        let reason = ShapeReason::MapNotSquare {
            rows: rows.len(),
            characters: side,
        };
        return bad(rows.len() - 1, reason.to_string());
    }
    let map: Vec<&str> = rows.iter().map(|(_, row)| &**row).collect();
    match format!("regions\n{}", map.join("\n")).parse::<Shape>() {
        Ok(_) => Leading::NoMap,
        Err(error) => bad(0, error.reason.to_string()),
    }
}
