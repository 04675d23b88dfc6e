//! Questions and replies as JSON.

use std::time::Duration;

use quadrille_core::Stop;
use quadrille_report::{Ending, Report};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::fault::Fault;

/// What is asked.
pub(crate) struct Question {
    pub(crate) id: Value,
    /// What is asked, such as `board.check`.
    pub(crate) ask: String,
    pub(crate) limits: Limits,
    /// All other fields.
    pub(crate) fields: Value,
}

/// The limits of a question. Those of the host hold, too.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Limits {
    pub(crate) seconds: Option<f64>,
    pub(crate) memory: Option<u64>,
}

impl Question {
    /// Reads a question. Where there is none, returns the id, as far as it is known, and the fault.
    pub(crate) fn read(text: &str) -> Result<Self, Box<(Value, Fault)>> {
        let read: Result<Map<String, Value>, _> = serde_json::from_str(text);
        let wrong = |id: &Value, fault| Box::new((id.clone(), fault));
        let mut object = read.map_err(|error| wrong(&Value::Null, Fault::of_question(&error)))?;
        let id = object.remove("id").unwrap_or_default();
        let Some(Value::String(ask)) = object.remove("ask") else {
            return Err(wrong(&id, Fault::new("the question has no \"ask\"")));
        };
        let limits = object.remove("limits").map(serde_json::from_value);
        let limits = limits.transpose();
        let limits: Option<Limits> =
            limits.map_err(|error| wrong(&id, Fault::of_question(&error)))?;
        let seconds = limits.and_then(|limits| limits.seconds);
        if seconds.is_some_and(|seconds| seconds < 0.0) {
            let what = "the time limit is less than 0 seconds";
            return Err(wrong(&id, Fault::new(what)));
        }
        Ok(Self {
            id,
            ask,
            limits: limits.unwrap_or_default(),
            fields: Value::Object(object),
        })
    }
}

/// Reads the fields of a question.
pub(crate) fn fields<T: DeserializeOwned>(fields: &Value) -> Result<T, Fault> {
    T::deserialize(fields).map_err(|error| Fault::of_question(&error))
}

/// Reads the fields with some names, which say what the question is about, and the other fields.
pub(crate) fn split_fields<N: DeserializeOwned, T: DeserializeOwned>(
    all: &Value,
    names: &[&str],
) -> Result<(N, T), Fault> {
    let all = all.as_object().cloned().unwrap_or_default();
    let is_named = |(key, _): &(String, Value)| names.contains(&&**key);
    let (named, others): (Map<_, _>, Map<_, _>) = all.into_iter().partition(is_named);
    let named = fields(&Value::Object(named))?;
    Ok((named, fields(&Value::Object(others))?))
}

/// A question without other fields.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// An answer: its text, its report, and further fields.
pub(crate) struct Answer(Map<String, Value>);

impl Answer {
    /// An answer that no command has.
    pub(crate) fn new(stop: Stop) -> Self {
        let mut object = Map::new();
        for (key, value) in [("text", json!("")), ("report", Value::Null)] {
            object.insert(key.to_owned(), value);
        }
        object.insert("remark".to_owned(), json!(""));
        object.insert("stop".to_owned(), json!(stop.to_string()));
        Self(object)
    }

    /// The answer that a command prints: its text and its report.
    pub(crate) fn of(report: &(impl Ending + Serialize), text: impl Into<String>) -> Self {
        let stop = report.stop();
        let value = serde_json::to_value(report).unwrap_or_default();
        let limit = match stop {
            Stop::Cancelled => "the user".to_owned(),
            stop => format!("the {stop}"),
        };
        Self::new(stop)
            .with("text", text.into())
            .with("report", value)
            .with("remark", report.remark(&limit))
    }

    /// The answer that a command prints.
    pub(crate) fn of_report(report: &impl Report) -> Result<Self, Fault> {
        let mut text = Vec::new();
        report.write_text(&mut text).map_err(Fault::new)?;
        let text = String::from_utf8_lossy(&text).trim_end().to_owned();
        Ok(Self::of(report, text))
    }

    /// Adds a field, or replaces it.
    pub(crate) fn with(mut self, key: &str, value: impl Serialize) -> Self {
        let value = serde_json::to_value(value).unwrap_or_default();
        self.0.insert(key.to_owned(), value);
        self
    }

    /// Adds the fields of another answer, except those that every answer has.
    pub(crate) fn and(mut self, other: Self) -> Self {
        for (key, value) in other.0 {
            self.0.entry(key).or_insert(value);
        }
        self
    }

    pub(crate) fn into_value(self) -> Value {
        Value::Object(self.0)
    }
}

/// The messages about a question.
pub(crate) struct Reply;

impl Reply {
    pub(crate) fn answer(id: &Value, answer: Value, time: Duration) -> String {
        #[derive(Serialize)]
        struct Message<'a> {
            id: &'a Value,
            answer: Value,
            seconds: f64,
        }
        let seconds = time.as_secs_f64();
        Self::text(&Message {
            id,
            answer,
            seconds,
        })
    }

    pub(crate) fn fault(id: &Value, error: &Fault) -> String {
        #[derive(Serialize)]
        struct Message<'a> {
            id: &'a Value,
            error: &'a Fault,
        }
        Self::text(&Message { id, error })
    }

    pub(crate) fn greeting(host: &Value) -> String {
        Self::text(&json!({ "host": host }))
    }

    pub(crate) fn cancelled(id: &Value) -> String {
        Self::text(&json!({ "id": id, "cancelled": true }))
    }

    pub(crate) fn progress(id: &Value, text: &str, time: Duration) -> String {
        let progress = json!({ "text": text, "seconds": time.as_secs_f64() });
        Self::text(&json!({ "id": id, "progress": progress }))
    }

    fn text(message: &impl Serialize) -> String {
        // Values and texts can always be written.
        serde_json::to_string(message).unwrap_or_default()
    }
}
