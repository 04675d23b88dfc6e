//! What follows from a value: chains, forcing and cases in words.

use std::collections::BTreeSet;

use quadrille_core::shared::listing;
use quadrille_core::steps::{Branch, Choice, Deduction, chain_groups};
use quadrille_core::{ItemId, OptionId};

use super::items::{Item, is_of_rule};
use super::sentence::value;
use super::view::View;

/// A verb for what would be, and for what is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mood {
    Would,
    Is,
}

impl View<'_> {
    /// `r1c2 would be the 4 of row 2`; of several options that are left, one is chosen.
    fn choice(&self, item: ItemId, left: &[OptionId], mood: Mood) -> String {
        let items = self.items;
        let be = match mood {
            Mood::Would => "would be",
            Mood::Is => "is",
        };
        let truth = items.get(item);
        let found = items.candidates(left);
        let (Some(&(cell, own)), true) = (found.first(), found.len() == left.len()) else {
            let have = match mood {
                Mood::Would => "would have",
                Mood::Is => "has",
            };
            let rule = match is_of_rule(&truth) {
                true => items.place(truth),
                false => listing(self.rules_of(left), "and"),
            };
            let ways = match left.len() {
                1 => "one way left".to_owned(),
                count => format!("{count} ways left"),
            };
            return format!("{rule} {have} {ways}");
        };
        let cells = self.cells(found.iter().map(|found| found.0), "or");
        let values: BTreeSet<u8> = found.iter().map(|found| found.1).collect();
        match truth {
            Item::Cell(_) => {
                let values = listing(values.into_iter().map(value), "or");
                format!("{} {be} {values}", items.cell(cell))
            }
            Item::Unit { unit, .. } => {
                format!("{cells} {be} the {} of {}", value(own), items.unit(unit))
            }
            rule if found.len() == 1 => {
                format!("by {}, {cells} {be} {}", items.place(rule), value(own))
            }
            rule => {
                let left = found.iter();
                let left =
                    left.map(|&(cell, own)| format!("{} {be} {}", items.cell(cell), value(own)));
                format!("by {}, {}", items.place(rule), listing(left, "or"))
            }
        }
    }

    /// `row 2 would have no place for 4`
    fn empty(&self, item: ItemId, mood: Mood) -> String {
        let items = self.items;
        let have = match mood {
            Mood::Would => "would have",
            Mood::Is => "has",
        };
        match items.get(item) {
            Item::Cell(cell) => format!("{} {have} no value left", items.cell(cell)),
            Item::Unit { unit, value: own } => {
                format!(
                    "{} {have} no place left for {}",
                    items.unit(unit),
                    value(own)
                )
            }
            rule => format!("{} {have} no way left", items.place(rule)),
        }
    }

    /// `r1c2 were 5`
    fn assumption(&self, options: &[OptionId]) -> String {
        let found = self.items.candidates(options);
        let assumed: Vec<String> = match found.first() {
            None => {
                return format!(
                    "a way of {} were right",
                    listing(self.rules_of(options), "and")
                );
            }
            Some(&(_, own)) if found.iter().all(|found| found.1 == own) => {
                let cells = found.iter().map(|found| found.0);
                return format!("{} were {}", self.cells(cells, "or"), value(own));
            }
            Some(_) => {
                let cells: BTreeSet<usize> = found.iter().map(|found| found.0).collect();
                let of_cell = |cell: usize| {
                    let own = found.iter().filter(|found| found.0 == cell);
                    let values = listing(own.map(|found| value(found.1)), "or");
                    format!("{} were {values}", self.items.cell(cell))
                };
                cells.into_iter().map(of_cell).collect()
            }
        };
        listing(assumed, "or")
    }

    /// The choices, one after the other, and the end.
    fn story(&self, choices: &[(ItemId, Vec<OptionId>)], end: String, mood: Mood) -> String {
        let mut all: Vec<String> = Vec::new();
        for (item, left) in choices {
            let text = self.choice(*item, left, mood);
            // Several parts of a rule follow one another.
            if all.last() != Some(&text) {
                all.push(text);
            }
        }
        match all.len() {
            0 => end,
            _ => format!("{}, and {end}", all.join(", ")),
        }
    }
}

pub(super) fn chain(view: &View<'_>, truths: &[ItemId], deduction: &Deduction) -> String {
    let Some(&first) = deduction.removed.first() else {
        return view.conclusion(deduction);
    };
    let mut choices = chain_groups(view.items.problem(), view.live, first, truths);
    let end = choices.pop().map(|last| last.0);
    let end = end.map_or_else(String::new, |end| view.empty(end, Mood::Would));
    format!(
        "if {}, then {}. {}",
        view.assumption(&deduction.removed),
        view.story(&choices, end, Mood::Would),
        view.conclusion(deduction),
    )
}

fn pairs(choices: &[Choice]) -> Vec<(ItemId, Vec<OptionId>)> {
    let choices = choices.iter();
    choices
        .map(|choice| (choice.item, vec![choice.option]))
        .collect()
}

pub(super) fn forcing(
    view: &View<'_>,
    choices: &[Choice],
    empty: ItemId,
    deduction: &Deduction,
) -> String {
    format!(
        "if {}, then {}. {}",
        view.assumption(&deduction.removed),
        view.story(&pairs(choices), view.empty(empty, Mood::Would), Mood::Would),
        view.conclusion(deduction),
    )
}

pub(super) fn cases(
    view: &View<'_>,
    item: ItemId,
    branches: &[Branch],
    deduction: &Deduction,
) -> String {
    let items = view.items;
    let options: Vec<OptionId> = branches.iter().map(|branch| branch.option).collect();
    let found = items.candidates(&options);
    let begin = match items.get(item) {
        Item::Cell(cell) => {
            let values: BTreeSet<u8> = found.iter().map(|found| found.1).collect();
            let values = listing(values.into_iter().map(value), "or");
            format!("{} can only be {values}.", items.cell(cell))
        }
        Item::Unit { unit, value: own } => {
            let cells = view.cells(found.iter().map(|found| found.0), "or");
            format!("the {} of {} is in {cells}.", value(own), items.unit(unit))
        }
        rule => format!("{} has {} ways left.", items.place(rule), branches.len()),
    };
    let cannot = view.cannot(deduction);
    let branch = |branch: &Branch| {
        let assumed = match items.encoding().candidate(branch.option) {
            Some((cell, own)) => format!("If {} is {}, then", items.cell(cell), value(own)),
            None => "In one of them,".to_owned(),
        };
        let end = match branch.empty {
            Some(empty) => format!("{}, which cannot be", view.empty(empty, Mood::Is)),
            None => cannot.clone(),
        };
        format!(
            "{assumed} {}.",
            view.story(&pairs(&branch.choices), end, Mood::Is)
        )
    };
    let branches: Vec<String> = branches.iter().map(branch).collect();
    format!(
        "{begin} {} {}",
        branches.join(" "),
        view.conclusion(deduction)
    )
}
