//! The walls of a frame, drawn between cells with box drawing characters or as `|` and `+---+`.
//!
//! Cells that no wall separates belong to one part. A drawing whose parts have as many cells as the
//! board has values shows the boxes or regions. Other drawings show less: only some bars, or a wall
//! around every cell.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::error::Reason;
use super::fault::Fault;
use super::token::Place;
use super::words::{is_bar, is_box_drawing, is_frame};
use crate::shape::{Kind, Shape};

/// The walls of a drawing whose thick walls mean more than these.
const THIN: &str = "─│┌┐└┘├┤┬┴┼╌╎┄┆┈┊╭╮╯╰";
/// The names of the regions of a map.
const LETTERS: &[u8; 36] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// The parts of a drawing.
struct Parts {
    /// The part of each cell.
    of: Vec<usize>,
    /// Whether all lines have the same length, so that walls meet as they were meant.
    is_aligned: bool,
}

impl Parts {
    /// Finds the parts of a text whose cells begin at these bytes, ascending. O(length of the
    /// text).
    fn new(text: &str, cells: &[usize]) -> Parts {
        let mut lines: Vec<Vec<(usize, char)>> = Vec::new();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let end = at + line.len();
            let next = cells.partition_point(|&cell| cell < at);
            let has_cell = cells.get(next).is_some_and(|&cell| cell < end);
            if has_cell || is_frame_line(line) {
                let characters = line.trim_end().char_indices();
                let wall = |(place, c)| (at + place, wall(c, has_cell));
                lines.push(characters.map(wall).collect());
            }
            at = end;
        }
        let is_aligned = lines.windows(2).all(|pair| pair[0].len() == pair[1].len());
        let mut of = flood(&lines, cells, is_box_drawing);
        if of.iter().collect::<HashSet<_>>().len() == cells.len() {
            of = flood(&lines, cells, |c| is_box_drawing(c) && !THIN.contains(c));
        }
        Parts { of, is_aligned }
    }

    /// The rows and columns of the cells of each part.
    fn places(
        &self,
        place: impl Fn(usize) -> (usize, usize),
    ) -> BTreeMap<usize, Vec<(usize, usize)>> {
        let mut places: BTreeMap<usize, Vec<_>> = BTreeMap::new();
        for (cell, &part) in self.of.iter().enumerate() {
            places.entry(part).or_default().push(place(cell));
        }
        places
    }

    /// The first cell of a box or region of a shape with a wall between it and the cell of the same
    /// region above it or on its left. A region need not be connected.
    fn first_cut(&self, shape: &Shape) -> Option<usize> {
        let mut regions = shape.regions();
        regions.find_map(|unit| {
            let is_cut = |cell: usize, other: Option<usize>| {
                other.is_some_and(|other| {
                    unit.cells().contains(&other) && self.of[other] != self.of[cell]
                })
            };
            unit.cells().iter().copied().find(|&cell| {
                let (row, column) = shape.place(cell);
                is_cut(
                    cell,
                    row.checked_sub(1).and_then(|row| shape.cell(row, column)),
                ) || is_cut(
                    cell,
                    column
                        .checked_sub(1)
                        .and_then(|column| shape.cell(row, column)),
                )
            })
        })
    }

    /// Whether the parts can be meant as the boxes or regions of a shape.
    fn show_regions(&self, shape: &Shape) -> bool {
        let places = self.places(|cell| shape.place(cell));
        places.values().all(|part| part.len() == shape.side())
            || self.is_aligned && !places.values().all(|part| rectangle(part).is_some())
    }
}

/// Whether a line is one of a frame, without cells.
fn is_frame_line(line: &str) -> bool {
    line.contains(is_box_drawing) || is_frame(line.trim_ascii().as_bytes())
}

/// The box drawing character that an ASCII character of a frame stands for, in a line with cells or
/// in a ruler.
fn wall(c: char, has_cell: bool) -> char {
    match c {
        '|' => '│',
        '=' if !has_cell => '═',
        '-' | '+' | '*' | '.' | ':' | '\'' | ',' if !has_cell => '─',
        c => c,
    }
}

/// The part of each cell, where characters that are next to each other are connected.
fn flood(
    lines: &[Vec<(usize, char)>],
    cells: &[usize],
    is_wall: impl Fn(char) -> bool,
) -> Vec<usize> {
    let mut parts: HashMap<usize, usize> = HashMap::new();
    let mut count = 0;
    for (row, line) in lines.iter().enumerate() {
        for (column, &(start, _)) in line.iter().enumerate() {
            if cells.binary_search(&start).is_err() || parts.contains_key(&start) {
                continue;
            }
            let mut open = vec![(row, column)];
            while let Some((row, column)) = open.pop() {
                let Some(&(at, c)) = lines.get(row).and_then(|line| line.get(column)) else {
                    continue;
                };
                if is_wall(c) || parts.insert(at, count).is_some() {
                    continue;
                }
                open.extend([(row + 1, column), (row, column + 1)]);
                open.extend(row.checked_sub(1).map(|row| (row, column)));
                open.extend(column.checked_sub(1).map(|column| (row, column)));
            }
            count += 1;
        }
    }
    let part = |cell| parts.get(cell).copied().unwrap_or_default();
    cells.iter().map(part).collect()
}

/// The height and the width of cells that fill a rectangle.
fn rectangle(cells: &[(usize, usize)]) -> Option<(usize, usize)> {
    let extent = |of: fn(&(usize, usize)) -> usize| {
        let least = cells.iter().map(of).min().unwrap_or_default();
        1 + cells.iter().map(of).max().unwrap_or_default() - least
    };
    let (height, width) = (extent(|cell| cell.0), extent(|cell| cell.1));
    (height * width == cells.len()).then_some((height, width))
}

/// The fault of a board of several lines whose walls separate cells of one box or region.
pub(super) fn contradiction(raw: &[u8], places: &[Place], shape: &Shape) -> Option<Fault> {
    const FIRST_BYTE: u8 = 0xe2;
    let is_framed = raw.contains(&FIRST_BYTE) || raw.contains(&b'|');
    if places.len() != shape.cell_count() || !is_framed {
        return None;
    }
    let text = str::from_utf8(raw).ok()?;
    let is_corner = |c| is_box_drawing(c) && !is_bar(c);
    let is_ruler = |line: &str| line.contains(is_corner) || is_frame(line.trim_ascii().as_bytes());
    if !text.lines().any(is_ruler) {
        return None;
    }
    let cells: Vec<usize> = places.iter().map(|place| place.start()).collect();
    let parts = Parts::new(text, &cells);
    let cell = parts
        .first_cut(shape)
        .filter(|_| parts.show_regions(shape))?;
    let place = places.get(cell)?;
    let mut kinds = shape.units().map(|unit| unit.kind());
    let expected = match shape
        .units()
        .find(|unit| matches!(unit.kind(), Kind::Box(_)))
    {
        Some(unit) => {
            let cells: Vec<_> = unit.cells().iter().map(|&cell| shape.place(cell)).collect();
            let (height, width) = rectangle(&cells).unwrap_or_default();
            format!("{height} x {width} boxes")
        }
        None if kinds.any(|kind| matches!(kind, Kind::Region(_))) => {
            "the regions of the map".to_owned()
        }
        None => return None,
    };
    Some(Fault::new(
        place.start(),
        place.len(),
        Reason::Walls { expected },
    ))
}

/// Returns the words of the shape that the first frame of a text shows, for
/// [`Shape::from_text`]: a map of regions, a size of boxes, or `samurai`. Returns `None` without a
/// frame, and where it shows the usual boxes or nothing. O(length of the text).
///
/// ```
/// use quadrille::sudoku::text::drawn_shape;
///
/// let frame = "
/// ┌───┬───────┐
/// │ 1 │ 2 . . │
/// │   └───┐   │
/// │ . . . │ . │
/// ├───┬───┴───┤
/// │ . │ . . . │
/// │   └───┐   │
/// │ . . . │ . │
/// └───────┴───┘
/// ";
/// let map = "regions\nABBB\nAAAB\nCDDD\nCCCD\n";
/// assert_eq!(drawn_shape(frame.as_bytes()).as_deref(), Some(map));
/// ```
#[must_use]
pub fn drawn_shape(text: &[u8]) -> Option<String> {
    // The text may end within a character.
    let text = text.utf8_chunks().next()?.valid();
    let is_top = |line: &str| {
        let line = line.trim();
        line.starts_with(['┌', '┏', '╔', '╭']) || is_frame(line.as_bytes())
    };
    let before = text.split_inclusive('\n').take_while(|line| !is_top(line));
    let rest = text.get(before.map(str::len).sum()..)?;
    let lines = rest.split_inclusive('\n');
    let lines = lines.take_while(|line| is_frame_line(line) || line.contains('|'));
    let frame = rest.get(..lines.map(str::len).sum())?;
    [true, false]
        .into_iter()
        .find_map(|by_words| shape_of(frame, &cells_of(frame, by_words)))
}

/// Where the cells of each line of a frame begin: its words, or all characters.
fn cells_of(frame: &str, by_words: bool) -> Vec<Vec<usize>> {
    let is_between = |c: char| c.is_whitespace() || is_box_drawing(c) || c == '|';
    let mut start = 0;
    let mut lines = Vec::new();
    for line in frame.split_inclusive('\n') {
        let mut before = ' ';
        let mut cells = Vec::new();
        for (at, c) in line.char_indices() {
            if !is_between(c) && (!by_words || is_between(before)) {
                cells.push(start + at);
            }
            before = c;
        }
        if !cells.is_empty() && !is_frame(line.trim_ascii().as_bytes()) {
            lines.push(cells);
        }
        start += line.len();
    }
    lines
}

/// The words of the shape that a frame with these cells shows.
fn shape_of(frame: &str, lines: &[Vec<usize>]) -> Option<String> {
    let cells = lines.concat();
    let side = lines.len();
    if lines.iter().any(|line| line.len() != side) {
        let samurai: Shape = "samurai".parse().ok()?;
        let cells_of_row = |row| {
            let columns = 0..samurai.columns();
            columns
                .filter(|&column| samurai.cell(row, column).is_some())
                .count()
        };
        let counts = lines.iter().map(Vec::len);
        if !counts.eq((0..samurai.rows()).map(cells_of_row)) {
            return None;
        }
        let parts = Parts::new(frame, &cells);
        let shows = parts.first_cut(&samurai).is_none() && parts.show_regions(&samurai);
        return shows.then(|| "samurai".to_owned());
    }
    let parts = Parts::new(frame, &cells);
    let places = parts.places(|cell| (cell / side, cell % side));
    if !(4..=LETTERS.len()).contains(&side) || places.values().any(|part| part.len() != side) {
        return None;
    }
    if Shape::with_side(side).is_some_and(|plain| parts.first_cut(&plain).is_none()) {
        return None;
    }
    let mut boxes = places.values().map(|part| rectangle(part));
    if let Some(Some((height, width))) = boxes.next()
        && boxes.all(|other| other == Some((height, width)))
    {
        return Some(format!("boxes:{height}x{width}"));
    }
    let letter = |&part: &usize| char::from(LETTERS[part]);
    let rows = parts
        .of
        .chunks(side)
        .map(|row| row.iter().map(letter).chain(['\n']).collect::<String>());
    Some(format!("regions\n{}", rows.collect::<String>()))
}
