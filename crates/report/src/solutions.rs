//! How a search for solutions ended. The solutions themselves are written one by one, as they are
//! found.

use serde::Serialize;

use super::Ending;
use quadrille_core::text::quantity;
use quadrille_core::{Best, Count, Decimal, Sense, Stop};

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

/// The end of a search for the best solutions.
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

    /// Returns the number of solutions that share the least cost, or the greatest, in words; `None`
    /// if the search stopped before it was known.
    #[must_use]
    pub fn tally(&self) -> Option<String> {
        let cost = self.best.cost().filter(|_| self.stop == Stop::Exhausted)?;
        let (ties, best) = (self.ties(), self.best.sense.best());
        Some(format!(
            "{ties} the {best} cost {}",
            self.best.decimal(cost)
        ))
    }

    /// Returns what is known about the least or the greatest cost, for a last line of JSON.
    #[must_use]
    pub fn proof(&self) -> BestCost<'a> {
        let of = |sense| {
            let cost = self.best.cost().map(|cost| self.best.decimal(cost));
            (self.best.sense == sense).then_some(cost)
        };
        BestCost {
            least: of(Sense::Min),
            greatest: of(Sense::Max),
            bound: self.best.bound.map(|bound| self.best.decimal(bound)),
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

/// What a search for the best solutions knows about their cost:
/// `{"least":7,"bound":7,"optimal":true,"ties":2,"stop":"exhausted"}`. For the dearest solutions,
/// `greatest` stands in the place of `least`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct BestCost<'a> {
    /// The least cost found; `null` if no solution was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<Option<Decimal>>,
    /// The greatest cost found; `null` if no solution was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    greatest: Option<Option<Decimal>>,
    /// No solution costs less than this, or more if the greatest cost is asked for; `null` if it is
    /// proved that there is no solution.
    bound: Option<Decimal>,
    /// Whether it is proved that no solution has a better cost.
    optimal: bool,
    /// The solutions of the best cost that were found.
    ties: &'a Count,
    stop: Stop,
}

impl Ending for Ranked<'_> {
    fn stop(&self) -> Stop {
        self.stop
    }

    fn is_answer(&self) -> bool {
        self.best.cost().is_some() && !self.stop.is_limit()
    }

    fn remark(&self, stop_reason: &str) -> String {
        // Without a solution and a bound, a limit came after the last node.
        let Some(limit) = self.best.bound else {
            return "no solution".to_owned();
        };
        let bound = self.best.decimal(limit);
        let (best, better) = (self.best.sense.best(), self.best.sense.better());
        match (self.stop, self.best.cost()) {
            (Stop::Exhausted, _) => String::new(),
            (_, None) => {
                format!(
                    "stopped by {stop_reason}: no solution found; none can cost {better} than {bound}"
                )
            }
            (_, Some(cost)) if self.best.is_optimal() => {
                let ties = self.ties();
                format!(
                    "stopped by {stop_reason}: the {best} cost is {}, and at least {ties} it",
                    self.best.decimal(cost)
                )
            }
            (_, Some(cost)) => format!(
                "stopped by {stop_reason}: the {best} cost found is {}, and no solution can cost \
                 {better} than {bound}: a gap of {}",
                self.best.decimal(cost),
                self.best
                    .decimal(cost.saturating_sub(limit).saturating_abs())
            ),
        }
    }
}
