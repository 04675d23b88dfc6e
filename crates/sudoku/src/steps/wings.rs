//! Sets of rank 1 with three truths that have names: XY-wing, XYZ-wing, W-wing.

use quadrille_core::ItemId;
use quadrille_core::shared::listing;
use quadrille_core::steps::Deduction;

use super::items::Item;
use super::sentence::value;
use super::technique::Technique;
use super::view::View;

/// A cell and its values.
type Cell = (usize, Vec<u8>);

impl View<'_> {
    /// The cells among some truths, with their values.
    fn cells_of(&self, truths: &[ItemId]) -> Vec<Cell> {
        let cells = truths.iter().filter_map(|&truth| {
            let Item::Cell(cell) = self.items.get(truth) else {
                return None;
            };
            let values = self.candidates(truth).into_iter().map(|found| found.1);
            Some((cell, values.collect()))
        });
        cells.collect()
    }

    /// The only value that a deduction removes.
    fn only_removed(&self, deduction: &Deduction) -> Option<u8> {
        let removed = self.items.candidates(&deduction.removed);
        let &(_, first) = removed.first()?;
        removed
            .iter()
            .all(|found| found.1 == first)
            .then_some(first)
    }
}

/// Three cells: a pivot with two or three values, and two cells with two values each.
pub(super) fn of_cells(
    view: &View<'_>,
    truths: &[ItemId],
    deduction: &Deduction,
) -> Option<(Technique, String)> {
    let gone = view.only_removed(deduction)?;
    let cells = view.cells_of(truths);
    let is_wing = |cell: &&Cell| cell.1.len() == 2 && cell.1.contains(&gone);
    for (place, (pivot, values)) in cells.iter().enumerate() {
        let others = cells.iter().enumerate().filter(|other| other.0 != place);
        let wings: Vec<&Cell> = others.map(|other| other.1).filter(is_wing).collect();
        let [a, b] = *wings else {
            continue;
        };
        let other = |wing: &Cell| wing.1.iter().copied().find(|&value| value != gone);
        let (x, y) = (other(a)?, other(b)?);
        let mut own = vec![x, y];
        let is_xyz = values.contains(&gone);
        own.extend(is_xyz.then_some(gone));
        own.sort_unstable();
        if x == y || *values != own {
            continue;
        }
        let name = |cell: usize| view.items.cell(cell);
        let begin = format!(
            "{} can only be {}. If it is {}, then {} is {}; if it is {}, then {} is {}",
            name(*pivot),
            listing(own.into_iter().map(value), "or"),
            value(x),
            name(a.0),
            value(gone),
            value(y),
            name(b.0),
            value(gone),
        );
        let (technique, middle) = if is_xyz {
            (
                Technique::XyzWing,
                format!("; or it is {} itself. One of the three", value(gone)),
            )
        } else {
            let both = format!(". One of {} and {}", name(a.0), name(b.0));
            (Technique::XyWing, both)
        };
        let text = format!(
            "{begin}{middle} is {}. {}",
            value(gone),
            view.conclusion(deduction)
        );
        return Some((technique, text));
    }
    None
}

/// Two cells with the same two values, and a unit in which each place of one of them sees one of
/// the cells.
pub(super) fn with_unit(
    view: &View<'_>,
    truths: &[ItemId],
    deduction: &Deduction,
) -> Option<(Technique, String)> {
    let gone = view.only_removed(deduction)?;
    let cells = view.cells_of(truths);
    let [(a, values), (b, others)] = &*cells else {
        return None;
    };
    let units = truths.iter().copied();
    let mut units = units.filter_map(|truth| match view.items.get(truth) {
        Item::Unit { unit, value } => Some((truth, unit, value)),
        _ => None,
    });
    let (truth, unit, linked) = units.next()?;
    if values != others || values.len() != 2 || linked == gone || !values.contains(&linked) {
        return None;
    }
    let places = view.candidates(truth).into_iter().map(|found| found.0);
    let text = format!(
        "{} and {} can only be {}. The {} of {} is in {}, so they are not both {}, and one of them \
         is {}. {}",
        view.items.cell(*a),
        view.items.cell(*b),
        listing(values.iter().copied().map(value), "or"),
        value(linked),
        view.items.unit(unit),
        view.cells(places, "or"),
        value(linked),
        value(gone),
        view.conclusion(deduction),
    );
    Some((Technique::WWing, text))
}
