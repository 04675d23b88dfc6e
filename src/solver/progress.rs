//! Reports of the progress of a search to its caller.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::ask::{Budget, Progress};

/// A function that wants to know the progress of a search, and how often.
#[derive(Clone)]
pub(crate) struct Watch {
    pub(super) every: Duration,
    /// When the states were reported last.
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

    /// Reports the states that were stored, if it is time to.
    pub(crate) fn report_states(&self, states: usize, budget: &Budget) {
        let elapsed = budget.elapsed();
        let now = elapsed.as_nanos() as u64;
        let before = self.reported.load(Ordering::Relaxed);
        if Duration::from_nanos(now.saturating_sub(before)) >= self.every {
            self.reported.store(now, Ordering::Relaxed);
            self.report(&Progress {
                elapsed,
                states: Some(states),
                ..Progress::default()
            });
        }
    }

    pub(super) fn report(&self, progress: &Progress) {
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
