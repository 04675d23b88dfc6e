//! The public scale: the costs of steps in tenths, as Sukaku Explainer rates boards of the classic
//! shape without techniques that assume one solution. Steps of other techniques are not taken.

use std::collections::BTreeSet;

use quadrille_core::steps::{Branch, Choice, Deduction, Kind, Position, Reason, Search};
use quadrille_core::{ItemId, OptionId};

use super::classify::{are_cells, only_unit, only_value, technique_at};
use super::families::families;
use super::items::{Item, Items};
use super::technique::Technique;

/// The searches, in the order of the scale.
pub(super) fn searches(items: &Items) -> Vec<Search> {
    let families = families(items);
    let sets = |size, least| {
        let search = Search::new(Kind::Set, least).of_size(size..=size);
        search.of_families(families.clone())
    };
    let cells = || items.cell_items();
    let mut searches = vec![
        Search::new(Kind::Single, 10),
        Search::new(Kind::Locked, 17).with_direct(),
        sets(2, 20).with_direct(),
        sets(3, 25).with_direct(),
        Search::new(Kind::Chain, 42).of_size(3..=3).among(cells()),
        Search::new(Kind::Forcing, 44).of_size(3..=3).among(cells()),
        sets(4, 50),
    ];
    searches.extend(chains(items));
    searches.extend(harder(items));
    searches
}

/// The units of each value.
fn values(items: &Items) -> impl Iterator<Item = Vec<ItemId>> {
    let of_value = |value: usize| {
        let all = items.full_units();
        let all = all.filter_map(|unit| items.values_of(unit).get(value));
        all.copied().collect()
    };
    (0..items.shape().side()).map(of_value)
}

/// The searches for chains.
pub(super) fn chains(items: &Items) -> Vec<Search> {
    let of_values = values(items).map(|value| Search::new(Kind::Chain, 65).among(value));
    let mut searches: Vec<Search> = of_values.collect();
    searches.push(Search::new(Kind::Chain, 65).among(items.cell_items()));
    searches.push(Search::new(Kind::Chain, 70));
    searches
}

/// The searches for what is harder than chains.
pub(super) fn harder(items: &Items) -> Vec<Search> {
    let of_values = values(items).map(|value| Search::new(Kind::Forcing, 75).among(value));
    let mut searches: Vec<Search> = of_values.collect();
    searches.extend([
        Search::new(Kind::Cases, 80).by_chains(),
        Search::new(Kind::Forcing, 85),
        Search::new(Kind::Cases, 85),
        Search::new(Kind::Trial, Technique::Trial.cost()),
    ]);
    searches
}

/// What a deduction costs; `None` if the scale does not know it.
pub(super) fn cost(items: &Items, position: Position<'_>, deduction: &Deduction) -> Option<u64> {
    let scale = Scale { items, position };
    Some(match &deduction.reason {
        Reason::Single { item } => match items.get(*item) {
            _ if technique_at(items, position, deduction) == Technique::FullHouse => 10,
            Item::Cell(_) => 23,
            truth if truth.is_in_box(items) => 12,
            _ => 15,
        },
        Reason::Locked { item } => {
            let truth = items.get(*item);
            let is_in_box = truth.is_in_box(items);
            match (scale.is_direct(truth, deduction), is_in_box) {
                (true, true) => 17,
                (true, false) => 19,
                (false, true) => 26,
                (false, false) => 28,
            }
        }
        Reason::Set { truths, .. } => scale.set(truths, deduction)?,
        Reason::Chain { truths } => scale.chain(truths, deduction)?,
        Reason::Forcing { choices, empty } => scale.forcing(choices, *empty)?,
        Reason::Cases { item, branches } => scale.cases(*item, branches),
        Reason::Trial { .. } => Technique::Trial.cost(),
        _ => return None,
    })
}

struct Scale<'a> {
    items: &'a Items,
    position: Position<'a>,
}

impl Scale<'_> {
    /// Whether the removed options leave one option of a truth that is like this one: a value of a
    /// unit of the same kind.
    fn is_direct(&self, truth: Item, deduction: &Deduction) -> bool {
        let items = self.items;
        let Item::Unit { unit: own, value } = truth else {
            return false;
        };
        let kind = std::mem::discriminant(&items.kind(own));
        let removed = items.candidates(&deduction.removed);
        items.full_units().any(|unit| {
            let cells = items.shape().unit(unit).cells();
            std::mem::discriminant(&items.kind(unit)) == kind
                && removed.iter().all(|(cell, _)| cells.contains(cell))
                && self.is_single_after(unit, value, deduction)
        })
    }

    /// Whether one place of a value is left in a unit without the removed options.
    fn is_single_after(&self, unit: usize, value: u8, deduction: &Deduction) -> bool {
        let item = self.items.values_of(unit).get(usize::from(value) - 1);
        item.is_some_and(|&item| {
            let left = self.position.options_of(item);
            let left = left.filter(|option| deduction.removed.binary_search(option).is_err());
            self.position.needs(item) > 0 && left.count() == 1
        })
    }

    fn set(&self, truths: &[ItemId], deduction: &Deduction) -> Option<u64> {
        let items = self.items;
        let technique = technique_at(items, self.position, deduction);
        let is_hidden = matches!(technique, Technique::HiddenPair | Technique::HiddenTriple);
        if is_hidden && let Some(unit) = only_unit(&items.all(truths)) {
            let removed = items.candidates(&deduction.removed);
            let value = removed.first().map(|first| first.1)?;
            let is_one_value = removed.iter().all(|other| other.1 == value);
            if is_one_value && self.is_single_after(unit, value, deduction) {
                return Some(if truths.len() == 2 { 20 } else { 25 });
            }
        }
        matches!(
            technique,
            Technique::NakedPair
                | Technique::NakedTriple
                | Technique::NakedQuad
                | Technique::HiddenPair
                | Technique::HiddenTriple
                | Technique::HiddenQuad
                | Technique::XWing
                | Technique::Swordfish
                | Technique::Jellyfish
        )
        .then(|| technique.cost())
    }

    fn chain(&self, truths: &[ItemId], deduction: &Deduction) -> Option<u64> {
        let all = self.items.all(truths);
        let (begin, end) = self.ends(truths, &deduction.removed)?;
        let is_closed = self.items.problem().are_exclusive(begin, end);
        let is_of_cells = are_cells(&all);
        let is_simple = only_value(&all).is_some() || is_of_cells && is_closed;
        let twice = 2 * truths.len();
        Some(match (is_closed, begin == end) {
            (true, _) if is_simple => 65 + extra(twice - 2),
            (true, _) => 70 + extra(twice - 2),
            (false, false) if is_of_cells && truths.len() == 3 => Technique::XyWing.cost(),
            (false, is_same) => {
                let base = if is_simple { 66 } else { 70 };
                base + extra(twice - if is_same { 2 } else { 0 })
            }
        })
    }

    /// The two options of a chain that the removed options exclude.
    fn ends(&self, truths: &[ItemId], removed: &[OptionId]) -> Option<(OptionId, OptionId)> {
        let problem = self.items.problem();
        let excludes = |option: OptionId| {
            let others = removed.iter();
            others
                .copied()
                .all(|other| problem.are_exclusive(option, other))
        };
        let (&first, rest) = truths.split_first()?;
        let pair = |truth| {
            let options: Vec<OptionId> = self.position.options_of(truth).collect();
            <[OptionId; 2]>::try_from(options).ok()
        };
        let [one, other] = pair(first)?;
        [(one, other), (other, one)]
            .into_iter()
            .find_map(|(begin, mut end)| {
                for &truth in rest {
                    let [one, other] = pair(truth)?;
                    end = match () {
                        () if one != end && problem.are_exclusive(end, one) => other,
                        () if other != end && problem.are_exclusive(end, other) => one,
                        () => return None,
                    };
                }
                (excludes(begin) && excludes(end)).then_some((begin, end))
            })
    }

    fn forcing(&self, choices: &[Choice], empty: ItemId) -> Option<u64> {
        let truths: Vec<ItemId> = choices
            .iter()
            .map(|choice| choice.item)
            .chain([empty])
            .collect();
        let all = self.items.all(&truths);
        if are_cells(&all) && all.len() == 3 {
            return Some(Technique::XyzWing.cost());
        }
        let base = match only_value(&all) {
            Some(_) => 75,
            None => 85,
        };
        Some(base + extra(self.nodes(choices, Some(empty))))
    }

    /// How many options are chosen and excluded on the way to a contradiction, with the assumption.
    fn nodes(&self, choices: &[Choice], empty: Option<ItemId>) -> usize {
        let mut excluded = BTreeSet::new();
        for choice in choices {
            let options = self.position.options_of(choice.item);
            excluded.extend(options.filter(|&option| option != choice.option));
        }
        if let Some(empty) = empty {
            excluded.extend(self.position.options_of(empty));
        }
        choices.len() + 1 + excluded.len()
    }

    fn cases(&self, item: ItemId, branches: &[Branch]) -> u64 {
        let is_pair = |choice: &Choice| self.position.options_of(choice.item).count() == 2;
        let are_chains = self.position.options_of(item).count() > 2
            && branches
                .iter()
                .all(|branch| branch.empty.is_none() && branch.choices.iter().all(is_pair));
        if !are_chains {
            let nodes = branches
                .iter()
                .map(|branch| self.nodes(&branch.choices, branch.empty));
            return 85 + extra(nodes.sum());
        }
        // If all branches end with the same choice, this is what follows; else the removed option.
        let last = |branch: &Branch| {
            branch
                .choices
                .last()
                .map_or(branch.option, |last| last.option)
        };
        let first = branches.first().map(last);
        let is_choice = branches.iter().all(|branch| Some(last(branch)) == first);
        let nodes = branches
            .iter()
            .map(|branch| 2 * branch.choices.len() + if is_choice { 1 } else { 2 });
        80 + extra(nodes.sum::<usize>().saturating_sub(2))
    }
}

/// What the length of an argument adds.
pub(super) fn extra(length: usize) -> u64 {
    let bounds = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128];
    bounds.iter().filter(|&&bound| length > bound).count() as u64
}
