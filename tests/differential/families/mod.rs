//! Random problems, family by family.

mod mixed;
mod plain;
mod rich;

use mixed::{components, costs, degenerate, duplicates, huge, infeasible, pairs_and_chain};
use plain::{chain, grid, long, planted, random, star, widths};
use rich::{assignments, colours, multiplicities};

use crate::case::{Case, Item};
use crate::random::Random;

/// A family: its name, its share of the problems in percent, and its generator. The generator takes
/// a size from 1 (tiny) to 10.
pub(crate) struct Family {
    pub(crate) name: &'static str,
    weight: usize,
    make: fn(&mut Random, usize) -> Case,
}

#[rustfmt::skip]
pub(crate) const FAMILIES: [Family; 17] = [
    Family { name: "random", weight: 8, make: random },
    Family { name: "planted", weight: 8, make: planted },
    Family { name: "chains", weight: 7, make: chain },
    Family { name: "stars", weight: 6, make: star },
    Family { name: "grids", weight: 7, make: grid },
    Family { name: "duplicates", weight: 7, make: duplicates },
    Family { name: "widths", weight: 9, make: widths },
    Family { name: "components", weight: 6, make: components },
    Family { name: "long options", weight: 4, make: long },
    Family { name: "colours", weight: 7, make: colours },
    Family { name: "multiplicities", weight: 8, make: multiplicities },
    Family { name: "costs", weight: 5, make: costs },
    Family { name: "assignments", weight: 4, make: assignments },
    Family { name: "infeasible", weight: 4, make: infeasible },
    Family { name: "huge", weight: 7, make: huge },
    Family { name: "pairs and chain", weight: 3, make: pairs_and_chain },
    Family { name: "degenerate", weight: 2, make: degenerate },
];

/// A random family by its number, and a problem of it.
pub(crate) fn problem(random: &mut Random, most: usize) -> (usize, Case) {
    let mut left = random.below(FAMILIES.iter().map(|family| family.weight).sum());
    let skips = |family: &Family| {
        let skips = left >= family.weight;
        left = left.saturating_sub(if skips { family.weight } else { 0 });
        !skips
    };
    let family = FAMILIES.iter().position(skips).unwrap_or(0);
    let size = random.between(1, most);
    let mut case = (FAMILIES[family].make)(random, size);
    twist(random, &mut case);
    (family, case)
}

/// Makes small random changes to a problem of any family.
fn twist(random: &mut Random, case: &mut Case) {
    let items = case.items.len();
    if random.once_in(8) && items > 0 {
        let item = random.below(items);
        if random.once_in(2) {
            case.items[item] = Item::Secondary;
        } else if case.items[item].is_primary() {
            case.items[item] = demand(random, 3);
        }
    }
    if random.once_in(8) {
        let palette = random.between(1, 4);
        colour(random, case, palette);
    }
    if random.once_in(8) && !case.rows.is_empty() {
        let row = case.rows[random.below(case.rows.len())].clone();
        for _ in 0..random.between(1, 3) {
            case.rows.push(row.clone());
        }
    }
    if random.once_in(8) && !case.rows.is_empty() {
        let row = random.below(case.rows.len());
        case.rows.remove(row);
    }
    if random.once_in(12) {
        let secondary = (0..items).find(|&item| !case.items[item].is_primary());
        case.row(secondary);
    }
    if random.once_in(2) {
        random.shuffle(&mut case.rows);
    }
    if random.once_in(2) {
        let mut order: Vec<usize> = (0..items).collect();
        random.shuffle(&mut order);
        *case = case.reordered(&order);
        for row in &mut case.rows {
            random.shuffle(&mut row.uses);
        }
    }
    // Cap the costs, because options may have been added after they were priced.
    let most = i64::MAX / case.rows.len().max(1) as i64;
    for row in &mut case.rows {
        row.cost = row.cost.clamp(-most, most);
    }
    if random.once_in(3) && case.rows.iter().all(|row| row.cost == 0) {
        price(random, case);
    }
}

/// A random multiplicity of a primary item, with bounds up to `most`.
fn demand(random: &mut Random, most: usize) -> Item {
    let high = random.between(1, most) as u32;
    let low = match random.below(4) {
        0 => 0,
        1 => high,
        _ => random.between(0, high as usize) as u32,
    };
    Item::Primary { low, high }
}

/// Gives colours to most uses of secondary items.
fn colour(random: &mut Random, case: &mut Case, palette: usize) {
    let plain_in = random.pick(&[2, 5, 1_000]);
    for row in &mut case.rows {
        for used in &mut row.uses {
            if !case.items[used.0].is_primary() && !random.once_in(plain_in) {
                used.1 = Some(random.below(palette) as u32);
            }
        }
    }
}

/// Gives costs to options, often negative ones. Their sum without signs fits 63 bits.
fn price(random: &mut Random, case: &mut Case) {
    let most = i64::MAX.unsigned_abs() / case.rows.len().max(1) as u64;
    let negative_in = random.pick(&[1_000_000, 1_000_000, 4, 2, 1]);
    let kind = random.below(6);
    let equal = random.next() % 1_000;
    for row in &mut case.rows {
        let size = match kind {
            0 => random.next() % 3,
            1 => random.next() % 1_000,
            2 => equal,
            3 => most - random.next() % 4,
            4 if random.once_in(2) => 0,
            4 => most,
            _ => random.next() % most,
        };
        let sign = if random.once_in(negative_in) { -1 } else { 1 };
        row.cost = sign * size as i64;
    }
}

/// Some items of a list, at least one, in the order of the list.
fn some(random: &mut Random, of: &[usize], most: usize) -> Vec<usize> {
    let count = random.between(1, most.min(of.len()).max(1));
    random
        .distinct(count, of.len())
        .into_iter()
        .map(|place| of[place])
        .collect()
}

/// Adds disjoint options that together cover some items. Each has up to `most` items.
fn plant(random: &mut Random, case: &mut Case, items: &[usize], most: usize) {
    let mut left = items.to_vec();
    random.shuffle(&mut left);
    while !left.is_empty() {
        let count = random.between(1, most.min(left.len()));
        case.row(left.drain(..count));
    }
}
