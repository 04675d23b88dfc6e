//! Arguments in integers, by an elimination modulo a large prime.
//!
//! Fractions with small numerators and denominators can be recovered from their remainders modulo
//! a large prime, by Euclid's algorithm (Wang 1981). Nothing here needs a proof that the fractions
//! are the right ones, because every argument is checked.

use super::Colouring;
use super::elimination::{Weights, eliminate};
use super::ring::{LARGE, Ring};
use super::system::System;
use super::work_limit::{Halt, WorkLimit};

/// The greatest numerator and denominator, and the greatest weight. Twice its square is less than
/// the prime.
const GREATEST: u64 = 1 << 29;

/// Arguments with greater weights are returned only if there is no argument modulo a small number.
const SMALL: u64 = 1_000;

/// Finds an argument in integers: one with small and few weights.
pub(super) fn argument(
    system: &System<'_>,
    limit: &mut WorkLimit<'_>,
) -> Result<Option<Colouring>, Halt> {
    let all = eliminate::<LARGE, LARGE>(system, limit)?.into_iter();
    let all = all.filter_map(|found| recovered(system, &found));
    Ok(all.min_by_key(|found| (!is_small(found), found.weights.len(), found.greatest())))
}

/// Whether the weights are small enough to convince people.
pub(super) fn is_small(found: &Colouring) -> bool {
    found.greatest() <= SMALL
}

/// The smallest integers that are proportional to these remainders, if they are small.
fn recovered(system: &System<'_>, found: &Weights) -> Option<Colouring> {
    let (_, first) = *found.weights.first()?;
    let first = Ring::<LARGE, LARGE>::inverse(first);
    let scaled = |weight| Ring::<LARGE, LARGE>::product(weight, first);
    // The common denominator of all weights.
    let mut denominator = 1;
    for &(_, weight) in &found.weights {
        let weight = Ring::<LARGE, LARGE>::product(scaled(weight), denominator);
        denominator *= denominator_of(weight)?;
        if denominator > GREATEST {
            return None;
        }
    }
    let mut weights = Vec::new();
    let mut divisor = 0;
    for &(row, weight) in &found.weights {
        let weight = Ring::<LARGE, LARGE>::product(scaled(weight), denominator);
        let size = weight.min(LARGE - weight);
        if size > GREATEST {
            return None;
        }
        divisor = common_divisor(divisor, size);
        let sign = if size == weight { 1 } else { -1 };
        weights.push((row, sign * size as i64));
    }
    let divisor = divisor as i64;
    let mut total: i64 = 0;
    for (row, weight) in &mut weights {
        *weight /= divisor;
        let target = i64::from(system.targets[*row]);
        total = total.checked_add(weight.checked_mul(target)?)?;
    }
    let named = |(row, weight): (usize, i64)| (system.items[row], weight);
    let weights = weights.into_iter().map(named).collect();
    Some(Colouring::new(None, weights, total))
}

/// The denominator of the fraction that has this remainder, if numerator and denominator are small.
fn denominator_of(remainder: u64) -> Option<u64> {
    let (mut a, mut b) = (LARGE, remainder);
    let (mut before, mut denominator) = (0_i64, 1_i64);
    while b > GREATEST {
        // The denominators grow to at most LARGE / a, which fits.
        let quotient = a / b;
        (a, b) = (b, a % b);
        let next = before - denominator * quotient as i64;
        (before, denominator) = (denominator, next);
    }
    Some(denominator.unsigned_abs()).filter(|&size| size <= GREATEST)
}

fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_recovered() {
        let inverse = Ring::<LARGE, LARGE>::inverse;
        for numerator in [1, 2, 35, GREATEST] {
            for denominator in [1, 3, 8, 99_991, GREATEST - 1] {
                let fraction = Ring::<LARGE, LARGE>::product(numerator, inverse(denominator));
                let divisor = common_divisor(numerator, denominator);
                assert_eq!(denominator_of(fraction), Some(denominator / divisor));
                assert_eq!(
                    denominator_of(LARGE - fraction),
                    Some(denominator / divisor)
                );
            }
        }
        assert_eq!(denominator_of(0), Some(1));
    }
}
