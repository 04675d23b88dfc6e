//! Diagrams: all solutions of a problem as one value.
//!
//! Each node represents a set of solutions. A *decision* is the union of its edges: an edge uses an
//! option or none, and leads to another node; no solution is on two edges. A *product* combines one
//! solution of each of its parts, and no two parts share an option. A decision without edges has no
//! solution, and a product without parts has one, the empty solution; neither is a special case.
//!
//! Equal nodes are stored once. Children come before their parents, so every question is answered
//! by a loop over the nodes, upwards or downwards.

mod build;
mod check;
mod costs;
mod dot;
mod nnf;
mod queries;
mod read;
mod restrict;
mod sample;
mod zdd;

pub(super) use build::DiagramBuilder;
pub use read::{DiagramError, Named};
pub use sample::Sampler;

use crate::ask::Count;
use crate::problem::OptionId;
use crate::states::fold::NodeKind;

/// All solutions of a problem as one graph, which is often far smaller than a list of them. A
/// diagram can count, index, sample and restrict them.
///
/// ```
/// use quadrille::{Limits, Problem, Solver};
///
/// let mut builder = Problem::builder();
/// for item in ["a", "b", "c"] {
///     builder.primary(item)?;
/// }
/// let ab = builder.option(["a", "b"])?;
/// let c = builder.option(["c"])?;
/// let a = builder.option(["a"])?;
/// let bc = builder.option(["b", "c"])?;
/// let b = builder.option(["b"])?;
/// let solver = Solver::new(builder.build());
///
/// let diagram = solver.search().diagram().value.expect("no limit was set");
/// assert_eq!(diagram.count(), 3);
/// let marginals = diagram.marginals(&Limits::new()).value;
/// let through: Vec<_> = marginals.iter().map(ToString::to_string).collect();
/// assert_eq!(through, ["1", "2", "2", "1", "1"]);
/// assert_eq!(diagram.restrict(&[c], &[ab]).iter().next().unwrap().options(), [c, a, b]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    kinds: Vec<NodeKind>,
    /// The edges of all nodes, end to end, and where those of each node end.
    edges: Vec<Edge>,
    ends: Vec<u32>,
    root: u32,
    /// The number of solutions of each node.
    counts: Vec<Count>,
    /// Options of the problem.
    options: usize,
}

/// An edge from a node to an earlier node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Edge {
    option: Option<OptionId>,
    node: u32,
}

impl Diagram {
    fn bytes(&self) -> usize {
        let heap: usize = self.counts.iter().map(Count::heap).sum();
        let nodes = self.kinds.len() * (5 + size_of::<Count>());
        nodes + size_of_val(&*self.edges) + heap
    }

    /// Returns the number of nodes, including the node without a solution and the node whose only
    /// solution is empty.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.kinds.len()
    }

    /// Returns the number of edges, which is about the size of the diagram.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// Returns the number of options of the problem, including those that no solution uses.
    #[must_use]
    pub fn option_count(&self) -> usize {
        self.options
    }

    fn edges_of(&self, node: usize) -> &[Edge] {
        let start = node.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.edges[start as usize..self.ends[node] as usize]
    }

    fn nodes(&self) -> impl DoubleEndedIterator<Item = (usize, NodeKind, &[Edge])> {
        let node = |node| (node, self.kinds[node], self.edges_of(node));
        (0..self.kinds.len()).map(node)
    }
}
