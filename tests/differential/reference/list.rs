//! The first reference lists all covers one by one.
//!
//! ```text
//! take the first item that is not covered often enough; if there is none, take any item
//! take its first undecided option that still fits:
//!     list all covers with it, then all without it
//! ```

use crate::case::{Case, Item};

/// Lists all covers, each in ascending order, and sorted; `None` if it would examine options more
/// than `steps` times.
pub(crate) fn list(case: &Case, steps: usize) -> Option<Vec<Vec<usize>>> {
    let undecided = (0..case.rows.len()).filter(|&row| !case.is_void(&case.rows[row]));
    let mut found = Vec::new();
    let mut waiting = vec![(Vec::new(), undecided.collect::<Vec<usize>>())];
    let mut left = steps;
    loop {
        let Some((chosen, mut undecided)) = waiting.pop() else {
            found.sort_unstable();
            return Some(found);
        };
        left = left.checked_sub(1 + undecided.len())?;
        undecided.retain(|&row| fits(case, &chosen, row));
        let has = |row: usize, item: usize| case.rows[row].uses.iter().any(|u| u.0 == item);
        let times = |item: usize| chosen.iter().filter(|&&row| has(row, item)).count();
        let lacks = |item: &usize| times(*item) < case.items[*item].low() as usize;
        let decide = match (0..case.items.len()).find(lacks) {
            Some(item) => undecided.iter().position(|&row| has(row, item)),
            None if undecided.is_empty() => {
                let mut cover = chosen;
                cover.sort_unstable();
                found.push(cover);
                continue;
            }
            None => Some(0),
        };
        let Some(place) = decide else { continue };
        let row = undecided.remove(place);
        waiting.push((chosen.clone(), undecided.clone()));
        let mut with = chosen;
        with.push(row);
        waiting.push((with, undecided));
    }
}

/// Returns whether one more row fits the chosen rows: no item is covered too often.
fn fits(case: &Case, chosen: &[usize], row: usize) -> bool {
    case.rows[row].uses.iter().all(|&(item, colour)| {
        let uses = chosen.iter().flat_map(|&row| &case.rows[row].uses);
        let mut others = uses.filter(|used| used.0 == item);
        match case.items[item] {
            Item::Primary { high, .. } => others.count() < high as usize,
            Item::Secondary => others.all(|other| colour.is_some() && other.1 == colour),
        }
    })
}
