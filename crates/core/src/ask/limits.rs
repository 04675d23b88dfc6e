//! The limits of a question.

use std::time::Duration;

use super::CancelToken;
use super::clock::Instant;

/// The limits of a question: solutions, nodes, time, memory, and a cancel token. By default only
/// [memory](Self::memory) is limited.
///
/// A question that reaches a limit stops, and its [`Answer`](crate::Answer) says which limit it
/// was.
///
/// ```
/// use std::time::Duration;
/// use quadrille::{Limits, Problem, Solver};
///
/// let mut search = Solver::new(Problem::default()).search();
/// search.limits(Limits::new().solutions(10).time(Duration::from_secs(5)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    pub(super) solutions: Option<u64>,
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<Duration>,
    pub(super) deadline: Option<Instant>,
    pub(super) memory: Option<usize>,
    pub(super) process_memory: Option<(usize, fn() -> usize)>,
    pub(super) cancel: Option<CancelToken>,
}

impl Limits {
    /// The memory limit, in bytes, if none is set: 1 GiB. It is also the default of
    /// [`Settings::memory`](crate::Settings::memory).
    pub const MEMORY: usize = 1 << 30;

    /// Makes limits that limit nothing but [memory](Self::memory).
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops after this many solutions. `diagram`, `marginals`, `sample`, `estimate` and `why`
    /// ignore this limit; see [`Budget`](crate::Budget).
    #[must_use]
    pub fn solutions(mut self, most: u64) -> Self {
        self.solutions = Some(most);
        self
    }

    /// Stops after this many nodes, of all methods together.
    #[must_use]
    pub fn nodes(mut self, most: u64) -> Self {
        self.nodes = Some(most);
        self
    }

    /// Stops when this much time has passed since the question was asked. A question stops within a
    /// few milliseconds of the limit.
    #[must_use]
    pub fn time(mut self, most: Duration) -> Self {
        self.time = Some(most);
        self
    }

    /// Subtracts time that was spent before from the [time limit](Self::time), so that both times
    /// together stay within it. Has no effect if there is no time limit.
    #[must_use]
    pub fn after(mut self, spent: Duration) -> Self {
        self.time = self.time.map(|time| time.saturating_sub(spent));
        self
    }

    /// Stops at this moment. Several questions can share one deadline. If there is a
    /// [time limit](Self::time) too, the earlier of the two applies.
    #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
    #[must_use]
    pub fn deadline(mut self, at: std::time::Instant) -> Self {
        self.deadline = Some(at);
        self
    }

    /// Stops when the token is cancelled, within a few milliseconds.
    #[must_use]
    pub fn cancel(mut self, token: &CancelToken) -> Self {
        self.cancel = Some(token.clone());
        self
    }

    /// Limits the memory of a question to about this many bytes, including the problem. The default
    /// is 1 GiB ([`Limits::MEMORY`]). Counts and diagrams may use 1 MiB even if the limit is smaller.
    /// The tables of a solver have a limit of their own:
    /// [`Settings::memory`](crate::Settings::memory).
    ///
    /// The limit applies to the questions that store states: `count`, `diagram`, and `marginals`
    /// and `sample`, which build a diagram; to reading a diagram from a file; to `prove`, which
    /// keeps the solutions; and to `explain`, whose engines keep it, too. Other questions ignore it.
    ///
    /// At the limit, a count discards stored states, which makes it slower, or continues by the
    /// walk alone. A diagram cannot discard any: the question stops with
    /// [`Stop::Memory`](crate::Stop::Memory).
    /// So does a count if the problem and one engine alone exceed a limit that was set.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Stops with [`Stop::Memory`](crate::Stop::Memory) when the process uses more than `most`
    /// bytes, as `used` measures it. Any question stops, a few milliseconds later. The limit covers
    /// what [`memory`](Self::memory) only estimates: tables of engines, and memory that was freed
    /// and is not yet returned to the system. `used` is called at every check of the clock, and
    /// before the memo of a count doubles or a thread gets an engine of its own: without room for
    /// them, neither happens.
    #[must_use]
    pub fn process_memory(mut self, most: usize, used: fn() -> usize) -> Self {
        self.process_memory = Some((most, used));
        self
    }
}
