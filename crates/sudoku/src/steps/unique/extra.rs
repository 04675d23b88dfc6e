//! A value that must keep the rectangle incomplete: unique rectangle types 2, 3 and 5, avoidable
//! rectangle type 2.

use quadrille_core::shared::listing;

use super::position::{Candidate, Exchange, Position, bit, in_words, values};
use super::rectangle::Rectangle;
use crate::steps::technique::Technique;

/// The most cells that share the values of the corners in type 3.
const MOST_PARTNERS: usize = 3;

pub(super) fn steps(position: &Position<'_>, rectangle: &Rectangle) -> Vec<Exchange> {
    let open = rectangle.open(position);
    let has_extra = |&corner: &usize| rectangle.extra(position, corner) != 0;
    let corners: Vec<usize> = open.iter().copied().filter(has_extra).collect();
    let extra = corners
        .iter()
        .map(|&corner| rectangle.extra(position, corner));
    let extra = extra.fold(0, |all, extra| all | extra);
    let is_side = match *corners {
        [one, other] => (other - one) % 2 == 1,
        _ => false,
    };
    let technique = match (open.len(), corners.len()) {
        (4, 2) if is_side => Technique::UniqueRectangle2,
        (4, 2 | 3) => Technique::UniqueRectangle5,
        (2, 2) => Technique::AvoidableRectangle2,
        _ => return Vec::new(),
    };
    let cells: Vec<usize> = corners
        .iter()
        .map(|&corner| rectangle.cell(corner))
        .collect();
    match *values(extra) {
        [value] => one_value(position, rectangle, technique, &cells, value)
            .into_iter()
            .collect(),
        [_, _, ..] if technique == Technique::UniqueRectangle2 => {
            several_values(position, rectangle, &cells, extra)
        }
        _ => Vec::new(),
    }
}

/// All corners with other values have the same one: one of them holds it.
fn one_value(
    position: &Position<'_>,
    rectangle: &Rectangle,
    technique: Technique,
    cells: &[usize],
    extra: u8,
) -> Option<Exchange> {
    let holders: Vec<Candidate> = cells.iter().map(|&cell| (cell, extra)).collect();
    let removed = position.excluded_by_each(&holders);
    let items = position.items;
    let known = rectangle.cells().into_iter();
    let known = known.filter(|&cell| position.value(cell).is_some());
    let begin = match items.cells(known, "and") {
        none if none.is_empty() => String::new(),
        known => format!("{known} are not given; "),
    };
    let text = format!(
        "{begin}{} Therefore, {} is {}.",
        rectangle.exchange(position),
        items.cells(cells.iter().copied(), "or"),
        listing(in_words(bit(extra)), "or"),
    );
    (!removed.is_empty()).then(|| Exchange {
        technique,
        cells: rectangle.cells().to_vec(),
        removed,
        text,
    })
}

/// Two corners in a unit count as one cell with their other values: a naked set.
fn several_values(
    position: &Position<'_>,
    rectangle: &Rectangle,
    corners: &[usize],
    extra: u64,
) -> Vec<Exchange> {
    let shape = position.items.shape();
    let mut steps = Vec::new();
    for &unit in shape.units_of(corners[0]) {
        let cells = shape.unit(unit).cells();
        if !corners.iter().all(|corner| cells.contains(corner)) {
            continue;
        }
        let is_partner = |cell: &usize| !corners.contains(cell) && position.marks(*cell) != 0;
        let others: Vec<usize> = cells.iter().copied().filter(is_partner).collect();
        for partners in partners(position, &others, extra) {
            let marks = partners.iter().map(|&cell| position.marks(cell));
            let all = marks.fold(extra, |all, marks| all | marks);
            let removed = values(all).into_iter().flat_map(|value| {
                let holders = corners.iter().chain(&partners).map(|&cell| (cell, value));
                let holders: Vec<Candidate> = holders.filter(|&one| position.has(one)).collect();
                position.excluded_by_each(&holders)
            });
            let mut removed: Vec<Candidate> = removed.collect();
            removed.sort_unstable();
            if removed.is_empty() {
                continue;
            }
            let items = position.items;
            let text = format!(
                "{} Therefore, {} is {}. Together with {}, it holds {} of {}.",
                rectangle.exchange(position),
                items.cells(corners.iter().copied(), "or"),
                listing(in_words(extra), "or"),
                items.cells(partners.iter().copied(), "and"),
                listing(in_words(all), "and"),
                items.unit(unit),
            );
            steps.push(Exchange {
                technique: Technique::UniqueRectangle3,
                cells: [&rectangle.cells()[..], &partners].concat(),
                removed,
                text,
            });
        }
    }
    steps
}

/// The fewest cells that have, together with the corners, one value more than there are cells.
fn partners(position: &Position<'_>, cells: &[usize], extra: u64) -> Vec<Vec<usize>> {
    let mut sets = vec![(Vec::new(), 0, extra)];
    for size in 1..=MOST_PARTNERS {
        let longer = sets.iter().flat_map(|(chosen, next, all)| {
            (*next..cells.len()).map(move |place| {
                let chosen = [&chosen[..], &[cells[place]]].concat();
                (chosen, place + 1, all | position.marks(cells[place]))
            })
        });
        let most = MOST_PARTNERS + 1;
        sets = longer
            .filter(|set| set.2.count_ones() as usize <= most)
            .collect();
        let is_full = |set: &&(Vec<usize>, usize, u64)| set.2.count_ones() as usize == size + 1;
        let full: Vec<Vec<usize>> = sets
            .iter()
            .filter(is_full)
            .map(|set| set.0.clone())
            .collect();
        if !full.is_empty() {
            return full;
        }
    }
    Vec::new()
}
