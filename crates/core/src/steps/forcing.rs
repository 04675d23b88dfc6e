//! Options that lead to a contradiction by singles, and options that every case excludes.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::bits;
use super::braid::Braids;
use super::closure::Closure;
use super::deduction::{Branch, Deduction, Reason};
use super::live::Live;
use crate::ask::{Budget, Stop};
use crate::problem::ItemId;

/// How many states are searched for the shortest braids of a step.
const ALLOWANCE: u64 = 20_000;

/// Braids of at most this many choices are searched for all options: that takes less time than to
/// follow all singles of each.
const FEW: usize = 4;

/// The options that lead to a truth without an option, by the shortest braids. If these take too
/// long to find, each option with the argument of its closure.
pub(super) fn refuted(live: &Live, budget: &Budget) -> Result<Vec<Deduction>, Stop> {
    let mut braids = Braids::new(live, budget, ALLOWANCE);
    let all: Vec<usize> = bits::ones(live.options()).collect();
    for most in 1..=FEW {
        let found = braids.that_exclude(&all, most)?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    let (mut options, mut trimmed) = (Vec::new(), Vec::new());
    for option in all {
        budget.poll()?;
        if let Some((choices, empty)) = Closure::new(live, option).contradiction() {
            options.push(option);
            trimmed.push(Deduction {
                reason: Reason::Forcing { choices, empty },
                chosen: Vec::new(),
                removed: vec![live.id(option)],
            });
        }
    }
    let sizes = trimmed.iter().map(|deduction| deduction.reason.size());
    for most in FEW + 1..sizes.min().unwrap_or(0) {
        let found = braids.that_exclude(&options, most)?;
        if !found.is_empty() {
            return Ok(found);
        }
        if braids.allowance == 0 {
            break;
        }
    }
    Ok(trimmed)
}

/// The options that each live option of some truth excludes.
pub(super) fn cases(live: &Live, budget: &Budget) -> Result<Vec<Deduction>, Stop> {
    // The smallest argument for each removed option.
    let mut found: BTreeMap<usize, Reason> = BTreeMap::new();
    for item in live.truths() {
        let options: Vec<usize> = bits::ones_of_both(live.users(item), live.options()).collect();
        let mut closures = Vec::new();
        let mut dead = live.options().to_vec();
        for &option in &options {
            budget.poll()?;
            let closure = Closure::new(live, option);
            bits::keep_all(&mut dead, &closure.excluded());
            closures.push(closure);
            if bits::is_empty(&dead) {
                break;
            }
        }
        for removed in bits::ones(&dead) {
            budget.poll()?;
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
            match found.entry(removed) {
                Entry::Occupied(mut known) if reason.size() < known.get().size() => {
                    known.insert(reason);
                }
                Entry::Occupied(_) => {}
                Entry::Vacant(place) => {
                    place.insert(reason);
                }
            }
        }
    }
    let deduction = |(removed, reason)| Deduction {
        reason,
        chosen: Vec::new(),
        removed: vec![live.id(removed)],
    };
    Ok(found.into_iter().map(deduction).collect())
}
