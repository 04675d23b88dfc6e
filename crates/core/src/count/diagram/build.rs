//! The algebra that builds a diagram. Equal nodes are stored once.

use std::convert::Infallible;
use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::{Diagram, Edge};
use crate::ask::{Count, Meter, Stop};
use crate::problem::OptionId;
use crate::states::fold::{self, Algebra, NodeKind, Valued, Via};

/// The node of no solution.
pub(super) const NONE: u32 = 0;
/// The node of the empty solution.
pub(super) const EMPTY: u32 = 1;

/// Edges have 32-bit numbers. Between two checks of the size fewer edges are added than are left
/// above this.
const MOST_EDGES: usize = 1 << 31;

#[derive(Clone, Debug)]
pub(in crate::count) struct DiagramBuilder {
    /// The ids of the options, by their numbers in the layout.
    options: Vec<OptionId>,
    kinds: Vec<NodeKind>,
    edges: Vec<Edge>,
    ends: Vec<u32>,
    /// The nodes, by kind and edges.
    known: HashTable<u32>,
    /// The open levels, and the edges of all of them, end to end.
    levels: Vec<(NodeKind, usize)>,
    pending: Vec<Edge>,
}

impl DiagramBuilder {
    pub(in crate::count) fn new(options: Vec<OptionId>) -> Self {
        let mut builder = Self {
            options,
            kinds: Vec::new(),
            edges: Vec::new(),
            ends: Vec::new(),
            known: HashTable::new(),
            levels: Vec::new(),
            pending: Vec::new(),
        };
        // These two get the numbers `NONE` and `EMPTY`.
        builder.insert(NodeKind::Sum, &[]);
        builder.insert(NodeKind::Product, &[]);
        builder
    }

    /// The bytes of all lists and of the table, with the spare room, and with the larger copy of
    /// those that are about to grow: while one is copied, both are in memory.
    pub(super) fn bytes_used(&self) -> usize {
        let known = self.known.allocation_size();
        let growing = growing(known, self.known.len(), self.known.capacity());
        held(&self.edges) + held(&self.ends) + held(&self.kinds) + known + growing
    }

    /// Returns the node with these edges, or a simpler one for the same solutions.
    pub(super) fn node(&mut self, kind: NodeKind, edges: &[Edge]) -> u32 {
        match (kind, edges) {
            // A decision without a choice, or a product of one part, adds nothing.
            (_, &[Edge { option: None, node }]) => node,
            (NodeKind::Sum, []) => NONE,
            (NodeKind::Product, []) => EMPTY,
            _ => self.insert(kind, edges),
        }
    }

    /// Returns the decision with these edges. Edges without solutions are removed.
    pub(super) fn sum(&mut self, mut edges: Vec<Edge>) -> u32 {
        // So no node but `NONE` has no solutions: queries may divide by counts.
        edges.retain(|edge| edge.node != NONE);
        self.node(NodeKind::Sum, &edges)
    }

    pub(super) fn product(&mut self, mut parts: Vec<Edge>) -> u32 {
        if parts.iter().any(|part| part.node == NONE) {
            return NONE;
        }
        parts.retain(|part| part.node != EMPTY);
        self.node(NodeKind::Product, &parts)
    }

    fn insert(&mut self, kind: NodeKind, edges: &[Edge]) -> u32 {
        let Self {
            kinds,
            edges: all,
            ends,
            known,
            ..
        } = self;
        let same =
            |&node: &u32| kinds[node as usize] == kind && slice(all, ends, node as usize) == edges;
        if let Some(&node) = known.find(hash(kind, edges), same) {
            return node;
        }
        let node = kinds.len() as u32;
        kinds.push(kind);
        all.extend_from_slice(edges);
        ends.push(all.len() as u32);
        known.insert_unique(hash(kind, edges), node, |&node| {
            hash(kinds[node as usize], slice(all, ends, node as usize))
        });
        node
    }

    /// Makes the diagram of a node, with these forced options in every solution. Nodes that are not
    /// below the root are dropped. The diagram may use `room` bytes.
    pub(in crate::count) fn finish(
        mut self,
        root: u32,
        forced: &[u32],
        options: usize,
        room: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Diagram, Stop> {
        // The fold begins below the forced options, so no edge has them.
        let root = forced.iter().fold(root, |node, &number| {
            let option = Some(self.options[number as usize]);
            self.sum(vec![Edge { option, node }])
        });
        self.within(root, options, room, meter)
    }

    pub(super) fn within(
        self,
        root: u32,
        options: usize,
        room: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Diagram, Stop> {
        self.diagram(root, options, |work, bytes| {
            if bytes > room {
                Err(Stop::Memory)
            } else {
                meter.spend(work)
            }
        })
    }

    /// Makes the diagram of a node without any limit.
    pub(super) fn whole(self, root: u32, options: usize) -> Diagram {
        let Ok(diagram) = self.diagram(root, options, |_, _| Ok::<(), Infallible>(()));
        diagram
    }

    /// Says of each node whether it is below the root, is the root, or belongs to every diagram. It
    /// calls `spend` with the work done since the last call; an error stops it.
    fn below<E>(
        &self,
        root: u32,
        mut spend: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Vec<bool>, E> {
        let mut used = vec![false; self.kinds.len()];
        for node in [NONE, EMPTY, root] {
            used[node as usize] = true;
        }
        // Edges lead to earlier nodes.
        for node in (0..=root as usize).rev() {
            let edges = slice(&self.edges, &self.ends, node);
            spend(4 + edges.len())?;
            if used[node] {
                for edge in edges {
                    used[edge.node as usize] = true;
                }
            }
        }
        Ok(used)
    }

    /// Makes the diagram of a node. It calls `spend` with the work done since the last call and the
    /// bytes in use; an error stops it.
    fn diagram<E>(
        mut self,
        root: u32,
        options: usize,
        mut spend: impl FnMut(usize, usize) -> Result<(), E>,
    ) -> Result<Diagram, E> {
        // No node is made any more. The table may be as large as all edges.
        self.known = HashTable::new();
        let fixed = self.bytes() + self.kinds.len() * (5 + size_of::<Count>());
        let used = self.below(root, |work| spend(work, fixed))?;
        // Used nodes move down into the places of unused ones.
        // In place, because a copy would double the memory of the largest diagrams.
        let mut new = vec![0; self.kinds.len()];
        let (mut nodes, mut edges) = (0, 0);
        let all = used.iter().filter(|&&used| used).count();
        let mut counts: Vec<Count> = Vec::with_capacity(all);
        let mut heap = 0;
        let mut start = 0;
        for node in 0..self.kinds.len() {
            let end = self.ends[node] as usize;
            let its = std::mem::replace(&mut start, end)..end;
            if !used[node] {
                continue;
            }
            new[node] = nodes as u32;
            let (kind, first) = (self.kinds[node], edges);
            for place in its {
                let edge = self.edges[place];
                let node = new[edge.node as usize];
                self.edges[edges] = Edge { node, ..edge };
                edges += 1;
            }
            (self.kinds[nodes], self.ends[nodes]) = (kind, edges as u32);
            let its = &self.edges[first..edges];
            let count = count_of(kind, its, &counts, |work| spend(work, fixed + heap))?;
            heap += count.heap();
            spend(8, fixed + heap)?;
            counts.push(count);
            nodes += 1;
        }
        self.kinds.truncate(nodes);
        self.ends.truncate(nodes);
        self.edges.truncate(edges);
        self.kinds.shrink_to_fit();
        self.ends.shrink_to_fit();
        self.edges.shrink_to_fit();
        Ok(Diagram {
            kinds: self.kinds,
            edges: self.edges,
            ends: self.ends,
            root: new[root as usize],
            counts,
            options,
        })
    }
}

/// The number of solutions below a node, from those below the nodes that its edges lead to. It
/// calls `spend` with the work done since the last call; an error stops it.
fn count_of<E>(
    kind: NodeKind,
    edges: &[Edge],
    counts: &[Count],
    mut spend: impl FnMut(usize) -> Result<(), E>,
) -> Result<Count, E> {
    let mut count = match kind {
        NodeKind::Sum => Count::ZERO,
        NodeKind::Product => Count::ONE,
    };
    for edge in edges {
        let other = &counts[edge.node as usize];
        match kind {
            NodeKind::Sum => count += other,
            NodeKind::Product => count *= other,
        }
        // A count can have very many digits.
        spend(4 + count.heap() / 4)?;
    }
    Ok(count)
}

/// The bytes of a list: see [`DiagramBuilder::bytes_used`].
fn held<T>(list: &Vec<T>) -> usize {
    let bytes = list.capacity() * size_of::<T>();
    bytes + growing(bytes, list.len(), list.capacity())
}

/// The bytes of the copy, twice as large, to which a nearly full list will move. Bytes are checked
/// whenever a node is made, so the list fills up in between only if it is small, or if one node has
/// very many edges.
fn growing(bytes: usize, length: usize, capacity: usize) -> usize {
    if length >= capacity - capacity / 16 {
        2 * bytes
    } else {
        0
    }
}

impl Diagram {
    /// Makes the diagram of a problem without solutions.
    pub(in crate::count) fn none(options: usize) -> Self {
        DiagramBuilder::new(Vec::new()).whole(NONE, options)
    }
}

fn slice<'a>(edges: &'a [Edge], ends: &[u32], node: usize) -> &'a [Edge] {
    let start = node.checked_sub(1).map_or(0, |before| ends[before]);
    &edges[start as usize..ends[node] as usize]
}

fn hash(kind: NodeKind, edges: &[Edge]) -> u64 {
    FxBuildHasher.hash_one((kind == NodeKind::Sum, edges))
}

/// The word of a node: no word is 0.
const fn word(node: u32) -> u64 {
    node as u64 + 1
}

const _: () = assert!(word(NONE) == fold::NONE && word(EMPTY) == fold::ONE);

impl Algebra for DiagramBuilder {
    fn open(&mut self, kind: NodeKind) {
        self.levels.push((kind, self.pending.len()));
    }

    fn add(&mut self, via: Via, word: u64) {
        let option = match via {
            Via::Use(number) => Some(self.options[number as usize]),
            Via::Nothing => None,
        };
        let node = self.value(word);
        self.pending.push(Edge { option, node });
    }

    fn close(&mut self) -> u64 {
        let Some((kind, start)) = self.levels.pop() else {
            return word(NONE);
        };
        // The edges of a level stand last: the levels inside it are closed.
        let edges = self.pending.split_off(start);
        word(match kind {
            NodeKind::Sum => self.sum(edges),
            NodeKind::Product => self.product(edges),
        })
    }

    fn forget(&mut self, _: u64) {}

    fn bytes(&self) -> usize {
        if self.edges.len() + self.pending.len() > MOST_EDGES {
            // More edges would have no numbers.
            return usize::MAX;
        }
        let levels = self.levels.capacity() * size_of::<(NodeKind, usize)>();
        self.bytes_used() + levels + held(&self.pending)
    }
}

impl Valued for DiagramBuilder {
    type Value = u32;

    fn value(&self, word: u64) -> u32 {
        (word - 1) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Before a list or the table grows, the old and the new one are accounted for.
    #[test]
    fn lists_are_accounted_for_before_they_grow() {
        let mut builder = DiagramBuilder::new(Vec::new());
        let (mut grown, mut before) = (0, 0);
        for number in 0..200_000_u32 {
            let parts = |builder: &DiagramBuilder| {
                let edges = builder.edges.capacity() * size_of::<Edge>();
                let ends = builder.ends.capacity() * size_of::<u32>();
                [edges, ends, builder.known.allocation_size()]
            };
            let old = parts(&builder);
            let edge = |number| Edge {
                option: Some(OptionId::new(number)),
                node: EMPTY,
            };
            builder.sum(vec![edge(number), edge(number + 1)]);
            let new = parts(&builder);
            // Small lists fill up between two checks; they do not matter.
            for place in (0..3).filter(|&place| old[place] > 4_096 && new[place] > old[place]) {
                let others: usize = (0..3).filter(|&other| other != place).map(|o| old[o]).sum();
                assert!(
                    before >= old[place] + new[place] + others,
                    "{number} {place}"
                );
                grown += 1;
            }
            before = builder.bytes_used();
        }
        assert!(grown > 10, "{grown}");
    }
}
