//! Options that lead to a contradiction by singles.

use std::ops::RangeInclusive;

use super::bits;
use super::braid::Braids;
use super::closure::Closure;
use super::deduction::Deduction;
use super::live::Live;
use crate::ask::{Budget, Stop};

/// How many states are searched for the shortest braids of a step, if few words hold the options.
const ALLOWANCE: u64 = 5_000;
/// The number of these words. A state takes longer if there are more.
const FEW_WORDS: u64 = 4;

/// Braids of at most this many truths are searched for all options.
const FEW: usize = 5;

/// The options of a set that lead to a truth without an option, by the shortest braids with these
/// numbers of truths. If longer braids than `FEW` take too long to find, each option with the argument
/// of its closure; shorter ones are then not found.
pub(super) fn refuted(
    live: &Live,
    options: &[u64],
    sizes: &RangeInclusive<usize>,
    budget: &Budget,
) -> Result<Vec<Deduction>, Stop> {
    // The last truth has no choice.
    let fewest = sizes.start().saturating_sub(1).max(1);
    if *sizes.end() <= FEW {
        // To follow all singles of each option takes longer.
        let all: Vec<usize> = bits::ones(options).collect();
        let mut braids = Braids::new(live, budget, ALLOWANCE);
        for most in fewest..*sizes.end() {
            let found = braids.that_exclude(&all, most)?;
            if !found.is_empty() {
                return Ok(found);
            }
        }
        return Ok(Vec::new());
    }
    let counts = live.counts();
    let (mut refuted, mut trimmed) = (Vec::new(), Vec::new());
    for option in bits::ones(options) {
        budget.poll()?;
        if let Some((choices, empty)) = Closure::new(live, &counts, option).contradiction() {
            refuted.push(option);
            trimmed.push(Deduction::by_forcing(live.id(option), choices, empty));
        }
    }
    let shortest = trimmed.iter().map(|deduction| deduction.reason.size());
    let shortest = shortest.min().unwrap_or(0);
    let allowance = ALLOWANCE * FEW_WORDS / FEW_WORDS.max(live.words() as u64);
    let mut braids = Braids::new(live, budget, allowance);
    for most in fewest..shortest.min(*sizes.end()) {
        let found = braids.that_exclude(&refuted, most)?;
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
