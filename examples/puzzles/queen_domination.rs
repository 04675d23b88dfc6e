//! Queen domination: a few queens that attack or occupy every cell of a board.

use quadrille::{BuildError, Problem};

use super::digit::digit;

/// * Primary items `1:m|rc`, the cells of the n x n board: at least one queen attacks or occupies
///   each of them, and at most all m queens do.
/// * Primary item `m|Q`: there are exactly m queens. It is the last item, after the cells.
/// * Options `Q rc rc ...`: a queen on the first cell attacks the others. Option
///   `n * row + column`.
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
