//! How a person would find a tiling.

use quadrille_core::steps::Steps;
use quadrille_core::{Assumptions, Stop};
use quadrille_report::{Stepped, TilingWords};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

use super::given::Given;
use super::shown::svg;
use crate::fault::Fault;
use crate::job::Job;
use crate::message::Answer;

/// The most steps of one answer.
const MOST: usize = 500;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    most: Option<usize>,
}

#[derive(Serialize)]
struct Step {
    text: String,
    svg: Option<String>,
}

pub(super) fn steps(fields: &Value, job: &Job) -> Result<Answer, Fault> {
    let (given, Fields { most }) = Given::read(fields)?;
    let most = most.unwrap_or(MOST).min(MOST);
    let packing = given.packing(job)?;
    if let Some(obstacle) = packing.obstacle(job.budget.clone()).value {
        let words = obstacle.caption(&packing);
        let none: Vec<Step> = Vec::new();
        return Ok(Answer::new(Stop::Exhausted)
            .with("remark", words)
            .with("steps", none));
    }
    let words = TilingWords {
        board: "",
        packing: &packing,
    };
    let mut stepped = Stepped::new(words, true);
    let search = Steps::new(
        Arc::clone(packing.problem()),
        &Assumptions::new(),
        &job.budget,
    );
    let is_drawable = packing.is_drawable();
    let mut steps = Vec::new();
    stepped.take(search, &job.budget, |step, text, chosen| {
        if steps.len() < most {
            let svg = is_drawable.then(|| svg(&packing, &packing.step_picture(chosen, step)));
            let text = text.to_owned();
            steps.push(Step { text, svg });
        }
        Ok::<(), Fault>(())
    })?;
    let end = stepped.last_line();
    Ok(Answer::of_report(&stepped)?
        .with("steps", steps)
        .with("end", end))
}
