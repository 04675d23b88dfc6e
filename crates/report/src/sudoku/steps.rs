//! Steps of a board as text and as JSON.

use std::collections::BTreeMap;
use std::fmt;

use quadrille_core::steps::{End, Kind};
use quadrille_sudoku::{BoardPath, BoardStep, Shape};
use serde::Serialize;

/// The stages of a hint: where to look, which technique, the whole step.
const PLACE: u8 = 1;
const TECHNIQUE: u8 = 2;
pub(super) const WHOLE: u8 = 3;

/// Writes the numbered steps, one on each line, and below them the solution, or why there is none.
pub(super) fn write_path(
    path: &BoardPath,
    shape: &Shape,
    name: impl Fn(u8) -> String,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let steps = (1..).zip(&path.steps);
    let mut lines: Vec<String> = steps
        .map(|(number, step)| format!("{number}. {}", step.to_text(&name)))
        .collect();
    lines.extend(path.solution(shape));
    lines.extend(path.remark().map(str::to_owned));
    match &*lines {
        [] => f.write_str("unknown"),
        lines => f.write_str(&lines.join("\n")),
    }
}

/// The next step, up to a stage.
pub(super) fn hint(path: &BoardPath, stage: u8, name: impl Fn(u8) -> String) -> String {
    match (path.steps.first(), stage) {
        (Some(step), PLACE) => step.to_place(name),
        (Some(step), TECHNIQUE) => step.to_clue(name),
        (Some(step), _) => step.to_text(name),
        (None, _) if path.is_solved() => "The board is solved.".to_owned(),
        (None, _) => path.remark().unwrap_or("unknown").to_owned(),
    }
}

pub(super) fn verdict(path: &BoardPath) -> &'static str {
    match path.end {
        None => "step",
        Some(End::Solved) => "solved",
        Some(End::NoSolution) if path.assumes_unique() => "not-unique",
        Some(End::NoSolution) => "none",
        Some(End::Stuck) if path.is_free => "several",
        Some(End::Stuck) => "stuck",
    }
}

/// A step as an object.
#[derive(Serialize)]
pub(super) struct Object {
    place: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    technique: Option<&'static str>,
    #[serde(flatten)]
    whole: Option<Whole>,
}

/// What the last stage of a hint adds.
#[derive(Serialize)]
struct Whole {
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<Kind>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    placed: BTreeMap<String, u32>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    removed: BTreeMap<String, Vec<u32>>,
    text: String,
}

/// The steps as objects, with values as numbers.
pub(super) fn objects(path: &BoardPath, shape: &Shape, stage: u8) -> Vec<Object> {
    let object = |step: &BoardStep| Object {
        place: step.place(|value| shape.number(value).to_string()),
        technique: (stage >= TECHNIQUE).then(|| step.technique.name()),
        whole: (stage >= WHOLE).then(|| Whole::new(step, shape)),
    };
    path.steps.iter().map(object).collect()
}

impl Whole {
    fn new(step: &BoardStep, shape: &Shape) -> Self {
        let cell = |cell: usize| shape.name(cell).to_string();
        let placed = step.placed.iter();
        let placed = placed.map(|&(at, value)| (cell(at), shape.number(value)));
        let mut removed: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for &(at, value) in &step.removed {
            removed
                .entry(cell(at))
                .or_default()
                .push(shape.number(value));
        }
        Self {
            kind: step
                .deduction
                .as_ref()
                .map(|deduction| deduction.reason.kind()),
            placed: placed.collect(),
            removed,
            text: step.to_text(|value| shape.number(value).to_string()),
        }
    }
}
