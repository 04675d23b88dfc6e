//! Solutions as objects, one after the other.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::super::TextError;
use super::super::json::{Source, Uses, uses};
use super::super::lines::decode;
use super::{Costs, Told, Verdict};
use crate::{OptionId, Problem};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object: a solution")]
struct Document<'a> {
    #[serde(borrow)]
    options: Vec<&'a RawValue>,
    #[serde(default)]
    cost: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object: an option of a solution")]
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
/// A [`TextError`] for the first object that is not of the form; those before it are judged.
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
        source.refuse_array(rest)?;
        let document = match documents.next() {
            None => return Ok(()),
            Some(document) => document.map_err(|error| source.explain(text, &error))?,
        };
        let mut told = Told {
            line,
            cost: document.cost.map(|cost| (cost, line)),
            ..Told::default()
        };
        let mut costs = Costs::default();
        for raw in document.options {
            // Objects may stand on lines of their own.
            let place = source.offset(raw.get());
            line += text[read..place].matches('\n').count();
            read = place;
            option(problem, source, raw, line, &mut told, &mut costs)?;
        }
        each(told.judge(problem, &costs));
    }
}

/// Reads an option of a solution, which stands in this line.
fn option(
    problem: &Problem,
    source: Source<'_>,
    raw: &RawValue,
    line: usize,
    told: &mut Told,
    costs: &mut Costs,
) -> Result<(), TextError> {
    source.refuse_array(raw.get())?;
    let numbered: Numbered<'_> = source.parse(raw.get())?;
    let option = OptionId::new(numbered.option);
    told.options.push((option, line));
    let cost = problem.cost(option);
    costs.add(cost);
    if option.index() >= problem.option_count() {
        return Ok(());
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
