//! All solutions of a problem with colours and multiplicities, by the definition.
//!
//! ```text
//! for every set of options:
//!     it is a solution if the set satisfies every item
//! ```

use std::ops::RangeInclusive;

/// Lists all solutions of a problem with colours and multiplicities.
///
/// `items[i]` is the multiplicity of item `i`, `None` if it is secondary. `options[o]` are the
/// items of option `o` with their colours; unknown items are skipped. A secondary item is satisfied
/// if it is used at most once, or if all its uses have the same colour. A solution is the ascending
/// list of its option numbers, and the solutions are sorted. An option without a primary item is
/// never used.
///
/// O(2^options x total size of the options), so it suits about fifteen options. Use
/// [`covers`](super::covers) for plain problems.
#[must_use]
pub(crate) fn subsets(
    items: &[Option<RangeInclusive<u32>>],
    options: &[Vec<(usize, Option<u32>)>],
) -> Vec<Vec<usize>> {
    let is_primary = |item: usize| matches!(items.get(item), Some(Some(_)));
    let can_be_used = |&option: &usize| options[option].iter().any(|&(item, _)| is_primary(item));
    let usable: Vec<usize> = (0..options.len()).filter(can_be_used).collect();
    let mut solutions = Vec::new();
    let mut set = vec![false; usable.len()];
    loop {
        let places = (0..usable.len()).filter(|&place| set[place]);
        let chosen: Vec<usize> = places.map(|place| usable[place]).collect();
        let is_satisfied = |item: usize| {
            let uses: Vec<Option<u32>> = chosen
                .iter()
                .flat_map(|&option| &options[option])
                .filter(|(used, _)| *used == item)
                .map(|&(_, colour)| colour)
                .collect();
            match &items[item] {
                Some(times) => times.contains(&(uses.len() as u32)),
                None if uses.len() <= 1 => true,
                None => uses[0].is_some() && uses.iter().all(|&colour| colour == uses[0]),
            }
        };
        if (0..items.len()).all(is_satisfied) {
            solutions.push(chosen);
        }
        if !next(&mut set) {
            break;
        }
    }
    solutions.sort_unstable();
    solutions
}

/// Advances to the next set, in binary order. Returns `false` after the last set.
pub(crate) fn next(set: &mut [bool]) -> bool {
    for member in set {
        *member = !*member;
        if *member {
            return true;
        }
    }
    false
}
