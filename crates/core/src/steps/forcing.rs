//! Options that lead to a contradiction by singles, and options that every case excludes.

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
    let mut options: Vec<usize> = bits::ones(live.options()).collect();
    for most in 1..=FEW {
        let found = braids.that_exclude(&options, most)?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    let mut trimmed = Vec::new();
    for option in std::mem::take(&mut options) {
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
    let mut found: Vec<Deduction> = Vec::new();
    for item in live.truths() {
        budget.poll()?;
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
    Ok(found)
}
