//! Checks solutions in the text form.

use super::super::TextError;
use super::super::lines::{Line, decode, lines};
use super::super::numbers::{bad_cost, is_cost, is_number};
use super::equals::{Ambiguous, Index};
use super::write::EMPTY;
use super::{Claim, Costs, Verdict};
use crate::{Problem, flaws};

/// Checks all solutions in a text, and calls `each` with the verdict on each, in their order.
/// O(length of the text + length of the problem as text), plus O(items + options) per solution.
///
/// The line `(no options)` is the solution without options. An empty text has no solutions. The
/// exception is a problem whose empty set of options is a solution: then the empty text is that
/// solution.
///
/// ```
/// use quadrille::text::{dlx, solutions};
///
/// let problem = dlx::read(b"a b c | s\na c s:x\nb s:x |2\nb |7\n")?;
/// let mut faults = Vec::new();
/// solutions::judge_text(&problem, b"b s:x\nc s:x a\ncost 2\n\nb\n", |verdict| {
///     for fault in verdict.faults {
///         faults.push(format!("line {}: {}", fault.line, fault.message));
///     }
/// })?;
/// assert_eq!(
///     faults,
///     [
///         "line 5: item \"a\" is not covered",
///         "line 5: item \"c\" is not covered",
///     ]
/// );
/// # Ok::<(), quadrille::text::TextError>(())
/// ```
///
/// # Errors
/// A [`TextError`] if the text is not UTF-8, or if a line fits two different options, which needs
/// names with spaces or colons. The solutions before that line are checked.
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
    /// The solution that is being read.
    solution: Option<Claim>,
}

impl Reader<'_> {
    /// Reads a line that is not blank. Returns whether it belongs to a solution.
    fn read(&mut self, line: Line<'_>) -> Result<bool, TextError> {
        let is_option = self.index.has(line.text);
        if self.solution.is_none() && is_tally(line.text) && !is_option {
            return Ok(false);
        }
        let claim = self.solution.get_or_insert_with(|| Claim {
            line: line.number,
            ..Claim::default()
        });
        match cost(line.text) {
            _ if line.text.trim() == EMPTY && !is_option => {}
            Some(digits) if !is_option => read_cost(line, digits, claim),
            _ => read_option(line, &mut self.index, claim)?,
        }
        Ok(true)
    }

    /// Ends the current solution, if there is one.
    fn finish(&mut self) -> Option<Verdict> {
        let claim = self.solution.take()?;
        let mut costs = Costs::default();
        self.index.finish(&mut costs);
        Some(claim.judge(self.problem, &costs))
    }
}

fn read_cost(line: Line<'_>, digits: &str, claim: &mut Claim) {
    if let Some((_, first)) = claim.cost {
        let message = format!("a second cost; the first is on line {first}");
        claim.add_fault(line.number, message);
    }
    match digits.parse() {
        Ok(cost) => claim.cost = Some((cost, line.number)),
        Err(error) => {
            let message = bad_cost(digits, error);
            claim.add_fault(line.number, printable(line, message));
        }
    }
}

fn read_option(line: Line<'_>, index: &mut Index<'_>, claim: &mut Claim) -> Result<(), TextError> {
    let (start, length) = line.body();
    match index.take(line.text) {
        Ok(Some(option)) => claim.options.push((option, line.number)),
        Ok(None) => {
            let body = &line.text[start..start + length];
            let message = format!("there is no option \"{body}\"");
            claim.add_fault(line.number, printable(line, message));
        }
        Err(Ambiguous(one, other)) => {
            let message = format!("option {one} and option {other} have the same text");
            let error = line.error(start, length, message);
            return Err(error.with_help("give the solutions as JSON, with numbered options"));
        }
    }
    Ok(())
}

/// Shortens a message and removes control characters, as an error does.
fn printable(line: Line<'_>, message: String) -> String {
    let (start, length) = line.body();
    line.error(start, length, message).message().to_owned()
}

/// Returns whether this is the last line of the command `best`, with the number of solutions that
/// share the least or the greatest cost.
fn is_tally(line: &str) -> bool {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    match words[..] {
        [
            "1",
            "solution",
            "has",
            "the",
            "least" | "greatest",
            "cost",
            cost,
        ] => is_cost(cost),
        [
            ties,
            "solutions",
            "share",
            "the",
            "least" | "greatest",
            "cost",
            cost,
        ] => is_number(ties) && is_cost(cost),
        _ => false,
    }
}

/// Returns the digits of the line `cost N`.
fn cost(line: &str) -> Option<&str> {
    let mut words = line.split_ascii_whitespace();
    match (words.next(), words.next(), words.next()) {
        (Some("cost"), Some(number), None) => Some(number).filter(|number| is_cost(number)),
        _ => None,
    }
}
