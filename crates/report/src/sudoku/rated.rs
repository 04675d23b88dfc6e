//! How hard a board is, as text and as JSON.

use std::fmt;

use quadrille_sudoku::{Effort, Guesses, Rating};
use serde::ser::SerializeMap;

use super::map::Map;

/// Tenths as a number: 4.2
fn tenths(cost: u64) -> f64 {
    cost as f64 / 10.0
}

/// `hard 4.2: XY-wing; sum 97.4: full house 12, hidden single 40, XY-wing 1`
pub(super) fn write_rating(rating: &Rating, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{}", rating.difficulty())?;
    if rating.is_public {
        write!(f, " {:.1}", tenths(rating.cost))?;
    }
    let hardest = rating.hardest.in_sentence();
    write!(f, ": {hardest}; sum {:.1}: ", tenths(rating.sum))?;
    let steps = rating.steps.iter();
    let steps = steps.map(|(technique, times)| format!("{} {times}", technique.in_sentence()));
    f.write_str(&steps.collect::<Vec<String>>().join(", "))
}

pub(super) fn write_effort(effort: &Effort, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Guesses {
        mean,
        error,
        at_least,
        ..
    } = effort.guesses;
    let inference = effort.inference;
    if at_least {
        write!(f, "guesses over {mean:.0}")?;
    } else {
        write!(f, "guesses {mean:.2} ±{error:.2}")?;
    }
    write!(f, ", inference {inference}")?;
    let Some(calls) = effort.calls else {
        return Ok(());
    };
    let number = |number: Option<u64>| match number {
        Some(number) => number.to_string(),
        None => format!("over {}", calls.most),
    };
    let [low, median, high] = [calls.low, calls.median, calls.high].map(number);
    write!(f, ", calls {median} ({low} to {high})")
}

/// `braids 5`
pub(super) fn length(kind: &str, length: Option<usize>) -> String {
    match length {
        Some(length) => format!("{kind} {length}"),
        None => format!("{kind} of any length do not solve it"),
    }
}

/// The entries of the object of a rating.
pub(super) fn rating_entries<M: SerializeMap>(
    object: &mut M,
    rating: &Rating,
) -> Result<(), M::Error> {
    let number = rating.is_public.then(|| tenths(rating.cost));
    let steps = rating.steps.iter();
    let steps: Map<&str, u64> = steps
        .map(|(technique, &times)| (technique.name(), times))
        .collect();
    object.serialize_entry("difficulty", rating.difficulty().name())?;
    object.serialize_entry("hardest", rating.hardest.name())?;
    object.serialize_entry("number", &number)?;
    object.serialize_entry("steps", &steps)?;
    object.serialize_entry("sum", &tenths(rating.sum))?;
    object.serialize_entry("verdict", "rated")
}

/// The entries of the object of an effort.
pub(super) fn effort_entries<M: SerializeMap>(
    object: &mut M,
    effort: &Effort,
) -> Result<(), M::Error> {
    let calls = effort.calls.map(|calls| {
        let [high, low, median] = [calls.high, calls.low, calls.median];
        Map(vec![("high", high), ("low", low), ("median", median)])
    });
    object.serialize_entry("at_least", &effort.guesses.at_least)?;
    object.serialize_entry("calls", &calls)?;
    object.serialize_entry("error", &effort.guesses.error)?;
    object.serialize_entry("guesses", &effort.guesses.mean)?;
    object.serialize_entry("inference", &effort.inference.to_string())?;
    object.serialize_entry("verdict", "measured")
}
