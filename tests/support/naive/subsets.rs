//! All covers of the whole language, by its definition: colours and multiplicities too.
//!
//! ```text
//! for every set of options:
//!     it is a solution if every item is content with the uses that the set makes of it
//! ```

use std::ops::RangeInclusive;

/// All solutions of a problem with colours and multiplicities: every set of options that pleases
/// every item.
///
/// `items[i]` is how often the primary item `i` may be covered, `None` if it is secondary;
/// `options[o]` are the items of option `o`, each perhaps with a colour, a number; what is no item
/// is passed over. A secondary item is pleased if it is used at most once, or only in one and the
/// same colour. Each solution is the numbers of its options, ascending, and the solutions are
/// sorted. An option without a primary item is never used.
///
/// O(2^options x total size of the options): the reference for what [`covers`](super::covers)
/// does not know, for some fifteen options.
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
        let pleased = |item: usize| {
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
        if (0..items.len()).all(pleased) {
            solutions.push(chosen);
        }
        if !next(&mut set) {
            break;
        }
    }
    solutions.sort_unstable();
    solutions
}

/// The next set, as an odometer counts: `false` after the last.
pub(crate) fn next(set: &mut [bool]) -> bool {
    for member in set {
        *member = !*member;
        if *member {
            return true;
        }
    }
    false
}
