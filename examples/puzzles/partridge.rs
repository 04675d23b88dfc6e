//! The partridge puzzle: fill a square with one square of side 1, two of side 2, ... and n of side
//! n.

use quadrille::{BuildError, Problem};

use super::digit::digit;

/// The side of the large square: 1 + 2 + ... + n. Its area is 1 + 8 + ... + n^3, that of all small
/// squares.
pub fn side(n: usize) -> usize {
    n * (n + 1) / 2
}

/// * Primary items `k|#k`: k squares of side k are used.
/// * Primary items `rc`: each cell is covered exactly once.
/// * Options `#k rc rc ...`: a square of side k lies in this place.
pub fn partridge(n: usize) -> Result<Problem, BuildError> {
    let side = side(n);
    let mut builder = Problem::builder();
    for k in 1..=n as u32 {
        builder.multiple(format!("#{k}"), k..=k)?;
    }
    let name = |row, column| format!("{}{}", digit(row), digit(column));
    for row in 0..side {
        for column in 0..side {
            builder.primary(name(row, column))?;
        }
    }
    for k in 1..=n {
        for row in 0..=side - k {
            for column in 0..=side - k {
                let cells = (row..row + k).flat_map(|r| (column..column + k).map(move |c| (r, c)));
                let mut items = vec![format!("#{k}")];
                items.extend(cells.map(|(r, c)| name(r, c)));
                builder.option(&items)?;
            }
        }
    }
    Ok(builder.build())
}
