//! Partitions of a set into blocks.

use quadrille::{BuildError, Problem};

use super::digit::digit;

/// * Primary items `1 ... n`: each element lies in exactly one block.
/// * Options, all non-empty subsets: this subset is a block. Subset `m`, read as a binary
///   number with element 1 in its lowest bit, is option `m - 1`.
///
/// # Errors
/// [`BuildError::TooLarge`] from n = 29 on, where the blocks have more than 2^32 elements in total.
pub fn partitions(n: usize) -> Result<Problem, BuildError> {
    if n > 28 {
        return Err(BuildError::TooLarge);
    }
    let mut builder = Problem::builder();
    let mut elements = Vec::new();
    for element in 1..=n {
        elements.push(builder.primary(digit(element))?);
    }
    for subset in 1..1_u32 << n {
        let inside = |place: &usize| subset >> place & 1 == 1;
        builder.option((0..n).filter(inside).map(|place| elements[place]))?;
    }
    Ok(builder.build())
}
