//! How long a walk over all solutions would take.

use std::io::Write;

use serde::Serialize;

use super::{Ending, Report};
use crate::count::{Estimate, Interval};
use crate::text::WriteError;
use crate::{Answer, Stop};

/// An estimate: lines of numbers with their bounds, or
/// `{"probes":9,"nodes":{"mean":15.0,"low":9.0,"high":21.0},"solutions":...,"seconds":...,"stop":...}`.
/// As JSON, `solutions` is `null` if no probe met one, and so is a bound that is infinite.
#[derive(Clone, Debug, Serialize)]
pub struct Estimated {
    #[serde(flatten)]
    estimate: Option<Estimate>,
    stop: Stop,
}

impl Estimated {
    /// What the probes told. After less than two of them that is nothing.
    #[must_use]
    pub fn new(answer: &Answer<Estimate>) -> Self {
        let known = answer.value.probes >= 2 || answer.stop == Stop::Exhausted;
        Self {
            estimate: known.then_some(answer.value),
            stop: answer.stop,
        }
    }

    /// A limit stopped it before the first probe.
    #[must_use]
    pub fn nothing(stop: Stop) -> Self {
        Self {
            estimate: None,
            stop,
        }
    }
}

impl Ending for Estimated {
    fn stop(&self) -> Stop {
        self.stop
    }

    /// Fewer probes than were asked for are an answer too, if a rougher one.
    fn is_answer(&self) -> bool {
        self.estimate.is_some()
    }

    fn remark(&self, culprit: &str) -> String {
        match self.is_answer() {
            true => String::new(),
            false => format!("stopped by {culprit}: nothing to tell"),
        }
    }
}

impl Report for Estimated {
    fn write_text(&self, out: &mut impl Write) -> Result<(), WriteError> {
        let Some(estimate) = &self.estimate else {
            return Ok(());
        };
        let solutions = estimate.solutions.map_or_else(
            || "unknown: no probe met one".to_owned(),
            |solutions| show(solutions, 0),
        );
        writeln!(out, "nodes: {}", show(estimate.nodes, 0))?;
        writeln!(out, "solutions: {solutions}")?;
        writeln!(out, "seconds: {}", show(estimate.seconds, 3))?;
        Ok(())
    }
}

/// `12, between 10 and 14`
fn show(interval: Interval, decimals: usize) -> String {
    let number = |value: f64| {
        if value < 1e15 {
            format!("{value:.decimals$}")
        } else {
            format!("{value:.3e}")
        }
    };
    let [mean, low, high] = [interval.mean, interval.low, interval.high].map(number);
    format!("{mean}, between {low} and {high}")
}
