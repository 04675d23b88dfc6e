//! Queens at least cost: n queens that do not attack each other, as near to the middle as possible.

use quadrille::{BuildError, Problem};

use super::digit::digit;

/// * Primary items `r0 ... c0 ...`: each row and each column holds exactly one queen.
/// * Secondary items `a0 ... b0 ...`: each diagonal holds at most one.
/// * Options `r c a b`: a queen is on this cell. Option `n * row + column`. It costs the fourth
///   power of twice the distance from the middle of the board.
pub fn queens_at_cost(n: usize) -> Result<Problem, BuildError> {
    let mut builder = Problem::builder();
    for line in ["r", "c"] {
        for number in 0..n {
            builder.primary(format!("{line}{}", digit(number)))?;
        }
    }
    for diagonal in ["a", "b"] {
        for number in 0..(2 * n).saturating_sub(1) {
            builder.secondary(format!("{diagonal}{}", digit(number)))?;
        }
    }
    let twice_to_middle = |line: usize| (2 * line).abs_diff(n - 1) as i64;
    for row in 0..n {
        for column in 0..n {
            let option = builder.option([
                &*format!("r{}", digit(row)),
                &format!("c{}", digit(column)),
                &format!("a{}", digit(row + column)),
                &format!("b{}", digit(n - 1 + column - row)),
            ])?;
            let square = twice_to_middle(row).pow(2) + twice_to_middle(column).pow(2);
            builder.add_cost(option, square * square)?;
        }
    }
    Ok(builder.build())
}
