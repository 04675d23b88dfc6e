//! Cuts from cliques of options.
//!
//! Of options that pairwise share an item, a cover uses at most one:
//!
//! ```text
//! sum of x[o] over the clique  <=  1
//! ```
//!
//! Cliques are gathered greedily, the options with the largest values first, from each option with
//! a fractional value. Each is then extended by live options with the value 0, which makes the cut
//! stronger at no cost. (M. W. Padberg, "On the facial structure of set packing polyhedra",
//! Mathematical Programming 5 (1973) 199-215.)

use std::collections::HashSet;

use super::bits::{flip, meet};
use super::cut::{Cut, Found};
use crate::ask::{Meter, Stop};
use crate::engine::costs::compile::Tables;

/// From each option, cliques are gathered without the first 0, 1, ... options that would fit.
const SKIPPED: usize = 3;
/// The values of a clique together must exceed 1 by this.
const VIOLATED: f64 = 0.03;

/// Finds cuts that the values of these options violate. O(options^2 x items / 64), and for each cut
/// O(live options x clique x items / 64).
pub(super) fn find(
    tables: &Tables,
    values: &[(u32, f64)],
    live: &[u32],
    meter: &mut Meter<'_>,
) -> Result<Vec<Found>, Stop> {
    let words = tables.item_count().div_ceil(64);
    let items_of = |option: u32| {
        let mut items = vec![0; words];
        for used in tables.uses.of(option) {
            flip(&mut items, used.item as usize);
        }
        items
    };
    let items: Vec<Vec<u64>> = values.iter().map(|&(option, _)| items_of(option)).collect();
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[b].1.total_cmp(&values[a].1).then(a.cmp(&b)));
    let has_value: HashSet<u32> = values.iter().map(|&(option, _)| option).collect();
    let (mut known, mut found) = (HashSet::new(), Vec::new());
    for &first in &order {
        for skipped in 0..SKIPPED {
            meter.spend(order.len() * words)?;
            let mut clique = gather(first, &order, skipped, &items);
            let sum: f64 = clique.iter().map(|&place| values[place].1).sum();
            clique.sort_unstable();
            if sum <= 1.0 + VIOLATED || !known.insert(clique.clone()) {
                continue;
            }
            let mut members: Vec<Vec<u64>> = clique.iter().map(|&p| items[p].clone()).collect();
            let mut options: Vec<u32> = clique.iter().map(|&place| values[place].0).collect();
            meter.spend(live.len() * words)?;
            for &option in live.iter().filter(|option| !has_value.contains(option)) {
                let items = items_of(option);
                if members.iter().all(|member| meet(member, &items)) {
                    meter.spend(members.len() * words)?;
                    members.push(items);
                    options.push(option);
                }
            }
            options.sort_unstable();
            let entries = options.into_iter().map(|option| (option, 1)).collect();
            found.extend(Found::new(Cut { entries, most: 1 }, values));
        }
    }
    Ok(found)
}

/// A clique that begins with an option, without the next `skipped` that would fit.
fn gather(first: usize, order: &[usize], mut skipped: usize, items: &[Vec<u64>]) -> Vec<usize> {
    let mut clique = vec![first];
    for &next in order.iter().filter(|&&next| next != first) {
        if clique
            .iter()
            .all(|&member| meet(&items[member], &items[next]))
        {
            if skipped > 0 {
                skipped -= 1;
            } else {
                clique.push(next);
            }
        }
    }
    clique
}
