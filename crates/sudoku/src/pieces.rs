//! Cells that touch.

use std::collections::BTreeMap;

/// Returns the piece that each cell is in, where the cells of these pairs are joined: the number of
/// the first cell of the piece.
///
/// ```
/// use quadrille::sudoku::pieces;
///
/// assert_eq!(pieces(5, [(3, 1), (4, 3)]), [0, 1, 2, 1, 1]);
/// ```
///
/// # Panics
/// If a pair has a number that is not below `cells`.
#[must_use]
pub fn pieces(cells: usize, joined: impl IntoIterator<Item = (usize, usize)>) -> Vec<usize> {
    let mut pieces: Vec<usize> = (0..cells).collect();
    for (one, other) in joined {
        let (one, other) = (pieces[one], pieces[other]);
        if one != other {
            let gone = pieces.iter_mut().filter(|own| **own == one.max(other));
            gone.for_each(|own| *own = one.min(other));
        }
    }
    pieces
}

/// The cells of each piece, in the order of their first cells.
pub(crate) fn cells_of(pieces: &[usize]) -> Vec<Vec<usize>> {
    let mut cells: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (cell, &piece) in pieces.iter().enumerate() {
        cells.entry(piece).or_default().push(cell);
    }
    cells.into_values().collect()
}

/// The pairs of cells of a rectangle that share an edge, each in order.
pub(crate) fn neighbours(rows: usize, columns: usize) -> impl Iterator<Item = (usize, usize)> {
    let cells = rows * columns;
    (0..cells).flat_map(move |cell| {
        let right = ((cell + 1) % columns != 0).then_some((cell, cell + 1));
        let below = (cell + columns < cells).then_some((cell, cell + columns));
        right.into_iter().chain(below)
    })
}
