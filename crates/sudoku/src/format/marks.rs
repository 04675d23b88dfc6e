//! Cells and values as the formats need them.

use std::collections::BTreeMap;

use crate::grid::Grid;

/// The cells that are given or have candidates, each with its values from 0.
pub(super) fn known(board: &Grid, values: usize) -> Vec<(usize, Vec<usize>)> {
    let all = (0..board.cells().len()).filter_map(|cell| {
        let marks = board.marks().and_then(|marks| marks.get(cell)).copied();
        let marks = match board.get(cell) {
            Some(value) => 1 << (value - 1),
            None => marks?,
        };
        let known: Vec<usize> = (0..values)
            .filter(|value| marks >> value & 1 == 1)
            .collect();
        (known.len() < values || values == 1).then_some((cell, known))
    });
    all.collect()
}

/// The cells of each region of a map, except of one letter, in the order of the first cells.
pub(super) fn regions(letters: &[char], none: char) -> Vec<Vec<usize>> {
    let mut places: BTreeMap<char, usize> = BTreeMap::new();
    let mut regions: Vec<Vec<usize>> = Vec::new();
    let cells = letters.iter().enumerate();
    for (cell, &letter) in cells.filter(|&(_, &letter)| letter != none) {
        let place = *places.entry(letter).or_insert(regions.len());
        match regions.get_mut(place) {
            Some(region) => region.push(cell),
            None => regions.push(vec![cell]),
        }
    }
    regions
}

/// The four cells around a point, of which this is the upper left.
pub(super) fn square(columns: usize, first: usize) -> [usize; 4] {
    [first, first + 1, first + columns, first + columns + 1]
}

/// The upper left of some cells that are the four around a point.
pub(super) fn first_of_square(columns: usize, cells: &[usize]) -> Option<usize> {
    let &first = cells.first()?;
    let is_inside = (first + 1) % columns != 0;
    (is_inside && cells == square(columns, first)).then_some(first)
}

/// The cells from a place on, by a step in rows and columns, until the edge of the board.
pub(super) fn ray(
    (rows, columns): (usize, usize),
    (mut row, mut column): (usize, usize),
    (down, right): (isize, isize),
) -> Vec<usize> {
    let mut cells = Vec::new();
    while row < rows && column < columns {
        cells.push(row * columns + column);
        let next = row
            .checked_add_signed(down)
            .zip(column.checked_add_signed(right));
        match next {
            Some(next) if (down, right) != (0, 0) => (row, column) = next,
            _ => break,
        }
    }
    cells
}

/// The cells of the diagonal that begins at a cell at the edge, away from the corner that is next
/// clockwise: from the left down, from the top left, from the right up, from the bottom right.
pub(super) fn inward(rows: usize, columns: usize, cell: usize) -> Option<Vec<usize>> {
    let (row, column) = (cell / columns, cell % columns);
    let step = match (row, column) {
        (row, 0) if row + 1 < rows => (1, 1),
        (row, column) if column + 1 == columns && row > 0 && row + 1 < rows => (-1, -1),
        (0, 1..) => (1, -1),
        (row, _) if row + 1 == rows => (-1, 1),
        _ => return None,
    };
    Some(ray((rows, columns), (row, column), step))
}
