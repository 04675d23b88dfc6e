//! The progress of a search, and its reports to the caller.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::ranking::{Best, CostRange};
use crate::ask::{Budget, Count, Parts};

/// What a search has done so far; see [`Search::watch`](crate::Search::watch).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    /// The share of the search tree that was visited, from 0 to 1: each child of a node with d
    /// children has 1/d of its weight. `None` if it is unknown, as in a random walk.
    pub share: Option<f64>,
    /// The share that was visited before this search: 0 unless it continues another one.
    pub share_before: f64,
    /// The number of solutions found.
    pub solutions: Count,
    /// The number of nodes visited.
    pub nodes: u64,
    /// The time since the question was asked.
    pub elapsed: Duration,
    /// The costs so far, if the question is about costs.
    pub costs: Option<CostRange>,
    /// The number of partial states that a count by memory or a diagram has stored; `None` in a
    /// report of a walk.
    pub states: Option<usize>,
    /// The level that a count by memory has reached, and the number of levels, if it covers the
    /// items level by level. Levels differ widely in their numbers of states.
    pub level: Option<(usize, usize)>,
    /// The parts that have changed since the last report, if the question is about
    /// [parts](crate::Search::walk_parts).
    pub parts: Vec<PartState>,
}

/// How far the search of one part is. It replaces all earlier states of the same part.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PartState {
    /// The place of the part in the list that was searched.
    pub part: usize,
    /// The number of solutions of the part that are not in `rest`.
    pub solutions: Count,
    /// The number of nodes visited in the part.
    pub nodes: u64,
    /// The share of the part that was searched, from 0 to 1.
    pub share: f64,
    /// The parts of the part that are left. Empty if the part is complete.
    pub rest: Parts,
    /// After [`best_parts`](crate::Search::best_parts): the best solutions of the part that are not
    /// in `rest`. It leaves out solutions that are worse than the ceiling.
    pub best: Option<Best>,
}

/// The place of a walk in a larger count.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The number of times that each solution counts.
    pub(crate) times: Count,
    /// The share of the walk in the whole, from 0 to 1.
    pub(crate) share: f64,
    /// The share that was walked before.
    pub(crate) walked: f64,
    /// The solutions and nodes that were counted before.
    pub(crate) solutions: Count,
    pub(crate) nodes: u64,
    /// A lower bound on the number of all solutions.
    pub(crate) proved: Count,
}

impl Default for Place {
    /// The walk is the whole.
    fn default() -> Self {
        Self {
            times: 1.into(),
            share: 1.0,
            walked: 0.0,
            solutions: Count::ZERO,
            nodes: 0,
            proved: Count::ZERO,
        }
    }
}

impl Place {
    /// Converts the progress of the walk to that of the whole.
    pub(super) fn of_whole(&self, walk: &Progress) -> Progress {
        let solutions = &self.solutions + &self.times * &walk.solutions;
        Progress {
            share: walk.share.map(|share| self.walked + self.share * share),
            solutions: solutions.max(self.proved.clone()),
            nodes: self.nodes.saturating_add(walk.nodes),
            ..walk.clone()
        }
    }
}

/// A function that wants to know the progress of a search, and how often.
#[derive(Clone)]
pub(crate) struct Watch {
    pub(super) every: Duration,
    /// When it was reported last, in nanoseconds.
    reported: Arc<AtomicU64>,
    report: Arc<Mutex<Report>>,
}

type Report = dyn FnMut(&Progress) + Send;

impl Watch {
    pub(super) fn new(every: Duration, report: impl FnMut(&Progress) + Send + 'static) -> Self {
        Self {
            every,
            reported: Arc::default(),
            report: Arc::new(Mutex::new(report)),
        }
    }

    /// Reports the states that were stored, and the level of a sweep, if it is time to.
    pub(crate) fn report_states(
        &self,
        states: usize,
        level: Option<(usize, usize)>,
        budget: &Budget,
    ) {
        self.report_at_times(budget, || Progress {
            states: Some(states),
            level,
            ..Progress::default()
        });
    }

    /// Reports the progress, with the time since the question was asked, if it is time to.
    pub(crate) fn report_at_times(&self, budget: &Budget, progress: impl FnOnce() -> Progress) {
        let elapsed = budget.elapsed();
        let now = elapsed.as_nanos() as u64;
        let before = self.reported.load(Ordering::Relaxed);
        // The clock of each question begins at 0.
        if now < before || Duration::from_nanos(now - before) >= self.every {
            self.report(&Progress {
                elapsed,
                ..progress()
            });
        }
    }

    /// Reports the progress.
    pub(super) fn report(&self, progress: &Progress) {
        let now = progress.elapsed.as_nanos() as u64;
        self.reported.store(now, Ordering::Relaxed);
        let mut report = self.report.lock().unwrap_or_else(PoisonError::into_inner);
        report(progress);
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch")
            .field("every", &self.every)
            .finish_non_exhaustive()
    }
}

/// Who wants to know the progress, and how often.
pub(super) type Watcher<'w> = Option<(Duration, &'w mut dyn FnMut(&Progress))>;
