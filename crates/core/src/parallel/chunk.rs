//! Chunks: consecutive items with their answers.

use std::any::Any;
use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::policy::{POOL_GRACE, POOL_PATIENCE};

const GRACE: Duration = Duration::from_millis(POOL_GRACE);
pub(super) const PATIENCE: Duration = Duration::from_millis(POOL_PATIENCE);

/// A chunk. The thread that works on it and the thread that receives its answers share it.
pub(super) struct Chunk<I, A> {
    pub(super) items: Vec<I>,
    /// Whether the items are small, so that their memory may be used again.
    pub(super) is_light: bool,
    state: Mutex<State<A>>,
    ended: Condvar,
}

struct State<A> {
    /// The answers that were not received yet, in the order of their items.
    answers: Vec<A>,
    /// How the work ended; `None` while it continues.
    end: Option<Outcome>,
}

/// How the work on a chunk ended.
pub(super) enum Outcome {
    /// Every item has an answer.
    Done,
    /// The work was cancelled: the last items have no answers.
    Cancelled,
    /// The worker panicked with this value.
    Panicked(Box<dyn Any + Send>),
}

impl<I, A> Chunk<I, A> {
    pub(super) fn new(items: Vec<I>, is_light: bool) -> Self {
        let state = State {
            answers: Vec::with_capacity(items.len()),
            end: None,
        };
        Self {
            items,
            is_light,
            state: Mutex::new(state),
            ended: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<A>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add(&self, answer: A) {
        self.lock().answers.push(answer);
    }

    pub(super) fn end(&self, end: Outcome) {
        self.lock().end = Some(end);
        self.ended.notify_one();
    }

    /// Waits for answers and returns them, at least one. Returns how the work ended if no more
    /// answers come. After a cancellation it waits only for a while, because the worker may not
    /// notice it.
    pub(super) fn receive(&self, is_cancelled: impl Fn() -> bool) -> Result<Vec<A>, Outcome> {
        let (mut state, mut grace) = (self.lock(), GRACE);
        loop {
            if !state.answers.is_empty() {
                return Ok(mem::take(&mut state.answers));
            }
            if let Some(end) = state.end.take() {
                return Err(end);
            }
            if is_cancelled() {
                grace = grace.saturating_sub(PATIENCE);
            }
            if grace.is_zero() {
                return Err(Outcome::Cancelled);
            }
            let waited = self.ended.wait_timeout(state, PATIENCE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
