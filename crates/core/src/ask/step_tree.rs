//! The steps of parts as a tree.

use std::ops::Range;

use super::{Parts, Step};
use crate::problem::OptionId;

/// The steps of parts as a tree: parts that begin with the same steps share their nodes. The nodes
/// are numbered level by level, and those below a node in the order of their steps.
#[derive(Debug)]
pub struct StepTree {
    /// The node above each node, and the step from there; of no meaning at the root.
    above: Vec<(usize, Step)>,
    /// The first node below each node, and the number of nodes.
    first: Vec<usize>,
}

impl StepTree {
    /// The node of no steps.
    pub const ROOT: usize = 0;

    /// Makes the tree of parts. Also returns the node at which each of them ends. O(s log s) for a
    /// list of size s.
    ///
    /// Several entries of the list may be one node of the tree: the list has one entry for steps
    /// that parts share only if these parts follow each other.
    pub fn new(parts: &Parts) -> (Self, Vec<usize>) {
        let at_root = Step {
            option: OptionId::new(0),
            is_used: false,
        };
        let (mut above, mut first) = (vec![(Self::ROOT, at_root)], Vec::new());
        let below = Below::new(parts);
        let mut node_of = vec![Self::ROOT; parts.entry_count() + 1];
        // The entries of each node, and where they end.
        let (mut entries, mut ends) = (vec![Parts::ROOT], vec![1]);
        let (mut begin, mut children) = (0, Vec::new());
        while let Some(&end) = ends.get(first.len()) {
            let node = first.len();
            for &entry in &entries[begin..end] {
                let entries = below.of(entry).iter();
                children.extend(entries.map(|&child| (parts.step(child), child)));
            }
            begin = end;
            children.sort_unstable();
            first.push(above.len());
            let mut before = None;
            for (step, entry) in children.drain(..) {
                if before.replace(step) != Some(step) {
                    above.push((node, step));
                    ends.push(0);
                }
                entries.push(entry);
                node_of[entry] = above.len() - 1;
                ends[above.len() - 1] = entries.len();
            }
        }
        first.push(above.len());
        let ends = parts.ends().map(|entry| node_of[entry]).collect();
        (Self { above, first }, ends)
    }

    /// The number of nodes.
    #[allow(clippy::len_without_is_empty, reason = "there is always a root")]
    pub fn len(&self) -> usize {
        self.above.len()
    }

    /// The node above a node that is not the root, and the step from there.
    pub fn above(&self, node: usize) -> (usize, Step) {
        self.above[node]
    }

    /// The nodes below a node, in the order of their steps.
    pub fn children(&self, node: usize) -> Range<usize> {
        self.first[node]..self.first[node + 1]
    }
}

/// What only units need.
impl StepTree {
    /// The node behind a step from a node, if it is in the tree. O(log of the nodes below).
    pub fn below(&self, node: usize, step: Step) -> Option<usize> {
        let children = self.children(node);
        let place = self.above[children.clone()].binary_search_by_key(&step, |&(_, step)| step);
        Some(children.start + place.ok()?)
    }

    /// The node behind these steps from the root, if it is in the tree.
    pub fn find(&self, steps: &[Step]) -> Option<usize> {
        let mut steps = steps.iter();
        steps.try_fold(Self::ROOT, |node, &step| self.below(node, step))
    }

    /// The steps from the root to a node.
    pub fn path(&self, mut node: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        while node != Self::ROOT {
            let (above, step) = self.above(node);
            steps.push(step);
            node = above;
        }
        steps.reverse();
        steps
    }
}

/// The entries of a list below each entry, end to end. [`Lists`](crate::problem::Lists) have
/// numbers of 32 bits, which large ledgers could exceed.
struct Below {
    all: Vec<usize>,
    ends: Vec<usize>,
}

impl Below {
    fn new(parts: &Parts) -> Self {
        let mut ends = vec![0; parts.entry_count() + 2];
        for above in parts.above() {
            ends[above + 1] += 1;
        }
        for entry in 1..ends.len() {
            ends[entry] += ends[entry - 1];
        }
        let mut all = vec![0; parts.entry_count()];
        // Each start moves on to the end of its list.
        for (above, entry) in parts.above().zip(1..) {
            all[ends[above]] = entry;
            ends[above] += 1;
        }
        Self { all, ends }
    }

    fn of(&self, entry: usize) -> &[usize] {
        let start = entry.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[start..self.ends[entry]]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::ask::Part;
    use crate::ask::parts::tests::any_parts;

    proptest! {
        #[test]
        fn parts_share_the_nodes_of_their_common_steps(list in any_parts()) {
            let parts: Parts = list.iter().cloned().collect();
            let (tree, ends) = StepTree::new(&parts);
            // By the definition: a node for each beginning of a part.
            let beginnings = |part: &Part| -> Vec<Vec<Step>> {
                let steps = part.steps();
                (0..=steps.len()).map(|length| steps[..length].to_vec()).collect()
            };
            let mut expected: BTreeSet<Vec<Step>> = list.iter().flat_map(beginnings).collect();
            expected.insert(Vec::new());
            let paths: Vec<Vec<Step>> = (0..tree.len()).map(|node| tree.path(node)).collect();
            prop_assert_eq!(paths.len(), expected.len());
            prop_assert_eq!(paths.iter().cloned().collect::<BTreeSet<_>>(), expected);
            for (part, &end) in list.iter().zip(&ends) {
                prop_assert_eq!(part.steps(), &paths[end]);
            }
            for (node, path) in paths.iter().enumerate() {
                prop_assert_eq!(tree.find(path), Some(node));
                let children: Vec<Step> = tree.children(node).map(|child| tree.above(child).1).collect();
                prop_assert!(children.is_sorted());
                prop_assert!(tree.children(node).all(|child| tree.above(child).0 == node));
                for option in 0..5 {
                    for is_used in [true, false] {
                        let option = OptionId::new(option);
                        let step = Step { option, is_used };
                        let below = tree.below(node, step);
                        prop_assert_eq!(below.is_some(), children.contains(&step));
                    }
                }
            }
        }
    }
}
