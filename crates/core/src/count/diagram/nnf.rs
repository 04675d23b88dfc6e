//! Diagrams as text that can be read back: negation normal form, in the format of c2d and similar
//! programs.
//!
//! ```text
//! c option 1 a b        a comment; this one names an option, counted from 1
//! nnf 5 4 2             lines, edges, options
//! L 1                   the option is used
//! A 2 0 3               all of these lines, counted from 0
//! O 0 2 2 4             one of these lines: 0, their number, the lines
//! ```
//!
//! An option that is not named on a path is not used, as in a zero-suppressed diagram: there are no
//! negative literals. The last line is the root.

use std::io::{self, Write};

use super::Diagram;
use super::read::{DiagramError, Form, Indistinct, MOST_OPTIONS, Named, Nodes, quote};
use crate::ask::Budget;
use crate::problem::OptionId;
use crate::states::fold::NodeKind;

impl Diagram {
    /// Writes the diagram as text that [`read_nnf`](Self::read_nnf) reads. `name` returns the name
    /// of an option on one line; it is written in a comment. O(edges).
    ///
    /// # Errors
    ///
    /// The error of `out`, if it fails.
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
                NodeKind::Sum => writeln!(out, "O 0 {}{list}", its.len())?,
                NodeKind::Product => writeln!(out, "A {}{list}", its.len())?,
            }
            line_of.push(next);
            next += 1;
        }
        if !root_is_last {
            writeln!(out, "A 1 {}", line_of[self.root as usize])?;
        }
        Ok(())
    }

    /// Reads a diagram, with the names of options from its comments. The reader checks that the
    /// text describes a set of solutions: see [`DiagramError`]. The limits of time and
    /// [memory](crate::Limits::memory) and the cancel token stop it with [`DiagramError::Stopped`];
    /// the other limits do not apply. The text counts towards the memory.
    ///
    /// O(length x options / 64) at worst; about O(length) if options that are close together in the
    /// text are close together in the diagram.
    ///
    /// # Errors
    ///
    /// Fails if the text is not in this form, if it has a negative literal, for the other reasons
    /// of [`DiagramError`], and if a limit stopped it.
    pub fn read_nnf(text: &str, budget: impl Into<Budget>) -> Result<Named, DiagramError> {
        Nnf::default().read(text, budget.into())
    }
}

#[derive(Default)]
struct Nnf {
    /// The numbers of lines, edges and options in the first line.
    head: Option<[usize; 3]>,
    /// The number of edges read so far.
    edges: usize,
}

const HEAD: &str = "expected \"nnf LINES EDGES OPTIONS\"";

impl Form for Nnf {
    fn line(&mut self, line: &str, nodes: &mut Nodes) -> Result<(), String> {
        let mut words = line.split_whitespace();
        let kind = words.next().unwrap_or_default();
        if kind == "L" && words.clone().any(|word| word.starts_with('-')) {
            return Err("negative literal: leave out options that are not used".into());
        }
        let number = |word: &str| {
            word.parse::<usize>()
                .map_err(|_| format!("expected a whole number, found {}", quote(word)))
        };
        // A comment or an unknown line may hold any words.
        let numbers = match kind {
            "nnf" | "L" | "A" | "O" => words.map(number).collect::<Result<Vec<_>, _>>()?,
            _ => Vec::new(),
        };
        match (kind, &*numbers, self.head) {
            ("nnf", &[lines, edges, options], None) => {
                if options > MOST_OPTIONS {
                    return Err(format!("expected at most {MOST_OPTIONS} options"));
                }
                self.head = Some([lines, edges, options]);
                Ok(())
            }
            (_, _, None) => Err(HEAD.into()),
            ("L", &[option], Some([_, _, options])) if (1..=options).contains(&option) => {
                nodes.literal(option - 1);
                Ok(())
            }
            ("L", _, Some([_, _, options])) => {
                Err(format!("expected \"L\" and an option from 1 to {options}"))
            }
            ("A", &[size, ref lines @ ..], _) if size == lines.len() => {
                self.edges += lines.len();
                nodes.all(before(nodes, lines)?);
                Ok(())
            }
            ("A", ..) => Err("expected \"A\", a count, and that many line numbers".into()),
            ("O", &[_, size, ref lines @ ..], _) if size == lines.len() => {
                self.edges += lines.len();
                nodes.one(before(nodes, lines)?).map_err(|Indistinct| {
                    "overlap: two lines of this O start with no option".into()
                })
            }
            ("O", ..) => Err("expected \"O\", 0, a count, and that many line numbers".into()),
            ("nnf", ..) => Err("expected a line L, A or O, found another header".into()),
            _ => Err(format!("expected a line L, A or O, found {}", quote(kind))),
        }
    }

    fn end(&self, nodes: &Nodes) -> Result<usize, String> {
        let Some([lines, edges, options]) = self.head else {
            return Err(HEAD.into());
        };
        let promise = |number, what, found| {
            let kept = number == found;
            kept.then_some(())
                .ok_or_else(|| format!("the header announces {number} {what}; found {found}"))
        };
        promise(lines, "lines", nodes.len())?;
        promise(edges, "edges", self.edges)?;
        if lines == 0 {
            return Err("expected at least one line L, A or O".into());
        }
        Ok(options)
    }

    fn fault(&self, kind: NodeKind, option: usize) -> String {
        match kind {
            NodeKind::Product => format!("the lines of this A have option {option} in common"),
            NodeKind::Sum => format!(
                "overlap: option {option} starts one line of this O and occurs in a later one"
            ),
        }
    }
}

fn before(nodes: &Nodes, lines: &[usize]) -> Result<Vec<u32>, String> {
    let node = |&line: &usize| {
        let known = u32::try_from(line).ok().filter(|_| line < nodes.len());
        known.ok_or_else(|| format!("line {line} is not defined yet"))
    };
    lines.iter().map(node).collect()
}
