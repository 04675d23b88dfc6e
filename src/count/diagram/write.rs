//! Diagrams as text for other programs: ZDDs as Knuth's programs write them, and pictures.

use std::collections::HashMap;
use std::io::{self, Write};

use super::Diagram;
use super::build::{EMPTY, NONE};
use crate::count::branching::Kind;
use crate::problem::OptionId;

impl Diagram {
    /// Writes the diagram as a ZDD in the text of Knuth's DLX6: a line `x: (~v?l:h)` for each node,
    /// in hexadecimal but for `v`, where `v` is an option, counted from 1, `l` the node without
    /// it and `h` the node with it; 0 is no solution and 1 the empty one. The last line is the root
    /// `x: (~0?0:r)`.
    ///
    /// A ZDD has no products: the parts stand one after another, and a part is written again for
    /// each way to go on after it. Where products stand within products the text can be
    /// exponentially longer than the diagram.
    ///
    /// # Errors
    ///
    /// What `out` says.
    pub fn write_zdd(&self, out: &mut impl Write) -> io::Result<()> {
        // A node together with the nodes that are to come after it, as a chain of numbers.
        let mut written: HashMap<(u32, u32), u32> = HashMap::new();
        let mut chains: Vec<(u32, u32)> = vec![(NONE, NONE)];
        let mut numbers: HashMap<(u32, u32), u32> = HashMap::new();
        let mut lines: HashMap<(u32, u32, u32), u32> = HashMap::new();
        let mut next = 2_u32;
        let mut waiting = vec![(self.root, 0_u32)];
        while let Some(&task) = waiting.last() {
            if written.contains_key(&task) {
                waiting.pop();
                continue;
            }
            let (node, chain) = task;
            let edges = self.edges_of(node as usize);
            // What this comes to, by tasks that are done before it.
            let done = if node == NONE {
                Some(0)
            } else if node == EMPTY {
                let (first, rest) = chains[chain as usize];
                if chain == 0 {
                    Some(1)
                } else {
                    need((first, rest), &written, &mut waiting)
                }
            } else if self.kinds[node as usize] == Kind::Product {
                let after = edges.iter().skip(1).rev().fold(chain, |chain, edge| {
                    *numbers.entry((edge.node, chain)).or_insert_with(|| {
                        chains.push((edge.node, chain));
                        (chains.len() - 1) as u32
                    })
                });
                let first = edges.first().map_or(EMPTY, |edge| edge.node);
                need((first, after), &written, &mut waiting)
            } else {
                let mut low = Some(0);
                for edge in edges.iter().rev() {
                    let high = need((edge.node, chain), &written, &mut waiting);
                    low = match (low, high, edge.option) {
                        (Some(low), Some(high), Some(option)) => {
                            let variable = option.index() as u32 + 1;
                            Some(line(&mut lines, &mut next, (variable, low, high), out)?)
                        }
                        // The one edge without an option stands last.
                        (Some(0), high, None) => high,
                        _ => None,
                    };
                }
                low
            };
            if let Some(done) = done {
                written.insert(task, done);
                waiting.pop();
            }
        }
        let root = written.get(&(self.root, 0)).copied().unwrap_or(0);
        writeln!(out, "{next:x}: (~0?0:{root:x})")
    }

    /// Writes the diagram for Graphviz: decisions are circles, products are boxes, an edge bears
    /// the name of its option.
    ///
    /// # Errors
    ///
    /// What `out` says.
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
                Kind::Sum => "circle",
                Kind::Product => "box",
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

/// The result of a task, or `None` once it waits to be done.
fn need(
    task: (u32, u32),
    written: &HashMap<(u32, u32), u32>,
    waiting: &mut Vec<(u32, u32)>,
) -> Option<u32> {
    let done = written.get(&task).copied();
    if done.is_none() {
        waiting.push(task);
    }
    done
}

/// The number of a line, which is written if it is new.
fn line(
    lines: &mut HashMap<(u32, u32, u32), u32>,
    next: &mut u32,
    line: (u32, u32, u32),
    out: &mut impl Write,
) -> io::Result<u32> {
    if let Some(&number) = lines.get(&line) {
        return Ok(number);
    }
    let number = *next;
    *next += 1;
    let (variable, low, high) = line;
    writeln!(out, "{number:x}: (~{variable}?{low:x}:{high:x})")?;
    lines.insert(line, number);
    Ok(number)
}
