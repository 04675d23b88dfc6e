//! Reads a list or an object of sets, as other programs write them.
//!
//! The sets are options. Their names are lost.

use std::borrow::Cow;

use rustc_hash::FxHashSet;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::super::TextError;
use super::super::near::{nearest, nearest_item};
use super::super::numbers::{is_number, most_items};
use super::value::{List, Object, Source};
use super::{elements, name, present};
use crate::{BuildError, Builder};

/// The keys of an object with sets.
const SETS: [&str; 4] = ["universe", "universe_size", "sets", "subsets"];
/// Keys that are no names of sets: those of a problem, and what people write for them.
const PROBLEM: [&str; 4] = ["primary", "secondary", "options", "items"];

/// A universe and sets.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document<'a> {
    #[serde(borrow, default, alias = "universe_size", deserialize_with = "present")]
    universe: Option<&'a RawValue>,
    #[serde(borrow, alias = "subsets")]
    sets: &'a RawValue,
}

impl Object for Document<'_> {
    const HELP: &'static str = "write {\"universe\": [...], \"sets\": [[...], ...]}";
}

/// Reads a problem if the text has this form. Returns whether it has.
pub(super) fn read(
    source: Source<'_>,
    text: &str,
    builder: &mut Builder,
) -> Result<bool, TextError> {
    let Some((key, value)) = source.first(text) else {
        return Ok(false);
    };
    let mut has = Keys::default();
    if let Some(key) = key {
        // The keys of a large problem are not read twice.
        if PROBLEM.contains(&&*key) {
            return Ok(false);
        }
        source.each_entry(text, |key, _| {
            has.sets |= SETS.contains(&&*key);
            // "option1" is a good name of a set, but "primry" is misspelled.
            let near = nearest(&key, ["primary", "secondary"].into_iter());
            has.problem |= PROBLEM.contains(&&*key) || near.is_some();
            Ok(())
        })?;
    }
    let (universe, sets) = if has.sets {
        let Document { universe, sets } = source.parse_object(text)?;
        (universe, sets.get())
    } else if is_set(value) && !has.problem {
        (None, text)
    } else {
        return Ok(false);
    };
    let seen = survey(source, sets)?;
    if universe.is_none() && seen.is_binary() {
        let error = source.error(
            sets,
            "lists of 0 and 1 may be rows of a matrix or sets of items",
        );
        return Err(error.with_help(
            "for rows give `--from matrix`; for sets write {\"universe\": [0, 1], \"sets\": [...]}",
        ));
    }
    if let Some(universe) = universe {
        declare(source, universe, seen.has_zero, builder)?;
    }
    let mut names = FxHashSet::default();
    each(source, sets, |name, set| {
        if let Some(name) = name.and_then(|name| names.replace(name)) {
            return Err(source.error(set, format!("set \"{name}\" occurs twice")));
        }
        add(source, set, universe.is_none(), builder)
    })?;
    Ok(true)
}

/// Which keys an object has.
#[derive(Default)]
struct Keys {
    sets: bool,
    problem: bool,
}

/// Whether a value is a list of items, and not empty.
fn is_set(value: &str) -> bool {
    let inside = value.strip_prefix('[').map(str::trim_ascii_start);
    inside.is_some_and(|inside| !inside.starts_with(['[', '{', ']']))
}

/// Calls `act` for each set and its name, if it has one.
fn each<'a>(
    source: Source<'a>,
    sets: &'a str,
    mut act: impl FnMut(Option<Cow<'a, str>>, &'a str) -> Result<(), TextError>,
) -> Result<(), TextError> {
    let sets = sets.trim_ascii_start();
    if sets.starts_with('{') {
        source.each_entry(sets, |name, set| act(Some(name), set.get()))
    } else {
        let list: List<'a> = source.parse(sets)?;
        source.each(list, |set| act(None, set.get()))
    }
}

/// What is known about all items of all sets.
#[derive(Default)]
struct Survey {
    /// Whether the number 0 is one of them.
    has_zero: bool,
    /// Whether another item than 0 and 1 is one of them.
    has_others: bool,
    /// The number of items of each set, while it is the same.
    size: Option<usize>,
    has_sizes: bool,
}

impl Survey {
    /// Whether the sets look like the rows of a matrix.
    fn is_binary(&self) -> bool {
        !self.has_others && !self.has_sizes && self.size.is_some_and(|size| size > 0)
    }
}

fn survey(source: Source<'_>, sets: &str) -> Result<Survey, TextError> {
    let mut survey = Survey::default();
    each(source, sets, |_, set| {
        let mut size = 0;
        source.each(list(source, set)?, |item| {
            size += 1;
            survey.has_zero |= item.get() == "0";
            survey.has_others |= !matches!(item.get(), "0" | "1");
            Ok(())
        })?;
        survey.has_sizes |= survey.size.is_some_and(|other| other != size);
        survey.size = Some(size);
        Ok(())
    })?;
    Ok(survey)
}

/// Declares the items of a universe: a list of them, or their number. They are counted from 0 if one
/// of them is 0, else from 1.
fn declare(
    source: Source<'_>,
    universe: &RawValue,
    has_zero: bool,
    builder: &mut Builder,
) -> Result<(), TextError> {
    let build_error = |error| source.build_error(universe, error);
    if universe.get().starts_with('[') {
        return source.each(source.parse(universe.get())?, |item| {
            let declared = builder.primary(element(source, item)?);
            declared
                .map(|_| ())
                .map_err(|error| source.build_error(item, error))
        });
    }
    let count: u32 = source.parse(universe.get())?;
    let count = count as usize;
    let most = most_items(source.length());
    if count > most {
        let message = format!("{count} items, expected at most {most} in a text of this length");
        return Err(source.error(universe.get(), message));
    }
    let first = usize::from(!has_zero);
    for item in first..first + count {
        builder.primary(item.to_string()).map_err(build_error)?;
    }
    Ok(())
}

/// Adds a set. `declares` is whether it declares its items.
fn add(
    source: Source<'_>,
    set: &str,
    declares: bool,
    builder: &mut Builder,
) -> Result<(), TextError> {
    let items = list(source, set)?;
    if declares {
        source.each(items, |item| {
            let name = element(source, item)?;
            if builder.item(&name).is_none() {
                let declared = builder.primary(name);
                declared.map_err(|error| source.build_error(item, error))?;
            }
            Ok(())
        })?;
    }
    let items = elements(source, items, builder.item_count())?;
    let names: Vec<_> = items
        .iter()
        .map(|item| element(source, item))
        .collect::<Result<_, _>>()?;
    let Err(error) = builder.option(names.iter().map(|name| &**name)) else {
        return Ok(());
    };
    let mut named = items.iter().zip(&names);
    let wrong = match &error {
        BuildError::UnknownItem(_) => named.find(|(_, name)| builder.item(name).is_none()),
        // The second occurrence.
        BuildError::RepeatedItem(wrong) => named.filter(|(_, name)| *name == wrong).nth(1),
        _ => None,
    };
    let Some((item, name)) = wrong else {
        return Err(source.error(set, error.to_string()).with_cause(error));
    };
    let is_unknown = matches!(error, BuildError::UnknownItem(_));
    let near = nearest_item(name, builder.problem());
    let error = source.build_error(item, error);
    Err(match near.filter(|_| is_unknown) {
        Some(near) => error.with_help(format!("did you mean \"{near}\"?")),
        None if is_unknown => error.with_help("add it to the universe, or correct its name"),
        None => error,
    })
}

fn list<'a>(source: Source<'_>, set: &'a str) -> Result<List<'a>, TextError> {
    if set.starts_with('[') {
        source.parse(set)
    } else {
        Err(source.error(set, "invalid set, expected an array of items"))
    }
}

/// The name of an item: a string, or a whole number.
fn element<'a>(source: Source<'_>, item: &'a RawValue) -> Result<Cow<'a, str>, TextError> {
    let text = item.get();
    if is_number(text.strip_prefix('-').unwrap_or(text)) {
        Ok(Cow::Borrowed(text))
    } else {
        name(source, item, "a name in quotes, or a whole number")
    }
}
