//! Standard output.

use std::io::{self, BufWriter, Stdout, StdoutLock, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The longest that a [`Stream`] holds back what was written.
pub(super) const PATIENCE: Duration = Duration::from_millis(20);

/// Standard output, locked and buffered. It is flushed by its user.
pub(super) fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Standard output for answers that come at any time: at once or hours apart, or a million in a
/// second, when a system call for each would take longer than finding them. So what is written is
/// flushed by another thread a moment later, whether or not more follows.
pub(super) struct Stream(Arc<Mutex<BufWriter<Stdout>>>);

impl Stream {
    pub(super) fn stdout() -> Self {
        let output = BufWriter::with_capacity(1 << 16, io::stdout());
        let stream = Self(Arc::new(Mutex::new(output)));
        let shared = Self(Arc::clone(&stream.0));
        thread::spawn(move || {
            loop {
                thread::sleep(PATIENCE);
                let mut output = shared.lock();
                // What cannot be written stays, and is met again by the next who writes.
                if !output.buffer().is_empty() && output.flush().is_err() {
                    return;
                }
            }
        });
        stream
    }

    /// The output, to write an answer as a whole.
    pub(super) fn lock(&self) -> MutexGuard<'_, BufWriter<Stdout>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes piece by piece; answers may come out in parts.
impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lock().write(bytes)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.lock().write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.lock().flush()
    }
}
