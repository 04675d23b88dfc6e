//! The algebra of finding: the value of a state is one of its solutions.

use super::algebra::{Algebra, NONE, NodeKind, ONE, Valued, Via};

/// The word of the first node; smaller ones have a meaning of their own.
const FIRST: u64 = ONE + 1;

/// One solution of a state: an option, if any, and the solutions of two independent parts.
#[derive(Clone, Copy, Debug)]
struct Node {
    option: Option<u32>,
    parts: [u64; 2],
}

/// One solution for each state that has any. The children of a state after the first one with a
/// solution are skipped, so a fold visits few states besides dead ends.
#[derive(Clone, Debug, Default)]
pub(crate) struct Witness {
    levels: Vec<(NodeKind, u64)>,
    /// Solutions share their ends, so no node is freed.
    nodes: Vec<Node>,
}

impl Witness {
    fn node(&mut self, option: Option<u32>, parts: [u64; 2]) -> u64 {
        self.nodes.push(Node { option, parts });
        FIRST + self.nodes.len() as u64 - 1
    }
}

impl Algebra for Witness {
    fn open(&mut self, kind: NodeKind) {
        let word = match kind {
            NodeKind::Sum => NONE,
            NodeKind::Product => ONE,
        };
        self.levels.push((kind, word));
    }

    fn add(&mut self, via: Via, word: u64) {
        let Some(&(kind, before)) = self.levels.last() else {
            return;
        };
        let child = match via {
            _ if word == NONE => NONE,
            Via::Use(option) => self.node(Some(option), [word, ONE]),
            Via::Nothing => word,
        };
        let word = match (kind, before, child) {
            (NodeKind::Sum, NONE, child) => child,
            (NodeKind::Sum, before, _) => before,
            (NodeKind::Product, NONE, _) | (NodeKind::Product, _, NONE) => NONE,
            (NodeKind::Product, ONE, part) | (NodeKind::Product, part, ONE) => part,
            (NodeKind::Product, one, other) => self.node(None, [one, other]),
        };
        if let Some(level) = self.levels.last_mut() {
            level.1 = word;
        }
    }

    fn close(&mut self) -> u64 {
        self.levels.pop().map_or(NONE, |level| level.1)
    }

    fn forget(&mut self, _: u64) {}

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
    }

    fn is_enough(&self, word: u64) -> bool {
        word != NONE
    }
}

impl Valued for Witness {
    /// The options of a solution, numbered as in the layout; `None` if there is none.
    type Value = Option<Vec<u32>>;

    fn value(&self, word: u64) -> Option<Vec<u32>> {
        if word == NONE {
            return None;
        }
        let (mut options, mut words) = (Vec::new(), vec![word]);
        while let Some(word) = words.pop() {
            if let Some(place) = word.checked_sub(FIRST) {
                let node = self.nodes[place as usize];
                options.extend(node.option);
                words.extend(node.parts);
            }
        }
        Some(options)
    }
}
