//! Checks solutions in JSON: one object after the other.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::super::TextError;
use super::super::json::{Object, Source, Uses, parse_cost, uses, with_form};
use super::super::lines::decode;
use super::equals::{Ambiguous, Index};
use super::{Claim, Costs, Verdict};
use crate::problem::visible;
use crate::{Decimal, OptionId, Problem};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `options`")]
struct Document<'a> {
    #[serde(borrow)]
    options: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    cost: Option<&'a RawValue>,
}

impl Object for Document<'_> {
    const HELP: &'static str = "write the solution as {\"options\": [...]}";
}

/// The last line of `best`. To check it would mean to solve the problem.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BestCost {
    #[serde(rename = "least")]
    _least: Option<f64>,
    #[serde(rename = "greatest")]
    _greatest: Option<f64>,
    #[serde(rename = "bound")]
    _bound: Option<f64>,
    #[serde(rename = "optimal")]
    _optimal: bool,
    #[serde(rename = "ties")]
    _ties: IgnoredAny,
    #[serde(rename = "stop")]
    _stop: IgnoredAny,
}

#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a number, or an object with `option` or `items`"
)]
struct Chosen<'a> {
    #[serde(default)]
    option: Option<u32>,
    #[serde(borrow, default)]
    items: Option<Vec<&'a RawValue>>,
    #[serde(borrow, default)]
    cost: Option<&'a RawValue>,
}

impl Object for Chosen<'_> {
    const HELP: &'static str = "write the option as its number, or as {\"items\": [...]}";
}

/// Checks all solutions in a JSON text, and calls `each` with the verdict on each, in their order.
/// O(length of the text), plus O(items + options) per solution, plus O(length of the problem as
/// text) if an option has no number.
///
/// # Errors
/// A [`TextError`] for the first invalid object, or for items that fit two different options, which
/// needs names with spaces or colons. The solutions before it are checked.
pub fn judge(
    problem: &Problem,
    text: &[u8],
    mut each: impl FnMut(Verdict),
) -> Result<(), TextError> {
    let text = decode(text)?;
    let source = Source::new(text);
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<Document<'_>>();
    let mut index = None;
    let (mut line, mut read) = (1, 0);
    loop {
        let end = documents.byte_offset();
        let rest = text[end..].trim_ascii_start();
        let start = text.len() - rest.len();
        line += text[read..start].matches('\n').count();
        read = start;
        source
            .reject_array(rest)
            .map_err(with_form::<Document<'_>>)?;
        if serde_json::from_str::<BestCost>(rest).is_ok() {
            return Ok(());
        }
        let document = match documents.next() {
            None => return Ok(()),
            Some(document) => document.map_err(|error| {
                let error = source.explain(text, &error);
                with_form::<Document<'_>>(error)
            })?,
        };
        let mut claim = Claim {
            line,
            cost: read_cost(source, document.cost)?.map(|cost| (cost, line)),
            ..Claim::default()
        };
        let mut costs = Costs::default();
        for raw in document.options {
            // An option may be on a later line than the solution.
            let place = source.offset(raw.get());
            line += text[read..place].matches('\n').count();
            read = place;
            let mut reader = Reader {
                problem,
                source,
                index: &mut index,
                line,
                claim: &mut claim,
                costs: &mut costs,
            };
            reader.read(raw)?;
        }
        if let Some(index) = &mut index {
            index.finish(&mut costs);
        }
        each(claim.judge(problem, &costs));
    }
}

/// Reads the options of a solution one by one.
struct Reader<'r, 'p, 'a> {
    problem: &'p Problem,
    source: Source<'a>,
    /// The options by their items, once an option without a number has been read.
    index: &'r mut Option<Index<'p>>,
    /// The line of the option.
    line: usize,
    claim: &'r mut Claim,
    costs: &'r mut Costs,
}

impl Reader<'_, '_, '_> {
    /// Reads an option: its number, or an object with its number, its items or both.
    fn read(&mut self, raw: &RawValue) -> Result<(), TextError> {
        let text = raw.get();
        self.source
            .reject_array(text)
            .map_err(with_form::<Chosen<'_>>)?;
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            self.add_number(self.source.parse(text)?);
            return Ok(());
        }
        let chosen: Chosen<'_> = self.source.parse_object(text)?;
        let items = chosen.items;
        let items = items.map(|items| uses(self.source, &items)).transpose()?;
        let option = match (chosen.option, items) {
            (Some(number), items) => self.check_items(number, items),
            (None, Some(items)) => self.find(raw, &items)?,
            (None, None) => {
                let message = "an option without a number or items, expected `option` or `items`";
                return Err(self.source.error(text, message));
            }
        };
        let claimed = read_cost(self.source, chosen.cost)?;
        if let (Some(option), Some(claimed)) = (option, claimed) {
            self.check_cost(option, claimed, chosen.option.is_some());
        }
        Ok(())
    }

    /// Adds an option with its cost.
    fn add_number(&mut self, number: u32) -> OptionId {
        let option = OptionId::new(number);
        self.claim.options.push((option, self.line));
        self.costs.add(self.problem.cost(option));
        option
    }

    /// Adds an option and checks that it has these items. Returns `None` if there is no such
    /// option.
    fn check_items(&mut self, number: u32, items: Option<Uses<'_>>) -> Option<OptionId> {
        let option = self.add_number(number);
        if option.index() >= self.problem.option_count() {
            return None;
        }
        if items.is_some_and(|items| !has_uses(self.problem, option, items)) {
            let names = self.problem.display_option(option);
            let message = format!("option {option} has different items: {names}");
            self.claim.add_fault(self.line, message);
        }
        Some(option)
    }

    /// Finds the option with these items and adds it. If there are equal ones, takes the next.
    fn find(&mut self, raw: &RawValue, items: &Uses<'_>) -> Result<Option<OptionId>, TextError> {
        // Options are indexed as they are displayed: with control characters escaped.
        let words: Vec<String> = items
            .iter()
            .map(|use_of| match &use_of.colour {
                Some(colour) => format!("{}:{}", visible(&use_of.item), visible(colour)),
                None => visible(&use_of.item).to_string(),
            })
            .collect();
        let words = words.join(" ");
        let problem = self.problem;
        let index = self.index.get_or_insert_with(|| Index::new(problem));
        match index.take(&words) {
            Ok(Some(option)) => {
                self.claim.options.push((option, self.line));
                Ok(Some(option))
            }
            Ok(None) => {
                let message = format!("there is no option \"{words}\"");
                let message = self.source.error(raw.get(), message).message().to_owned();
                self.claim.add_fault(self.line, message);
                Ok(None)
            }
            Err(Ambiguous(one, other)) => {
                let message = format!("option {one} and option {other} have the same text");
                let error = self.source.error(raw.get(), message);
                Err(error.with_help("give the number of the option"))
            }
        }
    }

    /// Checks the cost of an option. An option without a number may be any of several equal ones.
    fn check_cost(&mut self, option: OptionId, claimed: Decimal, has_number: bool) {
        let problem = self.problem;
        let cost = |option| problem.decimal(problem.cost(option));
        let equal = |other: &OptionId| problem.uses_of(*other).eq(problem.uses_of(option));
        let mut costly = problem.options().filter(|&o| cost(o) == claimed);
        let cost = cost(option);
        if cost != claimed && (has_number || !costly.any(|other| equal(&other))) {
            let names = problem.display_option(option);
            let message = format!("option {option} ({names}) costs {cost}, not {claimed}");
            self.claim.add_fault(self.line, message);
        }
    }
}

/// Reads a cost; `null` is none.
fn read_cost(source: Source<'_>, raw: Option<&RawValue>) -> Result<Option<Decimal>, TextError> {
    raw.map(|raw| parse_cost(source, raw)).transpose()
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
