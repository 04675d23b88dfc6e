//! The easiest step that assumes one solution.

use super::position::{Exchange, Position};
use super::{bug, corner, extra, rectangle};
use crate::steps::technique::Technique;

/// No such step is easier.
pub(crate) const LEAST_COST: u64 = Technique::UniqueRectangle1.cost();

/// The easiest step; among equals the one that removes the most.
pub(crate) fn best(position: &Position<'_>) -> Option<Exchange> {
    all(position).into_iter().min_by_key(|step| {
        let fewest = usize::MAX - step.removed.len();
        (step.technique.cost(), fewest)
    })
}

fn all(position: &Position<'_>) -> Vec<Exchange> {
    let mut steps = Vec::new();
    for rectangle in rectangle::empty(position) {
        steps.extend(corner::of_empty(position, &rectangle));
        steps.extend(extra::steps(position, &rectangle));
    }
    for rectangle in rectangle::avoidable(position) {
        steps.extend(corner::of_known(position, &rectangle));
        steps.extend(extra::steps(position, &rectangle));
    }
    steps.extend(bug::plus_1(position));
    steps
}
