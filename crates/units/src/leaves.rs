//! What is missing in a search, and which records count.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

use super::tree::Tree;
use super::value::Origin;
use quadrille_core::{Part, Parts, Step};

/// What is missing in a part, and what counts, in the order of the steps.
#[derive(Default)]
pub(super) struct Leaves {
    /// The missing parts.
    pub(super) missing: Parts,
    /// The weight of each, if it is a unit that has one.
    pub(super) weights: Vec<Option<u64>>,
    /// The complete units whose records count.
    pub(super) counted: Vec<Part>,
}

/// The same as places of a tree, in no order.
#[derive(Default)]
struct Places<'t> {
    missing: FxHashSet<usize>,
    counted: FxHashSet<usize>,
    /// The steps from a node to missing parts that are not in the tree.
    absent: FxHashMap<usize, &'t [Step]>,
}

impl Tree<'_> {
    /// Lists what is missing below a node, and what counts. O(size of the tree below the node).
    pub(super) fn leaves(&self, top: usize) -> Leaves {
        let places = self.places(top);
        let mut leaves = Leaves::default();
        let mut path = self.steps.path(top);
        // The number of steps that the next missing part shares with the last one.
        let mut kept = 0;
        let mut ahead = vec![(path.len(), None, Some(top))];
        while let Some((depth, step, node)) = ahead.pop() {
            path.truncate(depth);
            kept = kept.min(depth);
            path.extend(step);
            if node.is_none_or(|node| places.missing.contains(&node)) {
                leaves.missing.add(kept, path[kept..].iter().copied());
                let unit = node.and_then(|node| self.units.get(&node));
                leaves
                    .weights
                    .push(unit.and_then(|unit| unit.claims.weight));
                kept = path.len();
            }
            let Some(node) = node else { continue };
            if places.counted.contains(&node) {
                leaves.counted.push(path.iter().copied().collect());
            }
            let (first, depth) = (ahead.len(), path.len());
            for child in self.steps.children(node) {
                let (_, step) = self.steps.above(child);
                ahead.push((depth, Some(step), Some(child)));
            }
            let absent = places.absent.get(&node).into_iter().copied().flatten();
            ahead.extend(absent.map(|&step| (depth, Some(step), None)));
            ahead[first..].sort_unstable_by_key(|&(_, step, _)| Reverse(step));
        }
        leaves
    }

    fn places(&self, top: usize) -> Places<'_> {
        let mut places = Places::default();
        let mut ahead = vec![top];
        while let Some(node) = ahead.pop() {
            match &self.value(node).origin {
                Origin::Missing => drop(places.missing.insert(node)),
                Origin::Impossible => {}
                Origin::Record => drop(places.counted.insert(node)),
                Origin::Parts { nodes, absent } => {
                    ahead.extend(nodes);
                    places.absent.insert(node, absent);
                }
            }
        }
        places
    }
}
