//! Work on numbered items whose answers are needed at once, in any order.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Answers the items `0..items` on several threads, and passes each answer to `receive` as soon as
/// it is there. Between answers, `receive` is called with `None` every `every`. A `work` that
/// returns `None` ends its thread.
pub fn for_each_unordered<A: Send>(
    threads: usize,
    items: usize,
    every: Duration,
    work: impl Fn(usize) -> Option<A> + Sync,
    mut receive: impl FnMut(Option<(usize, A)>),
) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (answers, received) = channel();
        for _ in 0..threads.clamp(1, items.max(1)) {
            let (answers, next, work) = (answers.clone(), &next, &work);
            thread::Builder::new().spawn_scoped(scope, move || {
                loop {
                    let item = next.fetch_add(1, Ordering::Relaxed);
                    let answer = (item < items).then(|| work(item)).flatten();
                    let Some(answer) = answer else { return };
                    if answers.send((item, answer)).is_err() {
                        return;
                    }
                }
            })?;
        }
        drop(answers);
        loop {
            match received.recv_timeout(every) {
                Ok(answer) => receive(Some(answer)),
                Err(RecvTimeoutError::Timeout) => receive(None),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    })
}
