//! All exact covers, by the definition.
//!
//! ```text
//! a partial cover is a set of options, no two of which share an item; at first it is empty
//! take any partial cover:
//!     if it covers every primary item, it is a solution
//!     else, for each option that contains the first primary item not yet covered,
//!         and of whose items none is covered: add the option, which is a new partial cover
//! ```
//!
//! Each solution is met once, since the option that covers a given item in it is unique. Partial
//! covers wait in a list and own what they are, so there is nothing to undo and no recursion.

/// All exact covers: every primary item in exactly one chosen option, every other (secondary)
/// item in at most one.
///
/// Items are the numbers below `items`, and `primary` tells which of them must be covered;
/// `options[o]` are the items of option `o`. Each solution is the numbers of its options,
/// ascending, and the solutions are sorted.
///
/// * An option without a primary item is never used.
/// * Without primary items there is exactly one solution, the empty one.
/// * Equal options are two options: solutions with one or the other both count.
/// * An option is a set: naming an item twice is naming it once. An option that names an item
///   not below `items` is never used.
///
/// The reference that the engines are tested against, for small problems: each partial cover
/// costs O(items + total size of the options), and there may be exponentially many.
#[must_use]
pub(crate) fn covers(
    items: usize,
    primary: impl Fn(usize) -> bool,
    options: &[Vec<usize>],
) -> Vec<Vec<usize>> {
    let mut solutions = Vec::new();
    let mut waiting: Vec<Vec<usize>> = vec![Vec::new()];
    while let Some(chosen) = waiting.pop() {
        let mut covered = vec![false; items];
        for &option in &chosen {
            for &item in &options[option] {
                covered[item] = true;
            }
        }
        let Some(first) = (0..items).find(|&item| primary(item) && !covered[item]) else {
            solutions.push(chosen);
            continue;
        };
        for (option, its_items) in options.iter().enumerate() {
            // `get` gives nothing for an item that is not below `items`.
            let fits = |&item| covered.get(item) == Some(&false);
            if its_items.contains(&first) && its_items.iter().all(fits) {
                let mut larger = chosen.clone();
                larger.push(option);
                waiting.push(larger);
            }
        }
    }
    for solution in &mut solutions {
        solution.sort_unstable();
    }
    solutions.sort_unstable();
    solutions
}
