//! Questions about tilings.
//!
//! ```text
//! given    the board and the pieces of a question
//! shown    the empty board, the pieces, and a sheet to cut them out
//! solve    tilings, their number, and why there is none
//! steps    how a person would find a tiling
//! ```

mod given;
mod shown;
mod solve;
mod steps;

use serde_json::Value;

use crate::fault::Fault;
use crate::job::Job;
use crate::message::Answer;

/// Answers a question about a tiling; `None` if there is no such question.
pub(crate) fn ask(word: &str, fields: &Value, job: &Job) -> Option<Result<Answer, Fault>> {
    Some(match word {
        "show" => shown::show(fields, job),
        "sheet" => shown::sheet(fields),
        "fill" => solve::fill(fields, job),
        "count" => solve::count(fields, job),
        "explain" => solve::explain(fields, job),
        "steps" => steps::steps(fields, job),
        _ => return None,
    })
}
