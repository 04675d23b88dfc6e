//! Limits: when to stop, and why a walk stopped. Stopping is data, never an error.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::Stats;

/// What bounds a question. The default bounds nothing.
///
/// ```
/// use std::time::Duration;
/// use quadrille::Limits;
///
/// let limits = Limits::new().solutions(10).time(Duration::from_secs(5));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    pub(super) solutions: Option<u64>,
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<Duration>,
    pub(super) cancel: Option<CancelToken>,
}

impl Limits {
    /// No limits.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stop after this many solutions. A question that needs fewer stops earlier: `first` after
    /// one, `uniqueness` after two.
    #[must_use]
    pub fn solutions(mut self, most: u64) -> Self {
        self.solutions = Some(most);
        self
    }

    /// Stop before the walk has more than this many nodes.
    #[must_use]
    pub fn nodes(mut self, most: u64) -> Self {
        self.nodes = Some(most);
        self
    }

    /// Stop when this time has passed since the question was asked. The clock is read once in
    /// 1,024 nodes or dead ends, and more often where a problem is so large that a node takes long.
    #[must_use]
    pub fn time(mut self, most: Duration) -> Self {
        self.time = Some(most);
        self
    }

    /// Stop when the token is cancelled. It is looked at as often as the clock is read.
    #[must_use]
    pub fn cancel(mut self, token: &CancelToken) -> Self {
        self.cancel = Some(token.clone());
        self
    }

    /// The limit of nodes.
    pub(crate) fn most_nodes(&self) -> u64 {
        self.nodes.unwrap_or(u64::MAX)
    }

    /// The limit of solutions.
    pub(crate) fn most_solutions(&self) -> Option<u64> {
        self.solutions
    }

    /// The limit other than that of solutions that a question has reached, if any, after so many
    /// nodes; with `None` only what may stop it at any moment. Nodes come first, as they are the
    /// same on every machine.
    pub(crate) fn reached(&self, nodes: impl Into<Option<u64>>, started: Instant) -> Option<Stop> {
        let cancel = self.cancel.as_ref();
        if nodes.into().is_some_and(|nodes| nodes >= self.most_nodes()) {
            Some(Stop::Nodes)
        } else if cancel.is_some_and(CancelToken::is_cancelled) {
            Some(Stop::Cancelled)
        } else {
            let over = self.time.is_some_and(|most| started.elapsed() >= most);
            over.then_some(Stop::Time)
        }
    }

    /// What is left of the limits of nodes and time after questions of this cost: several
    /// questions under one budget.
    #[must_use]
    pub fn after(&self, spent: &Stats) -> Self {
        Self {
            nodes: self.nodes.map(|most| most.saturating_sub(spent.nodes)),
            time: self.time.map(|most| most.saturating_sub(spent.elapsed)),
            ..self.clone()
        }
    }

    /// The same limits, with at most this many nodes.
    pub(crate) fn at_most(self, nodes: u64) -> Self {
        let nodes = self.nodes.map_or(nodes, |most| most.min(nodes));
        self.nodes(nodes)
    }
}

/// A switch that another thread, or a signal handler, can throw to stop a walk. Clones are the
/// same switch.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A token that is not cancelled.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels, for good.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a walk stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stop {
    /// Everything was searched: what was not found does not exist.
    Exhausted,
    /// As many solutions as were asked for, or the caller had enough.
    Solutions,
    /// The limit of nodes.
    Nodes,
    /// The limit of time.
    Time,
    /// The cancel token.
    Cancelled,
    /// The bound on memory, where something cannot be had with less.
    Memory,
}

impl Stop {
    /// Whether a limit cut the search short, and neither its end nor as many solutions as were asked for.
    #[must_use]
    pub fn is_limit(self) -> bool {
        !matches!(self, Self::Exhausted | Self::Solutions)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Exhausted => "exhausted",
            Self::Solutions => "enough solutions",
            Self::Nodes => "node limit",
            Self::Time => "time limit",
            Self::Cancelled => "cancelled",
            Self::Memory => "memory limit",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_shrinks_by_what_was_spent_and_not_below_nothing() {
        let spent = |nodes, seconds| Stats {
            nodes,
            elapsed: Duration::from_secs(seconds),
            solutions: 7.into(),
            ..Stats::default()
        };
        let limits = Limits::new()
            .solutions(10)
            .nodes(100)
            .time(Duration::from_secs(60));
        for (spent, nodes, seconds) in [
            (spent(0, 0), 100, 60),
            (spent(30, 20), 70, 40),
            (spent(101, 61), 0, 0),
        ] {
            let left = limits.after(&spent);
            assert_eq!(left.nodes, Some(nodes));
            assert_eq!(left.time, Some(Duration::from_secs(seconds)));
            assert_eq!(left.solutions, Some(10));
        }
        let left = Limits::new().after(&spent(5, 5));
        assert_eq!((left.nodes, left.time), (None, None));
    }

    #[test]
    fn of_several_limits_that_are_reached_one_is_told() {
        let token = CancelToken::new();
        let reached = |limits: &Limits| limits.reached(5, Instant::now());
        let mut limits = Limits::new();
        assert_eq!(reached(&limits), None);
        assert_eq!(reached(&limits.clone().nodes(6)), None);
        limits = limits.time(Duration::ZERO).cancel(&token);
        assert_eq!(reached(&limits), Some(Stop::Time));
        token.cancel();
        assert_eq!(reached(&limits), Some(Stop::Cancelled));
        limits = limits.nodes(5);
        assert_eq!(reached(&limits), Some(Stop::Nodes));
        let aside = limits.reached(None, Instant::now());
        assert_eq!(aside, Some(Stop::Cancelled));
    }
}
