//! The technique of a deduction, from its items.

use quadrille_core::ItemId;
use quadrille_core::steps::{Choice, Deduction, Position, Reason};

use super::items::{Item, Items, is_of_rule};
use super::technique::Technique;
use crate::shape::Kind;

/// The technique. Those of three cells, and of two cells and a unit, may turn out to be a plain set.
pub(super) fn technique(
    items: &Items,
    is_filled: impl Fn(usize) -> bool,
    deduction: &Deduction,
) -> Technique {
    match &deduction.reason {
        Reason::Single { item } => single(items, is_filled, *item, deduction),
        Reason::Locked { item } => locked(items, *item, deduction),
        Reason::Set { truths, links } => set(items, truths, links),
        Reason::Rule { .. } => Technique::Rule,
        Reason::TwoRules { .. } => Technique::TwoRules,
        Reason::Chain { truths } => chain(&items.all(truths)),
        Reason::Forcing { choices, empty } => forcing(items, choices, *empty),
        Reason::Cases { .. } => Technique::Cases,
        _ => Technique::Trial,
    }
}

/// The technique before a deduction is taken.
pub(super) fn technique_at(
    items: &Items,
    position: Position<'_>,
    deduction: &Deduction,
) -> Technique {
    let is_filled = |cell: usize| {
        let item = items.cell_item(cell);
        item.is_none_or(|item| position.needs(item) == 0)
    };
    let technique = technique(items, is_filled, deduction);
    match &deduction.reason {
        Reason::Set { truths, .. } if technique == Technique::XyWing => {
            let counts = truths
                .iter()
                .map(|&truth| position.options_of(truth).count());
            let mut counts: Vec<usize> = counts.collect();
            counts.sort_unstable();
            match *counts {
                [2, 2, 2] => Technique::XyWing,
                [2, 2, 3] => Technique::XyzWing,
                _ => Technique::Set,
            }
        }
        _ => technique,
    }
}

/// Whether a deduction is a hidden single in a line, which is harder to see than one in a box.
pub(super) fn is_in_line(items: &Items, deduction: &Deduction) -> bool {
    match deduction.reason {
        Reason::Single { item } => match items.get(item) {
            truth @ Item::Unit { .. } => !truth.is_in_box(items),
            _ => false,
        },
        _ => false,
    }
}

impl Item {
    pub(super) fn is_in_box(self, items: &Items) -> bool {
        match self {
            Item::Unit { unit, .. } => matches!(items.kind(unit), Kind::Box(_) | Kind::Region(_)),
            _ => false,
        }
    }
}

/// The first unit of which only this cell is empty.
pub(super) fn full_house(
    items: &Items,
    is_filled: impl Fn(usize) -> bool,
    cell: usize,
) -> Option<usize> {
    let shape = items.shape();
    let units = shape.units_of(cell).iter().copied();
    let mut units = units.filter(|&unit| shape.unit(unit).cells().len() == shape.side());
    units.find(|&unit| {
        let mut cells = shape.unit(unit).cells().iter();
        cells.all(|&other| other == cell || is_filled(other))
    })
}

fn single(
    items: &Items,
    is_filled: impl Fn(usize) -> bool,
    item: ItemId,
    deduction: &Deduction,
) -> Technique {
    let placed = items.candidates(&deduction.chosen);
    let item = items.get(item);
    match *placed {
        [(cell, _), ..] if full_house(items, is_filled, cell).is_some() => Technique::FullHouse,
        [_, ..] => match item {
            Item::Cell(_) => Technique::NakedSingle,
            Item::Unit { .. } => Technique::HiddenSingle,
            _ => Technique::Rule,
        },
        [] => Technique::Rule,
    }
}

/// The unit that holds the value of a truth in all cells of the removed options: they are excluded
/// because all places of the value are in this unit, too.
pub(super) fn common_unit(items: &Items, truth: Item, deduction: &Deduction) -> Option<usize> {
    let Item::Unit { unit, value } = truth else {
        return None;
    };
    let removed = items.candidates(&deduction.removed);
    let &(first, _) = removed.first()?;
    let shape = items.shape();
    let is_common = |other: &usize| {
        let cells = shape.unit(*other).cells();
        let sees = |&(cell, own): &(usize, u8)| own == value && cells.contains(&cell);
        *other != unit && removed.iter().all(sees)
    };
    let mut units = shape.units_of(first).iter().copied().filter(is_common);
    units.find(|&other| {
        // Not a smaller unit that shares one cell only.
        let cells = shape.unit(other).cells();
        let own = shape.unit(unit).cells();
        own.iter().filter(|cell| cells.contains(cell)).count() > 1
    })
}

fn locked(items: &Items, item: ItemId, deduction: &Deduction) -> Technique {
    let truth = items.get(item);
    match (truth, common_unit(items, truth, deduction)) {
        (Item::Unit { .. }, Some(_)) if truth.is_in_box(items) => Technique::Pointing,
        (Item::Unit { .. }, Some(_)) => Technique::Claiming,
        (Item::Unit { .. }, None) | (Item::Cell(_), _) => Technique::Locked,
        _ => Technique::Rule,
    }
}

/// The only value of items that are all units.
pub(super) fn only_value(all: &[Item]) -> Option<u8> {
    let values = all.iter().map(|item| match item {
        Item::Unit { value, .. } => Some(*value),
        _ => None,
    });
    let values: Option<Vec<u8>> = values.collect();
    let values = values?;
    let &first = values.first()?;
    values.iter().all(|&value| value == first).then_some(first)
}

/// The only unit of items that are all units.
pub(super) fn only_unit(all: &[Item]) -> Option<usize> {
    let units = all.iter().map(|item| match item {
        Item::Unit { unit, .. } => Some(*unit),
        _ => None,
    });
    let units: Option<Vec<usize>> = units.collect();
    let units = units?;
    let &first = units.first()?;
    units.iter().all(|&unit| unit == first).then_some(first)
}

pub(super) fn are_cells(all: &[Item]) -> bool {
    all.iter().all(|item| matches!(item, Item::Cell(_)))
}

/// Whether the items are values of rows only, or of columns only.
fn are_lines(items: &Items, all: &[Item], is_row: bool) -> bool {
    all.iter().all(|item| match item {
        Item::Unit { unit, .. } if is_row => matches!(items.kind(*unit), Kind::Row(_)),
        Item::Unit { unit, .. } => matches!(items.kind(*unit), Kind::Column(_)),
        _ => false,
    })
}

fn set(items: &Items, truths: &[ItemId], links: &[ItemId]) -> Technique {
    let rank = links.len().saturating_sub(truths.len());
    let (truths, links) = (items.all(truths), items.all(links));
    let size = truths.len();
    if truths.iter().chain(&links).any(is_of_rule) {
        return Technique::Set;
    }
    let all: Vec<Item> = [&*truths, &*links].concat();
    if only_value(&all).is_some() {
        let is_plain = are_lines(items, &truths, true) && are_lines(items, &links, false)
            || are_lines(items, &truths, false) && are_lines(items, &links, true);
        let is_parallel = are_lines(items, &truths, true) || are_lines(items, &truths, false);
        return match (rank, size) {
            (0, 2) if is_plain => Technique::XWing,
            (0, 3) if is_plain => Technique::Swordfish,
            (0, 4) if is_plain => Technique::Jellyfish,
            (1, 2) if is_parallel => Technique::FinnedXWing,
            (1, 2) => Technique::TurbotFish,
            (1, 3) if is_parallel => Technique::FinnedSwordfish,
            _ => Technique::Fish,
        };
    }
    let is_naked = are_cells(&truths) && only_unit(&links).is_some();
    let is_hidden = are_cells(&links) && only_unit(&truths).is_some();
    let cells = truths
        .iter()
        .filter(|item| matches!(item, Item::Cell(_)))
        .count();
    match (rank, size) {
        (0, 2) if is_naked => Technique::NakedPair,
        (0, 3) if is_naked => Technique::NakedTriple,
        (0, 4) if is_naked => Technique::NakedQuad,
        (0, 2) if is_hidden => Technique::HiddenPair,
        (0, 3) if is_hidden => Technique::HiddenTriple,
        (0, 4) if is_hidden => Technique::HiddenQuad,
        (1, 3) if cells == 3 => Technique::XyWing,
        (1, 3) if cells == 2 => Technique::WWing,
        _ => Technique::Set,
    }
}

fn chain(truths: &[Item]) -> Technique {
    if only_value(truths).is_some() {
        Technique::XChain
    } else if are_cells(truths) && truths.len() == 3 {
        Technique::XyWing
    } else if are_cells(truths) {
        Technique::XyChain
    } else {
        Technique::Chain
    }
}

fn forcing(items: &Items, choices: &[Choice], empty: ItemId) -> Technique {
    let truths = choices.iter().map(|choice| choice.item).chain([empty]);
    let all = items.all(&truths.collect::<Vec<ItemId>>());
    if are_cells(&all) && all.len() == 3 {
        Technique::XyzWing
    } else if only_value(&all).is_some() {
        Technique::Nishio
    } else {
        Technique::Forcing
    }
}
