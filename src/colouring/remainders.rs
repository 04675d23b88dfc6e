//! Arguments modulo powers of primes.

use super::Colouring;
use super::effort::{Effort, Halt};
use super::elimination::{Weights, eliminate};
use super::ring::Ring;
use super::system::System;

type Argument = fn(&System<'_>, &mut Effort<'_>) -> Result<Option<Colouring>, Halt>;

/// One function for each prime, in the order in which they are tried. Each finds arguments modulo
/// the given power of the prime and all smaller ones.
pub(super) const ARGUMENTS: &[Argument] = &[
    argument::<2, 64>,
    argument::<3, 81>,
    argument::<5, 125>,
    argument::<7, 49>,
];

/// Finds an argument modulo a power of a prime: one with the smallest modulus and the fewest
/// weights.
fn argument<const PRIME: u64, const MODULUS: u64>(
    system: &System<'_>,
    effort: &mut Effort<'_>,
) -> Result<Option<Colouring>, Halt> {
    let all = eliminate::<PRIME, MODULUS>(system, effort)?;
    let all = all.into_iter().map(simplest::<PRIME, MODULUS>);
    let best = all.min_by_key(|(modulus, weights)| (*modulus, weights.weights.len()));
    Ok(best.and_then(|(modulus, Weights { weights, total })| {
        let named = |(row, weight)| (system.items[row], weight as i64);
        let weights = weights.into_iter().map(named).collect();
        Colouring::proved(system.problem, Some(modulus as u32), weights, total as i64)
    }))
}

/// Divides weights by common factors, and reduces them to the smallest modulus for which the total
/// is not 0. The first weight that is not a multiple of the prime becomes 1.
fn simplest<const PRIME: u64, const MODULUS: u64>(found: Weights) -> (u64, Weights) {
    let (
        mut modulus,
        Weights {
            mut weights,
            mut total,
        },
    ) = (MODULUS, found);
    loop {
        let (power, _) = Ring::<PRIME, MODULUS>::split(total);
        modulus = modulus.min(power * PRIME);
        total %= modulus;
        weights
            .iter_mut()
            .for_each(|(_, weight)| *weight %= modulus);
        weights.retain(|&(_, weight)| weight != 0);
        let first = weights.iter().find(|(_, weight)| weight % PRIME != 0);
        if let Some(&(_, first)) = first {
            let inverse = Ring::<PRIME, MODULUS>::inverse(first);
            let scaled = |weight| Ring::<PRIME, MODULUS>::product(weight, inverse) % modulus;
            weights
                .iter_mut()
                .for_each(|(_, weight)| *weight = scaled(*weight));
            return (
                modulus,
                Weights {
                    weights,
                    total: scaled(total),
                },
            );
        }
        // All weights are multiples of the prime, and so is the total.
        modulus /= PRIME;
        total /= PRIME;
        weights.iter_mut().for_each(|(_, weight)| *weight /= PRIME);
        if modulus <= 1 {
            return (modulus, Weights { weights, total });
        }
    }
}
