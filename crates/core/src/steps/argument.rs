//! The argument of a rule: the items by which it excludes options, and no others.

use std::cell::Cell;

use super::cover::{Counted, Covers, MOST_NODES};
use super::deduction::{Deduction, Reason};
use super::live::Live;
use crate::ask::{Budget, Stop};
use crate::problem::{ItemId, Problem};

/// How many times the nodes of an argument the search for a shorter one may take.
const NODES_OF_SHRUNK: usize = 4;
/// The nodes after which an argument is not shrunk further: nobody follows so long an argument.
const MOST_NODES_OF_SHRINKING: usize = 10_000;
/// The most items of an argument that is shrunk.
const MOST_SHRUNK: usize = 400;

/// Drops the items that an argument does not need: first many at once, then fewer.
pub(super) fn shrink(
    problem: &Problem,
    live: &Live,
    deduction: &mut Deduction,
    budget: &Budget,
) -> Result<(), Stop> {
    let (Reason::Rule { truths, links } | Reason::TwoRules { truths, links }) =
        &mut deduction.reason
    else {
        return Ok(());
    };
    if truths.len() + links.len() > MOST_SHRUNK {
        return Ok(());
    }
    let removed = &deduction.removed;
    let left = Cell::new(MOST_NODES_OF_SHRINKING);
    // The truths that a search tries, and its most nodes; `None` if it does not exclude all options.
    let tried = |truths: &[ItemId], links: &[ItemId], nodes: usize| {
        let part = live.part(problem, truths, links, budget).ok()?;
        let part = Counted::new(part);
        let mut search = Covers::new(nodes, budget);
        let mut most = 0;
        for &option in removed {
            search.nodes = nodes.min(left.get());
            let before = search.nodes;
            // An option outside of the part is excluded, too, if the part has no cover at all.
            let is_covered = match part.live.number(option) {
                Some(number) => search.has_any(&part, number),
                None => search.complete(part.clone()),
            };
            let used = before - search.nodes;
            left.set(left.get() - used);
            most = most.max(used);
            if is_covered? {
                return None;
            }
        }
        let tried = search.tried.iter();
        let tried: Vec<ItemId> = tried.map(|&truth| truths[truth]).collect();
        Some((tried, most))
    };
    let Some((tried_truths, most)) = tried(truths, links, MOST_NODES) else {
        return Ok(());
    };
    // A search that takes much longer finds a cover or a worse argument.
    let nodes = (NODES_OF_SHRUNK * most).clamp(MOST_NODES / 10, MOST_NODES);
    let excludes = |truths: &[ItemId], links: &[ItemId]| tried(truths, links, nodes).is_some();
    // Of the other truths, only what they exclude may be needed.
    let others = truths.iter().filter(|truth| !tried_truths.contains(truth));
    let mut all: Vec<ItemId> = links.iter().chain(others).copied().collect();
    all.sort_unstable();
    if excludes(&tried_truths, &all) {
        (*truths, *links) = (tried_truths, all);
    }
    // Without some links, the truths are needed as well.
    *truths = needed(truths, |truths| excludes(truths, links));
    *links = needed(links, |links| excludes(truths, links));
    // After a limit, items may be left that are not needed.
    budget.poll()
}

/// The items that are needed: none can be left out.
fn needed(items: &[ItemId], holds: impl Fn(&[ItemId]) -> bool) -> Vec<ItemId> {
    let mut left = items.to_vec();
    let mut size = left.len();
    while size > 0 {
        let mut place = 0;
        while place < left.len() {
            let end = (place + size).min(left.len());
            let fewer = [&left[..place], &left[end..]].concat();
            if holds(&fewer) {
                left = fewer;
            } else {
                place = end;
            }
        }
        size /= 2;
    }
    left
}
