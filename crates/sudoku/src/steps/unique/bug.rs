//! All empty cells but one have two values, and would give two solutions without that one.

use quadrille_core::shared::listing;

use super::position::{Candidate, Exchange, Position, bit, in_words, values};
use crate::steps::sentence::value;
use crate::steps::technique::Technique;

/// If every item that is left had two options, the options that a solution leaves out would be a
/// solution, too. So the one candidate that is too many for this is true.
pub(super) fn plus_1(position: &Position<'_>) -> Option<Exchange> {
    let problem = position.items.problem();
    let is_full = |&cell: &usize| position.marks(cell).count_ones() > 2;
    let mut full = position.cells().filter(is_full);
    let (cell, None) = (full.next()?, full.next()) else {
        return None;
    };
    let marks = position.marks(cell);
    if marks.count_ones() != 3 || problem.has_multiplicities() {
        return None;
    }
    let mut counts = vec![0; problem.item_count()];
    for &option in position.live {
        for (item, colour) in problem.uses_of(option) {
            // What a rule says of the options that a solution leaves out is unknown.
            if colour.is_some() {
                return None;
            }
            counts[item.index()] += 1;
        }
    }
    let is_true = |candidate: Candidate| {
        let own = problem.items_of(position.option(candidate));
        problem.items().all(|item| {
            let count: usize = counts[item.index()];
            let left = count - usize::from(own.contains(&item));
            match problem.is_primary(item) {
                true => left == 2 || count == 0,
                false => left < 2,
            }
        })
    };
    let mut all = values(marks).into_iter();
    let own = all.find(|&own| is_true((cell, own)))?;
    let removed = values(marks & !bit(own)).into_iter();
    let name = position.items.cell(cell);
    let text = format!(
        "each empty cell but {name} has two values, and without {} in {name}, each value would have two \
         places left in each unit. Then the two values of each cell could be exchanged, and the board \
         would have two solutions. Therefore, {name} is {}.",
        value(own),
        listing(in_words(bit(own)), "or"),
    );
    Some(Exchange {
        technique: Technique::BugPlus1,
        cells: vec![cell],
        removed: removed.map(|value| (cell, value)).collect(),
        text,
    })
}
