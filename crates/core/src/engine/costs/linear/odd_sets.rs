//! Cuts from odd sets of items.
//!
//! Let `S` be an odd number of items that are covered exactly once. In a cover, an option with `k`
//! items of `S` takes `k`, so at most `(|S| - 1) / 2` pairs of items of `S` lie in one option each:
//!
//! ```text
//! sum of floor(|o and S| / 2) x[o]  <=  (|S| - 1) / 2
//! ```
//!
//! For pairs of people these are the blossom inequalities of J. Edmonds ("Maximum matching and a
//! polyhedron with 0,1-vertices", 1965). A solution of the relaxation violates the cut exactly if
//! the options that meet `S` in an odd number of items have less than 1 together. Such sets are
//! found by elimination over the numbers modulo 2, the options with the largest values first: what
//! is left of a row are then small values. (A. Caprara and M. Fischetti, "{0, 1/2}-Chvatal-Gomory
//! cuts", Mathematical Programming 74 (1996) 221-235.)

use std::collections::HashSet;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

use super::bits::{flip, has, members, ones};
use super::cut::{Cut, Found};
use crate::ask::{Meter, Stop};
use crate::engine::costs::compile::Tables;

/// Eliminations, each after the first in a random order near that of the values.
const ORDERS: usize = 4;
/// Options with less than this together are worth a test.
const PROMISING: f64 = 0.95;
/// The items of a set, at most: cuts of larger sets bring little.
const LARGEST: u32 = 11;
/// A sum of rows: the options that meet the set an odd number of times, and the set.
#[derive(Clone)]
struct Row {
    odd: Vec<u64>,
    items: Vec<u64>,
}

impl Row {
    fn add(&mut self, other: &Self) {
        let add = |a: &mut [u64], b: &[u64]| a.iter_mut().zip(b).for_each(|(a, b)| *a ^= b);
        add(&mut self.odd, &other.odd);
        add(&mut self.items, &other.items);
    }
}

/// Finds cuts that the values of these options violate. O(items^2 x (options + items) / 64) for each
/// elimination.
pub(super) fn find(
    tables: &Tables,
    values: &[(u32, f64)],
    seed: u64,
    meter: &mut Meter<'_>,
) -> Result<Vec<Found>, Stop> {
    let mut random = Pcg32::seed_from_u64(seed);
    let mut sets = HashSet::new();
    let mut found = Vec::new();
    for order in 0..ORDERS {
        let spread = if order == 0 { 0.0 } else { 0.5 };
        let key = |&(_, value): &(u32, f64)| value * (1.0 + spread * random.random::<f64>());
        meter.spend(tables.item_count() * values.len().div_ceil(64))?;
        let mut keyed: Vec<(f64, usize)> = values.iter().map(key).zip(0..).collect();
        keyed.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let order = keyed.into_iter().map(|(_, place)| place);
        eliminate(tables, values, order, meter, |set| {
            if sets.insert(set.to_vec()) {
                found.extend(cut(tables, values, set));
            }
        })?;
    }
    Ok(found)
}

/// Calls `visit` with promising sets of items.
fn eliminate(
    tables: &Tables,
    values: &[(u32, f64)],
    order: impl Iterator<Item = usize>,
    meter: &mut Meter<'_>,
    mut visit: impl FnMut(&[u64]),
) -> Result<(), Stop> {
    let mut rows = rows_of_items(tables, values);
    for place in order {
        meter.spend(rows.len())?;
        let (with, mut rest): (Vec<Row>, Vec<Row>) =
            rows.into_iter().partition(|row| has(&row.odd, place));
        let sizes = with.iter().enumerate();
        let shortest = sizes.min_by_key(|(_, row)| ones(&row.odd));
        if let Some(shortest) = shortest.map(|(number, _)| number) {
            let pivot = with[shortest].clone();
            let others = with.into_iter().enumerate();
            for (_, mut row) in others.filter(|&(number, _)| number != shortest) {
                meter.spend(row.odd.len() + row.items.len())?;
                row.add(&pivot);
                let size = ones(&row.items);
                let is_set = size % 2 == 1 && (3..=LARGEST).contains(&size);
                if is_set && members(&row.odd).map(|place| values[place].1).sum::<f64>() < PROMISING
                {
                    visit(&row.items);
                }
                rest.push(row);
            }
        }
        rows = rest;
    }
    Ok(())
}

/// A row for each item that is covered exactly once.
fn rows_of_items(tables: &Tables, values: &[(u32, f64)]) -> Vec<Row> {
    let items = tables.item_count();
    let mut rows: Vec<Row> = (0..items)
        .map(|item| {
            let mut row = Row {
                odd: vec![0; values.len().div_ceil(64)],
                items: vec![0; items.div_ceil(64)],
            };
            flip(&mut row.items, item);
            row
        })
        .collect();
    for (place, &(option, _)) in values.iter().enumerate() {
        for used in tables.uses.of(option) {
            flip(&mut rows[used.item as usize].odd, place);
        }
    }
    let mut requirements = tables.requirements.iter();
    rows.retain(|_| requirements.next().is_some_and(|item| item.low == 1));
    rows
}

/// The cut of a set of items, if the values violate it.
fn cut(tables: &Tables, values: &[(u32, f64)], set: &[u64]) -> Option<Found> {
    let pairs = |option: u32| {
        let uses = tables.uses.of(option).iter();
        uses.filter(|used| has(set, used.item as usize)).count() as u32 / 2
    };
    let options = members(set).flat_map(|item| tables.options.of(item as u32));
    let mut entries: Vec<(u32, u32)> = options
        .map(|&option| (option, pairs(option)))
        .filter(|&(_, pairs)| pairs > 0)
        .collect();
    entries.sort_unstable();
    entries.dedup();
    let most = ones(set) / 2;
    Found::new(Cut { entries, most }, values)
}
