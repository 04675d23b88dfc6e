//! The methods that may show that there is no solution, without a search through all of them.

mod orbits;
mod states;
mod weights;

use crate::engine::MakeProver;

/// All of them, in the order in which they join a contest.
pub(crate) static PROVERS: [MakeProver; 4] = [
    weights::weights,
    states::sweep,
    states::fold,
    orbits::orbits,
];
