//! Questions about boards.
//!
//! ```text
//! given    the puzzle of a question, with the values and marks of a solver
//! text     text of any format as a puzzle
//! read     the question about a text
//! shown    a puzzle as the page shows it
//! solve    solutions, their number, true candidates, difficulty, explanations
//! mistakes what a solver entered wrongly
//! steps    the next step, and all steps
//! make     puzzles of the generator, puzzles without what they do not need
//! write    a puzzle in a format
//! ```

mod given;
mod make;
mod mistakes;
mod read;
mod shown;
mod solve;
mod steps;
mod text;
mod write;

use serde_json::Value;

use crate::fault::Fault;
use crate::job::Job;
use crate::message::Answer;

/// Answers a question about a board; `None` if there is no such question.
pub(crate) fn ask(word: &str, fields: &Value, job: &Job) -> Option<Result<Answer, Fault>> {
    Some(match word {
        "read" => read::read(fields),
        "show" => shown::show(fields),
        "check" => solve::check(fields, job),
        "solve" => solve::solve(fields, job),
        "candidates" => solve::candidates(fields, job),
        "count" => solve::count(fields, job),
        "rate" => solve::rate(fields, job),
        "explain" => solve::explain(fields, job),
        "hint" => steps::hint(fields, job),
        "steps" => steps::steps(fields, job),
        "generate" => make::generate(fields, job),
        "minimize" => make::minimize(fields, job),
        "write" => write::write(fields),
        _ => return None,
    })
}
