//! The page: what a browser asks, and what it gets.
//!
//! * [`answer`] answers one question: a JSON object in, a JSON object out. The program behind
//!   `quadrille serve` and the WebAssembly module call it, so that both say the same.
//! * [`Host`] says what a question may use. [`files`] are the files that a browser loads.
//!
//! This crate knows no sockets, threads and files. `docs/page.md` lists the questions.
//!
//! ```text
//! lib      one question: read, ask, reply
//! files    what a browser loads
//! board, tiling, cover   the questions of the three rooms
//! job      limits, progress and threads of one question
//! list     solutions, one after another
//! message  questions and replies as JSON
//! fault    why a question has no answer
//! ```
//!
//! ```
//! use quadrille_core::CancelToken;
//! use quadrille_page::{Host, answer};
//!
//! let question = r#"{"id": 1, "ask": "cover.count", "text": "a b\na\nb\na b\n"}"#;
//! let reply = answer(question, &Host::default(), &CancelToken::new(), |_| ());
//! assert!(reply.starts_with(r#"{"id":1,"answer":{"count":"2""#), "{reply}");
//! ```

mod board;
mod cover;
mod fault;
mod files;
mod job;
mod list;
mod message;
mod tiling;

use quadrille_core::CancelToken;
use serde_json::Value;

pub use files::{File, files};
pub use job::Host;

use fault::Fault;
use job::Job;
use message::{Question, Reply};

/// Answers one question, which is one JSON object, by another one:
/// `{"id":7,"answer":{...},"seconds":0.01}`, `{"id":7,"error":{"message":"..."}}` or
/// `{"id":7,"cancelled":true}`.
///
/// A question has an `id`, which its reply repeats, a word `ask`, and further fields. `cancel`
/// stops it within a few milliseconds. `progress` gets messages `{"id":7,"progress":{...}}`, at
/// most four a second. Takes as long as the question does, at most the time of the host and a few
/// milliseconds.
pub fn answer(
    question: &str,
    host: &Host,
    cancel: &CancelToken,
    progress: impl FnMut(String) + Send + 'static,
) -> String {
    let question = match Question::read(question) {
        Ok(question) => question,
        Err(wrong) => return Reply::fault(&wrong.0, &wrong.1),
    };
    let job = Job::new(&question, host, cancel, progress);
    let found = found(&question, &job);
    if cancel.is_cancelled() {
        return Reply::cancelled(&question.id);
    }
    match found {
        Ok(answer) => Reply::answer(&question.id, answer.into_value(), job.budget.elapsed()),
        Err(fault) => Reply::fault(&question.id, &fault),
    }
}

fn found(question: &Question, job: &Job) -> Result<message::Answer, Fault> {
    let (room, word) = question.ask.split_once('.').unwrap_or(("", &question.ask));
    let fields = &question.fields;
    let found = match room {
        "board" => board::ask(word, fields, job),
        "tile" => tiling::ask(word, fields, job),
        "cover" => cover::ask(word, fields, job),
        _ => None,
    };
    found.unwrap_or_else(|| {
        let ask = Value::from(&*question.ask);
        Err(Fault::new(format!("unknown question {ask}")))
    })
}
