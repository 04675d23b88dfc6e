//! The threads of a pool: one takes items from the source, some work, and the caller hands over.
//!
//! ```text
//! source -> cut into chunks -+-> tasks  -> workers: an answer for each item ---+
//!                            +-> chunks -> caller: takes the answers of each <-+
//! ```

use std::io;
use std::mem;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError, channel, sync_channel,
};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::chunk::{Chunk, PATIENCE, Work};
use super::{End, Pool, Sink, Source};
use crate::policy::{POOL_CHUNK, POOL_HEAVY, POOL_ITEMS, POOL_WINDOW};
use crate::{Budget, Limits};

/// What the threads of a run have in common.
struct Shared {
    pool: Pool,
    /// Whether nobody takes answers any more.
    closed: AtomicBool,
    /// How many items a chunk should have.
    pace: AtomicUsize,
}

impl Shared {
    fn is_over(&self) -> bool {
        self.closed.load(Ordering::Relaxed) || self.pool.is_cancelled()
    }
}

/// Closes a run when the caller leaves it, also by a panic.
struct Close(Arc<Shared>);

impl Drop for Close {
    fn drop(&mut self) {
        self.0.closed.store(true, Ordering::Relaxed);
    }
}

impl Pool {
    pub(super) fn run_threads<S, W, A, B>(
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
        let shared = Arc::new(Shared {
            pool: self.clone(),
            closed: AtomicBool::new(false),
            pace: AtomicUsize::new(1),
        });
        let _close = Close(shared.clone());
        let (tasks, next_task) = channel();
        let (chunks, next_chunk) = sync_channel(POOL_WINDOW);
        let next_task = Arc::new(Mutex::new(next_task));
        for _ in 0..self.threads {
            let (shared, tasks, worker) = (shared.clone(), next_task.clone(), worker.clone());
            thread::Builder::new().spawn(move || work(&shared, &tasks, worker))?;
        }
        let cut = Cut {
            items: Vec::new(),
            weight: 0,
            chunks,
            tasks,
        };
        let reader = thread::Builder::new().spawn(move || cut.read(source, &shared))?;
        if let ControlFlow::Break(end) = self.hand_over(&next_chunk, sink) {
            return Ok(end);
        }
        match reader.join() {
            Ok(true) => Ok(End::Exhausted),
            Ok(false) => Ok(End::Cancelled),
            Err(panic) => resume_unwind(panic),
        }
    }

    /// Hands the items of all chunks over, as their answers come.
    fn hand_over<I, A, B>(
        &self,
        chunks: &Receiver<Arc<Chunk<I, A>>>,
        sink: &mut impl Sink<I, A, B>,
    ) -> ControlFlow<End<B>> {
        while let Some(chunk) = self.next_chunk(chunks, sink)? {
            let mut answers = Vec::new().into_iter();
            for item in &chunk.items {
                let answer = match answers.next() {
                    Some(answer) => answer,
                    None => match chunk.take(|| self.is_cancelled()) {
                        Ok(more) => {
                            answers = more.into_iter();
                            let Some(answer) = answers.next() else { break };
                            answer
                        }
                        Err(Work::Panicked(panic)) => resume_unwind(panic),
                        Err(_) => return ControlFlow::Break(End::Cancelled),
                    },
                };
                sink.take(item, answer).map_break(End::Broken)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The next chunk, `None` at the end. The sink is paused while the source is waited for.
    fn next_chunk<I, A, B>(
        &self,
        chunks: &Receiver<Arc<Chunk<I, A>>>,
        sink: &mut impl Sink<I, A, B>,
    ) -> ControlFlow<End<B>, Option<Arc<Chunk<I, A>>>> {
        match chunks.try_recv() {
            Ok(chunk) => return ControlFlow::Continue(Some(chunk)),
            Err(TryRecvError::Disconnected) => return ControlFlow::Continue(None),
            Err(TryRecvError::Empty) => {}
        }
        sink.pause().map_break(End::Broken)?;
        // A source that waits does not see the token.
        let patience = match self.cancel {
            Some(_) => PATIENCE,
            None => Duration::MAX,
        };
        let next = loop {
            match chunks.recv_timeout(patience) {
                Ok(chunk) => break Some(chunk),
                Err(RecvTimeoutError::Disconnected) => break None,
                Err(RecvTimeoutError::Timeout) if self.is_cancelled() => {
                    return ControlFlow::Break(End::Cancelled);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        sink.resume();
        ControlFlow::Continue(next)
    }
}

/// The chunk that is being cut, on the thread of the source.
struct Cut<I, A> {
    items: Vec<I>,
    weight: usize,
    chunks: SyncSender<Arc<Chunk<I, A>>>,
    tasks: Sender<Arc<Chunk<I, A>>>,
}

impl<I, A> Cut<I, A> {
    /// Takes all items. Returns whether the source came to its end. What it gave before a panic is
    /// handed over.
    fn read(mut self, mut source: impl Source<Item = I>, shared: &Shared) -> bool {
        let read = catch_unwind(AssertUnwindSafe(|| self.take_all(&mut source, shared)));
        read.unwrap_or_else(|panic| {
            let _ = self.hand_over();
            resume_unwind(panic)
        })
    }

    fn take_all(&mut self, source: &mut impl Source<Item = I>, shared: &Shared) -> bool {
        while !shared.is_over() {
            let Some(item) = source.next_item(None, &mut || self.hand_over()) else {
                return self.hand_over().is_continue();
            };
            self.weight += source.weight(&item);
            self.items.push(item);
            let most = shared.pace.load(Ordering::Relaxed);
            let is_full = self.items.len() >= most || self.weight >= POOL_HEAVY;
            if is_full && self.hand_over().is_break() {
                break;
            }
        }
        false
    }

    /// Hands the chunk over, if there is any, and begins the next. Waits while too many are under
    /// way; breaks if nobody takes them.
    fn hand_over(&mut self) -> ControlFlow<()> {
        if self.items.is_empty() {
            return ControlFlow::Continue(());
        }
        self.weight = 0;
        let chunk = Arc::new(Chunk::new(mem::take(&mut self.items)));
        let handed = self.chunks.send(chunk.clone()).is_ok() && self.tasks.send(chunk).is_ok();
        match handed {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

/// Works on chunk after chunk until there are no more. Sets the pace.
fn work<I, A, W: FnMut(&I) -> A>(
    shared: &Shared,
    tasks: &Mutex<Receiver<Arc<Chunk<I, A>>>>,
    worker: impl Fn() -> W,
) {
    let mut kept = None;
    let clock = Budget::start(&Limits::new());
    loop {
        let next = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(chunk) = next else { return };
        let begun = clock.elapsed();
        let end = catch_unwind(AssertUnwindSafe(|| {
            let work = kept.get_or_insert_with(&worker);
            for item in &chunk.items {
                if shared.is_over() {
                    return Work::Cancelled;
                }
                chunk.add(work(item));
            }
            Work::Done
        }));
        let end = end.unwrap_or_else(Work::Panicked);
        let is_done = matches!(end, Work::Done);
        chunk.end(end);
        if !is_done {
            return;
        }
        let took = (clock.elapsed() - begun).as_nanos().max(1);
        let fitting =
            chunk.items.len() as u128 * Duration::from_micros(POOL_CHUNK).as_nanos() / took;
        let pace = fitting.clamp(1, POOL_ITEMS as u128) as usize;
        shared.pace.store(pace, Ordering::Relaxed);
    }
}
