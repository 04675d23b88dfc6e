//! Reports of the progress of a search to its caller.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::Search;
use crate::ask::Progress;

/// A function that wants to know the progress of a search, and how often.
#[derive(Clone)]
pub(super) struct Watch {
    pub(super) every: Duration,
    report: Arc<Mutex<dyn FnMut(&Progress) + Send>>,
}

impl Watch {
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

impl Search {
    /// Calls `report` about every `every` while a walk or a search for the cheapest solutions is in
    /// progress, on the thread that asked. Short searches report nothing.
    ///
    /// A report takes about a millisecond, in which all threads pause.
    ///
    /// ```
    /// use std::time::Duration;
    /// use quadrille::{Problem, Solver};
    ///
    /// let mut search = Solver::new(Problem::default()).search();
    /// search.watch(Duration::from_secs(1), |progress| {
    ///     if let Some(share) = progress.share {
    ///         println!("{:.1} %, {} solutions", 100.0 * share, progress.solutions);
    ///     }
    /// });
    /// ```
    pub fn watch(
        &mut self,
        every: Duration,
        report: impl FnMut(&Progress) + Send + 'static,
    ) -> &mut Self {
        self.watch = Some(Watch {
            every,
            report: Arc::new(Mutex::new(report)),
        });
        self
    }
}
