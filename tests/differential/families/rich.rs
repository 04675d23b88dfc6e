//! Problems with colours, multiplicities and costs.

use super::{colour, demand, plant, some};
use crate::case::{Case, Item, ONCE};
use crate::random::Random;

pub(super) fn colours(random: &mut Random, size: usize) -> Case {
    let mut case = Case::default();
    let count = random.between(1, 3 + size);
    let primary = case.items(count, ONCE);
    let count = random.between(1, 1 + size / 2);
    let secondary = case.items(count, Item::Secondary);
    for _ in 0..random.between(1, 2) {
        plant(random, &mut case, &primary, 3);
    }
    for _ in 0..random.below(4 * size) {
        let row = some(random, &primary, 3);
        case.row(row);
    }
    for row in &mut case.rows {
        for item in some(random, &secondary, 3) {
            row.uses.push((item, None));
        }
    }
    // Sometimes nearly all uses share a colour, sometimes each option has its own.
    let palette = random.pick(&[1, 2, 3, 40]);
    colour(random, &mut case, palette);
    case
}

pub(super) fn multiplicities(random: &mut Random, size: usize) -> Case {
    let mut case = Case::default();
    let most = random.pick(&[2, 3, 6]);
    for _ in 0..random.between(1, 2 + size / 2) {
        let item = if random.once_in(3) {
            ONCE
        } else {
            demand(random, most)
        };
        case.item(item);
    }
    let count = random.below(3);
    case.items(count, Item::Secondary);
    let all: Vec<usize> = (0..case.items.len()).collect();
    for _ in 0..random.between(1, 3 + 2 * size) {
        let row = some(random, &all, 3);
        case.row(row);
    }
    if random.once_in(2) {
        let palette = random.between(1, 3);
        colour(random, &mut case, palette);
    }
    case
}

/// Placements in a square, with rows, columns and sometimes diagonals; or Latin squares.
pub(super) fn assignments(random: &mut Random, size: usize) -> Case {
    let mut case = Case::default();
    if random.once_in(2) {
        let n = random.between(2, 3 + size / 3);
        let rows = case.items(n, ONCE);
        let columns = case.items(n, ONCE);
        let diagonals = random.once_in(2);
        let diagonals = case.items(if diagonals { 4 * n } else { 0 }, Item::Secondary);
        let sparse = random.between(2, 9);
        for (row, &across) in rows.iter().enumerate() {
            for (column, &down) in columns.iter().enumerate() {
                if random.once_in(sparse) {
                    continue;
                }
                let lines = [row + column, 3 * n + row - column - 1];
                let lines = lines
                    .into_iter()
                    .filter_map(|line| diagonals.get(line).copied());
                case.row([across, down].into_iter().chain(lines));
            }
        }
    } else {
        let n = random.between(2, 3);
        let items = case.items(3 * n * n, ONCE);
        let given = random.between(2, 6);
        for (row, column) in (0..n * n).map(|cell| (cell / n, cell % n)) {
            let is_given = random.once_in(given);
            for value in (0..n).filter(|&value| !is_given || value == (row + column) % n) {
                let houses = [
                    row * n + column,
                    n * n + row * n + value,
                    (n + n + column) * n + value,
                ];
                case.row(houses.map(|house| items[house]));
            }
        }
    }
    case
}
