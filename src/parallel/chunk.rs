//! Items that follow each other, with their answers as these come.

use std::any::Any;
use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::policy::{POOL_GRACE, POOL_PATIENCE};

const GRACE: Duration = Duration::from_millis(POOL_GRACE);
pub(super) const PATIENCE: Duration = Duration::from_millis(POOL_PATIENCE);

/// A chunk is shared by the thread that works on it and the one that takes its answers.
pub(super) struct Chunk<I, A> {
    pub(super) items: Vec<I>,
    state: Mutex<State<A>>,
    ended: Condvar,
}

struct State<A> {
    /// Answers that are not yet taken, in the order of their items.
    answers: Vec<A>,
    /// How the work on it ended, if it did.
    end: Option<Work>,
}

/// How the work on a chunk ended.
pub(super) enum Work {
    /// All items have answers.
    Done,
    /// It was cancelled: the last items have none.
    Cancelled,
    /// The worker panicked with this.
    Panicked(Box<dyn Any + Send>),
}

impl<I, A> Chunk<I, A> {
    pub(super) fn new(items: Vec<I>) -> Self {
        let state = State {
            answers: Vec::new(),
            end: None,
        };
        Self {
            items,
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

    pub(super) fn end(&self, end: Work) {
        self.lock().end = Some(end);
        self.ended.notify_one();
    }

    /// Takes the answers that are there, one at least. Waits for them, and returns how the work
    /// ended if it brings no more. Gives up a while after a cancel: a worker need not see it.
    pub(super) fn take(&self, is_cancelled: impl Fn() -> bool) -> Result<Vec<A>, Work> {
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
                return Err(Work::Cancelled);
            }
            let waited = self.ended.wait_timeout(state, PATIENCE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
