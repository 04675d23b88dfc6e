//! Solutions in lines of words.

use super::super::TextError;
use super::super::lines::{Line, decode, lines};
use super::super::numbers::is_number;
use super::equals::{Ambiguous, Index};
use super::{Told, Verdict};
use crate::{Problem, flaws};

/// Judges all solutions of a text, in their order. A text without lines has one solution if no
/// primary item need be covered: the empty one, of which nothing is printed.
/// O(length of the text + that of the problem as text), and O(items + options) a solution.
///
/// ```
/// use quadrille::text::{dlx, solutions};
///
/// let problem = dlx::read(b"a b c | s\na c s:x\nb s:x |2\nb |7\n")?;
/// let mut told = Vec::new();
/// solutions::judge_text(&problem, b"b s:x\nc s:x a\ncost 2\n\nb\n", |verdict| {
///     for fault in verdict.faults {
///         told.push(format!("line {}: {}", fault.line, fault.message));
///     }
/// })?;
/// assert_eq!(
///     told,
///     [
///         "line 5: item \"a\" is not covered",
///         "line 5: item \"c\" is not covered",
///     ]
/// );
/// # Ok::<(), quadrille::text::TextError>(())
/// ```
///
/// # Errors
/// A [`TextError`] if the text is not UTF-8, and for a line that two different options are written
/// as, which only names with spaces or colons allow; the solutions before it are judged.
pub fn judge(
    problem: &Problem,
    text: &[u8],
    mut each: impl FnMut(Verdict),
) -> Result<(), TextError> {
    let mut reader = Reader {
        problem,
        index: Index::new(problem),
        solution: None,
    };
    let mut any = false;
    for line in lines(decode(text)?) {
        if line.body().1 > 0 {
            any |= reader.read(line)?;
        } else if let Some(verdict) = reader.finish() {
            each(verdict);
        }
    }
    if let Some(verdict) = reader.finish() {
        each(verdict);
    } else if !any && flaws(problem, &[]).is_empty() {
        each(Verdict {
            line: 1,
            faults: Vec::new(),
        });
    }
    Ok(())
}

/// Reads the lines of solutions one by one.
struct Reader<'p> {
    problem: &'p Problem,
    index: Index<'p>,
    /// The solution that is read.
    solution: Option<Told>,
}

impl Reader<'_> {
    /// Reads a line that is not blank. Returns whether it is of a solution.
    fn read(&mut self, line: Line<'_>) -> Result<bool, TextError> {
        let is_option = self.index.has(line.text);
        if self.solution.is_none() && is_tally(line.text) && !is_option {
            return Ok(false);
        }
        let told = self.solution.get_or_insert_with(|| Told {
            line: line.number,
            ..Told::default()
        });
        match cost(line.text) {
            Some(digits) if !is_option => read_cost(line, digits, told),
            _ => read_option(line, &mut self.index, told)?,
        }
        Ok(true)
    }

    /// Ends a solution, if there is one.
    fn finish(&mut self) -> Option<Verdict> {
        let told = self.solution.take()?;
        Some(told.judge(self.problem, &self.index.finish()))
    }
}

fn read_cost(line: Line<'_>, digits: &str, told: &mut Told) {
    if let Some((_, first)) = told.cost {
        let message = format!("a second cost: the first is in line {first}");
        told.fault(line.number, message);
    }
    if let Ok(cost) = digits.parse() {
        told.cost = Some((cost, line.number));
    } else {
        let most = u64::MAX;
        let message = format!("the cost {digits} is too large: it is at most {most}");
        told.fault(line.number, shown(line, message));
    }
}

fn read_option(line: Line<'_>, index: &mut Index<'_>, told: &mut Told) -> Result<(), TextError> {
    let (start, length) = line.body();
    match index.take(line.text) {
        Ok(Some(option)) => told.options.push((option, line.number)),
        Ok(None) => {
            let body = &line.text[start..start + length];
            let message = format!("there is no option \"{body}\"");
            told.fault(line.number, shown(line, message));
        }
        Err(Ambiguous(one, other)) => {
            let message = format!("option {one} and option {other} are both written like this");
            let error = line.error(start, length, message);
            return Err(error.with_help("expected solutions as JSON, which tells them apart"));
        }
    }
    Ok(())
}

/// A message as an error shows it: short, and harmless to a terminal.
fn shown(line: Line<'_>, message: String) -> String {
    let (start, length) = line.body();
    line.error(start, length, message).message().to_owned()
}

/// Whether a line says how many solutions share the least cost: the last that is printed with the
/// cheapest ones, and no part of any.
fn is_tally(line: &str) -> bool {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    match words[..] {
        ["1", "solution", "has", "the", "least", "cost", cost] => is_number(cost),
        [ties, "solutions", "share", "the", "least", "cost", cost] => {
            is_number(ties) && is_number(cost)
        }
        _ => false,
    }
}

/// Reads `cost N`: the digits of the number.
fn cost(line: &str) -> Option<&str> {
    let mut words = line.split_ascii_whitespace();
    match (words.next(), words.next(), words.next()) {
        (Some("cost"), Some(number), None) => Some(number).filter(|number| is_number(number)),
        _ => None,
    }
}
