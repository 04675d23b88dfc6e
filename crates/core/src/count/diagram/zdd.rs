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
use crate::states::fold::NodeKind;

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
        let mut lines = Lines::new(self, out);
        while let Some(&task) = lines.waiting.last() {
            if lines.written.contains_key(&task) {
                lines.waiting.pop();
                continue;
            }
            if lines.bytes() > room || lines.next == u32::MAX {
                return Ok(Stop::Memory);
            }
            if let Err(stop) = meter.spend(64 * (1 + self.edges_of(task.0 as usize).len())) {
                return Ok(stop);
            }
            if let Some(done) = lines.result(task)? {
                lines.written.insert(task, done);
                lines.waiting.pop();
            }
        }
        let root = lines.written.get(&(self.root, 0)).copied().unwrap_or(0);
        writeln!(lines.out, "{:x}: (~0?0:{root:x})", lines.next)?;
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

/// A node and a chain: the nodes that follow it, because a ZDD has no products.
type Task = (u32, u32);

/// The lines of a ZDD that have been written, and what is to be written before the root.
struct Lines<'d, W> {
    diagram: &'d Diagram,
    out: &'d mut W,
    /// The lines of finished tasks.
    written: HashMap<Task, u32>,
    /// Each chain as its first node and the chain behind it. Chain 0 is empty.
    chains: Vec<(u32, u32)>,
    /// The numbers of these chains.
    numbers: HashMap<(u32, u32), u32>,
    /// The number of each line: its variable, the line without it and the line with it.
    lines: HashMap<(u32, u32, u32), u32>,
    next: u32,
    /// A stack instead of recursion: a diagram can be as deep as a solution is long.
    waiting: Vec<Task>,
}

impl<'d, W: Write> Lines<'d, W> {
    fn new(diagram: &'d Diagram, out: &'d mut W) -> Self {
        Self {
            diagram,
            out,
            written: HashMap::new(),
            chains: vec![(NONE, NONE)],
            numbers: HashMap::new(),
            lines: HashMap::new(),
            // The lines 0 and 1 are not written: every reader knows them.
            next: 2,
            waiting: vec![(diagram.root, 0)],
        }
    }

    fn bytes(&self) -> usize {
        self.written.capacity() * 14
            + (self.lines.capacity() + self.chains.capacity()) * 18
            + self.numbers.capacity() * 14
            + self.waiting.capacity() * 8
    }

    /// Returns the line of a task, or `None` if other tasks must be done first: they wait then.
    fn result(&mut self, (node, chain): Task) -> io::Result<Option<u32>> {
        if node == NONE {
            return Ok(Some(0));
        }
        if node == EMPTY {
            return Ok(match chain {
                0 => Some(1),
                _ => self.result_or_wait(self.chains[chain as usize]),
            });
        }
        match self.diagram.kinds[node as usize] {
            NodeKind::Product => Ok(self.product(node, chain)),
            NodeKind::Sum => self.sum(node, chain),
        }
    }

    /// The parts of a product follow one another: the first one has the others as its chain.
    fn product(&mut self, node: u32, chain: u32) -> Option<u32> {
        let edges = self.diagram.edges_of(node as usize);
        // From the last part: a chain is made before those that begin in front of it.
        let after = edges.iter().skip(1).rev().fold(chain, |chain, edge| {
            *self.numbers.entry((edge.node, chain)).or_insert_with(|| {
                self.chains.push((edge.node, chain));
                (self.chains.len() - 1) as u32
            })
        });
        let first = edges.first().map_or(EMPTY, |edge| edge.node);
        self.result_or_wait((first, after))
    }

    /// Each edge is a line, which leads to the line of the next edge if its option is not used.
    fn sum(&mut self, node: u32, chain: u32) -> io::Result<Option<u32>> {
        let mut low = Some(0);
        for edge in self.diagram.edges_of(node as usize).iter().rev() {
            let high = self.result_or_wait((edge.node, chain));
            low = match (low, high, edge.option) {
                (Some(low), Some(high), Some(option)) => {
                    let variable = option.index() as u32 + 1;
                    Some(self.line_number((variable, low, high))?)
                }
                // The one edge without an option stands last.
                (Some(0), high, None) => high,
                _ => None,
            };
        }
        Ok(low)
    }

    /// Returns the line of a task; if it has none yet, adds the task to those waiting.
    fn result_or_wait(&mut self, task: Task) -> Option<u32> {
        let done = self.written.get(&task).copied();
        if done.is_none() {
            self.waiting.push(task);
        }
        done
    }

    /// Returns the number of a line, and writes the line if it is new.
    fn line_number(&mut self, line: (u32, u32, u32)) -> io::Result<u32> {
        if let Some(&number) = self.lines.get(&line) {
            return Ok(number);
        }
        let number = self.next;
        self.next += 1;
        let (variable, low, high) = line;
        writeln!(self.out, "{number:x}: (~{variable}?{low:x}:{high:x})")?;
        self.lines.insert(line, number);
        Ok(number)
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
