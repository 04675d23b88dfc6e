//! Numbers of solutions.

use std::fmt;
use std::io::Write;

use serde::Serialize;

use super::{Ending, Report};
use quadrille_core::text::solutions::NamedOption;
use quadrille_core::text::{WriteError, quantity};
use quadrille_core::{Answer, Count, Stop};

/// The number of solutions, or a lower bound if a limit stopped the count.
///
/// `{"count":92,"stop":"exhausted"}`, `{"at_least":17,"stop":"time limit"}`
#[derive(Clone, Debug, Serialize)]
pub struct Total<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<&'a Count>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<&'a Count>,
    stop: Stop,
}

impl<'a> Total<'a> {
    /// Reports the answer of a count.
    #[must_use]
    pub fn new(answer: &'a Answer<Count>) -> Self {
        Self::so_far(&answer.value, answer.stop)
    }

    /// Reports a number that was counted until the question stopped.
    #[must_use]
    pub fn so_far(count: &'a Count, stop: Stop) -> Self {
        let stopped = stop.is_limit();
        Self {
            count: (!stopped).then_some(count),
            at_least: stopped.then_some(count),
            stop,
        }
    }
}

impl Ending for Total<'_> {
    fn stop(&self) -> Stop {
        self.stop
    }

    fn is_answer(&self) -> bool {
        self.count.is_some_and(|count| !count.is_zero())
    }

    fn remark(&self, limit: &str) -> String {
        self.at_least.map_or_else(String::new, |count| {
            format!("at least {count}: stopped by {limit}")
        })
    }
}

impl Report for Total<'_> {
    fn write_text(&self, out: &mut impl Write) -> Result<(), WriteError> {
        if let Some(count) = self.count {
            writeln!(out, "{count}")?;
        }
        Ok(())
    }
}

/// The number of solutions that contain an option: a line `3 a b`, or the object
/// `{"count":3,"option":0,"items":["a","b"]}`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Marginal<'a> {
    /// The number of solutions that contain it.
    pub count: &'a Count,
    /// The option.
    #[serde(flatten)]
    pub option: NamedOption<'a>,
}

impl fmt::Display for Marginal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.count, self.option)
    }
}

/// A question that a limit stopped before there was an answer: `{"stop":"memory
/// limit","states":1200}`.
#[derive(Clone, Debug, Serialize)]
pub struct Stopped {
    /// The stop reason.
    pub stop: Stop,
    /// The number of states of a diagram that exceeded the memory limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<usize>,
    /// The step that was stopped, such as "while writing the diagram"; empty for the question
    /// itself.
    #[serde(skip)]
    pub during: String,
}

impl Stopped {
    /// Reports only the reason.
    #[must_use]
    pub fn new(stop: Stop) -> Self {
        Self::during(stop, "")
    }

    /// Reports the reason and the step, such as "while writing the diagram".
    #[must_use]
    pub fn during(stop: Stop, during: &str) -> Self {
        Self {
            stop,
            states: None,
            during: during.to_owned(),
        }
    }
}

impl Ending for Stopped {
    fn stop(&self) -> Stop {
        self.stop
    }

    fn is_answer(&self) -> bool {
        false
    }

    fn remark(&self, limit: &str) -> String {
        match (self.states, &*self.during) {
            (Some(states), _) => {
                let states = quantity(states, "state");
                format!("stopped by {limit} with {states}")
            }
            (None, "") => format!("stopped by {limit}"),
            (None, during) => format!("stopped by {limit} {during}"),
        }
    }
}

impl Report for Stopped {
    fn write_text(&self, _: &mut impl Write) -> Result<(), WriteError> {
        Ok(())
    }
}
