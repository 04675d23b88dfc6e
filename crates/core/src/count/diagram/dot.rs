//! Diagrams as pictures.

use std::io::{self, Write};

use super::Diagram;
use super::build::{EMPTY, NONE};
use crate::problem::OptionId;
use crate::states::fold::NodeKind;

impl Diagram {
    /// Writes the diagram for Graphviz. Decisions are circles, products are boxes, and an edge is
    /// labelled with the name of its option.
    ///
    /// # Errors
    ///
    /// The error of `out`, if it fails.
    pub fn write_dot(
        &self,
        name: impl Fn(OptionId) -> String,
        out: &mut impl Write,
    ) -> io::Result<()> {
        writeln!(out, "digraph solutions {{")?;
        for (node, kind, edges) in self.nodes() {
            if node != self.root as usize && (node == NONE as usize || node == EMPTY as usize) {
                continue;
            }
            let shape = match kind {
                NodeKind::Sum => "circle",
                NodeKind::Product => "box",
            };
            writeln!(
                out,
                "  {node} [shape={shape}, label=\"{}\"];",
                self.counts[node]
            )?;
            for edge in edges {
                let text = edge.option.map(&name);
                let text = text
                    .unwrap_or_default()
                    .replace('\\', "\\\\")
                    .replace('"', "\\\"");
                writeln!(out, "  {node} -> {} [label=\"{text}\"];", edge.node)?;
            }
        }
        writeln!(out, "  {EMPTY} [shape=box, label=\"1\"];")?;
        writeln!(out, "}}")
    }
}
