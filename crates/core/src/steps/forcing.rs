//! Options that lead to a contradiction by singles, and options that every case excludes.

use super::bits;
use super::closure::Closure;
use super::deduction::{Branch, Deduction, Reason};
use super::live::Live;
use crate::problem::ItemId;

/// The options that lead to a truth without an option, each with its argument.
pub(super) fn refuted(live: &Live) -> Vec<Deduction> {
    let mut found = Vec::new();
    for option in bits::ones(live.options()) {
        let closure = Closure::new(live, option);
        if let Some((choices, empty)) = closure.contradiction() {
            found.push(Deduction {
                reason: Reason::Forcing { choices, empty },
                chosen: Vec::new(),
                removed: vec![live.id(option)],
            });
        }
    }
    found
}

/// The options that each live option of some truth excludes.
pub(super) fn cases(live: &Live) -> Vec<Deduction> {
    let mut found: Vec<Deduction> = Vec::new();
    for item in live.truths() {
        let options: Vec<usize> = bits::ones_of_both(live.users(item), live.options()).collect();
        let closures: Vec<Closure<'_>> = options
            .iter()
            .map(|&option| Closure::new(live, option))
            .collect();
        let mut dead = live.options().to_vec();
        for closure in &closures {
            bits::keep_all(&mut dead, &closure.excluded());
        }
        for removed in bits::ones(&dead) {
            let branches = options.iter().zip(&closures).map(|(&option, closure)| {
                let (choices, empty) = match closure.contradiction() {
                    Some((choices, empty)) => (choices, Some(empty)),
                    None => (closure.exclusion(removed), None),
                };
                Branch {
                    option: live.id(option),
                    choices,
                    empty,
                }
            });
            let reason = Reason::Cases {
                item: ItemId::new(item as u32),
                branches: branches.collect(),
            };
            let removed = vec![live.id(removed)];
            match found.iter_mut().find(|other| other.removed == removed) {
                Some(other) if other.reason.size() <= reason.size() => {}
                Some(other) => other.reason = reason,
                None => found.push(Deduction {
                    reason,
                    chosen: Vec::new(),
                    removed,
                }),
            }
        }
    }
    found
}
