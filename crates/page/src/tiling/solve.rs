//! Tilings, their number, and why there is none.

use quadrille_core::{Assumptions, Count, Explanation, Stop, explain_with};
use quadrille_report::{Explained, Found, Tiled, Tilings};
use quadrille_tile::{Symmetries, Turning};
use serde::Deserialize;
use serde_json::Value;

use super::given::{Given, compiled};
use super::shown::svg;
use crate::fault::Fault;
use crate::job::Job;
use crate::list::Which;
use crate::message::{Answer, Nothing};

/// The most tilings of one answer.
const MOST_TILINGS: u64 = 100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Symmetry {
    symmetry: Option<String>,
}

/// Tilings, one after another.
pub(super) fn fill(fields: &Value, job: &Job) -> Result<Answer, Fault> {
    let (given, which): (_, Which) = Given::read(fields)?;
    let packing = given.packing(job)?;
    if let Some(obstacle) = packing.obstacle(job.budget.clone()).value {
        let none = Found {
            solutions: 0,
            stop: Stop::Exhausted,
        };
        let picture = obstacle.picture(&packing);
        return Ok(tilings(&none, Vec::new(), Vec::new())
            .with("remark", obstacle.caption(&packing))
            .with("svg", picture.map(|picture| svg(&packing, &picture))));
    }
    let solver = compiled(&packing, job)?;
    let mut search = solver.search();
    job.prepare(&mut search);
    let (mut svgs, mut listed) = (Vec::new(), Vec::new());
    let is_drawable = packing.is_drawable();
    let found = which.visit(&mut search, MOST_TILINGS, |solution| {
        if is_drawable {
            svgs.push(svg(&packing, &packing.picture(solution)));
        }
        let tiled = Tiled::new("", &packing, solution);
        listed.push(serde_json::to_value(tiled).unwrap_or_default());
        Ok(())
    })?;
    let answer = tilings(&found, svgs, listed);
    Ok(match (found.stop, found.solutions) {
        (Stop::Exhausted, 0) if which.skip > 0 => answer.with("remark", "no further tiling"),
        (Stop::Exhausted, 0) => answer.with("remark", "no tiling"),
        _ => answer,
    })
}

/// An answer with tilings. They have no report in common: each has one of its own.
fn tilings(found: &Found, svgs: Vec<String>, listed: Vec<Value>) -> Answer {
    use quadrille_report::Ending;
    let limit = format!("the {}", found.stop);
    Answer::new(found.stop)
        .with("remark", found.remark(&limit))
        .with("svgs", svgs)
        .with("tilings", listed)
}

/// The number of tilings, perhaps up to symmetry.
pub(super) fn count(fields: &Value, job: &Job) -> Result<Answer, Fault> {
    let (given, Symmetry { symmetry }) = Given::read(fields)?;
    let packing = given.packing(job)?;
    let turning = match symmetry.as_deref() {
        None | Some("none") => None,
        Some("all") => Some(Turning::Free),
        Some("rotations") => Some(Turning::OneSided),
        Some(word) => return Err(Fault::new(format_args!("unknown symmetry {word:?}"))),
    };
    let symmetries = turning.map(|turning| Symmetries::within(&packing, turning, &job.budget));
    let symmetries = symmetries.transpose().map_err(Fault::stopped)?;
    if let Some(obstacle) = packing.obstacle(job.budget.clone()).value {
        let report = Tilings::new("", Count::default(), Stop::Exhausted);
        return Ok(counted(&report, "0", true)?.with("remark", obstacle.caption(&packing)));
    }
    let solver = compiled(&packing, job)?;
    let Some(symmetries) = symmetries else {
        let mut search = solver.search();
        job.prepare(&mut search);
        let all = search.count();
        let report = Tilings::new("", all.value.clone(), all.stop);
        return counted(&report, &all.value.to_string(), !all.stop.is_limit());
    };
    let found = symmetries.count_within(&solver, &job.settings(), &job.budget, |search| {
        job.prepare(search);
    });
    let found = found.map_err(Fault::new)?;
    let count = found.up_to_symmetry.to_string();
    let report = Tilings::new("", found.all.value, found.stop);
    let report = report.up_to_symmetry(found.up_to_symmetry, &symmetries);
    counted(&report, &count, !found.stop.is_limit())
}

fn counted(report: &Tilings<'_>, count: &str, is_exact: bool) -> Result<Answer, Fault> {
    Ok(Answer::of_report(report)?
        .with("count", count)
        .with("exact", is_exact))
}

/// Why there is no tiling, with the colouring drawn if there is one.
pub(super) fn explain(fields: &Value, job: &Job) -> Result<Answer, Fault> {
    let (given, Nothing {}) = Given::read(fields)?;
    let packing = given.packing(job)?;
    if let Some(obstacle) = packing.obstacle(job.budget.clone()).value {
        let picture = obstacle
            .picture(&packing)
            .map(|picture| svg(&packing, &picture));
        return Ok(Answer::new(Stop::Exhausted)
            .with("text", obstacle.describe(&packing))
            .with("svg", picture));
    }
    let (assumptions, problem) = (Assumptions::new(), packing.problem());
    let answer = explain_with(
        problem,
        &assumptions,
        job.budget.clone(),
        job.threads,
        |so_far| {
            job.say(&format!(
                "no tiling: {} items left that conflict",
                so_far.size
            ));
        },
    );
    let explained = Explained {
        problem,
        answer: &answer,
    };
    let cells = match &answer.value {
        Explanation::Conflict(conflict) => packing.cells_of_items(&conflict.items),
        _ => Vec::new(),
    };
    let is_drawn = !cells.is_empty() && packing.is_drawable();
    let picture = is_drawn.then(|| svg(&packing, &packing.marked_picture(&cells)));
    Ok(Answer::of_report(&explained)?.with("svg", picture))
}
