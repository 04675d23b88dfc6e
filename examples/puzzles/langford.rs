//! Langford pairs: 1 1 2 2 ... n n in a row, with k numbers between the two k's.

use quadrille::{BuildError, Problem};

/// * Primary items `1 ... n`: each number is placed, as a pair.
/// * Primary items `s1 ... s2n`: each slot of the row holds exactly one number.
/// * Options `k si sj` with `j = i + k + 1`: the two k's stand in slots i and j.
pub fn langford(n: usize) -> Result<Problem, BuildError> {
    let mut builder = Problem::builder();
    let mut numbers = Vec::new();
    for number in 1..=n {
        numbers.push(builder.primary(&number.to_string())?);
    }
    let mut slots = Vec::new();
    for slot in 1..=2 * n {
        slots.push(builder.primary(&format!("s{slot}"))?);
    }
    for (gap, &number) in (1..).zip(&numbers) {
        for (&first, &second) in slots.iter().zip(&slots[gap + 1..]) {
            builder.option([number, first, second])?;
        }
    }
    Ok(builder.build())
}
