//! The threads that answer questions. Further questions wait in a queue.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A question that waits.
pub(crate) struct Job {
    /// The connection that asks.
    pub(crate) connection: u64,
    /// The name of the question, which no other one of the connection has.
    pub(crate) name: String,
    pub(crate) run: Box<dyn FnOnce() + Send>,
}

#[derive(Default)]
pub(crate) struct Pool {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    is_closed: bool,
}

impl Pool {
    pub(crate) fn add(&self, job: Job) {
        self.lock().jobs.push_back(job);
        self.changed.notify_one();
    }

    /// Removes a question that still waits, and returns whether it did.
    pub(crate) fn remove(&self, connection: u64, name: &str) -> bool {
        self.retain(|job| job.connection != connection || job.name != name)
    }

    /// Removes the questions of a connection that still wait.
    pub(crate) fn remove_all(&self, connection: u64) {
        self.retain(|job| job.connection != connection);
    }

    /// Keeps these questions only, and returns whether others waited.
    fn retain(&self, keeps: impl FnMut(&Job) -> bool) -> bool {
        let mut queue = self.lock();
        let before = queue.jobs.len();
        queue.jobs.retain(keeps);
        queue.jobs.len() < before
    }

    /// Answers one question after the other, until the pool is closed.
    pub(crate) fn work(&self) {
        while let Some(job) = self.next() {
            (job.run)();
        }
    }

    fn next(&self) -> Option<Job> {
        let queue = self.lock();
        let wait = |queue: &mut Queue| queue.jobs.is_empty() && !queue.is_closed;
        let queue = self.changed.wait_while(queue, wait);
        queue
            .unwrap_or_else(PoisonError::into_inner)
            .jobs
            .pop_front()
    }

    /// Forgets all questions that wait, and ends the threads.
    pub(crate) fn close(&self) {
        let mut queue = self.lock();
        queue.jobs.clear();
        queue.is_closed = true;
        drop(queue);
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
