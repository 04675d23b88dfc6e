//! Sudoku with square boxes, as a plain exact cover without the items that the givens cover.

use std::collections::HashSet;

use quadrille::{BuildError, Problem};

use super::digit::{digit, value};

/// A board of `side * side` rows, with boxes of `side * side` cells. The givens are the cells row
/// by row; `.` and `0` are blanks.
///
/// * Primary items `pij`: the cell in row i and column j holds exactly one number.
/// * Primary items `rik`, `cjk`, `bxk`: row i, column j, box x holds number k exactly once.
/// * Options `pij rik cjk bxk`: number k is in that cell.
///
/// Givens are not options: the items that they cover are left out, with all options that contain
/// one of them.
///
/// # Errors
/// [`BuildError::RepeatedItem`] if givens contradict each other, [`BuildError::UnknownItem`] if a
/// given is not a number of this board.
pub fn sudoku(side: usize, givens: &str) -> Result<Problem, BuildError> {
    let n = side * side;
    let name = |letter: char, i, k| format!("{letter}{}{}", digit(i), digit(k));
    let items = |i, j, k| {
        let x = side * (i / side) + j / side;
        [
            name('p', i, j),
            name('r', i, k),
            name('c', j, k),
            name('b', x, k),
        ]
    };

    let mut covered = HashSet::new();
    for (place, given) in givens.chars().enumerate() {
        if matches!(given, '.' | '0') {
            continue;
        }
        let number = value(given).filter(|&k| k <= n && place < n * n);
        let Some(k) = number else {
            return Err(BuildError::UnknownItem(format!("for given \"{given}\"")));
        };
        for item in items(place / n, place % n, k) {
            if !covered.insert(item.clone()) {
                return Err(BuildError::RepeatedItem(item));
            }
        }
    }

    let mut builder = Problem::builder();
    let cells = (0..n * n).map(|place| name('p', place / n, place % n));
    let lines = ['r', 'c', 'b']
        .into_iter()
        .flat_map(|letter| (0..n).flat_map(move |i| (1..=n).map(move |k| name(letter, i, k))));
    for item in cells.chain(lines).filter(|item| !covered.contains(item)) {
        builder.primary(&item)?;
    }
    for place in 0..n * n {
        for k in 1..=n {
            let option = items(place / n, place % n, k);
            if !option.iter().any(|item| covered.contains(item)) {
                builder.option(&option)?;
            }
        }
    }
    Ok(builder.build())
}
