//! Checks solutions in JSON: one object after the other.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::super::TextError;
use super::super::json::{Source, Uses, uses};
use super::super::lines::decode;
use super::{Claim, Costs, Verdict};
use crate::{OptionId, Problem};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `options`")]
struct Document<'a> {
    #[serde(borrow)]
    options: Vec<&'a RawValue>,
    #[serde(default)]
    cost: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `option`")]
struct Numbered<'a> {
    option: u32,
    #[serde(borrow, default)]
    items: Option<Vec<&'a RawValue>>,
    #[serde(default)]
    cost: Option<u64>,
}

/// Checks all solutions in a JSON text, and calls `each` with the verdict on each, in their order.
/// O(length of the text), plus O(items + options) per solution.
///
/// # Errors
/// A [`TextError`] for the first invalid object. The solutions before it are checked.
pub fn judge(
    problem: &Problem,
    text: &[u8],
    mut each: impl FnMut(Verdict),
) -> Result<(), TextError> {
    let text = decode(text)?;
    let source = Source::new(text);
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<Document<'_>>();
    let (mut line, mut read) = (1, 0);
    loop {
        let end = documents.byte_offset();
        let rest = text[end..].trim_ascii_start();
        let start = text.len() - rest.len();
        line += text[read..start].matches('\n').count();
        read = start;
        source.reject_array(rest)?;
        let document = match documents.next() {
            None => return Ok(()),
            Some(document) => document.map_err(|error| source.explain(text, &error))?,
        };
        let mut claim = Claim {
            line,
            cost: document.cost.map(|cost| (cost, line)),
            ..Claim::default()
        };
        let mut costs = Costs::default();
        for raw in document.options {
            // An option may be on a later line than the solution.
            let place = source.offset(raw.get());
            line += text[read..place].matches('\n').count();
            read = place;
            read_option(problem, source, raw, line, &mut claim, &mut costs)?;
        }
        each(claim.judge(problem, &costs));
    }
}

/// Reads an option of a solution. `line` is its line.
fn read_option(
    problem: &Problem,
    source: Source<'_>,
    raw: &RawValue,
    line: usize,
    claim: &mut Claim,
    costs: &mut Costs,
) -> Result<(), TextError> {
    source.reject_array(raw.get())?;
    let numbered: Numbered<'_> = source.parse(raw.get())?;
    let option = OptionId::new(numbered.option);
    claim.options.push((option, line));
    let cost = problem.cost(option);
    costs.add(cost);
    if option.index() >= problem.option_count() {
        return Ok(());
    }
    if let Some(items) = numbered.items
        && !has_uses(problem, option, uses(source, &items)?)
    {
        let names = problem.display(option);
        claim.add_fault(line, format!("option {option} has other items: {names}"));
    }
    if let Some(claimed) = numbered.cost
        && claimed != cost
    {
        let names = problem.display(option);
        let message = format!("option {option} ({names}) costs {cost}, not {claimed}");
        claim.add_fault(line, message);
    }
    Ok(())
}

/// Returns whether an option has these items with these colours, in any order.
fn has_uses(problem: &Problem, option: OptionId, uses: Uses<'_>) -> bool {
    let mut claimed: Vec<(&str, Option<&str>)> = uses
        .iter()
        .map(|use_of| (&*use_of.item, use_of.colour.as_deref()))
        .collect();
    let named = problem.uses_of(option).map(|(item, colour)| {
        let colour = colour.map(|colour| problem.colour_name(colour));
        (problem.name(item), colour)
    });
    let mut named: Vec<(&str, Option<&str>)> = named.collect();
    claimed.sort_unstable();
    named.sort_unstable();
    claimed == named
}
