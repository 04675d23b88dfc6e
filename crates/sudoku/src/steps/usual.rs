//! The usual order of steps: by the cost of their techniques.

use quadrille_core::steps::{Deduction, Kind, Position, Reason, Search};

use super::classify::{is_in_line, technique_at};
use super::families::families;
use super::items::Items;
use super::public;
use super::technique::Technique;

/// The searches, in order.
pub(super) fn searches(items: &Items) -> Vec<Search> {
    let families = families(items);
    let of_families = |size, least: Technique| {
        let search = Search::new(Kind::Set, least.cost()).of_size(size..=size);
        search.of_families(families.clone())
    };
    let any = |size, least: Technique| Search::new(Kind::Set, least.cost()).of_size(size..=size);
    let mut searches = vec![
        Search::new(Kind::Single, Technique::FullHouse.cost()),
        Search::new(Kind::Locked, Technique::Pointing.cost()),
        Search::new(Kind::Rule, Technique::Rule.cost()),
        of_families(2, Technique::NakedPair),
        of_families(3, Technique::NakedTriple),
        any(2, Technique::FinnedXWing),
        any(3, Technique::XyWing),
        Search::new(Kind::TwoRules, Technique::TwoRules.cost()),
        of_families(4, Technique::NakedQuad),
        any(4, Technique::Fish),
    ];
    searches.extend(public::chains(items));
    searches.push(Search::new(Kind::Chain, GROUPED).of_groups());
    searches.extend(public::harder(items));
    searches
}

/// What chains of groups cost at least.
const GROUPED: u64 = 72;

/// What a deduction costs.
pub(super) fn cost(items: &Items, position: Position<'_>, deduction: &Deduction) -> u64 {
    let technique = technique_at(items, position, deduction);
    let is_long = deduction.reason.kind() >= Kind::Chain;
    if let (true, Some(cost)) = (is_long, public::cost(items, position, deduction)) {
        return cost;
    }
    match &deduction.reason {
        Reason::Rule { .. } => return Technique::Rule.cost(),
        // The public scale knows no groups.
        Reason::Chain { truths } => return GROUPED + public::extra(2 * truths.len()),
        _ => {}
    }
    let is_hidden = technique == Technique::HiddenSingle;
    let line = 3 * u64::from(is_hidden && is_in_line(items, deduction));
    technique.cost() + line
}
