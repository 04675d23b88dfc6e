//! Langford pairs: arrangements of 1 1 2 2 ... n n in a row, with k numbers between the two k's.

use quadrille::{BuildError, Problem};

/// * Primary items `1 ... n`: each number is placed, as a pair.
/// * Primary items `s1 ... s2n`: each slot of the row holds exactly one number.
/// * Options `k si sj` with `j = i + k + 1`: the two k's stand in slots i and j.
pub fn langford(n: usize) -> Result<Problem, BuildError> {
    pairs(n, |_, _| 0)
}

/// The same, where a pair of k's in slots i and j costs k(i + j). So large numbers are cheaper on
/// the left.
pub fn langford_at_cost(n: usize) -> Result<Problem, BuildError> {
    pairs(n, |number, slots| (number * slots) as i64)
}

/// The problem with a cost for each number and the sum of its two slots.
fn pairs(n: usize, cost: impl Fn(usize, usize) -> i64) -> Result<Problem, BuildError> {
    let mut builder = Problem::builder();
    let mut numbers = Vec::new();
    for number in 1..=n {
        numbers.push(builder.primary(number.to_string())?);
    }
    let mut slots = Vec::new();
    for slot in 1..=2 * n {
        slots.push(builder.primary(format!("s{slot}"))?);
    }
    for (gap, &number) in (1..).zip(&numbers) {
        for (place, (&first, &second)) in (1..).zip(slots.iter().zip(&slots[gap + 1..])) {
            let option = builder.option([number, first, second])?;
            builder.add_cost(option, cost(gap, place + place + gap + 1))?;
        }
    }
    Ok(builder.build())
}
