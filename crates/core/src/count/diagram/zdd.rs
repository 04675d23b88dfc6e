//! Diagrams as ZDDs, in the text that Knuth's programs write.
//!
//! ```text
//! 2: (~3?0:1)           a node: without option 3 (counted from 1) go to 0, with it go to 1
//! 3: (~1?0:2)           node numbers are hexadecimal; 0 is no solution, 1 the empty solution
//! 4: (~0?0:3)           the last line is the root
//! ```

use std::collections::HashMap;
use std::io::{self, Write};

use super::Diagram;
use super::build::{EMPTY, NONE};
use super::read::{DiagramError, Form, MOST_OPTIONS, Named, Nodes, quote};
use crate::ask::{Budget, Stop};
use crate::count::fold::NodeKind;

impl Diagram {
    /// Writes the diagram as a ZDD, in the text format of Knuth's program DLX6. Each node is a line
    /// `x: (~v?l:h)`, where `v` is an option, counted from 1 in decimal digits, `l` is the node
    /// without it and `h` the node with it. Node numbers are hexadecimal; 0 is no solution and 1
    /// the empty one. The last line is the root `x: (~0?0:r)`.
    ///
    /// A ZDD has no products: the parts of a product follow one another, and a part is written
    /// again for each continuation. With nested products the text can be exponentially longer than
    /// the diagram.
    ///
    /// Returns the stop reason. If a limit of time or memory or the cancel token stops the writer,
    /// the text ends early. The other limits do not apply.
    ///
    /// # Errors
    ///
    /// The error of `out`, if it fails.
    pub fn write_zdd(&self, out: &mut impl Write, budget: impl Into<Budget>) -> io::Result<Stop> {
        let budget = budget.into();
        let mut meter = budget.meter();
        let room = budget.most_memory().saturating_sub(self.bytes());
        // The lines of finished tasks. A task is a node and a chain: the nodes that follow it.
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
            let held = written.capacity() * 14
                + (lines.capacity() + chains.capacity()) * 18
                + numbers.capacity() * 14
                + waiting.capacity() * 8;
            if held > room || next == u32::MAX {
                return Ok(Stop::Memory);
            }
            if let Err(stop) = meter.spend(64 * (1 + edges.len())) {
                return Ok(stop);
            }
            // The result, or `None` if other tasks must be done first.
            let done = if node == NONE {
                Some(0)
            } else if node == EMPTY {
                let (first, rest) = chains[chain as usize];
                if chain == 0 {
                    Some(1)
                } else {
                    result_or_wait((first, rest), &written, &mut waiting)
                }
            } else if self.kinds[node as usize] == NodeKind::Product {
                let after = edges.iter().skip(1).rev().fold(chain, |chain, edge| {
                    *numbers.entry((edge.node, chain)).or_insert_with(|| {
                        chains.push((edge.node, chain));
                        (chains.len() - 1) as u32
                    })
                });
                let first = edges.first().map_or(EMPTY, |edge| edge.node);
                result_or_wait((first, after), &written, &mut waiting)
            } else {
                let mut low = Some(0);
                for edge in edges.iter().rev() {
                    let high = result_or_wait((edge.node, chain), &written, &mut waiting);
                    low = match (low, high, edge.option) {
                        (Some(low), Some(high), Some(option)) => {
                            let variable = option.index() as u32 + 1;
                            Some(line_number(
                                &mut lines,
                                &mut next,
                                (variable, low, high),
                                out,
                            )?)
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
        writeln!(out, "{next:x}: (~0?0:{root:x})")?;
        Ok(Stop::Exhausted)
    }

    /// Reads a ZDD, with the names of options from its comments. Limits and cost are those of
    /// [`read_nnf`](Self::read_nnf). The variables may come in any order. The number of options is
    /// the largest variable.
    ///
    /// # Errors
    ///
    /// Fails if the text is not in this form, if an option occurs twice on a path, for the other
    /// reasons of [`DiagramError`], and if a limit stopped it.
    pub fn read_zdd(text: &str, budget: impl Into<Budget>) -> Result<Named, DiagramError> {
        Zdd::default().read(text, budget.into())
    }
}

#[derive(Default)]
struct Zdd {
    /// The nodes of the numbers and of the options.
    numbers: HashMap<u64, u32>,
    literals: HashMap<usize, u32>,
    /// The largest option, counted from 1.
    options: usize,
    ended: bool,
}

impl Form for Zdd {
    fn bytes(&self) -> usize {
        // A place in a table, and the byte that marks it.
        let place = size_of::<(u64, u32)>() + 1;
        (self.numbers.capacity() + self.literals.capacity()) * place
    }

    fn line(&mut self, line: &str, nodes: &mut Nodes) -> Result<(), String> {
        if self.numbers.is_empty() {
            // Neither can be rejected: they have no parts.
            let _ = nodes.one(Vec::new());
            nodes.all(Vec::new());
            self.numbers.extend([(0, 0), (1, 1)]);
        }
        if self.ended {
            return Err("expected no line after the root".into());
        }
        let Some([number, option, low, high]) = words(line) else {
            return Err("expected \"X: (~OPTION?LOW:HIGH)\"".into());
        };
        let number = hexadecimal(number)?;
        let node = |word| {
            let number = hexadecimal(word)?;
            let known = self.numbers.get(&number).copied();
            known.ok_or_else(|| format!("node {number:x} is not defined yet"))
        };
        let (low, high) = (node(low)?, node(high)?);
        let Some(option) = option.parse().ok().filter(|&n: &usize| n <= MOST_OPTIONS) else {
            let found = quote(option);
            return Err(format!(
                "expected an option from 0 to {MOST_OPTIONS}, found {found}"
            ));
        };
        if option == 0 {
            if low != 0 {
                return Err("expected the root to be \"X: (~0?0:ROOT)\"".into());
            }
            self.ended = true;
            nodes.all(vec![high]);
            return Ok(());
        }
        self.options = self.options.max(option);
        let literal = *self.literals.entry(option).or_insert_with(|| {
            nodes.literal(option - 1);
            nodes.len() as u32 - 1
        });
        nodes.all(vec![literal, high]);
        let with = nodes.len() as u32 - 1;
        nodes
            .one(vec![with, low])
            .map_err(|_| "one of two ways has no option".to_owned())?;
        match self.numbers.insert(number, nodes.len() as u32 - 1) {
            None => Ok(()),
            Some(_) => Err(format!("there are two nodes {number:x}")),
        }
    }

    fn end(&self, _: &Nodes) -> Result<usize, String> {
        let root = "expected a last line \"X: (~0?0:ROOT)\"";
        self.ended.then_some(self.options).ok_or(root.into())
    }

    fn fault(&self, _: NodeKind, option: usize) -> String {
        format!("option {option} is tested twice on one path")
    }
}

/// The words of `number: (~option?low:high)`.
fn words(line: &str) -> Option<[&str; 4]> {
    let (number, rest) = line.trim().split_once(": (~")?;
    let (option, rest) = rest.split_once('?')?;
    let (low, high) = rest.strip_suffix(')')?.split_once(':')?;
    Some([number, option, low, high])
}

fn hexadecimal(word: &str) -> Result<u64, String> {
    u64::from_str_radix(word, 16)
        .map_err(|_| format!("expected a hexadecimal number, found {}", quote(word)))
}

/// Returns the result of a task; if it has none yet, adds the task to those waiting.
fn result_or_wait(
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

/// Returns the number of a line, and writes the line if it is new.
fn line_number(
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
