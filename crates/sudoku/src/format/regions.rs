//! Regions as numbers of cells.

use std::collections::HashMap;

use crate::shape::Division;

/// The number of the region of each cell; none for a cell in no region.
pub(super) type Regions = Vec<Option<usize>>;

/// The division of a board by the region of each cell. Regions that are boxes of the usual number
/// of cells become boxes, and regions that are rows are left out: rows differ anyway.
pub(super) fn division(rows: usize, columns: usize, regions: &[Option<usize>]) -> Division {
    let own = in_order(regions.iter().copied());
    let is_same = |height: usize, width: usize| own == boxes(rows, columns, height, width);
    if own.iter().all(Option::is_none) || is_same(1, columns) {
        return Division::None;
    }
    let side = rows.max(columns);
    let mut heights = (2..=rows).filter(|&height| {
        let divides = rows.is_multiple_of(height) && side.is_multiple_of(height);
        divides && columns.is_multiple_of(side / height) && side / height > 1
    });
    match heights.find(|&height| is_same(height, side / height)) {
        Some(height) => Division::Boxes {
            height,
            width: side / height,
        },
        None => Division::Regions(own.into_iter().map(letter).collect()),
    }
}

/// The region of each cell, numbered from 0 in the order of their first cells: the inverse of
/// [`division`].
pub(super) fn of_division(rows: usize, columns: usize, division: &Division) -> Regions {
    match division {
        Division::None => vec![None; rows * columns],
        &Division::Boxes { height, width } => boxes(rows, columns, height, width),
        Division::Regions(letters) => in_order(
            letters
                .iter()
                .map(|&own| (own != ' ').then_some(own as usize)),
        ),
    }
}

/// The regions of cells of which some pairs are in the same region.
pub(super) fn joined(cells: usize, pairs: impl IntoIterator<Item = (usize, usize)>) -> Regions {
    let mut regions: Regions = (0..cells).map(Some).collect();
    for (one, other) in pairs {
        let (kept, gone) = (regions[one], regions[other]);
        let others = regions.iter_mut().filter(|own| **own == gone);
        others.for_each(|own| *own = kept);
    }
    regions
}

/// The number of cells of a region that has more or fewer of them than `size`, or of the cells in
/// no region.
pub(super) fn other_size(regions: &[Option<usize>], size: usize) -> Option<usize> {
    let cells = |region: &Option<usize>| regions.iter().filter(|own| *own == region).count();
    let mut sizes = regions.iter().map(|region| (region, cells(region)));
    let other = sizes.find(|(region, cells)| region.is_none() || *cells != size);
    other.map(|(_, cells)| cells)
}

/// The box of each cell.
fn boxes(rows: usize, columns: usize, height: usize, width: usize) -> Regions {
    let of = |cell: usize| {
        let (row, column) = (cell / columns, cell % columns);
        Some(row / height * columns + column / width)
    };
    in_order((0..rows * columns).map(of))
}

/// The regions, numbered from 0 in the order of their first cells.
pub(super) fn in_order(regions: impl Iterator<Item = Option<usize>>) -> Regions {
    let mut known: HashMap<usize, usize> = HashMap::new();
    let mut number = |region: usize| {
        let next = known.len();
        *known.entry(region).or_insert(next)
    };
    regions.map(|region| region.map(&mut number)).collect()
}

/// The letter of a region: `1` to `9`, `A` to `Z`, then others.
fn letter(region: Option<usize>) -> char {
    let Some(region) = region else {
        return ' ';
    };
    let digit = char::from_digit(region as u32 + 1, 36).map(|digit| digit.to_ascii_uppercase());
    let other = || char::from_u32(0x100 + region as u32);
    match region {
        ..35 => digit.unwrap_or('?'),
        _ => other().unwrap_or('?'),
    }
}
