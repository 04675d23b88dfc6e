//! The rules of a board as items, for the steps of kind rule.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_core::ItemId;
use quadrille_core::steps::Rule;

use super::items::{Item, Items};

/// The rules about cells and the known sums, as the items that stand for them: their hidden items,
/// their cells, and the units that hold several of these.
pub(super) fn rules(items: &Items) -> Vec<Rule> {
    let (problem, shape) = (items.problem(), items.shape());
    let mut hidden: BTreeMap<Item, BTreeSet<ItemId>> = BTreeMap::new();
    let mut of_cell: BTreeMap<usize, Vec<ItemId>> = BTreeMap::new();
    let mut of_unit: BTreeMap<usize, Vec<ItemId>> = BTreeMap::new();
    for item in problem.items() {
        match items.get(item) {
            Item::Cell(cell) => of_cell.entry(cell).or_default().push(item),
            Item::Unit { unit, .. } => of_unit.entry(unit).or_default().push(item),
            own @ (Item::Rule(_) | Item::Sum(_)) => {
                hidden.entry(own).or_default().insert(item);
            }
            Item::BoardRule(_) => {}
        }
    }
    let mut cells: BTreeMap<Item, BTreeSet<usize>> = BTreeMap::new();
    for option in problem.options() {
        let own = items.all(problem.items_of(option));
        let rules = own
            .iter()
            .filter(|item| matches!(item, Item::Rule(_) | Item::Sum(_)));
        for &rule in rules {
            let named = own.iter().filter_map(|item| match item {
                Item::Cell(cell) => Some(*cell),
                _ => None,
            });
            cells.entry(rule).or_default().extend(named);
        }
    }
    for (number, rule) in shape.cell_rules().iter().enumerate() {
        let own = cells.entry(Item::Rule(number)).or_default();
        own.extend(rule.all_cells());
    }
    let rules = cells.into_iter().map(|(rule, cells)| {
        let mut hidden = hidden.remove(&rule).unwrap_or_default();
        let of_cells = cells.iter().filter_map(|cell| of_cell.get(cell)).flatten();
        let (seen, own): (Vec<ItemId>, Vec<ItemId>) =
            of_cells.partition(|&&item| problem.multiplicity(item).is_some());
        hidden.extend(own);
        let is_shared = |unit: &usize| {
            let own = shape.unit(*unit).cells().iter();
            own.filter(|cell| cells.contains(cell)).count() > 1
        };
        let units = cells.iter().flat_map(|&cell| shape.units_of(cell));
        let units: BTreeSet<usize> = units.copied().filter(is_shared).collect();
        let links = units.iter().filter_map(|unit| of_unit.get(unit)).flatten();
        Rule {
            hidden: hidden.into_iter().collect(),
            seen,
            links: links.copied().collect(),
        }
    });
    rules.collect()
}
