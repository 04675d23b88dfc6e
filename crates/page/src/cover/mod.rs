//! Questions about any exact-cover problem.

mod dance;
mod given;
mod solve;

use serde_json::Value;

use crate::fault::Fault;
use crate::job::Job;
use crate::message::Answer;

/// Answers a question about a problem; `None` if there is no such question.
pub(crate) fn ask(word: &str, fields: &Value, job: &Job) -> Option<Result<Answer, Fault>> {
    Some(match word {
        "read" => given::show(fields, job),
        "solve" => solve::solve(fields, job),
        "count" => solve::count(fields, job),
        "explain" => solve::explain(fields, job),
        "steps" => solve::steps(fields, job),
        "dance" => dance::dance(fields, job),
        _ => return None,
    })
}
