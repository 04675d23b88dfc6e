//! Numbers outside the board: the place of the number, and the cells that it is about.

use crate::format::marks::ray;

/// The directions of diagonals, with their steps in rows and columns.
const DIRECTIONS: &[(&str, (isize, isize))] = &[
    ("UL", (-1, -1)),
    ("UR", (-1, 1)),
    ("DL", (1, -1)),
    ("DR", (1, 1)),
];

/// The names of the directions.
pub(super) const NAMES: &str = "UL, UR, DL or DR";

/// The cells of the row or column at the end of which a place is, from that end.
pub(super) fn line(size: usize, place: (usize, usize)) -> Option<Vec<usize>> {
    let inside = 1..=size;
    let (first, step) = match place {
        (0, column) if inside.contains(&column) => ((0, column - 1), (1, 0)),
        (row, 0) if inside.contains(&row) => ((row - 1, 0), (0, 1)),
        (row, column) if row == size + 1 && inside.contains(&column) => {
            ((size - 1, column - 1), (-1, 0))
        }
        (row, column) if column == size + 1 && inside.contains(&row) => {
            ((row - 1, size - 1), (0, -1))
        }
        _ => return None,
    };
    Some(ray((size, size), first, step))
}

/// The step of a direction.
pub(super) fn step(name: &str) -> Option<(isize, isize)> {
    let found = DIRECTIONS.iter().find(|own| own.0 == name);
    found.map(|own| own.1)
}

/// The cells of a diagonal that begins at a place outside the board.
pub(super) fn diagonal(
    size: usize,
    place: (usize, usize),
    step: (isize, isize),
) -> Option<Vec<usize>> {
    let inside =
        |place: (usize, usize)| (1..=size).contains(&place.0) && (1..=size).contains(&place.1);
    let row = place.0.checked_add_signed(step.0)?;
    let first = (row, place.1.checked_add_signed(step.1)?);
    let is_good = !inside(place) && inside(first);
    is_good.then(|| ray((size, size), (first.0 - 1, first.1 - 1), step))
}

/// All places outside the board.
fn places(size: usize) -> impl Iterator<Item = (usize, usize)> {
    let last = size + 1;
    let all = (0..=last).flat_map(move |row| (0..=last).map(move |column| (row, column)));
    all.filter(move |&(row, column)| [row, column].iter().any(|&at| at == 0 || at == last))
}

/// The place of the number of a row or column.
pub(super) fn place_of_line(size: usize, cells: &[usize]) -> Option<(usize, usize)> {
    places(size).find(|&place| line(size, place).is_some_and(|line| line == cells))
}

/// The place and the direction of the number of a diagonal.
pub(super) fn place_of_diagonal(
    size: usize,
    cells: &[usize],
) -> Option<((usize, usize), &'static str)> {
    places(size).find_map(|place| {
        let mut names = DIRECTIONS.iter();
        let found = names
            .find(|own| diagonal(size, place, own.1).is_some_and(|diagonal| diagonal == cells))?;
        Some((place, found.0))
    })
}
