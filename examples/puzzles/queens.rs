//! Queens: n queens on an n x n board, no two in the same row, column or diagonal.

use quadrille::{BuildError, Problem};

use super::digit::digit;

/// * Primary items `r0 c0 r1 c1 ...`: each row and each column holds exactly one queen. They are
///   declared from the middle of the board outwards (organ-pipe order), because ties between items
///   go to the first, and a queen in the middle attacks the most cells.
/// * Secondary items `a1 b1 a2 b2 ...`: each diagonal holds at most one queen. A diagonal of one
///   cell needs no item.
/// * Options `r c a b`: a queen is on this cell. Option `n * row + column`.
pub fn queens(n: usize) -> Result<Problem, BuildError> {
    let mut builder = Problem::builder();
    for place in 0..n {
        let line = digit(match place % 2 {
            0 => (n + place) / 2,
            _ => (n - 1 - place) / 2,
        });
        builder.primary(format!("r{line}"))?;
        builder.primary(format!("c{line}"))?;
    }
    // The diagonals are numbered from one corner, 0, to the opposite one.
    let corner = (2 * n).saturating_sub(2);
    for diagonal in (1..corner).map(digit) {
        builder.secondary(format!("a{diagonal}"))?;
        builder.secondary(format!("b{diagonal}"))?;
    }
    for row in 0..n {
        for column in 0..n {
            let mut items = vec![format!("r{}", digit(row)), format!("c{}", digit(column))];
            for (letter, diagonal) in [('a', row + column), ('b', n - 1 - row + column)] {
                if 0 < diagonal && diagonal < corner {
                    items.push(format!("{letter}{}", digit(diagonal)));
                }
            }
            builder.option(&items)?;
        }
    }
    Ok(builder.build())
}
