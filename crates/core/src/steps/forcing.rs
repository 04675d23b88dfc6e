//! Options that lead to a contradiction by singles.

use std::ops::RangeInclusive;

use super::bits;
use super::braid::Braids;
use super::closure::Closure;
use super::deduction::Deduction;
use super::live::Live;
use crate::ask::{Budget, Stop};

/// How many states are searched for the shortest braids of a step.
const ALLOWANCE: u64 = 20_000;

/// Braids of at most this many choices are searched for all options: that takes less time than to
/// follow all singles of each.
const FEW: usize = 4;

/// The options of a set that lead to a truth without an option, by the shortest braids with these numbers of
/// truths. If these take too long to find, each option with the argument of its closure.
pub(super) fn refuted(
    live: &Live,
    options: &[u64],
    sizes: &RangeInclusive<usize>,
    budget: &Budget,
) -> Result<Vec<Deduction>, Stop> {
    let mut braids = Braids::new(live, budget, ALLOWANCE);
    let all: Vec<usize> = bits::ones(options).collect();
    // The last truth has no choice.
    let longest = sizes.end().saturating_sub(1);
    for most in sizes.start().saturating_sub(1).max(1)..=longest.min(FEW) {
        let found = braids.that_exclude(&all, most)?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    if longest <= FEW {
        return Ok(Vec::new());
    }
    let (mut options, mut trimmed) = (Vec::new(), Vec::new());
    for option in all {
        budget.poll()?;
        if let Some((choices, empty)) = Closure::new(live, option).contradiction() {
            options.push(option);
            trimmed.push(Deduction::by_forcing(live.id(option), choices, empty));
        }
    }
    let shortest = trimmed.iter().map(|deduction| deduction.reason.size());
    for most in FEW + 1..shortest.min().unwrap_or(0).min(longest.saturating_add(1)) {
        let found = braids.that_exclude(&options, most)?;
        if !found.is_empty() {
            return Ok(found);
        }
        if braids.allowance == 0 {
            break;
        }
    }
    trimmed.retain(|deduction| sizes.contains(&deduction.reason.size()));
    Ok(trimmed)
}
