//! The work of a search: the lines of `--stats`.

use std::fmt;

use serde::Serialize;

use quadrille_core::{EngineName, Method, Solver, Stats, Stop};

/// The work of a search. Its text is a line `name: value` for each number, as `--stats` reports it.
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

/// The engine that searched, and the reason for it.
#[derive(Clone, Debug, Serialize)]
struct Chosen<'a> {
    engine: String,
    reason: &'a str,
}

impl<'a> Work<'a> {
    /// Reports a question that stopped before its search began.
    #[must_use]
    pub fn none(stop: Stop) -> Self {
        Self {
            engine: None,
            boards: None,
            stats: None,
            stop,
        }
    }

    /// Reports a search with this solver.
    #[must_use]
    pub fn new(solver: &'a Solver, stats: &'a Stats, stop: Stop) -> Self {
        Self::by(&solver.engine(), solver.engine_reason(), stats, stop)
    }

    /// Reports a search for the cheapest solutions.
    #[must_use]
    pub fn best(stats: &'a Stats, stop: Stop) -> Self {
        Self::by(
            &"costs",
            "the cheapest solutions were requested",
            stats,
            stop,
        )
    }

    /// Reports a proof.
    #[must_use]
    pub fn proof(stats: &'a Stats, stop: Stop) -> Self {
        let engine = match stats.inferences {
            Some(_) => EngineName::Learn,
            None => EngineName::Links,
        };
        Self::by(&engine, "a proof was requested", stats, stop)
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

    /// Adds the number of boards, if the search was about several boards together. It is complete
    /// when every board has as many solutions as requested.
    #[must_use]
    pub fn boards(mut self, boards: impl Into<Option<u64>>) -> Self {
        self.boards = boards.into();
        self
    }
}

impl fmt::Display for Work<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Each of several boards was counted on its own.
        let counted = self.stats.filter(|_| self.boards.is_none());
        if let Some(counted) = counted.and_then(|stats| stats.counted.as_ref()) {
            writeln!(f, "method: {}", counted.method)?;
            writeln!(f, "method reason: {}", counted.reason)?;
            if counted.walked_parts > 0 {
                writeln!(f, "walked parts: {}", counted.walked_parts)?;
            }
            if let Some(memory) = counted.memory {
                writeln!(f, "memo: {memory}")?;
            }
            if counted.method == Method::Memo {
                writeln!(f, "states: {}\nhits: {}", counted.states, counted.hits)?;
            }
        }
        if let Some(Chosen { engine, reason }) = &self.engine {
            writeln!(f, "engine: {engine}\nreason: {reason}")?;
        }
        if let (Some(boards), Some(stats)) = (self.boards, self.stats) {
            let seconds = stats.elapsed.as_secs_f64().max(f64::MIN_POSITIVE);
            let speed = (boards as f64 / seconds).round() as u64;
            writeln!(f, "boards: {boards}\nboards per second: {speed}")?;
        }
        if let Some(stats) = self.stats {
            writeln!(f, "{stats}")?;
        }
        match (self.stop, self.boards) {
            (Stop::Exhausted, _) | (Stop::Solutions, Some(_)) => f.write_str("complete: yes"),
            (Stop::Solutions, None) => f.write_str("complete: no (found as many as requested)"),
            (Stop::Cancelled, _) => f.write_str("complete: no (interrupted)"),
            (stop, _) => write!(f, "complete: no ({stop})"),
        }
    }
}
