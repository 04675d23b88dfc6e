//! Regions as numbers of cells.

use std::collections::HashMap;

use crate::shape::Division;

/// The division of a board by the region of each cell. Regions that are boxes of the usual number
/// of cells become boxes, and regions that are rows are left out: rows differ anyway.
pub(super) fn division(rows: usize, columns: usize, regions: &[Option<usize>]) -> Division {
    let own = in_order(regions.iter().copied());
    let is_same = |height: usize, width: usize| {
        let of = |cell: usize| {
            let (row, column) = (cell / columns, cell % columns);
            Some(row / height * columns + column / width)
        };
        own == in_order((0..rows * columns).map(of))
    };
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

/// The regions, numbered from 0 in the order of their first cells.
fn in_order(regions: impl Iterator<Item = Option<usize>>) -> Vec<Option<usize>> {
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
