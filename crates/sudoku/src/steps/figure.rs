//! A step as a picture shows it: which candidates support it, which go, and what follows from what.
//!
//! All of it comes from the certificate of the step and the exact cover, not from its words.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_core::steps::{Branch, Choice, Deduction, Reason};
use quadrille_core::{ItemId, OptionId};
use serde::Serialize;

use super::classify::{common_unit, full_house};
use super::items::Item;
use super::view::View;

/// What a candidate is in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum CandidateRole {
    /// It belongs to the argument.
    Pattern,
    /// The argument assumes it, or it follows from what is assumed.
    Follows,
    /// It is removed.
    Removed,
    /// It is the value of its cell.
    Placed,
}

/// A candidate that a picture of a step marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub struct MarkedCandidate {
    /// The cell.
    pub cell: usize,
    /// The value.
    pub value: u8,
    /// What it is in the step.
    pub role: CandidateRole,
}

/// Two candidates, cell and value each, of which one decides about the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub struct CandidateLink {
    /// A candidate.
    pub from: (usize, u8),
    /// Another one.
    pub to: (usize, u8),
    /// Whether the second one holds if the first one does not. Otherwise, the second one does not
    /// hold if the first one does.
    pub is_strong: bool,
}

/// A step as a picture shows it: the board before it, and what the step is about. All lists are
/// ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StepFigure {
    /// The values before the step, cell by cell; 0 for a blank.
    pub values: Vec<u8>,
    /// The candidates of the blank cells before the step: bit `v - 1` for value `v`.
    pub candidates: Vec<u64>,
    /// The candidates that the step is about.
    pub marked: Vec<MarkedCandidate>,
    /// The cells where to look: those of the cells, units and rules that the argument is about.
    pub cells: Vec<usize>,
    /// The cells of the units and rules through which the argument excludes candidates.
    pub covers: Vec<usize>,
    /// What follows from what.
    pub links: Vec<CandidateLink>,
}

impl StepFigure {
    /// Returns the figure of a hint that says only where to look.
    #[must_use]
    pub fn without_argument(self) -> Self {
        Self {
            marked: Vec::new(),
            covers: Vec::new(),
            links: Vec::new(),
            ..self
        }
    }

    pub(super) fn mark(
        &mut self,
        found: impl IntoIterator<Item = (usize, u8)>,
        role: CandidateRole,
    ) {
        let marked = found.into_iter();
        self.marked
            .extend(marked.map(|(cell, value)| MarkedCandidate { cell, value, role }));
        self.marked.sort_unstable();
    }
}

/// A figure that is being made.
struct Draft<'a> {
    view: &'a View<'a>,
    roles: BTreeMap<(usize, u8), CandidateRole>,
    cells: BTreeSet<usize>,
    covers: BTreeSet<usize>,
    links: BTreeSet<CandidateLink>,
}

/// Adds what a deduction is about to a figure.
pub(super) fn explain(figure: &mut StepFigure, view: &View<'_>, deduction: &Deduction) {
    let mut draft = Draft {
        view,
        roles: BTreeMap::new(),
        cells: BTreeSet::new(),
        covers: BTreeSet::new(),
        links: BTreeSet::new(),
    };
    draft.reason(deduction);
    draft.conclusion(deduction);
    figure.cells = draft.cells.into_iter().collect();
    figure.covers = draft.covers.into_iter().collect();
    figure.links = draft.links.into_iter().collect();
    let marked = draft.roles.into_iter();
    let marked = marked.map(|((cell, value), role)| MarkedCandidate { cell, value, role });
    figure.marked = marked.collect();
}

impl Draft<'_> {
    fn reason(&mut self, deduction: &Deduction) {
        let first = deduction.removed.first().copied();
        match &deduction.reason {
            Reason::Single { item } => self.single(*item, deduction),
            Reason::Locked { item } => {
                self.truth(*item);
                let items = self.view.items;
                if let Some(other) = common_unit(items, items.get(*item), deduction) {
                    let unit = items.shape().unit(other).cells();
                    let places = self.view.candidates(*item);
                    if places.iter().all(|(cell, _)| unit.contains(cell)) {
                        self.covers.extend(unit);
                    }
                }
            }
            Reason::Rule { truths, links } | Reason::TwoRules { truths, links } => {
                let all = truths.iter().chain(links);
                let is_unit =
                    |item: &&ItemId| matches!(self.view.items.get(**item), Item::Unit { .. });
                let cells = all.filter(|item| !is_unit(item));
                self.cells = cells.flat_map(|&item| self.cells_of(item)).collect();
            }
            Reason::Set { truths, links } => self.set(truths, links, deduction),
            Reason::Chain { truths } => {
                if let Some(first) = first {
                    self.assume(first);
                    self.chain(truths, first);
                }
            }
            Reason::Forcing { choices, empty } => {
                if let Some(first) = first {
                    self.assume(first);
                    let made = self.follow(first, choices);
                    self.exhaust(*empty, &made);
                }
            }
            Reason::Cases { item, branches } => {
                self.truth(*item);
                branches
                    .iter()
                    .for_each(|branch| self.branch(branch, first));
            }
            _ => {
                let removed = self.view.items.candidates(&deduction.removed);
                self.cells.extend(removed.into_iter().map(|found| found.0));
            }
        }
    }

    /// Marks what the deduction removes and places.
    fn conclusion(&mut self, deduction: &Deduction) {
        let items = self.view.items;
        let placed = items.candidates(&deduction.chosen);
        // What a value excludes goes without saying.
        if placed.is_empty() {
            for found in items.candidates(&deduction.removed) {
                self.roles.insert(found, CandidateRole::Removed);
            }
        }
        for found in placed {
            self.roles.insert(found, CandidateRole::Placed);
        }
    }

    fn single(&mut self, item: ItemId, deduction: &Deduction) {
        let items = self.view.items;
        let placed = items.candidates(&deduction.chosen);
        let house = placed
            .first()
            .and_then(|&(cell, _)| full_house(items, |cell| self.view.filled[cell], cell));
        match house {
            Some(unit) => self.cells.extend(items.shape().unit(unit).cells()),
            None => self.cells.extend(self.cells_of(item)),
        }
    }

    /// The cells of a cell, a unit or a rule.
    fn cells_of(&self, item: ItemId) -> Vec<usize> {
        let shape = self.view.items.shape();
        match self.view.items.get(item) {
            Item::Cell(cell) => vec![cell],
            Item::Unit { unit, .. } => shape.unit(unit).cells().to_vec(),
            Item::Rule(rule) => shape.cell_rules()[rule].cells().to_vec(),
            Item::Sum(number) => self.view.items.known_sums()[number].cells.clone(),
            Item::BoardRule(_) => Vec::new(),
        }
    }

    /// A truth of the argument, with its live candidates.
    fn truth(&mut self, item: ItemId) {
        self.cells.extend(self.cells_of(item));
        self.support(item);
    }

    /// Marks the live candidates of a truth.
    fn support(&mut self, item: ItemId) {
        for found in self.view.candidates(item) {
            self.add_role(found, CandidateRole::Pattern);
        }
    }

    /// Marks a candidate, unless it has a stronger role.
    fn add_role(&mut self, found: (usize, u8), role: CandidateRole) {
        let own = self.roles.entry(found).or_insert(role);
        *own = role.max(*own);
    }

    fn candidate(&self, option: OptionId) -> Option<(usize, u8)> {
        self.view.items.encoding().candidate(option)
    }

    fn is_exclusive(&self, one: OptionId, other: OptionId) -> bool {
        self.view.items.problem().are_exclusive(one, other)
    }

    fn link(&mut self, from: OptionId, to: OptionId, is_strong: bool) {
        let (Some(from), Some(to)) = (self.candidate(from), self.candidate(to)) else {
            return;
        };
        if from != to {
            let (from, to) = (from.min(to), from.max(to));
            self.links.insert(CandidateLink {
                from,
                to,
                is_strong,
            });
        }
    }

    /// Marks an option that holds if what is assumed does.
    fn follows(&mut self, option: OptionId) {
        if let Some(found) = self.candidate(option) {
            self.add_role(found, CandidateRole::Follows);
        }
    }

    fn assume(&mut self, option: OptionId) {
        self.cells
            .extend(self.candidate(option).map(|found| found.0));
    }

    fn set(&mut self, truths: &[ItemId], links: &[ItemId], deduction: &Deduction) {
        truths.iter().for_each(|&truth| self.truth(truth));
        for &link in links {
            self.covers.extend(self.cells_of(link));
        }
        let options: Vec<Vec<OptionId>> = truths
            .iter()
            .map(|&truth| self.view.options(truth).collect())
            .collect();
        let is_chain = links.len() > truths.len() && options.iter().all(|own| own.len() == 2);
        if !is_chain {
            return;
        }
        // With two candidates each, the truths are links of a chain that people see.
        for own in &options {
            self.link(own[0], own[1], true);
        }
        let problem = self.view.items.problem().clone();
        let shares = |one: OptionId, other: OptionId| {
            let has = |option: OptionId, link: &ItemId| problem.items_of(option).contains(link);
            links.iter().any(|link| has(one, link) && has(other, link))
        };
        let removed = deduction.removed.first().map(|&first| vec![first]);
        let all: Vec<Vec<OptionId>> = options.into_iter().chain(removed).collect();
        for (number, own) in all.iter().enumerate() {
            let others = all[number + 1..].iter().flatten();
            for (&one, &other) in others.flat_map(|other| own.iter().map(move |one| (one, other))) {
                if shares(one, other) {
                    self.link(one, other, false);
                }
            }
        }
    }

    fn chain(&mut self, truths: &[ItemId], first: OptionId) {
        let mut group = vec![first];
        for &truth in truths {
            self.support(truth);
            let options: Vec<OptionId> = self.view.options(truth).collect();
            let by_group = |option| group.iter().all(|&one| self.is_exclusive(one, option));
            let (dead, left): (Vec<OptionId>, Vec<OptionId>) = options
                .into_iter()
                .partition(|&option| by_group(option) || self.is_exclusive(first, option));
            for &option in &dead {
                if group.iter().all(|&one| self.is_exclusive(one, option)) {
                    group.iter().for_each(|&one| self.link(one, option, false));
                } else {
                    self.link(first, option, false);
                }
                left.iter().for_each(|&next| self.link(option, next, true));
            }
            left.iter().for_each(|&option| self.follows(option));
            group = left;
            if group.is_empty() {
                self.covers.extend(self.cells_of(truth));
                break;
            }
        }
    }

    /// Links a dead option to the last one that excludes it.
    fn exclude(&mut self, option: OptionId, made: &[OptionId]) {
        let mut last = made.iter().rev().copied();
        if let Some(one) = last.find(|&one| self.is_exclusive(one, option)) {
            self.link(one, option, false);
        }
    }

    /// Follows choices from an option. Returns all that hold then.
    fn follow(&mut self, first: OptionId, choices: &[Choice]) -> Vec<OptionId> {
        let mut made = vec![first];
        for choice in choices {
            self.support(choice.item);
            let options: Vec<OptionId> = self.view.options(choice.item).collect();
            for option in options
                .into_iter()
                .filter(|&option| option != choice.option)
            {
                self.exclude(option, &made);
                self.link(option, choice.option, true);
            }
            self.follows(choice.option);
            made.push(choice.option);
        }
        made
    }

    /// A truth whose options are all excluded.
    fn exhaust(&mut self, item: ItemId, made: &[OptionId]) {
        self.covers.extend(self.cells_of(item));
        self.support(item);
        let options: Vec<OptionId> = self.view.options(item).collect();
        options
            .into_iter()
            .for_each(|option| self.exclude(option, made));
    }

    fn branch(&mut self, branch: &Branch, removed: Option<OptionId>) {
        let made = self.follow(branch.option, &branch.choices);
        match (branch.empty, removed) {
            (Some(empty), _) => self.exhaust(empty, &made),
            (None, Some(removed)) => self.exclude(removed, &made),
            (None, None) => {}
        }
    }
}
