//! What a search did: the lines of `--stats`.

use std::fmt;

use serde::Serialize;

use crate::{Method, Solver, Stats, Stop};

/// What a search did: a line `name: value` for each number, as `--stats` prints them.
#[derive(Clone, Debug, Serialize)]
pub struct Work<'a> {
    #[serde(flatten)]
    engine: Option<Chosen<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    boards: Option<u64>,
    #[serde(flatten)]
    stats: Option<&'a Stats>,
    stop: Stop,
}

/// The engine that searched, and why.
#[derive(Clone, Debug, Serialize)]
struct Chosen<'a> {
    engine: String,
    reason: &'a str,
}

impl<'a> Work<'a> {
    /// A question that stopped before its search began.
    #[must_use]
    pub fn none(stop: Stop) -> Self {
        Self {
            engine: None,
            boards: None,
            stats: None,
            stop,
        }
    }

    /// A search of this solver.
    #[must_use]
    pub fn new(solver: &'a Solver, stats: &'a Stats, stop: Stop) -> Self {
        Self::by(&solver.engine(), solver.reason(), stats, stop)
    }

    /// A search for the cheapest solutions.
    #[must_use]
    pub fn best(stats: &'a Stats, stop: Stop) -> Self {
        Self::by(&"costs", "the cheapest are asked for", stats, stop)
    }

    fn by(engine: &dyn fmt::Display, reason: &'a str, stats: &'a Stats, stop: Stop) -> Self {
        Self {
            engine: Some(Chosen {
                engine: engine.to_string(),
                reason,
            }),
            stats: Some(stats),
            ..Self::none(stop)
        }
    }

    /// The searches of several boards together.
    #[must_use]
    pub fn boards(mut self, boards: impl Into<Option<u64>>) -> Self {
        self.boards = boards.into();
        self
    }
}

impl fmt::Display for Work<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Of several boards each was counted in its own way.
        let counted = self.stats.filter(|_| self.boards.is_none());
        if let Some(counted) = counted.and_then(|stats| stats.counted.as_ref()) {
            writeln!(f, "method: {}", counted.method)?;
            writeln!(f, "method reason: {}", counted.reason)?;
            if counted.method == Method::Memo {
                writeln!(f, "states: {}\nhits: {}", counted.states, counted.hits)?;
            }
        }
        if let Some(Chosen { engine, reason }) = &self.engine {
            writeln!(f, "engine: {engine}\nreason: {reason}")?;
        }
        if let (Some(boards), Some(stats)) = (self.boards, self.stats) {
            let seconds = stats.elapsed.as_secs_f64().max(f64::MIN_POSITIVE);
            let pace = (boards as f64 / seconds).round() as u64;
            writeln!(f, "boards: {boards}\nboards per second: {pace}")?;
        }
        if let Some(stats) = self.stats {
            writeln!(f, "{stats}")?;
        }
        match self.stop {
            Stop::Exhausted => f.write_str("complete: yes"),
            // Each board has as many solutions as were asked for, or all that it has.
            Stop::Solutions if self.boards.is_some() => {
                f.write_str("complete: yes (all solutions that were asked for)")
            }
            Stop::Cancelled => f.write_str("complete: no (interrupted)"),
            stop => write!(f, "complete: no ({stop})"),
        }
    }
}
