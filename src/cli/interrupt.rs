//! Ctrl-C: the first stops cleanly with what there is, the second kills at once.
//!
//! While there is nothing to stop cleanly, because no search has begun or the program waits for
//! input with all its answers flushed, the first one ends the program too.
//!
//! Only SIGINT is caught. A handler for SIGHUP would undo `nohup`, and SIGTERM is to end a program
//! at once.

use std::io::{self, Read};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering, fence};

use quadrille::CancelToken;

use super::outcome::Outcome;

/// What Ctrl-C finds.
#[derive(Clone)]
pub(super) struct Interrupt {
    token: CancelToken,
    /// Whether there is nothing to stop cleanly.
    idle: Arc<AtomicBool>,
}

impl Interrupt {
    /// Listens for Ctrl-C from now on.
    pub(super) fn listen() -> Self {
        let interrupt = Self {
            token: CancelToken::new(),
            idle: Arc::new(AtomicBool::new(true)),
        };
        let heard = interrupt.clone();
        // Without a handler Ctrl-C kills at once, which will do.
        let _ = ctrlc::set_handler(move || heard.hear());
        interrupt
    }

    /// What happens at Ctrl-C, on a thread of its own.
    fn hear(&self) {
        let again = self.token.is_cancelled();
        self.token.cancel();
        fence(Ordering::SeqCst);
        if again || self.idle.load(Ordering::SeqCst) {
            quit();
        }
    }

    /// Says that a search is about to begin, and gives what stops it.
    pub(super) fn token(&self) -> &CancelToken {
        self.idle.store(false, Ordering::SeqCst);
        &self.token
    }

    /// Whether Ctrl-C was pressed.
    pub(super) fn is_heard(&self) -> bool {
        self.token.is_cancelled()
    }

    /// Waits for something, while there is nothing to stop cleanly.
    pub(super) fn wait<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.idle.store(true, Ordering::SeqCst);
        fence(Ordering::SeqCst);
        // Ctrl-C a moment ago, when this was not idle yet.
        if self.token.is_cancelled() {
            quit();
        }
        let come = wait();
        self.idle.store(false, Ordering::SeqCst);
        come
    }

    /// The same source, whose readers are idle while they wait for it.
    pub(super) fn idle_in<R: Read>(&self, source: R) -> IdleReader<R> {
        let interrupt = self.clone();
        IdleReader { source, interrupt }
    }
}

/// See [`Interrupt::idle_in`].
pub(super) struct IdleReader<R> {
    source: R,
    interrupt: Interrupt,
}

impl<R: Read> Read for IdleReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupt.wait(|| self.source.read(buffer))
    }
}

fn quit() -> ! {
    process::exit(Outcome::Interrupted.code().into())
}
