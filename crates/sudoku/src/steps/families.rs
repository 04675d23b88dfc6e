//! Truths and links that people look at together.

use quadrille_core::ItemId;
use quadrille_core::steps::Family;

use super::items::Items;
use crate::shape::Kind as UnitKind;

/// The cells of a unit as items.
fn cells_of(items: &Items, unit: usize) -> Vec<ItemId> {
    let cells = items.shape().unit(unit).cells().iter();
    cells.filter_map(|&cell| items.cell_item(cell)).collect()
}

/// The cells of each unit and its values, the rows and columns of each value, and the other way round.
pub(super) fn families(items: &Items) -> Vec<Family> {
    let shape = items.shape();
    let mut families = Vec::new();
    let mut add = |truths: &[ItemId], links: &[ItemId]| {
        for (truths, links) in [(truths, links), (links, truths)] {
            families.push(Family {
                truths: truths.to_vec(),
                links: links.to_vec(),
            });
        }
    };
    for unit in items.full_units() {
        add(&cells_of(items, unit), items.values_of(unit));
    }
    let units: Vec<usize> = items.full_units().collect();
    let lines = |value: usize, is_kind: fn(UnitKind) -> bool| {
        let lines = units.iter().filter(|&&unit| is_kind(items.kind(unit)));
        let lines = lines.filter_map(|&unit| items.values_of(unit).get(value).copied());
        lines.collect::<Vec<ItemId>>()
    };
    for value in 0..shape.side() {
        add(
            &lines(value, |kind| matches!(kind, UnitKind::Row(_))),
            &lines(value, |kind| matches!(kind, UnitKind::Column(_))),
        );
    }
    // Other units need not hold each value.
    let all = 0..shape.units().count();
    families.extend(all.filter(|unit| !units.contains(unit)).map(|unit| Family {
        truths: cells_of(items, unit),
        links: items.values_of(unit).to_vec(),
    }));
    families
}
