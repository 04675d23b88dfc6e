//! The form `json`: a problem as one JSON object, with any names.
//!
//! ```json
//! {
//!   "primary": ["a", "b", {"item": "c", "multiplicity": [0, 3]}],
//!   "secondary": ["s", "t"],
//!   "options": [
//!     ["a", "c", {"item": "s", "colour": "red"}],
//!     {"items": ["b", "t"], "cost": 5}
//!   ]
//! }
//! ```
//!
//! * `primary` lists the primary items. An item is its name, or an object with its name and its
//!   multiplicity: the lower and the upper bound, or one number that is both.
//! * `secondary` lists the names of the secondary items. It is optional.
//! * `options` lists the options. An option is an array of its items, or an object with these items
//!   and a cost, which may be negative and have decimals. An item in an option is its name, or an
//!   object with its name and a colour.
//!
//! Keys may come in any order; other keys are errors. The schema is [`SCHEMA`].
//!
//! Sets of items in JSON are read, too. Items are names, or whole numbers. The names of sets are
//! lost.
//!
//! * `{"universe": [1, 2, 3], "sets": [[1, 3], [2]]}`: the primary items, and the options. Instead of
//!   the items, `universe` or `universe_size` may be their number; they count from 0 if 0 is in a
//!   set, else from 1. `subsets` means `sets`. The sets may also be an object with their names.
//! * `{"A": [1, 3], "B": [2]}` and `[[1, 3], [2]]`: the items are those of the sets. Lists of equal
//!   length that contain only 0 and 1 are rejected, because they may be a [`matrix`](super::matrix).

mod sets;
pub(crate) mod value;
pub(crate) mod write;

use std::borrow::Cow;
use std::ops::RangeInclusive;

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use smallvec::SmallVec;

use super::TextError;
use super::lines::decode;
use super::near::{NEAR_NAMES, nearest};
use super::numbers::bad_cost;
use crate::{BuildError, Builder, Decimal, DecimalError, Problem, Use};

use value::List;
pub(crate) use value::{Object, Source, with_form};
pub(crate) use write::Each;
pub use write::{Items, write};

/// The [JSON Schema](https://json-schema.org) of the form, draft 2020-12.
pub const SCHEMA: &str = include_str!("problem.schema.json");

/// The parts of a problem as slices of the text. A parsed list of all options would take more
/// memory than the problem.
#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an object with `primary` and `options`"
)]
struct Document<'a> {
    #[serde(borrow)]
    primary: List<'a>,
    #[serde(borrow, default)]
    secondary: List<'a>,
    #[serde(borrow)]
    options: List<'a>,
}

impl Object for Document<'_> {
    const HELP: &'static str =
        "write the problem as an object: {\"primary\": [...], \"options\": [...]}";
}

/// A primary item as an object, in most cases with a multiplicity.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Multiple<'a> {
    #[serde(borrow)]
    item: Cow<'a, str>,
    #[serde(borrow, default)]
    multiplicity: Option<&'a RawValue>,
}

impl Object for Multiple<'_> {
    const HELP: &'static str = "write the item as {\"item\": NAME, \"multiplicity\": [LOW, HIGH]}";
}

/// An option with a cost.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Costly<'a> {
    #[serde(borrow)]
    items: List<'a>,
    #[serde(borrow, default, deserialize_with = "present")]
    cost: Option<&'a RawValue>,
}

/// A value that may be missing, but not null: nobody can say what a cost of null means.
fn present<'de: 'a, 'a, D: Deserializer<'de>>(from: D) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(from).map(Some)
}

impl Object for Costly<'_> {
    const HELP: &'static str = "write the option as {\"items\": [...], \"cost\": COST}";
}

/// An item of an option with a colour.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Coloured<'a> {
    #[serde(borrow)]
    item: Cow<'a, str>,
    #[serde(borrow)]
    colour: Cow<'a, str>,
}

impl Object for Coloured<'_> {
    const HELP: &'static str = "write the item as {\"item\": NAME, \"colour\": COLOUR}";
}

/// Reads a problem. O(length of the text).
///
/// ```
/// use quadrille::text::json;
///
/// let text = br#"{"primary": ["a", "b c"], "options": [["a"], {"items": ["b c"], "cost": 2}]}"#;
/// let problem = json::read(text)?;
/// assert_eq!(problem.name(problem.items().last().unwrap()), "b c");
///
/// let error = json::read(br#"{"primary": ["a"], "options": [["a"], ["b"]]}"#).unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 40: there is no item \"b\"");
/// # Ok::<(), quadrille::text::TextError>(())
/// ```
///
/// # Errors
/// A [`TextError`] for the first part that is not valid JSON, does not belong to the form, or makes
/// the problem invalid, such as an unknown or repeated item.
pub fn read(text: &[u8]) -> Result<Problem, TextError> {
    read_within(text, usize::MAX)
}

/// Reads a problem with a memory limit in bytes, which does not include the text.
///
/// # Errors
/// The same as [`read`]. Beyond the limit, the cause is [`BuildError::Memory`].
pub fn read_within(text: &[u8], memory: usize) -> Result<Problem, TextError> {
    let text = decode(text)?;
    let source = Source::new(text);
    source.reject_long_strings()?;
    let mut builder = Problem::builder().memory(memory);
    if sets::read(source, text, &mut builder)? {
        return Ok(builder.build());
    }
    source
        .reject_array(text.trim_ascii_start())
        .map_err(with_form::<Document<'_>>)?;
    let document: Document<'_> = source.parse_object(text)?;
    source.each(document.primary, |raw| primary(source, raw, &mut builder))?;
    source.each(document.secondary, |raw| {
        let name = name(source, raw, "a name in quotes")?;
        let declared = builder.secondary(&name);
        declared.map_err(|error| source.build_error(raw, error))?;
        Ok(())
    })?;
    source.each(document.options, |raw| {
        option(source, raw, &document, &mut builder)
    })?;
    Ok(builder.build())
}

fn primary(source: Source<'_>, raw: &RawValue, builder: &mut Builder) -> Result<(), TextError> {
    let declared = if raw.get().starts_with('{') {
        let multiple: Multiple<'_> = source.parse_object(raw.get())?;
        match multiple.multiplicity {
            Some(bounds) => builder.multiple(&multiple.item, parse_bounds(source, bounds)?),
            None => builder.primary(&multiple.item),
        }
    } else {
        let expected = "a name in quotes, or {\"item\": NAME, \"multiplicity\": [LOW, HIGH]}";
        builder.primary(&name(source, raw, expected)?)
    };
    declared
        .map(|_| ())
        .map_err(|error| source.build_error(raw, error))
}

fn option<'a>(
    source: Source<'a>,
    raw: &'a RawValue,
    document: &Document<'a>,
    builder: &mut Builder,
) -> Result<(), TextError> {
    let (items, cost) = match raw.get().as_bytes().first() {
        Some(b'{') => {
            let Costly { items, cost } = source.parse_object(raw.get())?;
            (items, cost)
        }
        Some(b'[') => (source.parse(raw.get())?, None),
        _ => {
            let message = "invalid option, expected an array of items, \
                           or {\"items\": [...], \"cost\": COST}";
            return Err(source.error(raw.get(), message));
        }
    };
    let items = elements(source, items, builder.item_count())?;
    let uses = uses(source, &items)?;
    let option = builder
        .option(uses.iter().map(UseOf::as_use))
        .map_err(|error| explain(source, error, &items, &uses, document, raw))?;
    if let Some(raw) = cost {
        let cost = parse_cost(source, raw)?;
        builder
            .add_cost(option, cost)
            .map_err(|error| source.build_error(raw, error))?;
    }
    Ok(())
}

/// The elements of an array, but at most `most + 1` of them.
fn elements<'a>(
    source: Source<'a>,
    list: List<'a>,
    most: usize,
) -> Result<Vec<&'a RawValue>, TextError> {
    let mut elements = Vec::new();
    let read = source.each(list, |element| {
        elements.push(element);
        if elements.len() > most {
            Err(source.error(element.get(), ""))
        } else {
            Ok(())
        }
    });
    if elements.len() > most {
        Ok(elements)
    } else {
        read.map(|()| elements)
    }
}

/// An item of an option, and its colour.
pub(super) struct UseOf<'a> {
    pub(super) item: Cow<'a, str>,
    pub(super) colour: Option<Cow<'a, str>>,
}

impl UseOf<'_> {
    fn as_use(&self) -> Use<'_> {
        match &self.colour {
            Some(colour) => (&*self.item, &**colour).into(),
            None => (&*self.item).into(),
        }
    }
}

pub(super) type Uses<'a> = SmallVec<[UseOf<'a>; 8]>;

pub(super) fn uses<'a>(source: Source<'_>, items: &[&'a RawValue]) -> Result<Uses<'a>, TextError> {
    let use_of = |&raw: &&'a RawValue| {
        if raw.get().starts_with('{') {
            let Coloured { item, colour } = source.parse_object(raw.get())?;
            let colour = Some(colour);
            Ok(UseOf { item, colour })
        } else {
            Ok(UseOf {
                item: name(
                    source,
                    raw,
                    "a name in quotes, or {\"item\": NAME, \"colour\": COLOUR}",
                )?,
                colour: None,
            })
        }
    };
    items.iter().map(use_of).collect()
}

fn name<'a>(
    source: Source<'_>,
    raw: &'a RawValue,
    expected: &str,
) -> Result<Cow<'a, str>, TextError> {
    let text = raw.get();
    match text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
    {
        None => Err(source.error(text, format!("invalid item, expected {expected}"))),
        // Without escapes, the text between the quotes is the name.
        Some(plain) if !plain.contains('\\') => Ok(Cow::Borrowed(plain)),
        Some(_) => source.parse(text).map(Cow::Owned),
    }
}

/// Reads a multiplicity: both bounds, or one number that is both.
fn parse_bounds(source: Source<'_>, raw: &RawValue) -> Result<RangeInclusive<u32>, TextError> {
    let text = raw.get();
    if text.starts_with('[') {
        let [low, high]: [u32; 2] = source.parse(text)?;
        Ok(low..=high)
    } else if text.starts_with(|c: char| c.is_ascii_digit()) {
        let number = source.parse(text)?;
        Ok(number..=number)
    } else {
        let message = "invalid multiplicity, expected a whole number, or [LOW, HIGH]";
        Err(source.error(text, message))
    }
}

/// Reads a cost. It is a number without an exponent.
pub(super) fn parse_cost(source: Source<'_>, raw: &RawValue) -> Result<Decimal, TextError> {
    let text = raw.get();
    text.parse().map_err(|error| {
        let message = match error {
            DecimalError::Invalid => format!("invalid cost, {error}"),
            _ => bad_cost(text, error),
        };
        source.error(text, message)
    })
}

/// The error for an option that the builder rejected. It marks the wrong item.
#[cold]
fn explain<'a>(
    source: Source<'a>,
    error: BuildError,
    items: &[&RawValue],
    uses: &Uses<'_>,
    document: &Document<'a>,
    option: &RawValue,
) -> TextError {
    let named = |name: &String| {
        let places = items.iter().zip(uses);
        let name = name.clone();
        places.filter(move |(_, use_of)| use_of.item == name)
    };
    let mut near = None;
    let wrong = match &error {
        BuildError::UnknownItem(quoted) => {
            let name = quoted.strip_prefix('"').and_then(|q| q.strip_suffix('"'));
            let name = name.unwrap_or_default().to_owned();
            let declared = names(source, document);
            near = nearest(&name, declared.iter().map(|name| &**name)).map(str::to_owned);
            named(&name).next()
        }
        // The second occurrence.
        BuildError::RepeatedItem(name) => named(name).nth(1),
        BuildError::ColouredPrimary(name) => named(name).find(|(_, u)| u.colour.is_some()),
        _ => None,
    };
    let raw = wrong.map_or(option, |(raw, _)| raw);
    let error = source.build_error(raw, error);
    match near {
        Some(name) => error.with_help(format!("did you mean \"{name}\"?")),
        None => error,
    }
}

/// The names of the items, which are valid. If there are very many, some are left out, but more
/// than `NEAR_NAMES` remain.
fn names<'a>(source: Source<'a>, document: &Document<'a>) -> Vec<Cow<'a, str>> {
    let read = |raw: &'a RawValue| {
        if raw.get().starts_with('{') {
            Ok(source.parse::<Multiple<'a>>(raw.get())?.item)
        } else {
            name(source, raw, "")
        }
    };
    let lists = [document.primary, document.secondary];
    let items = lists.map(|list| elements(source, list, NEAR_NAMES).unwrap_or_default());
    let names = items.into_iter().flatten().map(read);
    names.filter_map(Result::ok).collect()
}
