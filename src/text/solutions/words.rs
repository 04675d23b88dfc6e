//! Solutions in lines of words.

use super::super::TextError;
use super::super::lines::{decode, lines};
use super::super::numbers::is_number;
use super::equals::Index;
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
/// A [`TextError`] if the text is not UTF-8.
pub fn judge(
    problem: &Problem,
    text: &[u8],
    mut each: impl FnMut(Verdict),
) -> Result<(), TextError> {
    let mut index = Index::new(problem);
    let mut solution: Option<Told> = None;
    let mut any = false;
    for line in lines(decode(text)?) {
        let (start, length) = line.body();
        if length == 0 {
            if let Some(told) = solution.take() {
                each(told.judge(problem, &index.finish()));
            }
            continue;
        }
        if solution.is_none() && is_tally(line.text) && !index.has(line.text) {
            continue;
        }
        any = true;
        let number = line.number;
        let told = solution.get_or_insert_with(|| Told {
            line: number,
            ..Told::default()
        });
        if let Some(digits) = cost(line.text)
            && !index.has(line.text)
        {
            if let Some((_, first)) = told.cost {
                told.fault(
                    number,
                    format!("a second cost: the first is in line {first}"),
                );
            }
            match digits.parse() {
                Ok(cost) => told.cost = Some((cost, number)),
                Err(_) => {
                    let most = u64::MAX;
                    let message = format!("the cost {digits} is too large: it is at most {most}");
                    told.fault(number, line.error(start, length, message).message());
                }
            }
            continue;
        }
        match index.take(line.text) {
            Some(option) => told.options.push((option, number)),
            None => {
                let body = &line.text[start..start + length];
                // As an error shows it: short, and harmless to a terminal.
                let error = line.error(start, length, format!("there is no option \"{body}\""));
                told.fault(number, error.message());
            }
        }
    }
    match solution {
        Some(told) => each(told.judge(problem, &index.finish())),
        None if !any && flaws(problem, &[]).is_empty() => each(Verdict {
            line: 1,
            faults: Vec::new(),
        }),
        None => {}
    }
    Ok(())
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
