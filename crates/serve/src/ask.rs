//! The messages of the page. docs/page.md has the protocol.

use std::sync::Arc;

use quadrille_core::CancelToken;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::questions::{Busy, Questions};

/// Answers a question of the page: what [`quadrille_page::answer`] does. The last argument takes
/// messages about the progress.
pub type Answering =
    dyn Fn(&str, &CancelToken, Box<dyn FnMut(String) + Send>) -> String + Send + Sync;

/// The most questions of a connection at a time.
pub(crate) const MOST: usize = 100;

/// What a message says to this server. The rest is for whoever answers.
#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    id: &'a RawValue,
    #[serde(default)]
    cancel: bool,
}

#[derive(Serialize)]
struct Cancelled<'a> {
    id: &'a RawValue,
    cancelled: bool,
}

#[derive(Serialize)]
struct Refused<'a> {
    id: Option<&'a RawValue>,
    error: Refusal,
}

#[derive(Serialize)]
struct Refusal {
    message: String,
    help: &'static str,
}

/// Takes a message of the page.
pub(crate) fn take(text: &str, questions: &Arc<Questions>, answering: &Arc<Answering>) {
    let refuse = |id, message, help| {
        let error = Refusal { message, help };
        questions.send(json(&Refused { id, error }));
    };
    let message: Message<'_> = match serde_json::from_str(text) {
        Ok(message) => message,
        Err(error) => {
            let message = format!("invalid message: {error}");
            return refuse(None, message, "send {\"id\": NUMBER, \"ask\": NAME, ...}");
        }
    };
    let id = message.id;
    if message.cancel {
        if questions.cancel(id.get()) {
            let cancelled = true;
            questions.send(json(&Cancelled { id, cancelled }));
        }
        return;
    }
    let failed = json(&Refused {
        id: Some(id),
        error: Refusal {
            message: "internal error".to_owned(),
            help: "please report this question as a bug",
        },
    });
    let (question, answering) = (text.to_owned(), Arc::clone(answering));
    let asked = Arc::clone(questions);
    let begun = questions.begin(id.get(), MOST, failed, move |token| {
        answering(&question, token, Box::new(move |text| asked.send(text)))
    });
    match begun {
        Ok(()) => {}
        Err(Busy::Full) => refuse(
            Some(id),
            format!("too many questions at once: at most {MOST}"),
            "wait for an answer, or cancel a question",
        ),
        Err(Busy::Name) => refuse(
            Some(id),
            format!("another question has the id {id}"),
            "give each question an id of its own",
        ),
    }
}

/// A value as JSON.
pub(crate) fn json(value: &impl Serialize) -> String {
    // These types have no keys that JSON cannot have.
    serde_json::to_string(value).unwrap_or_default()
}
