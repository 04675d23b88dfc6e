//! Options that every case excludes: whichever live option of a truth is chosen, the same follows.
//!
//! By chains, each choice follows from one before it; else, from all before it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::bits;
use super::chain::Pairs;
use super::closure::Closure;
use super::deduction::{Branch, Choice, Deduction, Reason};
use super::live::Live;
use crate::ask::{Budget, Stop};
use crate::problem::{ItemId, OptionId};

/// The options that each live option of some truth excludes.
pub(super) fn by_singles(live: &Live, budget: &Budget) -> Result<Vec<Deduction>, Stop> {
    // The smallest argument for each removed option.
    let mut found: BTreeMap<usize, Reason> = BTreeMap::new();
    for item in live.truths() {
        let options: Vec<usize> = bits::ones_of_both(live.users(item), live.options()).collect();
        let mut closures = Vec::new();
        let mut dead = live.options().to_vec();
        for &option in &options {
            budget.poll()?;
            let closure = Closure::new(live, option);
            bits::keep_all(&mut dead, &closure.excluded());
            closures.push(closure);
            if bits::is_empty(&dead) {
                break;
            }
        }
        for removed in bits::ones(&dead) {
            budget.poll()?;
            let branches = options.iter().zip(&closures).map(|(&option, closure)| {
                let (choices, empty) = match closure.contradiction() {
                    Some((choices, empty)) => (choices, Some(empty)),
                    None => (closure.exclusion(removed), None),
                };
                Branch {
                    option: live.id(option),
                    choices,
                    empty,
                }
            });
            let reason = Reason::Cases {
                item: ItemId::new(item as u32),
                branches: branches.collect(),
            };
            match found.entry(removed) {
                Entry::Occupied(mut known) if reason.size() < known.get().size() => {
                    known.insert(reason);
                }
                Entry::Occupied(_) => {}
                Entry::Vacant(place) => {
                    place.insert(reason);
                }
            }
        }
    }
    let deduction = |(removed, reason)| Deduction {
        reason,
        chosen: Vec::new(),
        removed: vec![live.id(removed)],
    };
    Ok(found.into_iter().map(deduction).collect())
}

/// The options that chains from each live option of a truth with three or more exclude, or with which
/// all of them end.
pub(super) fn by_chains(live: &Live, budget: &Budget) -> Result<Vec<Deduction>, Stop> {
    let pairs = Pairs::new(live);
    let count = 64 * live.words();
    let bytes = count
        .saturating_mul(count)
        .saturating_mul(Tree::BYTES_OF_OPTION);
    if bytes > budget.most_memory() {
        return Err(Stop::Memory);
    }
    let mut trees: BTreeMap<usize, Tree> = BTreeMap::new();
    for option in bits::ones(live.options()) {
        budget.poll()?;
        trees.insert(option, Tree::new(live, &pairs, option));
    }
    let mut found = Vec::new();
    for item in live.truths().filter(|&item| live.low(item) == 1) {
        budget.poll()?;
        let users = bits::ones_of_both(live.users(item), live.options());
        let branches: Vec<&Tree> = users.filter_map(|option| trees.get(&option)).collect();
        if branches.len() > 2 {
            add_common(live, item, &branches, &mut found);
        }
    }
    Ok(found)
}

/// Adds what follows from each option of a truth.
fn add_common(live: &Live, item: usize, branches: &[&Tree], found: &mut Vec<Deduction>) {
    let (mut excluded, mut chosen) = (live.options().to_vec(), live.options().to_vec());
    for tree in branches {
        bits::keep_all(&mut excluded, &tree.excluded);
        bits::keep_all(&mut chosen, &tree.chosen);
    }
    // A case cannot prove anything about its own options: a contradiction is another argument.
    bits::remove_all(&mut excluded, live.users(item));
    let mut add = |removed: Vec<OptionId>, end: &dyn Fn(&Tree) -> usize| {
        let branches = branches.iter().map(|tree| Branch {
            option: live.id(tree.root),
            choices: tree.choices_to(live, end(tree)),
            empty: None,
        });
        found.push(Deduction {
            reason: Reason::Cases {
                item: ItemId::new(item as u32),
                branches: branches.collect(),
            },
            chosen: Vec::new(),
            removed,
        });
    };
    for option in bits::ones(&excluded) {
        add(vec![live.id(option)], &|tree| {
            tree.before_excluded[option] as usize
        });
    }
    for option in bits::ones(&chosen) {
        let mut removed = live.options().to_vec();
        bits::keep_all(&mut removed, live.conflicts(option));
        bits::remove_all(&mut removed, live.users(item));
        if !bits::is_empty(&removed) {
            add(live.ids(&removed), &|_| option);
        }
    }
}

/// What follows from an option by chains, by the shortest ones.
struct Tree {
    root: usize,
    /// The options that follow, with the root.
    chosen: Vec<u64>,
    /// For each of them, the truth of which it is left, and the option before it.
    before: Vec<(u32, u32)>,
    /// The options that are excluded.
    excluded: Vec<u64>,
    /// For each of them, the option that excludes it.
    before_excluded: Vec<u32>,
}

impl Tree {
    /// What a tree takes for each option.
    const BYTES_OF_OPTION: usize = size_of::<(u32, u32)>() + size_of::<u32>() + 1;

    fn new(live: &Live, pairs: &Pairs, root: usize) -> Self {
        let count = 64 * live.words();
        let mut tree = Self {
            root,
            chosen: vec![0; live.words()],
            before: vec![(0, 0); count],
            excluded: vec![0; live.words()],
            before_excluded: vec![0; count],
        };
        bits::add(&mut tree.chosen, root);
        let mut queue = vec![root];
        let mut next = 0;
        while next < queue.len() {
            let option = queue[next];
            next += 1;
            for excluded in bits::ones_of_both(live.conflicts(option), live.options()) {
                if bits::has(&tree.excluded, excluded) {
                    continue;
                }
                bits::add(&mut tree.excluded, excluded);
                tree.before_excluded[excluded] = option as u32;
                for &link in pairs.of(excluded) {
                    if !bits::has(&tree.chosen, link.1) {
                        bits::add(&mut tree.chosen, link.1);
                        tree.before[link.1] = (link.0 as u32, option as u32);
                        queue.push(link.1);
                    }
                }
            }
        }
        tree
    }

    /// The choices up to an option that follows.
    fn choices_to(&self, live: &Live, mut option: usize) -> Vec<Choice> {
        let mut choices = Vec::new();
        while option != self.root {
            let (item, before) = self.before[option];
            choices.push(Choice {
                item: ItemId::new(item),
                option: live.id(option),
            });
            option = before as usize;
        }
        choices.reverse();
        choices
    }
}
