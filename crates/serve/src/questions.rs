//! The questions of a connection that are not answered yet.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quadrille_core::CancelToken;

use super::pool::{Job, Pool};
use super::socket::Outgoing;

/// Names and tokens of questions; the answers go to the connection.
pub(crate) struct Questions {
    connection: u64,
    outgoing: Outgoing,
    pool: Arc<Pool>,
    open: Mutex<HashMap<String, CancelToken>>,
}

/// Why a question does not begin.
pub(crate) enum Busy {
    /// Another one has its name.
    Name,
    /// There are too many.
    Full,
}

impl Questions {
    pub(crate) fn new(connection: u64, outgoing: Outgoing, pool: Arc<Pool>) -> Arc<Self> {
        Arc::new(Self {
            connection,
            outgoing,
            pool,
            open: Mutex::default(),
        })
    }

    /// Sends a message.
    pub(crate) fn send(&self, text: String) {
        self.outgoing.send(text);
    }

    /// Asks a question as soon as a thread is free, and sends its answer, or `failed` if `answer`
    /// panics. There are at most `most` questions at a time.
    pub(crate) fn begin(
        self: &Arc<Self>,
        name: &str,
        most: usize,
        failed: String,
        answer: impl FnOnce(&CancelToken) -> String + Send + 'static,
    ) -> Result<(), Busy> {
        let token = CancelToken::new();
        let mut open = self.lock();
        if open.len() >= most {
            return Err(Busy::Full);
        }
        match open.entry(name.to_owned()) {
            Entry::Occupied(_) => return Err(Busy::Name),
            Entry::Vacant(place) => place.insert(token.clone()),
        };
        drop(open);
        let (own, own_name) = (Arc::clone(self), name.to_owned());
        self.pool.add(Job {
            connection: self.connection,
            name: name.to_owned(),
            run: Box::new(move || {
                // A bug in one question leaves the thread and the other questions alone. Nothing is seen
                // half-changed: what the function has changed goes with it.
                let answer = catch_unwind(AssertUnwindSafe(|| answer(&token))).unwrap_or(failed);
                own.lock().remove(&own_name);
                own.send(answer);
            }),
        });
        Ok(())
    }

    /// Cancels a question. Returns whether it still waited: then it has no answer of its own.
    pub(crate) fn cancel(&self, name: &str) -> bool {
        if let Some(token) = self.lock().get(name) {
            token.cancel();
        }
        let waited = self.pool.remove(self.connection, name);
        if waited {
            self.lock().remove(name);
        }
        waited
    }

    /// Cancels all questions. Nobody waits for their answers any more.
    pub(crate) fn end(&self) {
        self.pool.remove_all(self.connection);
        for token in self.lock().values() {
            token.cancel();
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, CancelToken>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
