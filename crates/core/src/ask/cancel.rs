//! A token that stops questions from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Stops questions from another thread or from a signal handler. Clones share one state.
///
/// ```
/// use quadrille::{CancelToken, Limits, Problem, Solver, Stop};
///
/// let token = CancelToken::new();
/// let mut search = Solver::new(Problem::default()).search();
/// search.limits(Limits::new().cancel(&token));
/// token.cancel(); // usually in another thread
/// assert_eq!(search.first().stop, Stop::Cancelled);
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Makes a token that is not cancelled.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels the token. This cannot be undone.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the token is cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
