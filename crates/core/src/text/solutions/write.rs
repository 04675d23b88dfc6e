//! Writes solutions in the forms of the commands `solve`, `sample` and `best`.

use std::fmt;
use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use crate::{Costed, Decimal, OptionId, Problem, Solution};

/// The source from which options get their words: the problem, or lines of text.
#[derive(Clone, Copy, Debug)]
pub enum Words<'a> {
    /// The problem that was solved.
    Problem(&'a Problem),
    /// One line of words per option, as a diagram stores them. A line may be missing or empty if
    /// the words are unknown.
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
    /// Returns an option for display in these words.
    #[must_use]
    pub fn of(self, option: OptionId) -> NamedOption<'a> {
        NamedOption {
            option,
            words: self,
        }
    }

    /// A cost as the number that it stands for. Lines have no decimals.
    fn decimal(self, cost: i64) -> Decimal {
        match self {
            Self::Problem(problem) => problem.decimal(cost),
            Self::Lines(_) => cost.into(),
        }
    }

    /// The line of an option, if the words come from lines and are known.
    pub(super) fn line(self, option: OptionId) -> Option<&'a str> {
        let Self::Lines(lines) = self else {
            return None;
        };
        let line = lines.get(option.index()).map(String::as_str);
        line.filter(|line| !line.is_empty())
    }
}

/// Displays an option in words.
///
/// As text: its items, or `option 7`, counted from 1, if its words are unknown. As JSON: an object
/// with its number, counted from 0, and with its `items`, or with the line of a diagram as `text`.
#[derive(Clone, Copy, Debug)]
pub struct NamedOption<'a> {
    pub(super) option: OptionId,
    pub(super) words: Words<'a>,
}

impl fmt::Display for NamedOption<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.words, self.words.line(self.option)) {
            (Words::Problem(problem), _) => problem.display_option(self.option).fmt(f),
            (Words::Lines(_), Some(line)) => f.write_str(line),
            (Words::Lines(_), None) => write!(f, "option {}", self.option.index() + 1),
        }
    }
}

/// The line of the solution without options.
pub(super) const EMPTY: &str = "(no options)";

/// The lines of options in a text. Each is made once: to make it takes longer than to find a
/// solution.
#[derive(Debug)]
pub(super) struct OptionLines<'a> {
    pub(super) words: Words<'a>,
    text: Vec<u8>,
    /// For the first options, the places of their lines in the text; empty if they are not made.
    places: Vec<Range<usize>>,
}

/// The most options whose lines are kept.
const MOST_LINES: usize = 1 << 16;
/// No line is kept once they have this many bytes.
const MOST_BYTES: usize = 1 << 20;

impl<'a> OptionLines<'a> {
    fn new(words: Words<'a>) -> Self {
        Self {
            words,
            text: Vec::new(),
            places: Vec::new(),
        }
    }

    fn append(&mut self, out: &mut Vec<u8>, option: OptionId) -> io::Result<()> {
        let number = option.index();
        if let Some(place) = self.places.get(number).filter(|place| !place.is_empty()) {
            out.extend_from_slice(&self.text[place.clone()]);
            return Ok(());
        }
        let start = out.len();
        writeln!(out, "{}", self.words.of(option))?;
        if number < MOST_LINES && self.text.len() < MOST_BYTES {
            if self.places.len() <= number {
                self.places.resize(number + 1, 0..0);
            }
            let before = self.text.len();
            self.text.extend_from_slice(&out[start..]);
            self.places[number] = before..self.text.len();
        }
        Ok(())
    }
}

/// Appends a solution, and its cost if there is one, to a buffer.
pub(super) type Append =
    fn(&mut Vec<u8>, &mut OptionLines<'_>, &Solution, cost: Option<Decimal>) -> io::Result<()>;

fn append_text(
    out: &mut Vec<u8>,
    lines: &mut OptionLines<'_>,
    solution: &Solution,
    cost: Option<Decimal>,
) -> io::Result<()> {
    if solution.options().is_empty() {
        writeln!(out, "{EMPTY}")?;
    }
    for option in solution {
        lines.append(out, option)?;
    }
    match cost {
        Some(cost) => writeln!(out, "cost {cost}"),
        None => Ok(()),
    }
}

/// Writes solutions, as text or (with the feature `json`) as JSON.
/// [`judge_text`](super::judge_text) and `judge_json` read these forms. Each solution is written to
/// the output in one call.
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
    lines: OptionLines<'a>,
    append: Append,
    separator: &'static str,
    out: W,
    buffer: Vec<u8>,
    written: u64,
}

impl<'a, W: Write> Writer<'a, W> {
    /// Makes a writer of the text form: one option per line, blank lines between solutions.
    pub fn text(words: impl Into<Words<'a>>, out: W) -> Self {
        Self::new(words.into(), append_text, "\n", out)
    }

    pub(super) fn new(words: Words<'a>, append: Append, separator: &'static str, out: W) -> Self {
        Self {
            lines: OptionLines::new(words),
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
    /// The error of the output.
    pub fn write(&mut self, solution: &Solution) -> io::Result<()> {
        self.append(solution, None)
    }

    /// Writes a solution and its cost. O(length of its text).
    ///
    /// # Errors
    /// The error of the output.
    pub fn write_costed(&mut self, costed: &Costed) -> io::Result<()> {
        self.append(
            &costed.solution,
            Some(self.lines.words.decimal(costed.cost)),
        )
    }

    fn append(&mut self, solution: &Solution, cost: Option<Decimal>) -> io::Result<()> {
        self.buffer.clear();
        if self.written > 0 {
            self.buffer.extend_from_slice(self.separator.as_bytes());
        }
        (self.append)(&mut self.buffer, &mut self.lines, solution, cost)?;
        self.written += 1;
        self.out.write_all(&self.buffer)
    }

    /// Continues an output that has this many solutions already.
    #[doc(hidden)]
    #[must_use]
    pub fn after(self, written: u64) -> Self {
        Self { written, ..self }
    }

    /// Returns the output. Solutions must not be written to it in another way.
    #[doc(hidden)]
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// Returns the number of solutions written so far.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Returns the output, and drops the writer.
    pub fn into_inner(self) -> W {
        self.out
    }
}
