//! A deduction as a sentence.

use std::collections::BTreeSet;

use quadrille_core::shared::listing;
use quadrille_core::steps::{Deduction, Reason};
use quadrille_core::{ItemId, OptionId};

use super::classify::{common_unit, full_house, only_unit, only_value, technique};
use super::combinations::Excluded;
use super::items::{Item, is_of_rule};
use super::sentence::{Sentence, value};
use super::technique::Technique;
use super::view::{View, groups};
use super::{follow, wings};

/// A step in words.
pub(super) struct Words {
    pub(super) technique: Technique,
    /// The argument and what follows.
    pub(super) argument: Sentence,
    /// Where to look.
    pub(super) place: Sentence,
}

pub(super) fn words(view: &View<'_>, deduction: &Deduction) -> Words {
    let items = view.items;
    if let Reason::Rule { truths, links } | Reason::TwoRules { truths, links } = &deduction.reason {
        let (technique, argument, place) = view.rules([truths, links], deduction);
        return Words {
            technique,
            argument: Sentence::new(argument),
            place: Sentence::new(place),
        };
    }
    let technique = technique(items, |cell| view.filled[cell], deduction);
    let (technique, argument, places) = match &deduction.reason {
        Reason::Single { item } => (technique, view.single(*item, deduction), vec![*item]),
        Reason::Locked { item } => {
            let (technique, text) = view.locked(technique, *item, deduction);
            (technique, text, vec![*item])
        }
        Reason::Set { truths, links } => {
            let is_pair = |&truth: &ItemId| view.options(truth).count() == 2;
            let technique = match technique {
                Technique::TurbotFish if !truths.iter().all(is_pair) => Technique::Fish,
                other => other,
            };
            let (technique, text) = view.set(technique, truths, links, deduction);
            (technique, text, truths.clone())
        }
        Reason::Chain { truths } => {
            let (technique, text) = wing(view, technique, truths, deduction).unwrap_or_else(|| {
                let technique = match technique {
                    Technique::XyWing => Technique::XyChain,
                    other => other,
                };
                (technique, follow::chain(view, truths, deduction))
            });
            (technique, text, Vec::new())
        }
        Reason::Forcing { choices, empty } => {
            let truths = choices.iter().map(|choice| choice.item).chain([*empty]);
            let truths: Vec<ItemId> = truths.collect();
            let (technique, text) =
                wing(view, technique, &truths, deduction).unwrap_or_else(|| {
                    let technique = match technique {
                        Technique::XyzWing => Technique::Forcing,
                        other => other,
                    };
                    (technique, follow::forcing(view, choices, *empty, deduction))
                });
            (technique, text, Vec::new())
        }
        Reason::Cases { item, branches } => (
            technique,
            follow::cases(view, *item, branches, deduction),
            vec![*item],
        ),
        Reason::Trial { nodes } => (technique, view.trial(*nodes, deduction), Vec::new()),
        _ => (technique, view.conclusion(deduction), Vec::new()),
    };
    let place = view.place(technique, &places, deduction);
    Words {
        technique,
        argument: Sentence::new(argument),
        place: Sentence::new(place),
    }
}

/// The words of three cells that are an XY-wing or an XYZ-wing.
fn wing(
    view: &View<'_>,
    technique: Technique,
    truths: &[ItemId],
    deduction: &Deduction,
) -> Option<(Technique, String)> {
    let is_wing = matches!(technique, Technique::XyWing | Technique::XyzWing);
    let words = || wings::of_cells(view, truths, deduction);
    is_wing.then(words).flatten()
}

impl View<'_> {
    /// ` This removes 4 from r1c2 and r1c3.`
    fn removes(&self, deduction: &Deduction) -> String {
        let removed = self.items.candidates(&deduction.removed);
        if removed.is_empty() {
            return format!(" {}", self.conclusion(deduction));
        }
        let groups = groups(self.items, &removed).into_iter();
        let words =
            groups.map(|(cells, values)| format!("{} from {cells}", listing(values, "and")));
        let words: Vec<String> = words.collect();
        format!(" This removes {}.", words.join(", and "))
    }

    /// What one or two rules exclude: technique, argument, and where to look.
    fn rules(
        &self,
        [truths, links]: [&[ItemId]; 2],
        deduction: &Deduction,
    ) -> (Technique, String, String) {
        let items = self.items;
        let all: BTreeSet<Item> = items.all(&[truths, links].concat()).into_iter().collect();
        let (mut rules, mut units, mut cells) = (Vec::new(), Vec::new(), Vec::new());
        for item in all {
            match item {
                Item::Unit { unit, .. } => units.push(unit),
                Item::Cell(cell) => cells.push(cell),
                rule => rules.push(rule),
            }
        }
        units.dedup();
        let removed = items.candidates(&deduction.removed);
        let candidates = items.candidates(&[self.live, self.chosen].concat());
        let of_cell = |cell: usize| {
            let own = candidates.iter().filter(|candidate| candidate.0 == cell);
            own.map(|candidate| candidate.1).collect::<Vec<u8>>()
        };
        if rules.is_empty()
            && let Some(subset) = self.subset(&cells, &units, deduction)
        {
            return subset;
        }
        if rules.is_empty() {
            // A rule that says which cells are equal has no items of its own.
            let all = removed.iter().map(|removed| removed.0).chain(cells);
            let all: Vec<usize> = all.collect();
            let own = items.shape().cell_rules().iter();
            let own = own.map(|rule| rule.all_cells());
            let mut own = own
                .enumerate()
                .filter(|(_, cells)| all.iter().all(|cell| cells.contains(cell)));
            rules.extend(own.next().map(|(number, _)| Item::Rule(number)));
        }
        let excluded = Excluded {
            items,
            candidates: Box::new(of_cell),
            units: &units,
            removed: &removed,
        };
        match *rules {
            [rule] => excluded.by(rule),
            _ => {
                let names: BTreeSet<String> =
                    rules.into_iter().map(|rule| items.place(rule)).collect();
                let units = (!units.is_empty()).then(|| items.units(units.iter().copied()));
                excluded.by_all(listing(names.into_iter().chain(units), "and"))
            }
        }
    }

    /// Cells of a rule that use up as many values of a unit.
    fn subset(
        &self,
        cells: &[usize],
        units: &[usize],
        deduction: &Deduction,
    ) -> Option<(Technique, String, String)> {
        let removed = self.items.candidates(&deduction.removed);
        let cells = cells.iter().copied();
        let cells: Vec<usize> = cells
            .filter(|cell| removed.iter().all(|removed| removed.0 != *cell))
            .collect();
        let technique = match cells.len() {
            2 => Technique::NakedPair,
            3 => Technique::NakedTriple,
            4 => Technique::NakedQuad,
            _ => Technique::Set,
        };
        let candidates = self.items.candidates(self.live).into_iter();
        let values = candidates.filter(|candidate| cells.contains(&candidate.0));
        let values: BTreeSet<u8> = values.map(|candidate| candidate.1).collect();
        if units.is_empty() || cells.is_empty() || cells.len() != values.len() {
            return None;
        }
        let place = self.cells(cells, "and");
        let text = format!(
            "{place} can only be {} and see each other in {}, so {}.",
            listing(values.into_iter().map(value), "and"),
            self.items.units(units.iter().copied()),
            self.cannot(deduction)
        );
        Some((technique, text, place))
    }

    /// The rules through which options exclude others.
    fn rules_between(&self, ones: &[OptionId], others: &[OptionId]) -> BTreeSet<String> {
        let problem = self.items.problem();
        let mut rules = BTreeSet::new();
        for &one in ones {
            for &other in others {
                let both = problem.items_of(one).iter();
                let both = both.filter(|item| problem.items_of(other).contains(item));
                let both = both.map(|&item| self.items.get(item)).filter(is_of_rule);
                rules.extend(both.map(|item| self.items.place(item)));
            }
        }
        rules
    }

    /// Where to look.
    fn place(&self, technique: Technique, truths: &[ItemId], deduction: &Deduction) -> String {
        let items = self.items;
        let placed = items.candidates(&deduction.chosen);
        if let (Technique::FullHouse, Some(&(cell, _))) = (technique, placed.first())
            && let Some(unit) = full_house(items, |cell| self.filled[cell], cell)
        {
            return items.unit(unit);
        }
        let all = items.all(truths);
        let cells = all.iter().filter_map(|item| match item {
            Item::Cell(cell) => Some(*cell),
            _ => None,
        });
        let units = all.iter().filter_map(|item| match item {
            Item::Unit { unit, .. } => Some(*unit),
            _ => None,
        });
        let rules: BTreeSet<Item> = all.iter().copied().filter(is_of_rule).collect();
        let words = [self.cells(cells, "and"), items.units(units)];
        let rules = rules.into_iter().map(|item| items.place(item));
        let words: Vec<String> = words
            .into_iter()
            .filter(|text| !text.is_empty())
            .chain(rules)
            .collect();
        if words.is_empty() {
            let removed = items.candidates(&deduction.removed);
            let cells: Vec<usize> = removed.into_iter().map(|removed| removed.0).collect();
            return match *cells {
                [] => listing(self.rules_of(&deduction.removed), "and"),
                _ => self.cells(cells, "and"),
            };
        }
        listing(words, "and")
    }

    fn single(&self, item: ItemId, deduction: &Deduction) -> String {
        let items = self.items;
        let placed = items.candidates(&deduction.chosen);
        let item = items.get(item);
        let Some(&(cell, own)) = placed.first() else {
            return format!(
                "because of {}, {}.",
                items.place(item),
                self.cannot(deduction)
            );
        };
        let (name, own) = (items.cell(cell), value(own));
        if let Some(unit) = full_house(items, |cell| self.filled[cell], cell) {
            let unit = items.unit(unit);
            return format!("{name} is the last empty cell of {unit}, so it is {own}.");
        }
        match item {
            Item::Cell(_) => format!("{name} can only be {own}."),
            Item::Unit { unit, .. } => {
                format!("in {}, only {name} can be {own}.", items.unit(unit))
            }
            rule => format!("because of {}, {name} is {own}.", items.place(rule)),
        }
    }

    fn locked(
        &self,
        technique: Technique,
        item: ItemId,
        deduction: &Deduction,
    ) -> (Technique, String) {
        let items = self.items;
        let truth = items.get(item);
        let options: Vec<OptionId> = self.options(item).collect();
        let places = items.candidates(&options);
        // Knight's moves and the like may exclude a cell that shares no unit with all places.
        let holds = |other: &usize| {
            let cells = items.shape().unit(*other).cells();
            places.iter().all(|place| cells.contains(&place.0))
        };
        if let (Item::Unit { unit, value: own }, Some(other)) =
            (truth, common_unit(items, truth, deduction).filter(holds))
        {
            let (unit, other, own) = (items.unit(unit), items.unit(other), value(own));
            let text = format!(
                "in {unit}, all {own}s stand in {other}, so no other cell of {other} can be \
                 {own}.{}",
                self.removes(deduction)
            );
            return (technique, text);
        }
        let technique = match technique {
            Technique::Pointing | Technique::Claiming => Technique::Locked,
            other => other,
        };
        (technique, self.locked_apart(truth, &options, deduction))
    }

    /// Why the options of a truth exclude others that share no unit with all of them.
    fn locked_apart(&self, truth: Item, options: &[OptionId], deduction: &Deduction) -> String {
        let items = self.items;
        let mut rules = self.rules_between(options, &deduction.removed);
        if is_of_rule(&truth) {
            rules.insert(items.place(truth));
        }
        if !rules.is_empty() {
            return format!(
                "because of {}, {}.",
                listing(rules, "and"),
                self.cannot(deduction)
            );
        }
        let cannot = self.cannot(deduction);
        match truth {
            _ if options.len() == 1 => {
                let only = items.candidates(options);
                let only = only
                    .iter()
                    .map(|&(cell, own)| format!("{} can only be {}", items.cell(cell), value(own)));
                format!("{}, so {cannot}.", listing(only, "and"))
            }
            Item::Unit { unit, value: own } => {
                let cells = items.candidates(options).into_iter().map(|found| found.0);
                format!(
                    "the {} of {} is in {}, and each of these excludes the same values elsewhere, \
                     so {cannot}.",
                    value(own),
                    items.unit(unit),
                    self.cells(cells, "or"),
                )
            }
            truth => format!(
                "each value of {} excludes others, so {cannot}.",
                items.name(truth)
            ),
        }
    }

    fn set(
        &self,
        technique: Technique,
        truths: &[ItemId],
        links: &[ItemId],
        deduction: &Deduction,
    ) -> (Technique, String) {
        let items = self.items;
        let (own, other) = (items.all(truths), items.all(links));
        let units = |all: &[Item]| {
            let units = all.iter().filter_map(|item| match item {
                Item::Unit { unit, .. } => Some(*unit),
                _ => None,
            });
            units.collect::<Vec<usize>>()
        };
        let values = |all: &[Item], last: &str| {
            let values = all.iter().filter_map(|item| match item {
                Item::Unit { value, .. } => Some(*value),
                _ => None,
            });
            let values: BTreeSet<u8> = values.collect();
            listing(values.into_iter().map(value), last)
        };
        let cells = |all: &[Item], last: &str| {
            let cells = all.iter().filter_map(|item| match item {
                Item::Cell(cell) => Some(*cell),
                _ => None,
            });
            self.cells(cells, last)
        };
        let removes = self.removes(deduction);
        match technique {
            Technique::NakedPair | Technique::NakedTriple | Technique::NakedQuad => {
                let unit = only_unit(&other).map_or_else(String::new, |unit| items.unit(unit));
                let text = format!(
                    "{} can only be {}, so no other cell of {unit} can be {}.{removes}",
                    cells(&own, "and"),
                    values(&other, "and"),
                    values(&other, "or"),
                );
                (technique, text)
            }
            Technique::HiddenPair | Technique::HiddenTriple | Technique::HiddenQuad => {
                let unit = only_unit(&own).map_or_else(String::new, |unit| items.unit(unit));
                let text = format!(
                    "in {unit}, only {} can be {}, so these cells have no other value.{removes}",
                    cells(&other, "and"),
                    values(&own, "or"),
                );
                (technique, text)
            }
            Technique::XyWing => wings::of_cells(self, truths, deduction)
                .unwrap_or_else(|| self.other_set(&own, &other, deduction)),
            Technique::WWing => wings::with_unit(self, truths, deduction)
                .unwrap_or_else(|| self.other_set(&own, &other, deduction)),
            Technique::Set => self.other_set(&own, &other, deduction),
            _ => {
                let all = [&*own, &*other].concat();
                let Some(digit) = only_value(&all) else {
                    return self.other_set(&own, &other, deduction);
                };
                let (bases, covers) = (items.units(units(&own)), items.units(units(&other)));
                let digit = value(digit);
                let begin = format!("the {digit}s of {bases} stand in {covers}");
                let text = if links.len() == truths.len() {
                    let those = match technique {
                        Technique::Fish => "units",
                        _ if covers.starts_with("row") => "rows",
                        _ => "columns",
                    };
                    format!("{begin}, so no other cell of these {those} can be {digit}.{removes}")
                } else {
                    format!("{begin}. {}", self.too_few(&own, &other, deduction))
                };
                (technique, text)
            }
        }
    }

    /// How an option of a set of a higher rank uses up the links.
    fn too_few(&self, truths: &[Item], links: &[Item], deduction: &Deduction) -> String {
        let items = self.items;
        let removed = items.candidates(&deduction.removed);
        let Some(&(cell, own)) = removed.first() else {
            return self.conclusion(deduction);
        };
        let option = items.encoding().option(cell, own);
        let problem = items.problem();
        let own_items: Vec<Item> = problem
            .items_of(option)
            .iter()
            .map(|&item| items.get(item))
            .collect();
        let used: Vec<Item> = links
            .iter()
            .copied()
            .filter(|item| own_items.contains(item))
            .collect();
        let left = links.len() - used.len();
        let is_one_value = only_value(truths).is_some();
        let used = used.iter().map(|&item| match item {
            Item::Unit { unit, .. } if is_one_value => items.unit(unit),
            item => items.name(item),
        });
        let others = match removed.len() {
            1 => String::new(),
            _ => " The others are excluded in the same way.".to_owned(),
        };
        let need = match truths.len() {
            2 => "both".to_owned(),
            many => format!("all {many}"),
        };
        let left = match left {
            0 => "nothing".to_owned(),
            1 => "only one".to_owned(),
            many => format!("only {many}"),
        };
        format!(
            "If {} were {}, it would use up {}, and {left} of these would be left for {need}. \
             {}{others}",
            items.cell(cell),
            value(own),
            listing(used, "and"),
            self.conclusion(deduction),
        )
    }

    fn other_set(
        &self,
        truths: &[Item],
        links: &[Item],
        deduction: &Deduction,
    ) -> (Technique, String) {
        let items = self.items;
        let name = |all: &[Item]| {
            let all: BTreeSet<Item> = all.iter().copied().collect();
            listing(all.into_iter().map(|item| items.name(item)), "and")
        };
        let all = truths.iter().chain(links);
        if all.clone().any(is_of_rule) {
            // Several hidden items of a rule have one name, so they cannot be counted in words.
            let rules: BTreeSet<String> = all.map(|&item| items.place(item)).collect();
            let cannot = self.cannot(deduction);
            let text = format!("because of {}, {cannot}.", listing(rules, "and"));
            return (Technique::Set, text);
        }
        let begin = format!("every way to settle {} uses up", name(truths));
        let text = if links.len() == truths.len() {
            format!(
                "{begin} {}, so no other candidate may use these. {}",
                name(links),
                self.conclusion(deduction)
            )
        } else {
            let many = truths.len();
            format!(
                "{begin} at least {many} of these: {}. {}",
                name(links),
                self.too_few(truths, links, deduction)
            )
        };
        (Technique::Set, text)
    }

    fn trial(&self, nodes: u64, deduction: &Deduction) -> String {
        let removed = self.items.candidates(&deduction.removed);
        let with = removed.first().map_or_else(String::new, |&(cell, own)| {
            format!(" with {} in {}", value(own), self.items.cell(cell))
        });
        let nodes = quadrille_core::text::quantity(nodes, "node");
        format!(
            "a search of {nodes} finds no solution{with}. {}",
            self.conclusion(deduction)
        )
    }
}
