//! The time that a walk through all solutions, or a count, would take.

use std::io::Write;

use serde::Serialize;

use super::{Ending, Report, amounts};
use crate::count::{Estimate, Interval};
use crate::text::WriteError;
use crate::{Answer, Count, Method, Stop};

/// An estimate. As text:
///
/// ```text
/// engine: bits
/// nodes: about 244,000, between 239,000 and 249,000
/// solutions: 9,356
/// walk time: about 4.5 s, between 4.3 and 4.7 s
/// count time: about 0.8 s, by memo
/// ```
///
/// As JSON
/// `{"engine":"bits","probes":9,"nodes":{"mean":15.0,"low":9.0,"high":21.0},"solutions":...,"seconds":...,"method":"memo","count_seconds":0.8,"count":9356,"stop":...}`.
/// `solutions` is `null` if no probe reached one, and a bound is `null` if it is infinite.
/// `method`, `count_seconds` and `count`, the exact number of solutions, are there only if a count
/// [finished](Self::with_count). `stop` is `"exhausted"` if the walk ended and the numbers are
/// exact, `"enough probes"` if all probes were made, or else the limit that was reached.
#[derive(Clone, Debug, Serialize)]
pub struct Estimated {
    #[serde(flatten)]
    estimate: Option<Estimate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<Method>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count_seconds: Option<f64>,
    /// The time after which an unfinished count was stopped.
    #[serde(skip)]
    tried_seconds: Option<f64>,
    /// The number of solutions, if the count finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<Count>,
    stop: End,
}

/// Why an estimate ended.
#[derive(Clone, Copy, Debug, Serialize)]
enum End {
    /// All probes were made, because the walk was too large.
    #[serde(rename = "enough probes")]
    Probes,
    /// The walk ended, or a limit was reached.
    #[serde(untagged)]
    Walk(Stop),
}

impl Estimated {
    /// Reports an estimate. Fewer than two probes are not enough for one.
    #[must_use]
    pub fn new(answer: &Answer<Estimate>) -> Self {
        let is_known = answer.value.probes >= 2 || answer.stop == Stop::Exhausted;
        Self {
            estimate: is_known.then_some(answer.value),
            stop: match answer.stop {
                Stop::Exhausted if answer.value.probes > 0 => End::Probes,
                stop => End::Walk(stop),
            },
            ..Self::nothing(answer.stop)
        }
    }

    /// Adds a count of the same problem, made under a short time limit. If the count finished, the
    /// report contains its method, its time and the exact number of solutions.
    #[must_use]
    pub fn with_count(mut self, count: &Answer<Count>) -> Self {
        let seconds = count.stats.elapsed.as_secs_f64();
        if count.is_complete() {
            self.method = count.stats.counted.as_ref().map(|counted| counted.method);
            self.count_seconds = Some(seconds);
            self.count = Some(count.value.clone());
            if let Some(estimate) = &mut self.estimate {
                let exact = count.value.to_string().parse().unwrap_or(f64::INFINITY);
                estimate.solutions = Some(Interval::exact(exact));
            }
        } else if count.stop != Stop::Cancelled {
            self.tried_seconds = Some(seconds);
        }
        self
    }

    /// Reports that a limit stopped the question before the first probe.
    #[must_use]
    pub fn nothing(stop: Stop) -> Self {
        Self {
            estimate: None,
            method: None,
            count_seconds: None,
            tried_seconds: None,
            count: None,
            stop: End::Walk(stop),
        }
    }
}

impl Ending for Estimated {
    fn stop(&self) -> Stop {
        match self.stop {
            End::Probes => Stop::Exhausted,
            End::Walk(stop) => stop,
        }
    }

    /// Fewer probes than requested are an answer too, if a rougher one.
    fn is_answer(&self) -> bool {
        self.estimate.is_some()
    }

    fn remark(&self, limit: &str) -> String {
        if self.is_answer() {
            String::new()
        } else {
            format!("stopped by {limit} before there was an estimate")
        }
    }
}

impl Report for Estimated {
    fn write_text(&self, out: &mut impl Write) -> Result<(), WriteError> {
        let Some(estimate) = &self.estimate else {
            return Ok(());
        };
        let solutions = match (&self.count, estimate.solutions) {
            (Some(count), _) => amounts::exact(count),
            (None, Some(solutions)) => amounts::number(solutions),
            (None, None) => "unknown (no probe reached one)".to_owned(),
        };
        writeln!(out, "engine: {}", estimate.engine)?;
        writeln!(out, "nodes: {}", amounts::number(estimate.nodes))?;
        writeln!(out, "solutions: {solutions}")?;
        writeln!(out, "walk time: {}", amounts::time(estimate.seconds))?;
        if let (Some(method), Some(seconds)) = (self.method, self.count_seconds) {
            writeln!(out, "count time: {}, by {method}", amounts::about(seconds))?;
        } else if let Some(seconds) = self.tried_seconds {
            // A walk of many years says nothing about the count.
            let most = match estimate.seconds.high {
                ..1e9 => "; about the walk time at most",
                _ => "",
            };
            writeln!(out, "count time: more than {seconds:.1} s{most}")?;
        }
        Ok(())
    }
}
