//! Whether standard output was closed when the program began, as by `>&-`.
//!
//! Rust opens `/dev/null` in its place before `main`, so answers would be lost without an error.
//! Only a function that runs earlier can detect this. Standard output that a user redirects to
//! `/dev/null` is open and not affected.

use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether standard output was closed when the program began.
pub(crate) fn stdout_was_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

/// Runs before `main`, on its only thread.
///
/// SAFETY: the attribute requires that the function calls nothing that needs a running `main`. It
/// only makes the handle of standard output, without writing to it, and copies its descriptor.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn look() {
    use std::fs::File;
    use std::io::Write;
    use std::os::fd::AsFd;

    /// Bad file descriptor, on every Unix.
    const EBADF: i32 = 9;

    // A closed descriptor cannot be copied, and one that is open for reading cannot be written to.
    let copy = std::io::stdout().as_fd().try_clone_to_owned();
    let written = copy.and_then(|copy| File::from(copy).write(&[]));
    let closed = written.is_err_and(|error| error.raw_os_error() == Some(EBADF));
    CLOSED.store(closed, Ordering::Relaxed);
}
