//! Solutions as objects, one a line.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::super::TextError;
use super::super::json::{Source, Uses, uses};
use super::super::lines::{decode, lines};
use super::{Told, Verdict};
use crate::{OptionId, Problem};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object: a solution")]
struct Document<'a> {
    #[serde(borrow)]
    options: Vec<Numbered<'a>>,
    #[serde(default)]
    cost: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Numbered<'a> {
    option: u32,
    #[serde(borrow, default)]
    items: Option<Vec<&'a RawValue>>,
    #[serde(default)]
    cost: Option<u64>,
}

/// Judges all solutions of a text, in their order. O(length of the text), and O(items + options)
/// a solution.
///
/// # Errors
/// A [`TextError`] for the first line that is not blank, and not of the form; the lines before it
/// are judged.
pub fn judge(
    problem: &Problem,
    text: &[u8],
    mut each: impl FnMut(Verdict),
) -> Result<(), TextError> {
    for line in lines(decode(text)?) {
        if line.body().1 == 0 {
            continue;
        }
        let source = Source::line(line);
        let document: Document<'_> = source.object()?;
        let line = line.number;
        let mut told = Told {
            line,
            cost: document.cost.map(|cost| (cost, line)),
            ..Told::default()
        };
        let mut total = 0_u64;
        for numbered in document.options {
            let option = OptionId::new(numbered.option);
            told.options.push((option, line));
            let cost = problem.cost(option);
            total = total.saturating_add(cost);
            if option.index() >= problem.option_count() {
                continue;
            }
            if let Some(items) = numbered.items
                && !is_made_of(problem, option, uses(source, &items)?)
            {
                let names = problem.display(option);
                told.fault(line, format!("option {option} is ({names}), not as told"));
            }
            if let Some(told_cost) = numbered.cost
                && told_cost != cost
            {
                let names = problem.display(option);
                let message = format!("option {option} ({names}) costs {cost}, not {told_cost}");
                told.fault(line, message);
            }
        }
        each(told.judge(problem, total..=total));
    }
    Ok(())
}

/// Whether an option has these items in these colours, in any order.
fn is_made_of(problem: &Problem, option: OptionId, uses: Uses<'_>) -> bool {
    let mut told: Vec<(&str, Option<&str>)> = uses
        .iter()
        .map(|use_of| (&*use_of.item, use_of.colour.as_deref()))
        .collect();
    let named = problem.uses_of(option).map(|(item, colour)| {
        let colour = colour.map(|colour| problem.colour_name(colour));
        (problem.name(item), colour)
    });
    let mut named: Vec<(&str, Option<&str>)> = named.collect();
    told.sort_unstable();
    named.sort_unstable();
    told == named
}
