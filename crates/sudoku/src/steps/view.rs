//! What is known before a step, and what follows from it, in words.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_core::shared::listing;
use quadrille_core::steps::Deduction;
use quadrille_core::{ItemId, OptionId};

use super::items::{Items, is_of_rule};
use super::sentence::value;

/// What is known before a step.
pub(super) struct View<'a> {
    pub(super) items: &'a Items,
    pub(super) live: &'a [OptionId],
    pub(super) chosen: &'a [OptionId],
    pub(super) filled: &'a [bool],
}

/// Removed candidates, the cells that lose the same values together.
pub(super) fn groups(items: &Items, removed: &[(usize, u8)]) -> Vec<(String, Vec<char>)> {
    let mut of: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
    for &(cell, value) in removed {
        of.entry(cell).or_default().push(value);
    }
    let mut groups: Vec<(Vec<usize>, Vec<u8>)> = Vec::new();
    for (cell, values) in of {
        match groups.iter_mut().find(|group| group.1 == values) {
            Some(group) => group.0.push(cell),
            None => groups.push((vec![cell], values)),
        }
    }
    let words = groups.into_iter().map(|(cells, values)| {
        (
            items.cells(cells, "and"),
            values.into_iter().map(value).collect(),
        )
    });
    words.collect()
}

/// `r1c2 and r1c3 cannot be 4`
pub(super) fn cannot_be(items: &Items, removed: &[(usize, u8)]) -> String {
    let groups = groups(items, removed).into_iter();
    listing(
        groups.map(|(cells, values)| format!("{cells} cannot be {}", listing(values, "or"))),
        "and",
    )
}

impl View<'_> {
    /// The candidates that an item can have, in the order of their options.
    pub(super) fn candidates(&self, item: ItemId) -> Vec<(usize, u8)> {
        let options: Vec<OptionId> = self.options(item).collect();
        self.items.candidates(&options)
    }

    /// The live options of an item.
    pub(super) fn options(&self, item: ItemId) -> impl Iterator<Item = OptionId> + '_ {
        let problem = self.items.problem();
        let live = self.live.iter().copied();
        live.filter(move |&option| problem.items_of(option).contains(&item))
    }

    /// `r1c2` or `r1c2 and r1c3`.
    pub(super) fn cells(&self, cells: impl IntoIterator<Item = usize>, last: &str) -> String {
        self.items.cells(cells, last)
    }

    /// `r1c2 and r1c3 cannot be 4`
    pub(super) fn cannot(&self, deduction: &Deduction) -> String {
        let removed = self.items.candidates(&deduction.removed);
        if removed.is_empty() {
            let rules = self.rules_of(&deduction.removed);
            return format!("fewer ways are left for {}", listing(rules, "and"));
        }
        cannot_be(self.items, &removed)
    }

    /// `So r1c2 cannot be 4.`
    pub(super) fn conclusion(&self, deduction: &Deduction) -> String {
        format!("So {}.", self.cannot(deduction))
    }

    /// The rules of options that put no value in a cell.
    pub(super) fn rules_of(&self, options: &[OptionId]) -> BTreeSet<String> {
        let problem = self.items.problem();
        let all = options.iter().flat_map(|&option| problem.items_of(option));
        let all = all.map(|&item| self.items.get(item)).filter(is_of_rule);
        all.map(|item| self.items.place(item)).collect()
    }
}
