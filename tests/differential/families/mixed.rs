//! Problems made from those of other families: repeated, combined, with costs, without a cover or
//! with very many; and degenerate problems.

use num_bigint::BigUint;

use super::plain::{self, chain, grid, planted, star};
use super::price;
use super::rich::{assignments, colours, multiplicities};
use super::{colour, demand, plant, some};
use crate::case::{Case, Item, ONCE, Row};
use crate::random::Random;

pub(super) fn infeasible(random: &mut Random, size: usize) -> Case {
    let mut case = Case::default();
    match random.below(4) {
        // One more pigeon than holes.
        0 => {
            let holes = random.between(1, 1 + size / 3);
            let pigeons = case.items(holes + 1, ONCE);
            let holes = case.items(holes, Item::Secondary);
            for pigeon in pigeons {
                for &hole in &holes {
                    case.row([pigeon, hole]);
                }
            }
        }
        // Pairs of an odd number of items.
        1 => {
            let count = 2 * random.between(1, 1 + size / 3) + 1;
            let items = case.items(count, ONCE);
            for (place, &item) in items.iter().enumerate() {
                for &other in &items[place + 1..] {
                    case.row([item, other]);
                }
            }
        }
        // The demand exceeds the supply.
        2 => {
            case = multiplicities(random, size);
            let item = random.below(case.items.len());
            let has = |row: &&Row| row.uses.iter().any(|used| used.0 == item);
            let low = case.rows.iter().filter(has).count() as u32 + 1;
            if case.items[item].is_primary() {
                case.items[item] = Item::Primary { low, high: low };
            }
        }
        // Two items that share all their options with a third, which may be covered only once.
        _ => {
            case = planted(random, size);
            let (left, right) = (case.item(ONCE), case.item(ONCE));
            let shared = case.item(Item::Secondary);
            for item in [left, right] {
                for _ in 0..random.between(1, 3) {
                    let mut row = vec![item, shared];
                    row.extend(Some(random.below(left)).filter(|_| random.once_in(2)));
                    case.row(row);
                }
            }
        }
    }
    // Add a part that can be covered.
    if random.once_in(2) {
        let items = random.between(1, 4);
        let items = case.items(items, ONCE);
        plant(random, &mut case, &items, 2);
        plant(random, &mut case, &items, 2);
    }
    case
}

/// Problems with counts near the limits of 32, 64 and 128 bits.
pub(super) fn huge(random: &mut Random, size: usize) -> Case {
    let makers = [
        chain,
        star,
        grid,
        planted,
        multiplicities,
        colours,
        assignments,
    ];
    let mut case = random.pick(&makers)(random, size.min(5));
    if random.once_in(2) {
        // Independent items multiply the count.
        let rows = std::mem::take(&mut case.rows);
        let copies = random.between(1, 3);
        for row in rows {
            case.rows.extend(std::iter::repeat_n(row, copies));
        }
    }
    let bits = random.pick(&[31, 32, 33, 62, 63, 64, 65, 95, 127, 128, 129, 130, 190]);
    let bits = bits - random.below(20);
    let most = random.pick(&[2, 2, 3, 9, 40]);
    let mut reached = BigUint::from(1_u32);
    while reached.bits() < bits as u64 {
        let copies = random.between(2, most);
        match random.below(12) {
            // All subsets of the options.
            0 => {
                let item = case.item(Item::Primary {
                    low: 0,
                    high: copies as u32,
                });
                (0..copies).for_each(|_| case.row([item]));
                reached <<= copies;
            }
            // Each item is linked to the next.
            1 => {
                let pair = case.items(2, ONCE);
                for _ in 0..copies {
                    case.row([pair[0]]);
                    case.row([pair[1]]);
                    case.row(pair.iter().copied());
                }
                reached *= copies * (copies + 1);
            }
            _ => {
                let item = case.item(ONCE);
                (0..copies).for_each(|_| case.row([item]));
                reached *= copies;
            }
        }
    }
    case
}

/// Many items with two equal options each, beside a chain. A sweep has many levels, and its sums
/// may exceed 64 bits in the middle of a level.
pub(super) fn pairs_and_chain(random: &mut Random, size: usize) -> Case {
    let mut case = Case::default();
    let pairs = random.between(58, 66);
    for item in case.items(pairs, ONCE) {
        case.row([item]);
        case.row([item]);
    }
    let length = random.between(5, 5 + 2 * size);
    let chain = case.items(length, ONCE);
    for place in 0..length {
        case.row([chain[place]]);
        case.row(chain[place..].iter().copied());
    }
    case
}

pub(super) fn degenerate(random: &mut Random, size: usize) -> Case {
    let mut case = Case::default();
    match random.below(6) {
        // The empty problem.
        0 => {}
        // Empty options.
        1 => (0..size).for_each(|_| case.row([])),
        // No primary items.
        2 => {
            case.items(size, Item::Secondary);
            for item in 0..size {
                case.row([item]);
            }
            colour(random, &mut case, 2);
        }
        // Items, and no options.
        3 => {
            let item = if random.once_in(2) {
                ONCE
            } else {
                demand(random, 2)
            };
            case.items(size, item);
        }
        // All items may stay uncovered.
        4 => {
            let items = case.items(size, Item::Primary { low: 0, high: 2 });
            for _ in 0..random.below(2 * size) {
                let row = some(random, &items, 2);
                case.row(row);
            }
        }
        // One option for all items, and one for each item.
        _ => {
            let items = case.items(size, ONCE);
            case.row(items.iter().copied());
            for item in items {
                case.row([item]);
            }
        }
    }
    case
}

/// Problems with up to 64 equal options of each kind.
pub(super) fn duplicates(random: &mut Random, size: usize) -> Case {
    let makers = [plain::random, planted, chain, star, multiplicities, colours];
    let mut case = random.pick(&makers)(random, size.min(4));
    let rows = std::mem::take(&mut case.rows);
    let most = random.pick(&[2, 4, 16, 64]);
    for row in rows {
        let many = random.once_in(3);
        let copies = random.between(1, if many { most } else { 2 });
        case.rows.extend(std::iter::repeat_n(row, copies));
    }
    case
}

/// Several problems combined, which share one item or none.
pub(super) fn components(random: &mut Random, size: usize) -> Case {
    let makers = [
        plain::random,
        planted,
        chain,
        star,
        grid,
        multiplicities,
        colours,
    ];
    let mut case = Case::default();
    for _ in 0..random.between(2, 2 + size / 2) {
        let part = random.pick(&makers)(random, 2);
        let first = case.items.len();
        case.items.extend(&part.items);
        for mut row in part.rows {
            for used in &mut row.uses {
                used.0 += first;
            }
            case.rows.push(row);
        }
    }
    if random.once_in(3) {
        let shared = case.item(Item::Secondary);
        for row in &mut case.rows {
            if random.once_in(6) {
                row.uses.push((shared, random.once_in(2).then_some(0)));
            }
        }
    }
    case
}

pub(super) fn costs(random: &mut Random, size: usize) -> Case {
    let makers = [
        plain::random,
        planted,
        chain,
        star,
        grid,
        multiplicities,
        colours,
        assignments,
    ];
    let mut case = random.pick(&makers)(random, size);
    price(random, &mut case);
    case
}
