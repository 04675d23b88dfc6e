//! Problems of plain items: random, planted, overlapping, wide, in parts.

use super::{demand, plant, some};
use crate::case::{Case, Item, ONCE};
use crate::random::Random;

pub(super) fn random(random: &mut Random, size: usize) -> Case {
    let mut case = Case::default();
    for _ in 0..random.between(1, 3 + size) {
        let item = if random.once_in(4) {
            Item::Secondary
        } else {
            ONCE
        };
        case.item(item);
    }
    let all: Vec<usize> = (0..case.items.len()).collect();
    for _ in 0..random.between(1, 4 + 4 * size) {
        let row = some(random, &all, 4);
        case.row(row);
    }
    case
}

pub(super) fn planted(random: &mut Random, size: usize) -> Case {
    let mut case = Case::default();
    let primary = random.between(1, 3 + 2 * size);
    let primary = case.items(primary, ONCE);
    let secondary = random.below(4);
    case.items(secondary, Item::Secondary);
    let all: Vec<usize> = (0..case.items.len()).collect();
    for _ in 0..random.between(1, 2) {
        plant(random, &mut case, &primary, 4);
    }
    for _ in 0..random.below(6 * size) {
        let row = some(random, &all, 4);
        case.row(row);
    }
    case
}

/// Intervals of a line of items.
pub(super) fn chain(random: &mut Random, size: usize) -> Case {
    let mut case = Case::default();
    let length = random.between(2, 2 + 3 * size);
    let items = case.items(length, ONCE);
    let kind = random.below(3);
    let longest = random.between(2, 5);
    for start in 0..length {
        for end in start + 1..=length {
            let is_wanted = match kind {
                // All short intervals.
                0 => end - start <= longest,
                // One item, and all items from here on.
                1 => end == start + 1 || end == length,
                _ => end - start == 1 || random.once_in(3),
            };
            if is_wanted {
                case.row(items[start..end].iter().copied());
            }
        }
    }
    case
}

/// A centre with arms, of which at most one touches it.
pub(super) fn star(random: &mut Random, size: usize) -> Case {
    let mut case = Case::default();
    let centre = case.item(ONCE);
    for _ in 0..random.between(1, 2 + 3 * size) {
        let length = random.between(1, 3);
        let arm = case.items(length, ONCE);
        case.row(
            [centre]
                .into_iter()
                .chain(arm.iter().copied().take(random.between(1, 3))),
        );
        for pair in arm.windows(2) {
            case.row(pair.iter().copied());
        }
        for leaf in arm {
            for _ in 0..random.pick(&[0, 1, 1, 1, 2]) {
                case.row([leaf]);
            }
        }
    }
    case
}

/// Pieces on a board with holes.
pub(super) fn grid(random: &mut Random, size: usize) -> Case {
    const DOMINOES: &[&[(usize, usize)]] = &[&[(0, 0), (0, 1)], &[(0, 0), (1, 0)]];
    const TROMINOES: &[&[(usize, usize)]] = &[
        &[(0, 0), (0, 1), (0, 2)],
        &[(0, 0), (1, 0), (2, 0)],
        &[(0, 0), (0, 1), (1, 0)],
        &[(0, 0), (0, 1), (1, 1)],
        &[(0, 0), (1, 0), (1, 1)],
        &[(0, 1), (1, 0), (1, 1)],
    ];
    let mut case = Case::default();
    let (rows, columns) = (random.between(1, 4), random.between(2, 3 + size));
    let cells = case.items(rows * columns, ONCE);
    let holes = random.below(3);
    let holes = random.distinct(holes, cells.len());
    let mut pieces = Vec::new();
    let kind = random.below(4);
    if kind != 0 {
        pieces.extend_from_slice(DOMINOES);
    }
    if kind < 2 {
        pieces.extend_from_slice(TROMINOES);
    }
    if kind == 3 {
        pieces.push(&[(0, 0)]);
    }
    for row in 0..rows {
        for column in 0..columns {
            for piece in &pieces {
                let cell = |&(down, right): &(usize, usize)| {
                    let inside = row + down < rows && column + right < columns;
                    let cell = (row + down) * columns + column + right;
                    (inside && !holes.contains(&cell)).then_some(cell)
                };
                if let Some(cells) = piece.iter().map(cell).collect::<Option<Vec<_>>>() {
                    case.row(cells);
                }
            }
        }
    }
    // A hole is an item that need not be covered.
    for hole in holes {
        case.items[hole] = Item::Secondary;
    }
    case
}

/// An item with about as many options as lanes of 16, 32 or 64 bits can hold.
pub(super) fn widths(random: &mut Random, size: usize) -> Case {
    let mut case = Case::default();
    let wide = case.item(match random.once_in(5) {
        true => demand(random, 3),
        false => ONCE,
    });
    let others = random.between(1, 3 + size / 2);
    let mut others = case.items(others, ONCE);
    for item in &others {
        case.row([*item]);
    }
    others.push(case.item(if random.once_in(2) {
        Item::Secondary
    } else {
        ONCE
    }));
    for _ in 0..random.below(3 * size) {
        let row = some(random, &others, 3);
        case.row(row);
    }
    for _ in 0..random.pick(&[15, 16, 17, 31, 32, 33, 63, 64, 65]) {
        let row = some(random, &others, 4);
        let alone = random.once_in(6);
        case.row([wide].into_iter().chain(row.into_iter().filter(|_| !alone)));
    }
    case
}

/// A few options with many items.
pub(super) fn long(random: &mut Random, size: usize) -> Case {
    let mut case = Case::default();
    let count = random.between(10, 20 + 10 * size);
    let items = case.items(count, ONCE);
    for _ in 0..random.between(1, 4) {
        plant(random, &mut case, &items, count);
    }
    // The halves of some options.
    for _ in 0..random.below(4) {
        let uses = case.rows[random.below(case.rows.len())].uses.clone();
        let (left, right) = uses.split_at(uses.len() / 2);
        case.row(left.iter().map(|used| used.0));
        case.row(right.iter().map(|used| used.0));
    }
    case.rows.retain(|row| !row.uses.is_empty());
    case
}
