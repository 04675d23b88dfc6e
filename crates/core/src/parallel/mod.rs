//! Work on a stream of items by several threads, with the answers in the order of the items.
//!
//! One thread takes items from a [`Source`] and cuts them into chunks. Several threads work on the
//! chunks. The thread that called [`Pool::run`] passes every item with its answer to a [`Sink`], in
//! the order of the source. So the output does not depend on the number of threads.
//!
//! * The number of items in progress is bounded: the source waits while the sink is slow.
//! * Slow input delays no earlier item: before the source waits for input, it announces the wait,
//!   and the unfinished chunk is passed on.
//! * The sink, a cancel token or a panic can end the work early. The sink has then received the
//!   answers of the first items, without a gap.
//! * A pool of one thread starts no threads: the caller does everything.
//!
//! This module knows nothing of problems or boards.

mod chunk;
mod threads;
pub(crate) mod unordered;

use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::thread;

use crate::{CancelToken, Threads};

/// A source of items. Every iterator is a source.
pub trait Source {
    /// The type of the items.
    type Item;

    /// Returns the next item, or `None` at the end.
    ///
    /// A source that may wait long for its next item calls `before_wait` first. If that returns
    /// `Break`, no more items are needed, and the source must return `None`. `spare` is an earlier
    /// item that is no longer needed; the source may reuse its memory, but nothing that it says.
    fn next_item(
        &mut self,
        spare: Option<Self::Item>,
        before_wait: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self::Item>;

    /// Returns the approximate memory of an item, as a multiple of that of a small item. It limits
    /// the items in progress: together they take at most about 65,536 units, or one item more.
    fn weight(&self, _item: &Self::Item) -> usize {
        1
    }
}

impl<I: Iterator> Source for I {
    type Item = I::Item;

    fn next_item(
        &mut self,
        _spare: Option<I::Item>,
        _before_wait: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<I::Item> {
        self.next()
    }
}

/// A receiver of items with their answers. A closure with these two parameters is a sink.
pub trait Sink<I, A, B> {
    /// Receives the next item with its answer. `Break` ends the work with its value.
    fn take(&mut self, item: &I, answer: A) -> ControlFlow<B>;

    /// Prepares for a wait. The pool calls this when the sink has received all items so far, and
    /// the source may have to wait for the next one. A sink that buffers should flush now.
    fn pause(&mut self) -> ControlFlow<B> {
        ControlFlow::Continue(())
    }

    /// Continues after a wait.
    fn resume(&mut self) {}
}

impl<I, A, B, F: FnMut(&I, A) -> ControlFlow<B>> Sink<I, A, B> for F {
    fn take(&mut self, item: &I, answer: A) -> ControlFlow<B> {
        self(item, answer)
    }
}

/// The way in which the work of a [`Pool`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End<B> {
    /// The sink received all items.
    Exhausted,
    /// The sink returned `Break` with this value.
    Broken(B),
    /// The cancel token was cancelled before the last item.
    Cancelled,
}

/// Runs a function on a stream of items in several threads.
///
/// ```
/// use std::ops::ControlFlow;
/// use quadrille::parallel::{End, Pool};
///
/// let mut squares = Vec::new();
/// let end = Pool::new(4).run(
///     1_u64..=1000,
///     || |number: &u64| number * number,
///     &mut |_: &u64, square: u64| -> ControlFlow<()> {
///         squares.push(square);
///         ControlFlow::Continue(())
///     },
/// )?;
/// assert_eq!(end, End::Exhausted);
/// assert!(squares.is_sorted() && squares.len() == 1000);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pool {
    threads: usize,
    cancel: Option<CancelToken>,
    lent_to: Threads,
}

impl Pool {
    /// Returns a pool with this number of worker threads; 0 means 1.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        Self {
            threads,
            cancel: None,
            lent_to: Threads::default(),
        }
    }

    /// Stops the work when the token is cancelled, before the next item. With several threads,
    /// workers in the middle of an item get a quarter of a second to finish it.
    #[must_use]
    pub fn cancel(mut self, token: &CancelToken) -> Self {
        self.cancel = Some(token.clone());
        self
    }

    /// Lends each worker thread that waits for its next item to the searches that share `threads`.
    /// So the last items, or a single one, can use all threads of the pool.
    #[must_use]
    pub fn lend_to(mut self, threads: &Threads) -> Self {
        self.lent_to = threads.clone();
        self
    }

    /// Answers all items, and passes the answers to the sink in the order of the items. Each thread
    /// calls `worker` once to make its own function, which then answers one item after the other.
    ///
    /// This function does not wait for its threads. If the work ends early, a worker still finishes
    /// its item, and a source that waits for input keeps waiting; their results are dropped.
    ///
    /// # Errors
    /// The error of the operating system if a thread cannot be started.
    ///
    /// # Panics
    /// If a worker or the source panics. The sink receives the items before that one first.
    pub fn run<S, W, A, B>(
        &self,
        source: S,
        worker: impl Fn() -> W + Clone + Send + 'static,
        sink: &mut impl Sink<S::Item, A, B>,
    ) -> io::Result<End<B>>
    where
        S: Source + Send + 'static,
        S::Item: Send + Sync + 'static,
        W: FnMut(&S::Item) -> A,
        A: Send + 'static,
    {
        match self.threads {
            0 | 1 => Ok(self.run_alone(source, worker(), sink)),
            _ => self.run_threads(source, worker, sink),
        }
    }

    fn run_alone<S: Source, A, B>(
        &self,
        mut source: S,
        mut work: impl FnMut(&S::Item) -> A,
        sink: &mut impl Sink<S::Item, A, B>,
    ) -> End<B> {
        let mut spare = None;
        while !self.is_cancelled() {
            let (mut paused, mut broken) = (false, None);
            let next = source.next_item(spare.take(), &mut || {
                paused = true;
                sink.pause().map_break(|with| broken = Some(with))
            });
            if let Some(with) = broken {
                return End::Broken(with);
            }
            if paused {
                sink.resume();
            }
            let Some(item) = next else {
                return End::Exhausted;
            };
            if self.is_cancelled() {
                break;
            }
            let answer = work(&item);
            if let ControlFlow::Break(with) = sink.take(&item, answer) {
                return End::Broken(with);
            }
            spare = Some(item);
        }
        End::Cancelled
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(CancelToken::is_cancelled)
    }
}

/// Returns the number of threads that this machine runs at the same time; 1 if it is unknown.
#[must_use]
pub fn cores() -> usize {
    // Several files of the system have the answer.
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get))
}
