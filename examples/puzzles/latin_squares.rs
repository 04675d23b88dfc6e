//! Latin squares: n x n cells, with each of n symbols once in every row and every column.

use quadrille::{BuildError, Problem};

use super::digit::digit;

/// * Primary items `pij`: the cell in row i and column j holds exactly one symbol.
/// * Primary items `rik` and `cjk`: row i, and column j, holds symbol k exactly once.
/// * Options `pij rik cjk`: symbol k is in that cell. Option `(i * n + j) * n + k`.
pub fn latin_squares(n: usize) -> Result<Problem, BuildError> {
    let name = |letter: char, i, j| format!("{letter}{}{}", digit(i), digit(j));
    let mut builder = Problem::builder();
    for letter in ['p', 'r', 'c'] {
        for i in 0..n {
            for j in 0..n {
                builder.primary(name(letter, i, j))?;
            }
        }
    }
    for i in 0..n {
        for j in 0..n {
            for k in 0..n {
                builder.option(&[name('p', i, j), name('r', i, k), name('c', j, k)])?;
            }
        }
    }
    Ok(builder.build())
}
