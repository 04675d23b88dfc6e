//! How a question for solutions ended. The solutions are written one by one, as they are found.

use super::Ending;
use crate::text::count;
use crate::{Best, Stop};

/// Solutions were looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// How many were found.
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

    fn remark(&self, culprit: &str) -> String {
        match (self.stop, self.solutions) {
            (Stop::Exhausted, 0) => "no solution".to_owned(),
            (stop, _) if !stop.is_limit() => String::new(),
            (_, 0) => {
                format!("stopped by {culprit}: no solution found, there may be some")
            }
            (_, found) => format!(
                "stopped by {culprit}: {} printed, there may be more",
                count(found, "solution")
            ),
        }
    }
}

/// Random solutions were drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampled {
    /// How many were asked for.
    pub wanted: u64,
    /// How many were drawn.
    pub drawn: u64,
    /// Whether there is a solution.
    pub any: bool,
    /// Why it stopped.
    pub stop: Stop,
}

impl Ending for Sampled {
    fn stop(&self) -> Stop {
        self.stop
    }

    fn is_answer(&self) -> bool {
        self.any && !self.stop.is_limit()
    }

    fn remark(&self, culprit: &str) -> String {
        if self.stop.is_limit() {
            let drawn = count(self.drawn, "solution");
            return format!("stopped by {culprit} after {drawn}");
        }
        match self.wanted > 0 && !self.any {
            true => "no solution".to_owned(),
            false => String::new(),
        }
    }
}

/// The cheapest solutions were looked for.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<'a> {
    best: &'a Best,
    stop: Stop,
}

impl<'a> Ranked<'a> {
    /// What the search found.
    #[must_use]
    pub fn new(best: &'a Best, stop: Stop) -> Self {
        Self { best, stop }
    }

    /// How many solutions share the least cost, in words, if that is known.
    #[must_use]
    pub fn tally(&self) -> Option<String> {
        let least = self.best.least().filter(|_| self.stop == Stop::Exhausted)?;
        Some(format!("{} the least cost {least}", self.ties()))
    }

    fn ties(&self) -> String {
        let ties = count(&self.best.ties, "solution");
        let verb = if self.best.ties == 1 { "has" } else { "share" };
        format!("{ties} {verb}")
    }
}

impl Ending for Ranked<'_> {
    fn stop(&self) -> Stop {
        self.stop
    }

    fn is_answer(&self) -> bool {
        self.best.least().is_some() && !self.stop.is_limit()
    }

    fn remark(&self, culprit: &str) -> String {
        let bound = self.best.bound;
        match (self.stop, self.best.least()) {
            (Stop::Exhausted, None) => "no solution".to_owned(),
            (Stop::Exhausted, Some(_)) => String::new(),
            (_, None) => {
                format!("stopped by {culprit}: no solution found; none costs less than {bound}")
            }
            (_, Some(least)) if self.best.is_optimal() => {
                let ties = self.ties();
                format!("stopped by {culprit}: the least cost is {least}, and at least {ties} it")
            }
            (_, Some(least)) => format!(
                "stopped by {culprit}: the least cost found is {least}, none is less than {bound}: \
                 a gap of {}",
                least - bound
            ),
        }
    }
}
