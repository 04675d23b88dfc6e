//! How many solutions there are.

use std::fmt;
use std::io::Write;

use serde::Serialize;

use super::{Ending, Report};
use crate::text::WriteError;
use crate::text::solutions::NamedOption;
use crate::{Answer, Count, Stop};

/// How many solutions there are; or how many at least, if a limit stopped the count.
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
    /// What a count came to.
    #[must_use]
    pub fn new(answer: &'a Answer<Count>) -> Self {
        Self::so_far(&answer.value, answer.stop)
    }

    /// What was counted until the question stopped.
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

    fn remark(&self, culprit: &str) -> String {
        self.at_least.map_or_else(String::new, |count| {
            format!("at least {count}: stopped by {culprit}")
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

/// How many solutions hold an option: a line `3 a b`, or the object
/// `{"count":3,"option":0,"items":["a","b"]}`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Marginal<'a> {
    /// How many solutions hold it.
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

/// A limit stopped a question before there was any answer: `{"stop":"memory limit","states":1200}`.
#[derive(Clone, Debug, Serialize)]
pub struct Stopped {
    /// Why it stopped.
    pub stop: Stop,
    /// How large a diagram was that grew too large.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<usize>,
    /// What it stopped, such as "while writing the diagram"; empty if that is the question itself.
    #[serde(skip)]
    pub during: String,
}

impl Stopped {
    /// Nothing more is known than what stopped it.
    #[must_use]
    pub fn new(stop: Stop) -> Self {
        Self::during(stop, "")
    }

    /// It stopped in a step, such as "while writing the diagram".
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

    fn remark(&self, culprit: &str) -> String {
        match (self.states, &*self.during) {
            (Some(states), _) => format!("stopped by {culprit} with {states} states"),
            (None, "") => format!("stopped by {culprit}"),
            (None, during) => format!("stopped by {culprit} {during}"),
        }
    }
}

impl Report for Stopped {
    fn write_text(&self, _: &mut impl Write) -> Result<(), WriteError> {
        Ok(())
    }
}
