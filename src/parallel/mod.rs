//! Work on a stream of items by several threads, with the answers in the order of the items.
//!
//! One thread takes items from a [`Source`] and cuts them into chunks. Several threads work on the
//! chunks. The thread that called [`Pool::run`] hands every item with its answer to a [`Sink`], in the
//! order of the source. So the output is that of one thread, whatever the number of threads.
//!
//! * A bounded number of items is under way: the source waits while the sink is behind.
//! * Nobody waits with something in hand. The source says when it is about to wait, and its chunk is
//!   handed over before.
//! * The sink, a cancel token or a panic ends the work early. What the sink has seen then is a prefix
//!   of what it would have seen.
//! * On one thread there are no other threads: the caller takes, works and hands over.
//!
//! This room knows nothing of problems or boards.

mod chunk;
mod threads;

use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::thread;

use crate::CancelToken;

/// Where items come from. Every iterator is a source.
pub trait Source {
    /// What is worked on.
    type Item;

    /// Takes the next item, or `None` at the end.
    ///
    /// A source that may wait long for its next item calls `before_wait` first. If that breaks,
    /// nobody wants more items, and the source returns `None`. `spare` is an item that is no longer
    /// needed; the source may use its memory again.
    fn next_item(
        &mut self,
        spare: Option<Self::Item>,
        before_wait: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self::Item>;

    /// How much memory an item takes, in units of a small one. At most about 65,536 units are under
    /// way, and those of one item.
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

/// Where items go with their answers. A closure that takes an item and its answer is a sink.
pub trait Sink<I, A, B> {
    /// Takes the next item with its answer. If it breaks, the work ends with that value.
    fn take(&mut self, item: &I, answer: A) -> ControlFlow<B>;

    /// Called before a wait for the source, when all items so far have been taken: a sink that
    /// holds something back should let go of it.
    fn pause(&mut self) -> ControlFlow<B> {
        ControlFlow::Continue(())
    }

    /// Called after a wait.
    fn resume(&mut self) {}
}

impl<I, A, B, F: FnMut(&I, A) -> ControlFlow<B>> Sink<I, A, B> for F {
    fn take(&mut self, item: &I, answer: A) -> ControlFlow<B> {
        self(item, answer)
    }
}

/// How the work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End<B> {
    /// The sink took all items.
    Exhausted,
    /// The sink broke with this value.
    Broken(B),
    /// The cancel token was cancelled before the last item.
    Cancelled,
}

/// How many threads work, and what stops them.
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
}

impl Pool {
    /// A pool of so many threads that work; 0 means 1.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        Self {
            threads,
            cancel: None,
        }
    }

    /// Stops at the next item when the token is cancelled. Of several threads those that are in the
    /// middle of an item may finish it in a quarter of a second, and are not waited for any longer.
    #[must_use]
    pub fn cancel(mut self, token: &CancelToken) -> Self {
        self.cancel = Some(token.clone());
        self
    }

    /// Works on all items. Each thread calls `worker` once and asks its worker about one item after
    /// the other.
    ///
    /// This function does not wait for its threads. If it ends early, a worker first finishes its
    /// item, and a source that waits for input goes on waiting; their results are dropped.
    ///
    /// # Errors
    /// If a thread cannot be started.
    ///
    /// # Panics
    /// If a worker or the source panics, after the sink has taken the items before that one.
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

/// How many threads this machine runs at the same time, as far as is known.
#[must_use]
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}
