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

/// The options of a set that each live option of some of these truths excludes.
pub(super) fn by_singles(
    live: &Live,
    truths: impl Iterator<Item = usize>,
    options: &[u64],
    budget: &Budget,
) -> Result<Vec<Deduction>, Stop> {
    let counts = live.counts();
    // Most options cover several truths.
    let mut closures: BTreeMap<usize, Closure<'_>> = BTreeMap::new();
    let bytes = Closure::bytes(live, &counts);
    // The smallest argument for each removed option.
    let mut found: BTreeMap<usize, Reason> = BTreeMap::new();
    for item in truths {
        let cases: Vec<usize> = bits::ones_of_both(live.users(item), live.options()).collect();
        make_room(&mut closures, &cases, bytes, budget)?;
        let mut dead = options.to_vec();
        for &option in &cases {
            budget.poll()?;
            let closure = closures.entry(option);
            let closure = closure.or_insert_with(|| Closure::new(live, &counts, option));
            closure.keep_excluded(&mut dead);
            if bits::is_empty(&dead) {
                break;
            }
        }
        for removed in bits::ones(&dead) {
            budget.poll()?;
            let branches = cases.iter().map(|option| {
                let closure = &closures[option];
                let (choices, empty) = match closure.contradiction() {
                    Some((choices, empty)) => (choices, Some(empty)),
                    None => (closure.exclusion(removed), None),
                };
                Branch {
                    option: live.id(*option),
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

/// Forgets what was found for the options of other truths, of up to `bytes` each, if it and that of
/// these cases may exceed the memory limit. Fails if the cases alone may exceed it.
fn make_room<T>(
    known: &mut BTreeMap<usize, T>,
    cases: &[usize],
    bytes: usize,
    budget: &Budget,
) -> Result<(), Stop> {
    let most = budget.most_memory() / bytes.max(1);
    if cases.len() > most {
        return Err(Stop::Memory);
    }
    if known.len() > most - cases.len() {
        known.clear();
    }
    Ok(())
}

/// The options of a set that chains from each live option of some of these truths exclude, if it has
/// three or more, or that conflict with an option with which all of them end.
pub(super) fn by_chains(
    live: &Live,
    truths: impl Iterator<Item = usize>,
    options: &[u64],
    budget: &Budget,
) -> Result<Vec<Deduction>, Stop> {
    let pairs = Pairs::new(live);
    let mut trees: BTreeMap<usize, Tree> = BTreeMap::new();
    let mut found = Vec::new();
    for item in truths.filter(|&item| live.low(item) == 1 && live.count(item) > 2) {
        let cases: Vec<usize> = bits::ones_of_both(live.users(item), live.options()).collect();
        make_room(&mut trees, &cases, Tree::bytes(live), budget)?;
        let (mut excluded, mut chosen) = (options.to_vec(), live.options().to_vec());
        // A case cannot prove anything about its own options: a contradiction is another argument.
        bits::remove_all(&mut excluded, live.users(item));
        for &option in &cases {
            budget.poll()?;
            let tree = trees.entry(option);
            let tree = tree.or_insert_with(|| Tree::new(live, &pairs, option));
            bits::keep_all(&mut excluded, &tree.excluded);
            bits::keep_all(&mut chosen, &tree.chosen);
            if bits::is_empty(&excluded) && bits::is_empty(&chosen) {
                break;
            }
        }
        let mut add = |removed: Vec<OptionId>, end: &dyn Fn(&Tree) -> usize| {
            let branches = cases.iter().map(|option| Branch {
                option: live.id(*option),
                choices: trees[option].choices_to(live, end(&trees[option])),
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
                tree.first_excluding(live, option)
            });
        }
        for option in bits::ones(&chosen) {
            let mut removed = options.to_vec();
            bits::keep_all(&mut removed, live.conflicts(option));
            bits::remove_all(&mut removed, live.users(item));
            if !bits::is_empty(&removed) {
                add(live.ids(&removed), &|tree| {
                    tree.first(|node| node.option == option)
                });
            }
        }
    }
    Ok(found)
}

/// What follows from an option by chains, by the shortest ones.
struct Tree {
    /// The options that follow, the first of which is the root.
    nodes: Vec<Node>,
    /// The same options.
    chosen: Vec<u64>,
    /// The live options that are excluded.
    excluded: Vec<u64>,
}

/// An option that follows.
struct Node {
    option: usize,
    /// The truth of which it is left, and the place of the node before it.
    truth: usize,
    before: usize,
}

impl Tree {
    /// The most bytes that a tree takes.
    fn bytes(live: &Live) -> usize {
        live.words() * (2 * size_of::<u64>() + 64 * size_of::<Node>())
    }

    fn new(live: &Live, pairs: &Pairs, root: usize) -> Self {
        let root = Node {
            option: root,
            truth: 0,
            before: 0,
        };
        let mut tree = Self {
            chosen: vec![0; live.words()],
            excluded: vec![0; live.words()],
            nodes: vec![root],
        };
        bits::add(&mut tree.chosen, tree.nodes[0].option);
        let mut before = 0;
        while before < tree.nodes.len() {
            let conflicts = live.conflicts(tree.nodes[before].option);
            for (place, &conflicts) in conflicts.iter().enumerate() {
                let excluded = conflicts & live.options()[place] & !tree.excluded[place];
                tree.excluded[place] |= excluded;
                for other in bits::ones_of_word(place, excluded & pairs.options()[place]) {
                    for &(truth, option) in pairs.of(other) {
                        if !bits::has(&tree.chosen, option) {
                            bits::add(&mut tree.chosen, option);
                            tree.nodes.push(Node {
                                option,
                                truth,
                                before,
                            });
                        }
                    }
                }
            }
            before += 1;
        }
        tree
    }

    /// The place of the first such node; of the root, if there is none.
    fn first(&self, is_it: impl Fn(&Node) -> bool) -> usize {
        self.nodes.iter().position(is_it).unwrap_or_default()
    }

    fn first_excluding(&self, live: &Live, option: usize) -> usize {
        self.first(|node| bits::has(live.conflicts(node.option), option))
    }

    /// The choices up to a node.
    fn choices_to(&self, live: &Live, mut place: usize) -> Vec<Choice> {
        let mut choices = Vec::new();
        while place > 0 {
            let node = &self.nodes[place];
            choices.push(Choice {
                item: ItemId::new(node.truth as u32),
                option: live.id(node.option),
            });
            place = node.before;
        }
        choices.reverse();
        choices
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Limits;

    #[test]
    fn what_was_found_is_forgotten_if_memory_is_short() {
        let budget = Budget::start(&Limits::new().memory(100));
        let mut known: BTreeMap<usize, ()> = (0..7).map(|option| (option, ())).collect();
        let cases = [3, 8, 9];
        assert_eq!(make_room(&mut known, &cases, 10, &budget), Ok(()));
        assert_eq!(known.len(), 7);
        known.insert(7, ());
        assert_eq!(make_room(&mut known, &cases, 10, &budget), Ok(()));
        assert!(known.is_empty());
        assert_eq!(
            make_room(&mut known, &cases, 40, &budget),
            Err(Stop::Memory)
        );
    }
}
