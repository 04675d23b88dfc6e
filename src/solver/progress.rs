//! Reports of the progress of a search to its caller.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::ask::Progress;

/// A function that wants to know the progress of a search, and how often.
#[derive(Clone)]
pub(super) struct Watch {
    pub(super) every: Duration,
    report: Arc<Mutex<Report>>,
}

type Report = dyn FnMut(&Progress) + Send;

impl Watch {
    pub(super) fn new(every: Duration, report: impl FnMut(&Progress) + Send + 'static) -> Self {
        Self {
            every,
            report: Arc::new(Mutex::new(report)),
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
