//! The problem of a question.

use std::sync::Arc;

use quadrille_core::text::Form;
use quadrille_core::{OptionId, Problem, Stop};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::fault::Fault;
use crate::job::Job;
use crate::message::{self, Answer, Nothing};

/// A larger problem is not listed: nobody could read its matrix.
const MOST_USES: usize = 2000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    text: String,
    from: Option<String>,
}

#[derive(Serialize)]
struct Item<'a> {
    name: &'a str,
    primary: bool,
}

#[derive(Serialize)]
struct Use<'a> {
    item: usize,
    colour: Option<&'a str>,
}

/// Reads the problem of a question, and its other fields.
pub(super) fn read<T: DeserializeOwned>(
    fields: &Value,
    job: &Job,
) -> Result<(Arc<Problem>, T), Fault> {
    let (Named { text, from }, others) = message::split_fields(fields, &["text", "from"])?;
    let word = from.as_deref().filter(|word| !word.is_empty());
    let form = match word {
        Some(word) => {
            let mut all = Form::ALL.iter().copied();
            let found = all.find(|form| form.word() == word);
            found.ok_or_else(|| Fault::new(format_args!("unknown format {word:?}")))?
        }
        None => Form::of_text(text.as_bytes()),
    };
    let problem = form.read_within(text.as_bytes(), job.memory);
    let problem = problem.map_err(|error| match word {
        Some(_) => error,
        None => form.suggest(error, text.as_bytes(), job.memory),
    })?;
    Ok((Arc::new(problem), others))
}

/// The items and the options of a problem, if they are few.
pub(super) fn show(fields: &Value, job: &Job) -> Result<Answer, Fault> {
    let (problem, Nothing {}) = read(fields, job)?;
    let uses = |option: OptionId| {
        let uses = problem.uses_of(option);
        let uses = uses.map(|(item, colour)| Use {
            item: item.index(),
            colour: colour.map(|colour| problem.colour_name(colour)),
        });
        uses.collect::<Vec<_>>()
    };
    let size: usize = problem
        .options()
        .map(|option| problem.items_of(option).len())
        .sum();
    let is_small = size <= MOST_USES && problem.item_count() <= MOST_USES;
    let item = |item| Item {
        name: problem.name(item),
        primary: problem.is_primary(item),
    };
    let items = is_small.then(|| problem.items().map(item).collect::<Vec<_>>());
    let options = is_small.then(|| problem.options().map(uses).collect::<Vec<_>>());
    let notes: Vec<String> = problem
        .notes()
        .iter()
        .map(|note| note.display(&problem).to_string())
        .take(20)
        .collect();
    let sizes = json!({
        "items": problem.item_count(),
        "options": problem.option_count(),
        "uses": size,
    });
    let answer = Answer::new(Stop::Exhausted)
        .with("items", items)
        .with("options", options)
        .with("sizes", sizes)
        .with("notes", notes);
    Ok(answer)
}
