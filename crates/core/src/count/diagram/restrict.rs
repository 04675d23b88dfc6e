//! Assumptions on a diagram.

use super::build::{DiagramBuilder, NONE};
use super::{Diagram, Edge};
use crate::problem::OptionId;
use crate::states::fold::NodeKind;

impl Diagram {
    /// Returns the diagram of the solutions with all forced options and no forbidden one. O(edges)
    /// for each forced option, and once for all forbidden options together.
    #[must_use]
    pub fn restrict(&self, forced: &[OptionId], forbidden: &[OptionId]) -> Self {
        let mut builder = DiagramBuilder::new(Vec::new());
        let mut new: Vec<u32> = Vec::with_capacity(self.kinds.len());
        for (_, kind, edges) in self.nodes() {
            let edges = edges.iter().map(|edge| Edge {
                node: match edge.option {
                    Some(option) if forbidden.contains(&option) => NONE,
                    _ => new[edge.node as usize],
                },
                ..*edge
            });
            let edges = edges.collect();
            new.push(match kind {
                NodeKind::Sum => builder.sum(edges),
                NodeKind::Product => builder.product(edges),
            });
        }
        let diagram = builder.whole(new[self.root as usize], self.options);
        let forced = forced.iter();
        forced.fold(diagram, |diagram, &option| diagram.through(option))
    }

    fn through(&self, option: OptionId) -> Self {
        // Whether the option occurs below each node. It occurs in at most one part of a product,
        // and an edge without it must lead to a node above it.
        let mut holds = vec![false; self.kinds.len()];
        for (node, _, edges) in self.nodes() {
            holds[node] = edges
                .iter()
                .any(|edge| edge.option == Some(option) || holds[edge.node as usize]);
        }
        let mut builder = DiagramBuilder::new(Vec::new());
        // For each node the node of all its solutions, and that of its solutions with the option.
        let mut new: Vec<(u32, u32)> = Vec::with_capacity(self.kinds.len());
        for (node, kind, edges) in self.nodes() {
            let target = |edge: &Edge, node| Edge { node, ..*edge };
            let all = edges
                .iter()
                .map(|edge| target(edge, new[edge.node as usize].0));
            let all: Vec<Edge> = all.collect();
            let with = edges.iter().map(|edge| {
                let (all, with) = new[edge.node as usize];
                let keeps_all = match kind {
                    // Behind the option itself, every solution has it.
                    NodeKind::Sum => edge.option == Some(option),
                    NodeKind::Product => !holds[edge.node as usize],
                };
                target(edge, if keeps_all { all } else { with })
            });
            let with: Vec<Edge> = with.collect();
            new.push(match kind {
                NodeKind::Sum => (builder.sum(all), builder.sum(with)),
                NodeKind::Product if holds[node] => (builder.product(all), builder.product(with)),
                // No part has the option.
                NodeKind::Product => (builder.product(all), NONE),
            });
        }
        let root = new[self.root as usize].1;
        builder.whole(root, self.options)
    }
}
