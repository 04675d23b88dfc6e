//! Splits a search into units.
//!
//! ```text
//! begin with one unit, the whole search
//! while the heaviest unit is too heavy, or there are too few units:
//!     replace it by a unit for each live option of an item that is covered exactly once
//! ```
//!
//! Every solution uses exactly one option of such an item. So the new units have the solutions of
//! the old one, each exactly once, whatever item is chosen. If no such item is left, one unit uses
//! an option and the other does not.

use std::collections::BinaryHeap;

use super::Unit;
use super::live::Live;
use quadrille_core::shared::estimate_nodes;
use quadrille_core::{Budget, Part, Question, Step, Stop};
use quadrille_core::{Search, Solver};

/// The number of probes that estimate the weight of a unit.
const PROBES: u64 = 64;

/// The number of probes for all parts of a unit together, if it has so many that each gets fewer
/// than [`PROBES`]; but each gets at least [`LEAST_PROBES`]. Then the weights are rougher, but they
/// also matter less: a part of so many is seldom split further.
const ALL_PROBES: u64 = 1 << 13;
const LEAST_PROBES: u64 = 2;

/// The number of probes that estimate the time of a node.
const TIMING_PROBES: u64 = 1000;

/// How far [`split`] splits.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Grain {
    /// Until there are at least this many units.
    Units(usize),
    /// Until the walk through each unit takes at most about this many seconds on this machine.
    Seconds(f64),
}

/// Splits a question into units, sorted by their paths. Always the heaviest unit is split next.
///
/// The weight of a unit is the estimated number of nodes of its walk, from a few random probes. The
/// same problem, question and engine give the same units on every machine, except with
/// [`Grain::Seconds`], which depends on the speed of the machine.
///
/// There may be fewer units than requested if the units become too small to split. A new unit in
/// which an item has too few options is left out: a [`Proof`](super::Proof) sees that it has no
/// solution.
///
/// # Errors
/// The stop reason if the budget stops the work.
pub fn split(
    solver: &Solver,
    name: &str,
    question: &Question,
    grain: Grain,
    budget: &Budget,
) -> Result<Vec<Unit>, Stop> {
    let problem = solver.problem();
    let mut search = solver.search();
    let root = Unit::new(problem, name, question.clone());
    let (most, seconds_per_node) = match grain {
        Grain::Units(units) => (units, 0.0),
        Grain::Seconds(seconds) => {
            search.assume(question.assumptions.clone()).budget(budget);
            let pace = pace(&mut search);
            (usize::MAX, pace / seconds.max(f64::MIN_POSITIVE))
        }
    };
    let mut live = Live::new(problem, &question.assumptions);
    let mut weigh = |part: Part, siblings: usize| {
        // One weight takes too little time to reach a look at the clock, but thousands take
        // seconds.
        budget.poll()?;
        let probes = match grain {
            Grain::Units(_) => (ALL_PROBES / siblings as u64).clamp(LEAST_PROBES, PROBES),
            // Rough weights would end the split at a unit that is too heavy.
            Grain::Seconds(_) => PROBES,
        };
        let mut assumptions = question.assumptions.clone();
        part.assume_in(&mut assumptions);
        let nodes = estimate_nodes(search.assume(assumptions), probes, budget)?;
        let weight = nodes.round() as u64;
        Ok::<_, Stop>(Weighed { weight, part })
    };
    let mut heap = BinaryHeap::from([weigh(Part::default(), 1)?]);
    let mut whole: Vec<Weighed> = Vec::new();
    while heap.len() + whole.len() < most
        && let Some(heaviest) = heap.pop()
    {
        budget.poll()?;
        if seconds_per_node > 0.0 && heaviest.weight as f64 * seconds_per_node <= 1.0 {
            whole.push(heaviest);
            break;
        }
        match children(&mut live, &heaviest.part, budget)? {
            None => whole.push(heaviest),
            Some(parts) => {
                let siblings = parts.len();
                for part in parts {
                    heap.push(weigh(part, siblings)?);
                }
            }
        }
    }
    whole.extend(heap);
    whole.sort_unstable_by(|a, b| a.part.cmp(&b.part));
    let unit = |weighed: Weighed| Unit {
        weight: Some(weighed.weight),
        part: weighed.part,
        ..root.clone()
    };
    Ok(whole.into_iter().map(unit).collect())
}

/// The time of a node, in seconds.
fn pace(search: &mut Search) -> f64 {
    let estimate = search.estimate(TIMING_PROBES, 0).value;
    estimate.seconds.mean / estimate.nodes.mean.max(1.0)
}

/// A part with its estimated number of nodes, ordered by weight. Ties are broken by the path.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Weighed {
    weight: u64,
    part: Part,
}

/// Splits a part into parts that may have solutions; `None` if it cannot be split, or if none of
/// them may have solutions: a proof sees that only of parts that it knows.
fn children(live: &mut Live<'_>, part: &Part, budget: &Budget) -> Result<Option<Vec<Part>>, Stop> {
    let mut meter = budget.meter();
    part.steps().iter().for_each(|&step| live.enter(step));
    let mut steps = part.steps().to_vec();
    let children = loop {
        // The smallest item is found by a look at each.
        meter.spend(live.item_count())?;
        let next: Vec<Step> = match (live.smallest_item(), live.some_option()) {
            (Some(item), _) => {
                let options = live.options_of(item);
                options
                    .map(|option| Step {
                        option,
                        is_used: true,
                    })
                    .collect()
            }
            (None, Some(option)) => [true, false].map(|is_used| Step { option, is_used }).into(),
            (None, None) => break None,
        };
        let mut possible = Vec::new();
        for step in next {
            let before = live.work();
            if live.may_follow(step) {
                possible.push(step);
            }
            // To look at a use takes some nanoseconds.
            meter.spend(4 * (live.work() - before) as usize + 64)?;
        }
        match *possible {
            // The only child is split in turn.
            [only] => {
                live.enter(only);
                steps.push(only);
            }
            [] => break None,
            _ => {
                let child = |&step: &Step| steps.iter().copied().chain([step]).collect();
                break Some(possible.iter().map(child).collect());
            }
        }
    };
    steps.iter().for_each(|_| live.leave());
    Ok(children)
}
