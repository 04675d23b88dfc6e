//! Diagrams as text that can be read back: negation normal form, in the lines of the program
//! c2d and others.
//!
//! ```text
//! c option 1 a b        a comment; this one names an option, counted from 1
//! nnf 5 4 2             lines, edges, options
//! L 1                   the option is used
//! A 2 0 3               all of these lines, counted from 0
//! O 0 2 2 4             one of these lines: 0, their number, the lines
//! ```
//!
//! An option that is not named on the way is not used: there are no negative literals, as in a
//! zero-suppressed diagram. So the lines of an `O` have no solution in common, and those of an
//! `A` no option. The last line is the root.

use std::io::{self, Write};

use thiserror::Error;

use super::build::{Builder, EMPTY};
use super::{Diagram, Edge};
use crate::count::branching::Kind;
use crate::problem::OptionId;

/// What is wrong with the text of a diagram.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct NnfError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl Diagram {
    /// Writes the diagram so that [`read_nnf`](Self::read_nnf) gives it back, with what
    /// `name` says of an option, on one line, in a comment. O(edges).
    ///
    /// # Errors
    ///
    /// What `out` says.
    pub fn write_nnf(
        &self,
        name: impl Fn(OptionId) -> String,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let support = self.support();
        for &option in &support {
            writeln!(out, "c option {} {}", option.index() + 1, name(option))?;
        }
        let (mut lines, mut edges) = (support.len(), 0);
        for (_, _, its) in self.nodes() {
            let used = its.iter().filter(|edge| edge.option.is_some()).count();
            lines += 1 + used;
            edges += its.len() + 2 * used;
        }
        // The root is written once more at the end, if it is not the last.
        let root_is_last = self.root as usize + 1 == self.kinds.len();
        if !root_is_last {
            (lines, edges) = (lines + 1, edges + 1);
        }
        writeln!(out, "nnf {lines} {edges} {}", self.options)?;
        for &option in &support {
            writeln!(out, "L {}", option.index() + 1)?;
        }
        let mut next = support.len();
        let mut line_of = Vec::with_capacity(self.kinds.len());
        for (_, kind, its) in self.nodes() {
            let mut list = String::new();
            for edge in its {
                let mut line: usize = line_of[edge.node as usize];
                if let Some(literal) = edge.option.and_then(|o| support.binary_search(&o).ok()) {
                    writeln!(out, "A 2 {literal} {line}")?;
                    line = next;
                    next += 1;
                }
                list += &format!(" {line}");
            }
            match kind {
                Kind::Sum => writeln!(out, "O 0 {}{list}", its.len())?,
                Kind::Product => writeln!(out, "A {}{list}", its.len())?,
            }
            line_of.push(next);
            next += 1;
        }
        if !root_is_last {
            writeln!(out, "A 1 {}", line_of[self.root as usize])?;
        }
        Ok(())
    }

    /// Reads a diagram, and what its comments say of the options: for each option its items,
    /// or nothing. O(length).
    ///
    /// Only the form is checked, not that the lines of an `O` exclude each other.
    ///
    /// # Errors
    ///
    /// Where the text is not as the head of this file says, or has a negative literal.
    pub fn read_nnf(text: &str) -> Result<(Self, Vec<String>), NnfError> {
        let mut reader = Reader::default();
        for (place, line) in text.lines().enumerate() {
            reader.line(line).map_err(|message| NnfError {
                line: place + 1,
                message,
            })?;
        }
        reader.finish().map_err(|message| NnfError {
            line: text.lines().count().max(1),
            message,
        })
    }
}

struct Reader {
    builder: Builder,
    /// What each line stands for: a node, perhaps with an option before it.
    parsed: Vec<Edge>,
    /// Lines and options that the head promises.
    head: Option<(usize, usize)>,
    names: Vec<(usize, String)>,
}

impl Default for Reader {
    fn default() -> Self {
        Self {
            builder: Builder::new(Vec::new()),
            parsed: Vec::new(),
            head: None,
            names: Vec::new(),
        }
    }
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split_whitespace();
        let Some(kind) = words.next() else {
            return Ok(());
        };
        if kind == "c" {
            self.comment(line);
            return Ok(());
        }
        let number = |word: &str| {
            word.parse::<usize>()
                .map_err(|_| format!("expected a whole number, found \"{word}\""))
        };
        if kind == "L" && words.clone().any(|word| word.starts_with('-')) {
            return Err("a literal is negative: options that are not named are not used".into());
        }
        let numbers = words.map(number).collect::<Result<Vec<_>, _>>()?;
        match (kind, &*numbers, self.head) {
            ("nnf", &[lines, _, options], None) => {
                if options > u32::MAX as usize {
                    return Err(format!("{options} options are too many"));
                }
                self.head = Some((lines, options));
                Ok(())
            }
            (_, _, None) => Err("expected \"nnf LINES EDGES OPTIONS\"".into()),
            ("L", &[option], Some((_, options))) if (1..=options).contains(&option) => {
                let option = Some(OptionId::new(option as u32 - 1));
                let node = EMPTY;
                self.parsed.push(Edge { option, node });
                Ok(())
            }
            ("L", _, Some((_, options))) => {
                Err(format!("expected \"L\" and an option from 1 to {options}"))
            }
            ("A", &[size, ref lines @ ..], _) if size == lines.len() => {
                let edges = self.edges(lines)?;
                let edge = self.all(&edges);
                self.parsed.push(edge);
                Ok(())
            }
            ("A", ..) => Err("expected \"A\", a number, and as many lines".into()),
            ("O", &[_, size, ref lines @ ..], _) if size == lines.len() => {
                let edges = self.edges(lines)?;
                let node = self.builder.sum(edges);
                let option = None;
                self.parsed.push(Edge { option, node });
                Ok(())
            }
            ("O", ..) => Err("expected \"O\", 0, a number, and as many lines".into()),
            _ => Err(format!("expected a line L, A or O, found \"{kind}\"")),
        }
    }

    /// `c option 3 a b:c`
    fn comment(&mut self, line: &str) {
        let rest = line.trim_start().strip_prefix("c option ");
        if let Some((number, name)) = rest.and_then(|rest| rest.split_once(' '))
            && let Ok(number @ 1..) = number.parse::<usize>()
        {
            self.names.push((number - 1, name.to_owned()));
        }
    }

    fn edges(&self, lines: &[usize]) -> Result<Vec<Edge>, String> {
        let edge = |&line: &usize| {
            let parsed = self.parsed.get(line).copied();
            parsed.ok_or_else(|| format!("there is no line {line} before this one"))
        };
        lines.iter().map(edge).collect()
    }

    /// All of these together: an option and a node are an edge, all else is a product.
    fn all(&mut self, edges: &[Edge]) -> Edge {
        if let &[
            Edge {
                option,
                node: EMPTY,
            },
            Edge { option: None, node },
        ] = edges
        {
            return Edge { option, node };
        }
        let mut parts = Vec::with_capacity(edges.len());
        for &edge in edges {
            let node = self.builder.sum(vec![edge]);
            parts.push(Edge { option: None, node });
        }
        Edge {
            option: None,
            node: self.builder.product(parts),
        }
    }

    fn finish(mut self) -> Result<(Diagram, Vec<String>), String> {
        let Some((lines, options)) = self.head else {
            return Err("expected \"nnf LINES EDGES OPTIONS\"".into());
        };
        if self.parsed.len() != lines {
            let found = self.parsed.len();
            return Err(format!("the head promises {lines} lines, {found} came"));
        }
        let Some(&edge) = self.parsed.last() else {
            return Err("expected at least one line L, A or O".into());
        };
        let root = self.builder.sum(vec![edge]);
        let mut names = Vec::new();
        for (option, name) in self.names {
            if option < options {
                names.resize(names.len().max(option + 1), String::new());
                names[option] = name;
            }
        }
        Ok((self.builder.diagram(root, options), names))
    }
}
