//! The threads of a pool. One thread reads the source, some threads work, and the caller passes the
//! answers to the sink.
//!
//! ```text
//! source -> cut into chunks -+-> tasks  -> workers: an answer for each item ---+
//!   ^                        +-> chunks -> caller: receives all answers <------+
//!   +---------- spares: items whose answers were received ----------+
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

use super::chunk::{Chunk, Outcome, PATIENCE};
use super::{End, Pool, Sink, Source};
use crate::policy::{POOL_CHUNK, POOL_HEAVY, POOL_ITEMS, POOL_WINDOW};
use crate::{Budget, Limits};

/// What the threads of a run share.
struct Shared {
    pool: Pool,
    /// Whether the caller has stopped receiving answers.
    closed: AtomicBool,
    /// The number of items that the next chunk should have.
    pace: AtomicUsize,
}

impl Shared {
    fn is_over(&self) -> bool {
        self.closed.load(Ordering::Relaxed) || self.pool.is_cancelled()
    }
}

/// Closes a run when the caller leaves it, even by a panic.
struct CloseOnDrop(Arc<Shared>);

impl Drop for CloseOnDrop {
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
        let _close = CloseOnDrop(shared.clone());
        let (tasks, next_task) = channel();
        let (chunks, next_chunk) = sync_channel(POOL_WINDOW);
        let (give_back, spares) = channel();
        let next_task = Arc::new(Mutex::new(next_task));
        for _ in 0..self.threads {
            let (shared, tasks, worker) = (shared.clone(), next_task.clone(), worker.clone());
            thread::Builder::new().spawn(move || work(&shared, &tasks, worker))?;
        }
        let chunker = Chunker {
            items: Vec::new(),
            weight: 0,
            chunks,
            tasks,
            spares,
            spare: Vec::new(),
        };
        let reader = thread::Builder::new().spawn(move || chunker.read(source, &shared))?;
        if let ControlFlow::Break(end) = self.pass_on(&next_chunk, &give_back, sink) {
            return Ok(end);
        }
        match reader.join() {
            Ok(true) => Ok(End::Exhausted),
            Ok(false) => Ok(End::Cancelled),
            Err(panic) => resume_unwind(panic),
        }
    }

    /// Passes the items of all chunks to the sink as their answers arrive.
    fn pass_on<I, A, B>(
        &self,
        chunks: &Receiver<Arc<Chunk<I, A>>>,
        give_back: &Sender<Vec<I>>,
        sink: &mut impl Sink<I, A, B>,
    ) -> ControlFlow<End<B>> {
        while let Some(chunk) = self.next_chunk(chunks, sink)? {
            let mut answers = Vec::new().into_iter();
            for item in &chunk.items {
                let answer = match answers.next() {
                    Some(answer) => answer,
                    None => match chunk.receive(|| self.is_cancelled()) {
                        Ok(more) => {
                            answers = more.into_iter();
                            let Some(answer) = answers.next() else { break };
                            answer
                        }
                        Err(Outcome::Panicked(panic)) => resume_unwind(panic),
                        Err(_) => return ControlFlow::Break(End::Cancelled),
                    },
                };
                sink.take(item, answer).map_break(End::Broken)?;
            }
            // The worker may still hold the chunk for a moment.
            if let Some(chunk) = Arc::into_inner(chunk).filter(|chunk| chunk.is_light) {
                // There is no reader any more when all has been read.
                let _ = give_back.send(chunk.items);
            }
        }
        ControlFlow::Continue(())
    }

    /// Waits for the next chunk; `None` at the end. The sink is paused during the wait.
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
        // A source that waits for input does not notice the token.
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

/// The chunk that the thread of the source is filling.
struct Chunker<I, A> {
    items: Vec<I>,
    weight: usize,
    chunks: SyncSender<Arc<Chunk<I, A>>>,
    tasks: Sender<Arc<Chunk<I, A>>>,
    /// Items that are no longer needed.
    spares: Receiver<Vec<I>>,
    /// Those of them that are to be used next.
    spare: Vec<I>,
}

impl<I, A> Chunker<I, A> {
    /// Reads all items. Returns whether the source came to its end. If the source panics, the items
    /// before the panic are passed on first.
    fn read(mut self, mut source: impl Source<Item = I>, shared: &Shared) -> bool {
        let read = catch_unwind(AssertUnwindSafe(|| self.take_all(&mut source, shared)));
        read.unwrap_or_else(|panic| {
            let _ = self.pass_on();
            resume_unwind(panic)
        })
    }

    fn take_all(&mut self, source: &mut impl Source<Item = I>, shared: &Shared) -> bool {
        while !shared.is_over() {
            if self.spare.is_empty() {
                self.spare = self.spares.try_recv().unwrap_or_default();
            }
            let spare = self.spare.pop();
            let Some(item) = source.next_item(spare, &mut || self.pass_on()) else {
                return self.pass_on().is_continue();
            };
            self.weight += source.weight(&item);
            self.items.push(item);
            let most = shared.pace.load(Ordering::Relaxed);
            let is_full = self.items.len() >= most || self.weight >= POOL_HEAVY;
            if is_full && self.pass_on().is_break() {
                break;
            }
        }
        false
    }

    /// Passes the chunk on, unless it is empty, and starts the next. Waits while too many chunks
    /// are in progress. Returns `Break` if the caller has left.
    fn pass_on(&mut self) -> ControlFlow<()> {
        if self.items.is_empty() {
            return ControlFlow::Continue(());
        }
        let is_light = mem::take(&mut self.weight) < POOL_HEAVY;
        let chunk = Arc::new(Chunk::new(mem::take(&mut self.items), is_light));
        // The first channel is bounded: here the source waits while too many chunks are in
        // progress.
        let passed_on = self.chunks.send(chunk.clone()).is_ok() && self.tasks.send(chunk).is_ok();
        if passed_on {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

/// Works on chunks until there are no more, and adapts the number of items in a chunk.
fn work<I, A, W: FnMut(&I) -> A>(
    shared: &Shared,
    tasks: &Mutex<Receiver<Arc<Chunk<I, A>>>>,
    worker: impl Fn() -> W,
) {
    let mut worker_state = None;
    let clock = Budget::start(&Limits::new());
    loop {
        // While this thread waits for work, others may use its core.
        let lent = shared.pool.lent_to.lend();
        let next = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(chunk) = next else {
            // The thread ends, and others may use its core from now on.
            lent.keep();
            return;
        };
        drop(lent);
        let begun = clock.elapsed();
        let end = catch_unwind(AssertUnwindSafe(|| {
            let work = worker_state.get_or_insert_with(&worker);
            for item in &chunk.items {
                if shared.is_over() {
                    return Outcome::Cancelled;
                }
                chunk.add(work(item));
            }
            Outcome::Done
        }));
        let end = end.unwrap_or_else(Outcome::Panicked);
        let is_done = matches!(end, Outcome::Done);
        chunk.end(end);
        if !is_done {
            return;
        }
        let took = (clock.elapsed() - begun).as_nanos().max(1);
        // The items of the next chunk probably take as long as those of this one.
        let fitting =
            chunk.items.len() as u128 * Duration::from_micros(POOL_CHUNK).as_nanos() / took;
        let pace = fitting.clamp(1, POOL_ITEMS as u128) as usize;
        shared.pace.store(pace, Ordering::Relaxed);
    }
}
