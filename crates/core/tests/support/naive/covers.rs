//! All exact covers of a plain problem, by the definition.
//!
//! ```text
//! a partial cover is a set of options, no two of which share an item
//! begin with the empty partial cover
//! for each partial cover:
//!     if it covers every primary item, it is a solution
//!     else, for each option that contains its first uncovered primary item and no covered item:
//!         the partial cover with this option is a new partial cover
//! ```
//!
//! Each solution is found once, because exactly one of its options covers a given item. Partial
//! covers wait in a list, so there is nothing to undo and no recursion.

/// Lists all exact covers: sets of options in which every primary item occurs exactly once, and
/// every secondary item at most once.
///
/// Items are the numbers below `items`; `primary` returns whether an item is primary. `options[o]`
/// are the items of option `o`. A solution is the ascending list of its option numbers, and the
/// solutions are sorted.
///
/// * An option without a primary item is never used.
/// * Without primary items there is exactly one solution, the empty one.
/// * Equal options are different options: a solution with one and a solution with the other both
///   count.
/// * An option is a set, so a repeated item has no effect. An option with an unknown item is never
///   used.
///
/// Tests compare the engines with this reference on small problems. Each partial cover takes
/// O(items + total size of the options), and there may be exponentially many.
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
            // `get` returns `None` for an unknown item.
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
