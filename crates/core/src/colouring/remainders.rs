//! Arguments modulo powers of primes.

use super::Colouring;
use super::elimination::{Weights, eliminate};
use super::ring::Ring;
use super::system::System;
use super::work_limit::{Halt, WorkLimit};

/// Finds an argument modulo a power of a prime, or a smaller power: one with the smallest modulus
/// and the fewest weights.
pub(super) fn argument<const PRIME: u64, const MODULUS: u64>(
    system: &System<'_>,
    limit: &mut WorkLimit<'_>,
) -> Result<Option<Colouring>, Halt> {
    let all = eliminate::<PRIME, MODULUS>(system, limit)?;
    let all = all.into_iter().map(simplest::<PRIME, MODULUS>);
    let best = all.min_by_key(|(modulus, weights)| (*modulus, weights.weights.len()));
    Ok(best.map(|(modulus, Weights { weights, total })| {
        let named = |(row, weight)| (system.items[row], weight as i64);
        let weights = weights.into_iter().map(named).collect();
        Colouring::new(Some(modulus as u32), weights, total as i64)
    }))
}

/// Divides weights by common factors, and reduces them to the smallest modulus for which the total
/// is not 0. The first weight that is not a multiple of the prime becomes 1.
fn simplest<const PRIME: u64, const MODULUS: u64>(mut found: Weights) -> (u64, Weights) {
    let mut modulus = MODULUS;
    loop {
        let (power, _) = Ring::<PRIME, MODULUS>::split(found.total);
        modulus = modulus.min(power * PRIME);
        found = changed(found, |weight| weight % modulus);
        let first = found.weights.iter().find(|(_, weight)| weight % PRIME != 0);
        if let Some(&(_, first)) = first {
            let inverse = Ring::<PRIME, MODULUS>::inverse(first);
            let scaled = |weight| Ring::<PRIME, MODULUS>::product(weight, inverse) % modulus;
            return (modulus, changed(found, scaled));
        }
        if modulus <= PRIME {
            return (modulus, found);
        }
        // All weights are multiples of the prime, and so is the total.
        modulus /= PRIME;
        found = changed(found, |weight| weight / PRIME);
    }
}

/// Changes all weights and the total, and drops weights of 0.
fn changed(mut found: Weights, change: impl Fn(u64) -> u64) -> Weights {
    found.total = change(found.total);
    for (_, weight) in &mut found.weights {
        *weight = change(*weight);
    }
    found.weights.retain(|&(_, weight)| weight != 0);
    found
}
