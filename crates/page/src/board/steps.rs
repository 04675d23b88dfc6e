//! The next step of a board, and all steps, with their pictures.

use quadrille_core::Answer as Found;
use quadrille_report::sudoku::Finding;
use quadrille_sudoku::{BoardPath, BoardStep, Route, StepFigure};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::given::Given;
use super::mistakes::mistakes;
use super::shown::svg;
use crate::fault::Fault;
use crate::job::Job;
use crate::message::Answer;

/// How much of the next step is said, and what it may assume.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hint {
    /// 1 where to look, 2 also the technique, 3 the whole step.
    #[serde(default = "whole")]
    stage: u8,
    /// Whether steps may assume that there is one solution.
    #[serde(default)]
    unique: bool,
}

fn whole() -> u8 {
    3
}

/// How many steps are shown, and what they may assume.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Steps {
    most: Option<usize>,
    #[serde(default)]
    unique: bool,
}

/// A step of a path.
#[derive(Serialize)]
struct Step {
    text: String,
    technique: &'static str,
    placed: super::given::Values,
    removed: std::collections::BTreeMap<String, Vec<u32>>,
    svg: String,
}

/// The steps of a board with their pictures.
fn path(
    given: &Given,
    most: Option<usize>,
    unique: bool,
    job: &Job,
) -> Result<Found<BoardPath>, Fault> {
    let mut search = given.search(job)?;
    let mut route = Route::new();
    if let Some(most) = most {
        route = route.most(most);
    }
    if unique {
        route = route.assume_unique(&given.puzzle.board);
    }
    let mut found = search.steps(&given.board, &route);
    match search.figures(&given.board, &found.value) {
        Ok(figures) => found.value.figures = figures,
        Err(stop) => {
            // A step without its picture is not shown.
            found.value.steps.clear();
            found.stop = stop;
        }
    }
    Ok(found)
}

/// The next step, up to a stage.
pub(super) fn hint(fields: &Value, job: &Job) -> Result<Answer, Fault> {
    let (given, Hint { stage, unique }) = Given::read(fields)?;
    if !(1..=3).contains(&stage) {
        return Err(Fault::new("the stage of a hint is 1, 2 or 3"));
    }
    if let Some(answer) = mistakes(&given, job)? {
        return Ok(answer);
    }
    let found = path(&given, Some(1), unique, job)?;
    let first = found.value.steps.first().zip(found.value.figures.first());
    let drawn = first.map(|(_, figure)| {
        let figure = figure.clone();
        let figure = if stage < 3 {
            figure.without_argument()
        } else {
            figure
        };
        drawn(&given, &figure)
    });
    let step = first.map(|(step, _)| step.clone());
    let answer = given.answer(&found.map(|path| Finding::Hint(path, stage)));
    let answer = answer.with("svg", drawn);
    Ok(match step {
        Some(step) if stage == 3 => answer
            .with("technique", step.technique.name())
            .with("placed", placed(&given, &step))
            .with("removed", removed(&given, &step)),
        Some(step) if stage == 2 => answer.with("technique", step.technique.name()),
        _ => answer,
    })
}

/// The steps up to the solution, or until none is left.
pub(super) fn steps(fields: &Value, job: &Job) -> Result<Answer, Fault> {
    let (given, Steps { most, unique }) = Given::read(fields)?;
    if let Some(answer) = mistakes(&given, job)? {
        let none: [Step; 0] = [];
        return Ok(answer.with("steps", none));
    }
    let found = path(&given, most, unique, job)?;
    let name = |value| given.shape().number(value).to_string();
    let both = found.value.steps.iter().zip(&found.value.figures);
    let steps: Vec<Step> = both
        .map(|(step, figure)| Step {
            text: step.to_text(name),
            technique: step.technique.name(),
            placed: placed(&given, step),
            removed: removed(&given, step),
            svg: drawn(&given, figure),
        })
        .collect();
    let end = found.value.remark().map(str::to_owned);
    let answer = given.answer(&found.map(Finding::Steps));
    Ok(answer.with("steps", steps).with("end", end))
}

fn drawn(given: &Given, figure: &StepFigure) -> String {
    let shape = given.shape();
    let name = |value| shape.number(value).to_string();
    svg(&shape.picture_of_step(figure, &given.puzzle.board, name))
}

fn placed(given: &Given, step: &BoardStep) -> super::given::Values {
    let number = |&(cell, value): &(usize, u8)| (given.name(cell), given.shape().number(value));
    step.placed.iter().map(number).collect()
}

fn removed(given: &Given, step: &BoardStep) -> std::collections::BTreeMap<String, Vec<u32>> {
    let mut removed = std::collections::BTreeMap::<_, Vec<u32>>::new();
    for &(cell, value) in &step.removed {
        let numbers = removed.entry(given.name(cell)).or_default();
        numbers.push(given.shape().number(value));
    }
    removed
}
