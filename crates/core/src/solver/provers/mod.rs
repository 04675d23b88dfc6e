//! The methods that may show that there is no solution, without a search through all of them.

mod orbits;
mod states;
#[cfg(test)]
mod tests;
mod weights;

use crate::ask::Contestant;
use crate::engine::MakeProver;

/// All of them, in the order in which they join a contest.
pub(crate) static PROVERS: [(Contestant, MakeProver); 4] = [
    (Contestant::Weights, weights::weights),
    (Contestant::Sweep, states::sweep),
    (Contestant::Fold, states::fold),
    (Contestant::Orbits, orbits::orbits),
];
