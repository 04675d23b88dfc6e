//! Limits: what bounds a question.

use std::time::{Duration, Instant};

use super::CancelToken;

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
    pub(super) deadline: Option<Instant>,
    pub(super) memory: Option<usize>,
    pub(super) cancel: Option<CancelToken>,
}

impl Limits {
    /// The limit of memory, in bytes, where none is set.
    pub(super) const MEMORY: usize = 1 << 30;

    /// No limits.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stop after this many solutions. A question that needs fewer stops earlier: `first` after
    /// one, `unique` after two. Questions about all solutions together ignore this limit: see
    /// [`Budget`](crate::Budget).
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

    /// Stop when this time has passed since the question was asked. The clock is read often enough
    /// to stop within a few milliseconds, and too seldom to cost anything.
    #[must_use]
    pub fn time(mut self, most: Duration) -> Self {
        self.time = Some(most);
        self
    }

    /// The same limits, when so much of the time is spent already.
    #[must_use]
    pub fn after(mut self, spent: Duration) -> Self {
        self.time = self.time.map(|time| time.saturating_sub(spent));
        self
    }

    /// Stop at this moment, whenever the question was asked: several questions can share one
    /// deadline. With a [time](Self::time) as well, the earlier of the two counts.
    #[must_use]
    pub fn deadline(mut self, at: Instant) -> Self {
        self.deadline = Some(at);
        self
    }

    /// Stop when the token is cancelled. It is looked at as often as the clock is read.
    #[must_use]
    pub fn cancel(mut self, token: &CancelToken) -> Self {
        self.cancel = Some(token.clone());
        self
    }

    /// Take at most about so many bytes, the problem included, for a count or a diagram; 1 GB if
    /// nothing is said. A count that needs more forgets some of what it met, and takes longer; what
    /// cannot be had with less stops with [`Stop::Memory`](crate::Stop::Memory), and so does a count of
    /// a problem that alone takes more. Other questions take what the [solver](crate::Solver) takes,
    /// whatever is said here.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = Some(bytes);
        self
    }
}
