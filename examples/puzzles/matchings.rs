//! Perfect matchings of a complete graph: the ways to divide 2n people into pairs.

use quadrille::{BuildError, Problem};

use super::digit::digit;

/// * Primary items `0 ... 2n-1`: each person is in exactly one pair.
/// * Options, all pairs of two people.
pub fn matchings(n: usize) -> Result<Problem, BuildError> {
    let mut builder = Problem::builder();
    let mut people = Vec::new();
    for person in 0..2 * n {
        people.push(builder.primary(digit(person))?);
    }
    for (place, &one) in people.iter().enumerate() {
        for &other in &people[place + 1..] {
            builder.option([one, other])?;
        }
    }
    Ok(builder.build())
}
