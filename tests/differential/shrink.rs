//! Finds a smaller problem that fails in the same way.

use std::time::{Duration, Instant};

use crate::case::{Case, Item, ONCE};

/// The time limit.
const MOST_TIME: Duration = Duration::from_secs(60);

/// Tries smaller problems, and continues with each that still fails.
pub(crate) fn shrink(mut case: Case, fails: impl Fn(&Case) -> bool) -> Case {
    let start = Instant::now();
    let try_out = |case: &mut Case, smaller: Case| {
        let is_better = start.elapsed() < MOST_TIME && smaller != *case && fails(&smaller);
        if is_better {
            *case = smaller;
        }
        is_better
    };
    let sorted = case.sorted();
    try_out(&mut case, sorted);
    loop {
        let mut is_smaller = false;
        // Chunks of options, then of items, of halving size.
        let mut chunk = case.rows.len().max(case.items.len()).max(1);
        while chunk > 0 {
            let mut first = 0;
            while first < case.rows.len() {
                let smaller = case.without(|row| (first..first + chunk).contains(&row));
                if try_out(&mut case, smaller) {
                    is_smaller = true;
                } else {
                    first += chunk;
                }
            }
            let mut first = 0;
            while first < case.items.len() {
                let smaller = without_items(&case, first, chunk);
                if try_out(&mut case, smaller) {
                    is_smaller = true;
                } else {
                    first += chunk;
                }
            }
            chunk /= 2;
        }
        for smaller in simpler(&case) {
            // All were made from the old case, so only one of them can replace it.
            if try_out(&mut case, smaller) {
                is_smaller = true;
                break;
            }
        }
        if !is_smaller {
            return case;
        }
    }
}

/// The case without some items and their uses.
fn without_items(case: &Case, first: usize, count: usize) -> Case {
    let end = (first + count).min(case.items.len());
    let mut smaller = case.clone();
    smaller.items.drain(first..end);
    for row in &mut smaller.rows {
        row.uses.retain(|used| !(first..end).contains(&used.0));
        for used in &mut row.uses {
            if used.0 >= end {
                used.0 -= end - first;
            }
        }
    }
    smaller
}

/// Cases with one simplification each.
fn simpler(case: &Case) -> Vec<Case> {
    let mut all = Vec::new();
    let mut change = |change: &dyn Fn(&mut Case)| {
        let mut simpler = case.clone();
        change(&mut simpler);
        all.push(simpler);
    };
    change(&|case| case.rows.iter_mut().for_each(|row| row.cost = 0));
    for (number, item) in case.items.iter().enumerate() {
        if let Item::Primary { low, high } = *item
            && *item != ONCE
        {
            change(&|case| case.items[number] = ONCE);
            if high > low.max(1) {
                change(&|case| {
                    case.items[number] = Item::Primary {
                        low,
                        high: high - 1,
                    }
                });
            }
        }
    }
    for (number, row) in case.rows.iter().enumerate() {
        for place in 0..row.uses.len() {
            change(&|case| {
                case.rows[number].uses.remove(place);
            });
            if row.uses[place].1.is_some() {
                change(&|case| case.rows[number].uses[place].1 = None);
            }
        }
        if row.cost != 0 {
            change(&|case| case.rows[number].cost = 0);
            change(&|case| case.rows[number].cost /= 2);
            change(&|case| case.rows[number].cost -= row.cost.signum());
        }
    }
    all
}
