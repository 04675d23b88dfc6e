//! Queen domination: a few queens that see the whole board.

use quadrille::{BuildError, Problem};

use super::digit::digit;

/// * Primary items `1:m|rc`, a cell of the n x n board: it is seen, or held, by at least one of
///   the queens, and at most by all.
/// * Primary item `m|Q`: there are exactly m queens. The last item: the cells come first.
/// * Options `Q rc rc ...`: a queen on the first cell sees the others. Option `n * row + column`.
pub fn queen_domination(n: usize, m: u32) -> Result<Problem, BuildError> {
    let name = |row, column| format!("{}{}", digit(row), digit(column));
    let mut builder = Problem::builder();
    for row in 0..n {
        for column in 0..n {
            builder.multiple(name(row, column), 1..=m)?;
        }
    }
    builder.multiple("Q", m..=m)?;
    for row in 0..n {
        for column in 0..n {
            let mut items = vec!["Q".to_owned(), name(row, column)];
            for r in 0..n {
                for c in 0..n {
                    let line = r == row || c == column;
                    let diagonal = r + column == c + row || r + c == row + column;
                    if (line || diagonal) && (r, c) != (row, column) {
                        items.push(name(r, c));
                    }
                }
            }
            builder.option(&items)?;
        }
    }
    Ok(builder.build())
}
