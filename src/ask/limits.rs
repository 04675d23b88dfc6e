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
    memory: Option<usize>,
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

    /// Stop when this time has passed since the question was asked. The clock is read often enough
    /// to stop within a few milliseconds, and too seldom to cost anything.
    #[must_use]
    pub fn time(mut self, most: Duration) -> Self {
        self.time = Some(most);
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

    /// Whether a limit of memory is set.
    pub(crate) fn bounds_memory(&self) -> bool {
        self.memory.is_some()
    }

    /// The limit of memory, in bytes.
    pub(crate) fn most_memory(&self) -> usize {
        self.memory.unwrap_or(1 << 30)
    }

    /// The limit of nodes.
    pub(crate) fn most_nodes(&self) -> u64 {
        self.nodes.unwrap_or(u64::MAX)
    }

    /// The limit of solutions.
    pub(crate) fn most_solutions(&self) -> Option<u64> {
        self.solutions
    }

    /// The limit of time.
    pub(crate) fn most_time(&self) -> Option<Duration> {
        self.time
    }

    /// The same limits, with at most this many nodes.
    #[cfg(feature = "sudoku")]
    pub(crate) fn at_most(self, nodes: u64) -> Self {
        let nodes = self.most_nodes().min(nodes);
        self.nodes(nodes)
    }

    /// The same limits, with at most this many solutions.
    pub(crate) fn at_most_solutions(self, solutions: u64) -> Self {
        let solutions = self.solutions.unwrap_or(u64::MAX).min(solutions);
        self.solutions(solutions)
    }
}
