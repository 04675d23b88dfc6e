//! Standard output, and files that are written.

use std::fs::{self, File};
use std::io::{self, BufWriter, Stdout, StdoutLock, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::outcome::Failure;

/// The longest that a [`Stream`] holds back what was written.
pub(super) const PATIENCE: Duration = Duration::from_millis(20);

/// Standard output, locked and buffered. It is flushed by its user.
pub(super) fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Prints a text as a whole.
pub(super) fn print(text: &[u8]) -> io::Result<()> {
    let mut output = stdout();
    output.write_all(text)?;
    output.flush()
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

/// A file for an answer. It is opened before the work begins, so that an error is said at once, and
/// emptied when the answer is there.
pub(super) struct OutputFile<'p> {
    pub(super) path: &'p Path,
    pub(super) file: File,
    /// Whether there was none before.
    pub(super) is_new: bool,
}

impl<'p> OutputFile<'p> {
    pub(super) fn open(path: &'p Path) -> Result<Self, Failure> {
        let created = File::create_new(path);
        let is_new = created.is_ok();
        // The file may be there already; any other error comes again.
        let opened = created.or_else(|_| {
            let mut options = File::options();
            options.write(true).create(true).truncate(false).open(path)
        });
        match opened {
            Ok(file) => Ok(Self { path, file, is_new }),
            Err(error) => Err(failed(path, error)),
        }
    }

    pub(super) fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Takes away what the file held before. A pipe or a terminal holds nothing.
    pub(super) fn begin(&self) -> io::Result<()> {
        match self.file.metadata()?.is_file() {
            true => self.file.set_len(0),
            false => Ok(()),
        }
    }

    /// Removes the file if there was none before.
    pub(super) fn remove_new(&self) {
        if self.is_new {
            let _ = fs::remove_file(self.path);
        }
    }

    /// Says that the file could not be written.
    pub(super) fn failed(&self, error: io::Error) -> Failure {
        failed(self.path, error)
    }
}

fn failed(path: &Path, error: io::Error) -> Failure {
    let name = path.display().to_string();
    Failure::WriteFile { name, error }
}
