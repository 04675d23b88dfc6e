//! How a search for solutions ended. The solutions themselves are written one by one, as they are
//! found.

use serde::Serialize;

use super::Ending;
use quadrille_core::text::quantity;
use quadrille_core::{Best, Count, Stop};

/// The end of a search for solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The number of solutions found.
    pub solutions: u64,
    /// Why the search stopped.
    pub stop: Stop,
}

impl Ending for Found {
    fn stop(&self) -> Stop {
        self.stop
    }

    fn is_answer(&self) -> bool {
        self.solutions > 0 && !self.stop.is_limit()
    }

    fn remark(&self, stop_reason: &str) -> String {
        match (self.stop, self.solutions) {
            (Stop::Exhausted, 0) => "no solution".to_owned(),
            (stop, _) if !stop.is_limit() => String::new(),
            (_, 0) => {
                format!("stopped by {stop_reason}: no solution found, but there may be some")
            }
            (_, found) => format!(
                "stopped by {stop_reason}: {} printed, but there may be more",
                quantity(found, "solution")
            ),
        }
    }
}

/// The end of drawing random solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampled {
    /// The number of solutions asked for.
    pub wanted: u64,
    /// The number of solutions drawn.
    pub drawn: u64,
    /// Whether there is a solution.
    pub any: bool,
    /// Why drawing stopped.
    pub stop: Stop,
}

impl Ending for Sampled {
    fn stop(&self) -> Stop {
        self.stop
    }

    fn is_answer(&self) -> bool {
        self.any && !self.stop.is_limit()
    }

    fn remark(&self, stop_reason: &str) -> String {
        if self.stop.is_limit() {
            let drawn = quantity(self.drawn, "solution");
            return format!("stopped by {stop_reason} after {drawn}");
        }
        if self.wanted > 0 && !self.any {
            "no solution".to_owned()
        } else {
            String::new()
        }
    }
}

/// The end of a search for the cheapest solutions.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<'a> {
    best: &'a Best,
    stop: Stop,
}

impl<'a> Ranked<'a> {
    /// Wraps what the search found, and why it stopped.
    #[must_use]
    pub fn new(best: &'a Best, stop: Stop) -> Self {
        Self { best, stop }
    }

    /// Returns the number of solutions that share the least cost, in words; `None` if the search
    /// stopped before it was known.
    #[must_use]
    pub fn tally(&self) -> Option<String> {
        let least = self.best.least().filter(|_| self.stop == Stop::Exhausted)?;
        Some(format!("{} the least cost {least}", self.ties()))
    }

    /// Returns what is known about the least cost, for a last line of JSON.
    #[must_use]
    pub fn proof(&self) -> LeastCost<'a> {
        LeastCost {
            least: self.best.least(),
            bound: self.best.bound,
            optimal: self.best.is_optimal(),
            ties: &self.best.ties,
            stop: self.stop,
        }
    }

    fn ties(&self) -> String {
        let ties = quantity(&self.best.ties, "solution");
        let verb = if self.best.ties == 1 { "has" } else { "share" };
        format!("{ties} {verb}")
    }
}

/// What a search for the cheapest solutions knows about the least cost:
/// `{"least":7,"bound":7,"optimal":true,"ties":2,"stop":"exhausted"}`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LeastCost<'a> {
    /// The least cost found; `null` if no solution was found.
    least: Option<i64>,
    /// No solution costs less than this; `null` if it is proved that there is no solution.
    bound: Option<i64>,
    /// Whether it is proved that no solution costs less than `least`.
    optimal: bool,
    /// The solutions of the least cost that were found.
    ties: &'a Count,
    stop: Stop,
}

impl Ending for Ranked<'_> {
    fn stop(&self) -> Stop {
        self.stop
    }

    fn is_answer(&self) -> bool {
        self.best.least().is_some() && !self.stop.is_limit()
    }

    fn remark(&self, stop_reason: &str) -> String {
        // A stopped search has a bound.
        let bound = self.best.bound.unwrap_or_default();
        match (self.stop, self.best.least()) {
            (Stop::Exhausted, None) => "no solution".to_owned(),
            (Stop::Exhausted, Some(_)) => String::new(),
            (_, None) => {
                format!(
                    "stopped by {stop_reason}: no solution found; none can cost less than {bound}"
                )
            }
            (_, Some(least)) if self.best.is_optimal() => {
                let ties = self.ties();
                format!(
                    "stopped by {stop_reason}: the least cost is {least}, and at least {ties} it"
                )
            }
            (_, Some(least)) => format!(
                "stopped by {stop_reason}: the least cost found is {least}, and no solution can cost \
                 less than {bound}: a gap of {}",
                least - bound
            ),
        }
    }
}
