//! Solutions of a problem, their number, why there is none, and its steps.

use std::sync::Arc;

use quadrille_core::steps::Steps;
use quadrille_core::text::solutions::Writer;
use quadrille_core::{Assumptions, Method, Problem, Solver, Stop, explain_with};
use quadrille_report::{Ending, Explained, ProblemWords, Stepped, Total};
use serde_json::Value;

use super::given::read;
use crate::fault::Fault;
use crate::job::Job;
use crate::list::Which;
use crate::message::{Answer, Nothing};

/// The most solutions of one answer.
const MOST_SOLUTIONS: u64 = 1000;

fn compiled(problem: &Arc<Problem>, job: &Job) -> Result<Solver, Fault> {
    let solver = Solver::within(problem.clone(), &job.settings(), job.budget.clone());
    solver.map_err(Fault::stopped)
}

/// Solutions, one after another, as numbers of options from 0.
pub(super) fn solve(fields: &Value, job: &Job) -> Result<Answer, Fault> {
    let (problem, which): (_, Which) = read(fields, job)?;
    let solver = compiled(&problem, job)?;
    let mut search = solver.search();
    job.prepare(&mut search);
    let mut listed = Vec::new();
    let mut writer = Writer::text(&*problem, Vec::new());
    let found = which.visit(&mut search, MOST_SOLUTIONS, |solution| {
        let options = solution.iter().map(|option| option.index());
        listed.push(options.collect::<Vec<usize>>());
        writer.write(solution).map_err(Fault::new)
    })?;
    let limit = format!("the {}", found.stop);
    let remark = match (found.stop, found.solutions) {
        (Stop::Exhausted, 0) if which.skip > 0 => "no further solution".to_owned(),
        _ => found.remark(&limit),
    };
    Ok(Answer::new(found.stop)
        .with(
            "text",
            String::from_utf8_lossy(&writer.into_inner()).trim_end(),
        )
        .with("remark", remark)
        .with("solutions", listed))
}

/// The number of solutions.
pub(super) fn count(fields: &Value, job: &Job) -> Result<Answer, Fault> {
    let (problem, Nothing {}) = read(fields, job)?;
    let solver = compiled(&problem, job)?;
    let mut search = solver.search();
    job.prepare(&mut search);
    let answer = search.count_by(Method::Auto);
    let total = Total::new(&answer);
    Ok(Answer::of_report(&total)?
        .with("count", answer.value.to_string())
        .with("exact", !answer.stop.is_limit()))
}

/// Why there is no solution.
pub(super) fn explain(fields: &Value, job: &Job) -> Result<Answer, Fault> {
    let (problem, Nothing {}) = read(fields, job)?;
    let budget = job.budget.clone();
    let answer = explain_with(
        &problem,
        &Assumptions::new(),
        budget,
        job.threads,
        |so_far| {
            job.say(&format!("no solution: conflict of {} so far", so_far.size));
        },
    );
    let explained = Explained {
        problem: &problem,
        answer: &answer,
    };
    Answer::of_report(&explained)
}

/// The steps by which a person would solve the problem.
pub(super) fn steps(fields: &Value, job: &Job) -> Result<Answer, Fault> {
    let (problem, Nothing {}) = read(fields, job)?;
    let mut stepped = Stepped::new(ProblemWords(&problem), true);
    let search = Steps::new(problem.clone(), &Assumptions::new(), &job.budget);
    stepped.take(search, &job.budget, |_, _, _| Ok::<(), Fault>(()))?;
    Answer::of_report(&stepped)
}
