//! The steps of parts as a tree.

use std::ops::Range;

use super::{Parts, Step};
use crate::problem::OptionId;

/// The steps of parts as a tree: parts that begin with the same steps share their nodes. The nodes
/// are numbered level by level, and those below a node in the order of their steps.
///
/// The numbers of 2^32 nodes would not fit, but they need 100 GB.
#[derive(Debug)]
pub(crate) struct StepTree {
    /// The node above each node, and the step from there; of no meaning at the root.
    above: Vec<(u32, Step)>,
    /// The first node below each node, and the number of nodes.
    first: Vec<u32>,
}

impl StepTree {
    pub(crate) const ROOT: u32 = 0;

    /// Makes the tree of parts. Also returns the node at which each of them ends. O(s log s) for a
    /// list of size s.
    pub(crate) fn new(parts: &Parts) -> (Self, Vec<u32>) {
        let nowhere = Step {
            option: OptionId::new(0),
            is_used: false,
        };
        let (mut above, mut first) = (vec![(Self::ROOT, nowhere)], Vec::new());
        // Several nodes of the list may be one node of the tree: the list has a node for steps that
        // parts share only if they follow each other.
        let below = parts.below();
        let mut place = vec![Self::ROOT; below.len()];
        // The nodes of the list in the order of their nodes of the tree, and the end of each of those.
        let (mut of_list, mut ends) = (vec![0], vec![1]);
        let (mut begin, mut children) = (0, Vec::new());
        while let Some(&end) = ends.get(first.len()) {
            let node = first.len() as u32;
            for &one in &of_list[begin..end] {
                let steps = below.of(one).iter();
                children.extend(steps.map(|&child| (parts.step(child), child)));
            }
            begin = end;
            children.sort_unstable();
            first.push(above.len() as u32);
            let mut before = None;
            for (step, child) in children.drain(..) {
                if before.replace(step) != Some(step) {
                    above.push((node, step));
                    ends.push(0);
                }
                of_list.push(child);
                place[child as usize] = above.len() as u32 - 1;
                ends[above.len() - 1] = of_list.len();
            }
        }
        first.push(above.len() as u32);
        let ends = parts.ends().map(|end| place[end]).collect();
        (Self { above, first }, ends)
    }

    /// The number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.above.len()
    }

    /// The node above a node that is not the root, and the step from there.
    pub(crate) fn above(&self, node: u32) -> (u32, Step) {
        self.above[node as usize]
    }

    /// The nodes below a node, in the order of their steps.
    pub(crate) fn children(&self, node: u32) -> Range<u32> {
        self.first[node as usize]..self.first[node as usize + 1]
    }

    /// The node behind a step from a node, if it is in the tree. O(log of the nodes below).
    pub(crate) fn below(&self, node: u32, step: Step) -> Option<u32> {
        let children = self.children(node);
        let range = children.start as usize..children.end as usize;
        let place = self.above[range].binary_search_by_key(&step, |&(_, step)| step);
        Some(children.start + place.ok()? as u32)
    }

    /// The node behind these steps from the root, if it is in the tree.
    pub(crate) fn find(&self, steps: &[Step]) -> Option<u32> {
        let mut steps = steps.iter();
        steps.try_fold(Self::ROOT, |node, &step| self.below(node, step))
    }

    /// The steps from the root to a node.
    pub(crate) fn path(&self, mut node: u32) -> Vec<Step> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_share_the_nodes_of_their_common_steps() {
        let parts: Parts = "3.-1.4 all 3.5 4 3.-1.4.7 3.-1.2".parse().unwrap();
        let (tree, ends) = StepTree::new(&parts);
        // The root; 3, 4; 3.-1, 3.5; 3.-1.2, 3.-1.4; 3.-1.4.7.
        assert_eq!(tree.len(), 8);
        for (part, &end) in parts.iter().zip(&ends) {
            assert_eq!(tree.path(end), part.steps());
            assert_eq!(tree.find(part.steps()), Some(end));
        }
        let steps = |node| {
            tree.children(node)
                .map(|child| tree.above(child).1.to_string())
        };
        assert_eq!(steps(StepTree::ROOT).collect::<Vec<_>>(), ["3", "4"]);
        assert_eq!(steps(1).collect::<Vec<_>>(), ["-1", "5"]);
        assert_eq!(steps(3).collect::<Vec<_>>(), ["2", "4"]);
        assert_eq!(
            tree.find("3.4".parse::<crate::ask::Part>().unwrap().steps()),
            None
        );
        let (empty, _) = StepTree::new(&Parts::new());
        assert_eq!((empty.len(), empty.children(StepTree::ROOT)), (1, 1..1));
    }
}
