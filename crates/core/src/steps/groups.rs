//! What a chain leaves of each of its truths, for words about it.

use crate::problem::{ItemId, OptionId, Problem};

/// Returns for each truth of a chain the live options that are left if an option is assumed: those
/// that do not conflict with it, nor with all options that are left of the truth before. The list
/// ends with the first truth of which nothing is left.
#[must_use]
pub fn chain_groups(
    problem: &Problem,
    live: &[OptionId],
    assumed: OptionId,
    truths: &[ItemId],
) -> Vec<(ItemId, Vec<OptionId>)> {
    let mut groups: Vec<(ItemId, Vec<OptionId>)> = Vec::new();
    let mut before = vec![assumed];
    for &truth in truths {
        let is_left = |option: &OptionId| {
            let excludes = |other: &OptionId| problem.are_exclusive(*other, *option);
            problem.items_of(*option).contains(&truth)
                && !excludes(&assumed)
                && !before.iter().all(excludes)
        };
        let left: Vec<OptionId> = live.iter().copied().filter(is_left).collect();
        groups.push((truth, left.clone()));
        if left.is_empty() {
            break;
        }
        before = left;
    }
    groups
}
