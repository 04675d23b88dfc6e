//! The algebra that builds a diagram: each node once.

use std::convert::Infallible;
use std::hash::BuildHasher;

use hashbrown::HashTable;
use num_bigint::BigUint;
use rustc_hash::FxBuildHasher;

use super::super::branching::{Kind, Step};
use super::super::fold::Algebra;
use super::{Diagram, Edge};
use crate::problem::OptionId;

/// The node of no solution.
pub(super) const NONE: u32 = 0;
/// The node of the empty solution.
pub(super) const EMPTY: u32 = 1;

/// Binary digits of counts between two looks at the limits.
const POLL: u64 = 1 << 20;

/// A diagram under construction.
#[derive(Clone, Debug)]
pub(in crate::count) struct Builder {
    /// The ids of the options that steps name.
    options: Vec<OptionId>,
    kinds: Vec<Kind>,
    edges: Vec<Edge>,
    ends: Vec<u32>,
    /// The nodes, found by what they are.
    known: HashTable<u32>,
    /// The levels that are open, and the edges of all of them, end to end.
    levels: Vec<(Kind, usize)>,
    pending: Vec<Edge>,
}

impl Builder {
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
        builder.insert(Kind::Sum, &[]);
        builder.insert(Kind::Product, &[]);
        builder
    }

    /// The bytes that it takes, without room that is not used yet.
    pub(super) fn bytes_used(&self) -> usize {
        let nodes = self.ends.len() * (size_of::<u32>() + size_of::<Kind>());
        size_of_val(&*self.edges) + nodes + self.known.allocation_size()
    }

    /// The node with these edges; simpler, if there is a simpler one for the same solutions.
    pub(super) fn node(&mut self, kind: Kind, edges: &[Edge]) -> u32 {
        match (kind, edges) {
            (_, &[Edge { option: None, node }]) => node,
            (Kind::Sum, []) => NONE,
            (Kind::Product, []) => EMPTY,
            _ => self.insert(kind, edges),
        }
    }

    /// A decision by these edges, of which some may lead nowhere.
    pub(super) fn sum(&mut self, mut edges: Vec<Edge>) -> u32 {
        edges.retain(|edge| edge.node != NONE);
        self.node(Kind::Sum, &edges)
    }

    /// A product of these nodes.
    pub(super) fn product(&mut self, mut parts: Vec<Edge>) -> u32 {
        if parts.iter().any(|part| part.node == NONE) {
            return NONE;
        }
        parts.retain(|part| part.node != EMPTY);
        self.node(Kind::Product, &parts)
    }

    fn insert(&mut self, kind: Kind, edges: &[Edge]) -> u32 {
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

    /// The diagram of a node, in which every solution holds these options too. Nodes that are
    /// not below it are left out.
    pub(in crate::count) fn finish(mut self, root: u32, forced: &[u32], options: usize) -> Diagram {
        let root = forced.iter().fold(root, |node, &number| {
            let option = Some(self.options[number as usize]);
            self.sum(vec![Edge { option, node }])
        });
        self.whole(root, options)
    }

    /// The diagram of a node, however long that takes.
    pub(super) fn whole(self, root: u32, options: usize) -> Diagram {
        let Ok(diagram) = self.diagram(root, options, || Ok::<(), Infallible>(()));
        diagram
    }

    /// The diagram of a node, unless `poll` says to stop.
    pub(super) fn diagram<E>(
        self,
        root: u32,
        options: usize,
        poll: impl Fn() -> Result<(), E>,
    ) -> Result<Diagram, E> {
        let mut used = vec![false; self.kinds.len()];
        used[NONE as usize] = true;
        used[EMPTY as usize] = true;
        used[root as usize] = true;
        for node in (0..self.kinds.len()).rev().filter(|&n| n <= root as usize) {
            if used[node] {
                for edge in slice(&self.edges, &self.ends, node) {
                    used[edge.node as usize] = true;
                }
            }
        }
        let mut diagram = Diagram {
            kinds: Vec::new(),
            edges: Vec::new(),
            ends: Vec::new(),
            root: 0,
            counts: Vec::new(),
            options,
        };
        let mut new = vec![0; self.kinds.len()];
        let mut digits = 0;
        for node in (0..self.kinds.len()).filter(|&node| used[node]) {
            new[node] = diagram.kinds.len() as u32;
            let its = slice(&self.edges, &self.ends, node)
                .iter()
                .map(|edge| Edge {
                    node: new[edge.node as usize],
                    ..*edge
                });
            diagram.edges.extend(its);
            diagram.ends.push(diagram.edges.len() as u32);
            diagram.kinds.push(self.kinds[node]);
            let edges = diagram.edges_of(diagram.kinds.len() - 1).iter();
            let counts = edges.map(|edge| &diagram.counts[edge.node as usize]);
            let count: BigUint = match self.kinds[node] {
                Kind::Sum => counts.sum(),
                Kind::Product => counts.product(),
            };
            digits += 64 + count.bits();
            if digits > POLL {
                poll()?;
                digits = 0;
            }
            diagram.counts.push(count);
        }
        diagram.root = new[root as usize];
        Ok(diagram)
    }
}

fn slice<'a>(edges: &'a [Edge], ends: &[u32], node: usize) -> &'a [Edge] {
    let start = node.checked_sub(1).map_or(0, |before| ends[before]);
    &edges[start as usize..ends[node] as usize]
}

fn hash(kind: Kind, edges: &[Edge]) -> u64 {
    FxBuildHasher.hash_one((kind == Kind::Sum, edges))
}

impl Algebra for Builder {
    type Value = u32;

    fn none(&self) -> u32 {
        NONE
    }

    fn one(&self) -> u32 {
        EMPTY
    }

    fn is_none(&self, value: &u32) -> bool {
        *value == NONE
    }

    fn open(&mut self, kind: Kind) {
        self.levels.push((kind, self.pending.len()));
    }

    fn add(&mut self, step: Step, value: &u32) {
        let option = match step {
            Step::Use(number) => Some(self.options[number as usize]),
            Step::Nothing => None,
        };
        let node = *value;
        self.pending.push(Edge { option, node });
    }

    fn close(&mut self) -> u32 {
        let Some((kind, start)) = self.levels.pop() else {
            return NONE;
        };
        let edges = self.pending.split_off(start);
        match kind {
            Kind::Sum => self.sum(edges),
            Kind::Product => self.product(edges),
        }
    }

    fn pack(&mut self, value: &u32) -> u64 {
        u64::from(*value) + 1
    }

    fn unpack(&self, word: u64) -> u32 {
        (word - 1) as u32
    }

    fn forget(&mut self, _: u64) {}

    fn bytes(&self) -> usize {
        self.edges.capacity() * size_of::<Edge>()
            + self.ends.capacity() * 5
            + self.known.capacity() * 5
    }
}
