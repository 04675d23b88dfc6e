//! Threads that several searches share.

use std::sync::Arc;
use std::sync::atomic::{AtomicIsize, Ordering};

/// A number of threads that several searches share. Clones share one state.
///
/// A search begins on the thread that asks. If it takes long, it also uses the threads that are
/// free at that time. So several searches at once use all threads together, and the last one can
/// use all of them.
///
/// ```
/// use quadrille::{Problem, Solver, Threads};
///
/// let threads = Threads::new(4);
/// let mut search = Solver::new(Problem::default()).search();
/// search.threads(&threads);
/// assert_eq!(search.count().value, 1);
/// ```
#[derive(Clone, Debug)]
pub struct Threads {
    /// The number of threads that nobody uses. Below 0 for a moment, if a thread that was lent has
    /// work again before the borrower has ended.
    free: Arc<AtomicIsize>,
}

impl Threads {
    /// Makes this number of threads available, including the one that asks; 0 means 1.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        let others = isize::try_from(threads.saturating_sub(1)).unwrap_or(isize::MAX);
        Self {
            free: Arc::new(AtomicIsize::new(others)),
        }
    }

    /// Makes one more thread available to the searches, until the returned value is dropped. Called
    /// by a thread that waits for its next question.
    pub fn lend(&self) -> Lent {
        self.give(1);
        Lent(self.clone())
    }

    /// Takes one free thread. Returns whether there was one.
    pub(crate) fn take(&self) -> bool {
        let one_less = |free: isize| (free > 0).then(|| free - 1);
        let order = Ordering::Relaxed;
        self.free.fetch_update(order, order, one_less).is_ok()
    }

    /// Returns a thread that was taken.
    pub(crate) fn give(&self, threads: isize) {
        self.free.fetch_add(threads, Ordering::Relaxed);
    }

    pub(crate) fn any_free(&self) -> bool {
        self.free.load(Ordering::Relaxed) > 0
    }
}

impl Default for Threads {
    /// Only the thread that asks.
    fn default() -> Self {
        Self::new(1)
    }
}

impl From<usize> for Threads {
    fn from(threads: usize) -> Self {
        Self::new(threads)
    }
}

impl From<&Threads> for Threads {
    fn from(threads: &Threads) -> Self {
        threads.clone()
    }
}

/// A thread that is available to searches; see [`Threads::lend`].
#[derive(Debug)]
#[must_use = "the thread is available until this is dropped"]
pub struct Lent(Threads);

impl Lent {
    /// Leaves the thread to the searches for good.
    pub(crate) fn keep(self) {
        self.0.give(1);
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        self.0.give(-1);
    }
}
