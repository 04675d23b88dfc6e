//! Solutions as `solve`, `sample` and `best` print them.

use std::fmt;
use std::io::{self, Write};

use serde::Serialize;

use super::super::json::{Each, Items};
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

impl<'a> Words<'a> {
    /// An option in these words.
    #[must_use]
    pub fn of(self, option: OptionId) -> NamedOption<'a> {
        let mut named = NamedOption {
            option,
            items: None,
            text: None,
        };
        match self {
            Self::Problem(problem) => named.items = Some(Items(problem, option)),
            Self::Lines(lines) => {
                let line = lines.get(option.index()).map(String::as_str);
                named.text = line.filter(|line| !line.is_empty());
            }
        }
        named
    }
}

/// An option in words. As text its items, or `option 7`, counted from 1, if they are not known. As
/// JSON an object: its number, counted from 0, and its items; or the line of a diagram as `text`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct NamedOption<'a> {
    option: OptionId,
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<Items<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

impl fmt::Display for NamedOption<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.items, self.text) {
            (Some(Items(problem, option)), _) => problem.display(option).fmt(f),
            (None, Some(text)) => f.write_str(text),
            (None, None) => write!(f, "option {}", self.option.index() + 1),
        }
    }
}

/// A solution as JSON.
#[derive(Serialize)]
struct Document<O: Serialize> {
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<u64>,
    options: O,
}

/// Writes solutions in one of the two forms that [`judge_text`](super::judge_text) and
/// [`judge_json`](super::judge_json) read. Each solution is written at once.
///
/// ```
/// use quadrille::Solver;
/// use quadrille::text::{dlx, solutions};
///
/// let solver = Solver::new(dlx::read(b"a b c\na b\nb c\nc\n")?);
/// let mut out = solutions::Writer::json(solver.problem(), Vec::new());
/// for solution in solver.search().solutions() {
///     out.write(&solution)?;
/// }
/// let expected = r#"{"options":[{"option":0,"items":["a","b"]},{"option":2,"items":["c"]}]}"#;
/// assert_eq!(String::from_utf8(out.into_inner())?, format!("{expected}\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer<'a, W> {
    words: Words<'a>,
    is_json: bool,
    out: W,
    buffer: Vec<u8>,
    written: u64,
}

impl<'a, W: Write> Writer<'a, W> {
    /// Writes an option a line, and a blank line between solutions.
    pub fn text(words: impl Into<Words<'a>>, out: W) -> Self {
        Self {
            words: words.into(),
            is_json: false,
            out,
            buffer: Vec::new(),
            written: 0,
        }
    }

    /// Writes an object a line.
    pub fn json(words: impl Into<Words<'a>>, out: W) -> Self {
        Self {
            is_json: true,
            ..Self::text(words, out)
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
        let words = self.words;
        let out = &mut self.buffer;
        out.clear();
        if self.is_json {
            let options = Each(|| solution.iter().map(|option| words.of(option)));
            serde_json::to_writer(&mut *out, &Document { cost, options })?;
            out.push(b'\n');
        } else {
            if self.written > 0 {
                out.push(b'\n');
            }
            for option in solution {
                writeln!(out, "{}", words.of(option))?;
            }
            if let Some(cost) = cost {
                writeln!(out, "cost {cost}")?;
            }
        }
        self.written += 1;
        self.out.write_all(out)
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
