//! Solutions as `solve`, `sample` and `best` print them.

use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;

use crate::{Costed, OptionId, Problem, Solution};

/// Where the words of options come from.
#[derive(Clone, Copy, Debug)]
pub enum Words<'a> {
    /// The problem that was solved.
    Problem(&'a Problem),
    /// The lines of words that a diagram holds, one for each option; none or an empty one where the
    /// words are not known.
    Lines(&'a [String]),
}

impl<'a> From<&'a Problem> for Words<'a> {
    fn from(problem: &'a Problem) -> Self {
        Self::Problem(problem)
    }
}

impl<'a> From<&'a Arc<Problem>> for Words<'a> {
    fn from(problem: &'a Arc<Problem>) -> Self {
        Self::Problem(problem)
    }
}

impl<'a> Words<'a> {
    /// An option in these words.
    #[must_use]
    pub fn of(self, option: OptionId) -> NamedOption<'a> {
        NamedOption {
            option,
            words: self,
        }
    }

    /// The words of an option as a whole, if they come from a line.
    pub(super) fn line(self, option: OptionId) -> Option<&'a str> {
        let Self::Lines(lines) = self else {
            return None;
        };
        let line = lines.get(option.index()).map(String::as_str);
        line.filter(|line| !line.is_empty())
    }
}

/// An option in words. As text its items, or `option 7`, counted from 1, if they are not known. As
/// JSON an object: its number, counted from 0, and its items; or the line of a diagram as `text`.
#[derive(Clone, Copy, Debug)]
pub struct NamedOption<'a> {
    pub(super) option: OptionId,
    pub(super) words: Words<'a>,
}

impl fmt::Display for NamedOption<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.words, self.words.line(self.option)) {
            (Words::Problem(problem), _) => problem.display(self.option).fmt(f),
            (Words::Lines(_), Some(line)) => f.write_str(line),
            (Words::Lines(_), None) => write!(f, "option {}", self.option.index() + 1),
        }
    }
}

/// Appends a solution, and its cost, in some form.
pub(super) type Append =
    fn(&mut Vec<u8>, Words<'_>, &Solution, cost: Option<u64>) -> io::Result<()>;

fn append_text(
    out: &mut Vec<u8>,
    words: Words<'_>,
    solution: &Solution,
    cost: Option<u64>,
) -> io::Result<()> {
    for option in solution {
        writeln!(out, "{}", words.of(option))?;
    }
    match cost {
        Some(cost) => writeln!(out, "cost {cost}"),
        None => Ok(()),
    }
}

/// Writes solutions in one of the two forms that [`judge_text`](super::judge_text) and `judge_json`
/// read. Each solution is written at once.
///
/// ```
/// use quadrille::Solver;
/// use quadrille::text::{dlx, solutions};
///
/// let solver = Solver::new(dlx::read(b"a b c\na b\nb c\nc\n")?);
/// let mut out = solutions::Writer::text(solver.problem(), Vec::new());
/// for solution in solver.search().solutions() {
///     out.write(&solution)?;
/// }
/// assert_eq!(out.into_inner(), b"a b\nc\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer<'a, W> {
    words: Words<'a>,
    append: Append,
    separator: &'static str,
    out: W,
    buffer: Vec<u8>,
    written: u64,
}

impl<'a, W: Write> Writer<'a, W> {
    /// Writes an option a line, and a blank line between solutions.
    pub fn text(words: impl Into<Words<'a>>, out: W) -> Self {
        Self::new(words.into(), append_text, "\n", out)
    }

    pub(super) fn new(words: Words<'a>, append: Append, separator: &'static str, out: W) -> Self {
        Self {
            words,
            append,
            separator,
            out,
            buffer: Vec::new(),
            written: 0,
        }
    }

    /// Writes a solution. O(length of its text).
    ///
    /// # Errors
    /// That of the output.
    pub fn write(&mut self, solution: &Solution) -> io::Result<()> {
        self.append(solution, None)
    }

    /// Writes a solution and its cost.
    ///
    /// # Errors
    /// That of the output.
    pub fn write_costed(&mut self, costed: &Costed) -> io::Result<()> {
        self.append(&costed.solution, Some(costed.cost))
    }

    fn append(&mut self, solution: &Solution, cost: Option<u64>) -> io::Result<()> {
        self.buffer.clear();
        if self.written > 0 {
            self.buffer.extend_from_slice(self.separator.as_bytes());
        }
        (self.append)(&mut self.buffer, self.words, solution, cost)?;
        self.written += 1;
        self.out.write_all(&self.buffer)
    }

    /// How many solutions were written.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// The output.
    pub fn into_inner(self) -> W {
        self.out
    }
}
