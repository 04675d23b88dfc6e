//! The common part of the readers of diagrams. They add nodes one by one, each after its parts; at
//! the end the nodes are checked and become a [`Diagram`].
//!
//! The text claims that the parts of a product share no option, and that the edges of a decision
//! share no solution. If that were wrong, every count would be wrong, and numbers could grow
//! without bound. So [`check`](super::check) checks it. A diagram that passes has each solution
//! once, and at most 2^options solutions.

use thiserror::Error;

use super::build::{DiagramBuilder, EMPTY, NONE};
use super::{Diagram, Edge};
use crate::ask::{Budget, Stop};
use crate::policy::{DIAGRAM_LINES, DIAGRAM_LONG};
use crate::problem::{Lists, OptionId};
use crate::states::fold::NodeKind;

/// The most options of a diagram from a file: some questions need memory for each option, even if
/// it is unused.
pub(super) const MOST_OPTIONS: usize = 1 << 24;
/// The most bytes of memory for a byte of a line: numbers of one digit with a space after each of
/// them, in three lists.
const NUMBERS: usize = 8;

/// The reason why a diagram was not read.
///
/// Besides the form, the reader checks that the text describes a set of solutions: no option occurs
/// in two parts of a product, and each part of a decision except the last begins with an option
/// that does not occur in later parts. The check is stricter than necessary: it rejects a decision
/// between parts that differ only further down. Each option may have one name only.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// A line is invalid, or the text ends too early.
    #[error("line {line}: {message}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong, and what was expected.
        message: String,
    },
    /// The limit of time or memory or the cancel token stopped the reader.
    #[error("not read to its end: {0}")]
    Stopped(Stop),
}

impl From<Stop> for DiagramError {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// A diagram from a file, with the names of its options.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Named {
    /// The diagram.
    pub diagram: Diagram,
    /// The items of each option; empty if the text does not name them. Unnamed options at the end
    /// may be missing.
    pub names: Vec<String>,
}

/// A text format of diagrams.
pub(super) trait Form {
    /// Adds the nodes of a line that is neither blank nor a comment.
    fn line(&mut self, line: &str, nodes: &mut Nodes) -> Result<(), String>;

    /// Checks what is known only at the end. The last node is the root. Returns the number of
    /// options.
    fn end(&self, nodes: &Nodes) -> Result<usize, String>;

    /// The message for a line in which an option, counted from 1, occurs in more than one part.
    fn fault(&self, kind: NodeKind, option: usize) -> String;

    fn bytes(&self) -> usize {
        0
    }

    fn read(mut self, text: &str, budget: Budget) -> Result<Named, DiagramError>
    where
        Self: Sized,
    {
        // The bytes that are left next to the text.
        let room = budget.most_memory().saturating_sub(text.len());
        let poll = || budget.poll();
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let error = |line: usize, message| Err(DiagramError::Line { line, message });
        let mut nodes = Nodes::default();
        let mut names: Vec<String> = Vec::new();
        // The bytes of the names.
        let mut named = 0;
        let mut last = 1;
        for (place, line) in text.lines().enumerate() {
            last = place + 1;
            if place % DIAGRAM_LINES == 0 || line.len() > DIAGRAM_LONG {
                poll()?;
                let names = named + size_of_val(&*names);
                let numbers = line.len() * NUMBERS;
                if nodes.bytes() + names + self.bytes() + numbers > room {
                    return Err(Stop::Memory.into());
                }
            }
            let read = match line.split_whitespace().next() {
                None => Ok(()),
                Some("c") => {
                    named += line.len();
                    comment(line, &mut names)
                }
                Some(_) => self.line(line, &mut nodes),
            };
            if let Err(message) = read {
                return error(last, message);
            }
            nodes.places.resize(nodes.len(), last as u32);
        }
        let options = match self.end(&nodes) {
            Ok(options) => options,
            Err(message) => return error(last, message),
        };
        // Some lists have a place for each option.
        if options.saturating_mul(size_of::<u32>()) > room {
            return Err(Stop::Memory.into());
        }
        if let Some(fault) = nodes.fault(poll)? {
            let place = nodes.places[fault.node];
            return error(place as usize, self.fault(fault.kind, fault.option + 1));
        }
        names.truncate(options);
        let root = nodes.edges.last().copied().into_iter().collect();
        let root = nodes.builder.sum(root);
        let Nodes { builder, .. } = nodes;
        let diagram = builder.within(root, options, room, &mut budget.meter())?;
        Ok(Named { diagram, names })
    }
}

/// Reads `c option 3 a b:c`. Other comments are ignored.
fn comment(line: &str, names: &mut Vec<String>) -> Result<(), String> {
    let rest = line.trim_start().strip_prefix("c option ");
    if let Some((number, name)) = rest.and_then(|rest| rest.split_once(' '))
        && let Ok(number @ 1..=MOST_OPTIONS) = number.parse::<usize>()
    {
        names.resize(names.len().max(number), String::new());
        let known = &mut names[number - 1];
        if !known.is_empty() {
            return Err(format!("option {number} is named twice"));
        }
        name.clone_into(known);
    }
    Ok(())
}

/// Shortens a word of the text for a message, and escapes control characters.
pub(super) fn quote(word: &str) -> String {
    const MOST: usize = 40;
    let more = if word.chars().nth(MOST).is_some() {
        "…"
    } else {
        ""
    };
    let start: String = word.chars().take(MOST).collect();
    format!("\"{}{more}\"", start.escape_debug())
}

/// The nodes read so far, numbered in their order.
pub(super) struct Nodes {
    builder: DiagramBuilder,
    /// Each node: a node of the diagram, perhaps with an option before it.
    edges: Vec<Edge>,
    /// The kind of each node in the text.
    pub(super) kinds: Vec<TextKind>,
    parts: Lists<u32>,
    /// The line of each node.
    places: Vec<u32>,
}

/// The kind of a node in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextKind {
    /// An option.
    Literal(u32),
    /// All of its parts, or one of them.
    Parts(NodeKind),
}

/// Two parts of a decision begin without an option.
pub(super) struct Indistinct;

impl Default for Nodes {
    fn default() -> Self {
        Self {
            builder: DiagramBuilder::new(Vec::new()),
            edges: Vec::new(),
            kinds: Vec::new(),
            parts: Lists::default(),
            places: Vec::new(),
        }
    }
}

impl Nodes {
    /// The bytes of the nodes, of their check, and of a copy of those in use.
    fn bytes(&self) -> usize {
        /// Spans, sets of options, counts.
        const LATER: usize = 128;
        let lists = size_of_val(&*self.edges) + size_of_val(&*self.kinds);
        let lists = lists + self.parts.bytes() + size_of_val(&*self.places);
        let held = lists + self.builder.bytes_used();
        held + self.len() * LATER
    }

    pub(super) fn len(&self) -> usize {
        self.edges.len()
    }

    /// The option with which a node begins, if there is one.
    pub(super) fn option(&self, node: u32) -> Option<u32> {
        let option = self.edges[node as usize].option;
        option.map(|option| option.index() as u32)
    }

    /// The parts of a node. In a decision the part without an option is the last.
    pub(super) fn parts(&self, node: usize) -> &[u32] {
        self.parts.of(node as u32)
    }

    fn push(&mut self, kind: TextKind, parts: &[u32], edge: Edge) {
        self.kinds.push(kind);
        self.parts.add(parts.iter().copied());
        self.edges.push(edge);
    }

    pub(super) fn literal(&mut self, option: usize) {
        let option = option as u32;
        let edge = Edge {
            option: Some(OptionId::new(option)),
            node: EMPTY,
        };
        self.push(TextKind::Literal(option), &[], edge);
    }

    /// Adds the product of its parts. It begins with the option of the first part that has one.
    pub(super) fn all(&mut self, mut parts: Vec<u32>) {
        let edge_of = |part: u32| self.edges[part as usize];
        let edge = if parts.iter().any(|&part| edge_of(part).node == NONE) {
            parts.clear();
            Edge {
                option: None,
                node: NONE,
            }
        } else {
            let first = parts.iter().position(|&p| edge_of(p).option.is_some());
            let mut below = Vec::with_capacity(parts.len());
            for (place, &part) in parts.iter().enumerate() {
                let edge = self.edges[part as usize];
                let node = if Some(place) == first {
                    edge.node
                } else {
                    self.builder.sum(vec![edge])
                };
                below.push(Edge { option: None, node });
            }
            Edge {
                option: first.and_then(|place| self.edges[parts[place] as usize].option),
                node: self.builder.product(below),
            }
        };
        self.push(TextKind::Parts(NodeKind::Product), &parts, edge);
    }

    /// Adds the decision between its parts.
    pub(super) fn one(&mut self, mut parts: Vec<u32>) -> Result<(), Indistinct> {
        let edge_of = |part: u32| self.edges[part as usize];
        parts.retain(|&part| edge_of(part).node != NONE);
        parts.sort_by_key(|&part| edge_of(part).option.is_none());
        let without = parts.iter().filter(|&&p| edge_of(p).option.is_none());
        if without.count() > 1 {
            return Err(Indistinct);
        }
        let edges = parts.iter().map(|&part| edge_of(part)).collect();
        let node = self.builder.sum(edges);
        let edge = Edge { option: None, node };
        self.push(TextKind::Parts(NodeKind::Sum), &parts, edge);
        Ok(())
    }
}
