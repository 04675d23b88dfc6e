//! The threads that answer questions. Further questions wait in a queue.
//!
//! No connection keeps the others waiting, even if it asks a hundred endless questions: it has at
//! most half of the threads, and the next question is one of the connection that has the fewest.

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

pub(crate) struct Pool {
    /// The number of threads.
    pub(crate) threads: usize,
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    /// The connection of each question that is being answered.
    running: Vec<u64>,
    is_closed: bool,
}

impl Pool {
    pub(crate) fn new(threads: usize) -> Self {
        Self {
            threads,
            queue: Mutex::default(),
            changed: Condvar::new(),
        }
    }

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
            self.lock().end(job.connection);
            // A question of this connection may have waited for its turn.
            self.changed.notify_one();
        }
    }

    fn next(&self) -> Option<Job> {
        let most = (self.threads / 2).max(1);
        let mut queue = self.lock();
        loop {
            let job = queue.begin(most);
            if job.is_some() || queue.is_closed {
                return job;
            }
            let woken = self.changed.wait(queue);
            queue = woken.unwrap_or_else(PoisonError::into_inner);
        }
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

impl Queue {
    /// Takes the next question: the first one of the connection that has the fewest running, if these
    /// are fewer than `most`.
    fn begin(&mut self, most: usize) -> Option<Job> {
        let counted = self.jobs.iter().enumerate().map(|(at, job)| {
            let own = self.running.iter().filter(|&&own| own == job.connection);
            (own.count(), at)
        });
        let (count, at) = counted.min()?;
        if count >= most {
            return None;
        }
        let job = self.jobs.remove(at)?;
        self.running.push(job.connection);
        Some(job)
    }

    /// Counts a question as answered.
    fn end(&mut self, connection: u64) {
        let own = self.running.iter().position(|own| *own == connection);
        if let Some(own) = own {
            self.running.swap_remove(own);
        }
    }
}
