//! Numbers outside the board: the place of the number, and the cells that it is about.

use crate::format::marks::ray;

/// A row and a column from 1; outside the board they are 0, or one more than the size.
type Place = (usize, usize);
/// A step in rows and columns.
type Step = (isize, isize);

/// The directions of diagonals.
const DIRECTIONS: &[(&str, Step)] = &[
    ("UL", (-1, -1)),
    ("UR", (-1, 1)),
    ("DL", (1, -1)),
    ("DR", (1, 1)),
];

/// The names of the directions.
pub(super) const NAMES: &str = "UL, UR, DL or DR";

/// The step of a direction.
pub(super) fn step(name: &str) -> Option<Step> {
    let found = DIRECTIONS.iter().find(|own| own.0 == name);
    found.map(|own| own.1)
}

/// The step from a place into the row or column at the end of which it is.
fn straight(size: usize, (row, column): Place) -> Option<Step> {
    let inside = 1..=size;
    match (inside.contains(&row), inside.contains(&column)) {
        (false, true) => Some((if row == 0 { 1 } else { -1 }, 0)),
        (true, false) => Some((0, if column == 0 { 1 } else { -1 })),
        _ => None,
    }
}

/// The cells from a place outside the board on: those of a diagonal with this step, or else of a
/// row or column.
pub(super) fn cells(size: usize, place: Place, step: Option<Step>) -> Option<Vec<usize>> {
    let inside = |place: Place| (1..=size).contains(&place.0) && (1..=size).contains(&place.1);
    let step = step.or_else(|| straight(size, place))?;
    let row = place.0.checked_add_signed(step.0)?;
    let first = (row, place.1.checked_add_signed(step.1)?);
    let is_good = !inside(place) && inside(first);
    is_good.then(|| ray((size, size), (first.0 - 1, first.1 - 1), step))
}

/// The place from which some cells follow, and the direction if they are a diagonal.
pub(super) fn place_of(
    size: usize,
    wanted: &[usize],
    is_diagonal: bool,
) -> Option<(Place, Option<&'static str>)> {
    let last = size + 1;
    let all = (0..=last).flat_map(|row| (0..=last).map(move |column| (row, column)));
    let has = |place, step| cells(size, place, step).is_some_and(|cells| cells == wanted);
    let mut found = all.filter_map(|place| match is_diagonal {
        true => {
            let mut names = DIRECTIONS.iter();
            let found = names.find(|own| has(place, Some(own.1)))?;
            Some((place, Some(found.0)))
        }
        false => has(place, None).then_some((place, None)),
    });
    found.next()
}
