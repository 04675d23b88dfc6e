//! Random problems, family by family.

use num_bigint::BigUint;

use crate::case::{Case, Item, ONCE, Row};
use crate::random::Random;

/// A family: its name, how many of 100 problems are of it, and a problem of about a size from 1
/// (tiny) to 10.
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

/// The number of a family, and a problem of it.
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

/// Small changes that any problem may get.
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
    // There may be more options now than when they were priced.
    let most = u64::MAX / case.rows.len().max(1) as u64;
    for row in &mut case.rows {
        row.cost = row.cost.min(most);
    }
    if random.once_in(3) && case.rows.iter().all(|row| row.cost == 0) {
        price(random, case);
    }
}

/// What a primary item may ask for, with bounds up to `most`.
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

/// Gives costs to options: all together fit into 64 bits.
fn price(random: &mut Random, case: &mut Case) {
    let most = u64::MAX / case.rows.len().max(1) as u64;
    let kind = random.below(6);
    let equal = random.next() % 1_000;
    for row in &mut case.rows {
        row.cost = match kind {
            0 => random.next() % 3,
            1 => random.next() % 1_000,
            2 => equal,
            3 => most - random.next() % 4,
            4 if random.once_in(2) => 0,
            4 => most,
            _ => random.next() % most,
        };
    }
}

/// Some items of a list, in the order of the list, one at least.
fn some(random: &mut Random, of: &[usize], most: usize) -> Vec<usize> {
    let count = random.between(1, most.min(of.len()).max(1));
    random
        .distinct(count, of.len())
        .into_iter()
        .map(|place| of[place])
        .collect()
}

/// Adds options that together cover some items, each of up to `most` of them.
fn plant(random: &mut Random, case: &mut Case, items: &[usize], most: usize) {
    let mut left = items.to_vec();
    random.shuffle(&mut left);
    while !left.is_empty() {
        let count = random.between(1, most.min(left.len()));
        case.row(left.drain(..count));
    }
}

fn random(random: &mut Random, size: usize) -> Case {
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

fn planted(random: &mut Random, size: usize) -> Case {
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
fn chain(random: &mut Random, size: usize) -> Case {
    let mut case = Case::default();
    let length = random.between(2, 2 + 3 * size);
    let items = case.items(length, ONCE);
    let kind = random.below(3);
    let longest = random.between(2, 5);
    for start in 0..length {
        for end in start + 1..=length {
            let is_wanted = match kind {
                // All that are short.
                0 => end - start <= longest,
                // One item, and all from here on.
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

/// A centre, and arms of which one or none hangs on it.
fn star(random: &mut Random, size: usize) -> Case {
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
fn grid(random: &mut Random, size: usize) -> Case {
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

/// Equal options, up to 64 of each.
fn duplicates(random: &mut Random, size: usize) -> Case {
    let makers = [self::random, planted, chain, star, multiplicities, colours];
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

/// An item with as many options as lanes of 16, 32 or 64 bits just hold, or just do not.
fn widths(random: &mut Random, size: usize) -> Case {
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

/// Problems side by side, that share nothing, or one item.
fn components(random: &mut Random, size: usize) -> Case {
    let makers = [
        self::random,
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

/// Few options of many items.
fn long(random: &mut Random, size: usize) -> Case {
    let mut case = Case::default();
    let count = random.between(10, 20 + 10 * size);
    let items = case.items(count, ONCE);
    for _ in 0..random.between(1, 4) {
        plant(random, &mut case, &items, count);
    }
    // The halves of some.
    for _ in 0..random.below(4) {
        let uses = case.rows[random.below(case.rows.len())].uses.clone();
        let (left, right) = uses.split_at(uses.len() / 2);
        case.row(left.iter().map(|used| used.0));
        case.row(right.iter().map(|used| used.0));
    }
    case.rows.retain(|row| !row.uses.is_empty());
    case
}

fn colours(random: &mut Random, size: usize) -> Case {
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
    // Sometimes one colour for nearly all, sometimes a colour for each option.
    let palette = random.pick(&[1, 2, 3, 40]);
    colour(random, &mut case, palette);
    case
}

fn multiplicities(random: &mut Random, size: usize) -> Case {
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

fn costs(random: &mut Random, size: usize) -> Case {
    let makers = [
        self::random,
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

/// Everyone in one place: rows, columns and sometimes diagonals of a square, or Latin squares.
fn assignments(random: &mut Random, size: usize) -> Case {
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

fn infeasible(random: &mut Random, size: usize) -> Case {
    let mut case = Case::default();
    match random.below(4) {
        // One pigeon more than holes.
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
        // More is asked for than there is.
        2 => {
            case = multiplicities(random, size);
            let item = random.below(case.items.len());
            let has = |row: &&Row| row.uses.iter().any(|used| used.0 == item);
            let low = case.rows.iter().filter(has).count() as u32 + 1;
            if case.items[item].is_primary() {
                case.items[item] = Item::Primary { low, high: low };
            }
        }
        // Two items that share all their options with a third one, which may be covered once.
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
    // And something that can be covered.
    if random.once_in(2) {
        let items = random.between(1, 4);
        let items = case.items(items, ONCE);
        plant(random, &mut case, &items, 2);
        plant(random, &mut case, &items, 2);
    }
    case
}

/// Counts around a power of two at which numbers of machines end.
fn huge(random: &mut Random, size: usize) -> Case {
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
        // The multiplication is done within the problem.
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
            // All ways to choose some.
            0 => {
                let item = case.item(Item::Primary {
                    low: 0,
                    high: copies as u32,
                });
                (0..copies).for_each(|_| case.row([item]));
                reached <<= copies;
            }
            // The items hang together, each with the next.
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

/// Many items with two equal options each, beside a chain: many levels in the middle of which a sum
/// may grow out of 64 bits.
fn pairs_and_chain(random: &mut Random, size: usize) -> Case {
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

fn degenerate(random: &mut Random, size: usize) -> Case {
    let mut case = Case::default();
    match random.below(6) {
        // Nothing at all.
        0 => {}
        // Options of nothing.
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
        // Items that may stay uncovered, all of them.
        4 => {
            let items = case.items(size, Item::Primary { low: 0, high: 2 });
            for _ in 0..random.below(2 * size) {
                let row = some(random, &items, 2);
                case.row(row);
            }
        }
        // One option for all, and one for each.
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
