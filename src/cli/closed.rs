//! Whether standard output was closed when the program began, as by `>&-`.
//!
//! Rust opens `/dev/null` in its place before `main`, so that answers would be lost without an
//! error. Only a function that runs earlier can see it. A user who redirects to `/dev/null` has
//! an open standard output, and is not meant.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether standard output was closed when the program began.
pub(super) fn stdout_was_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

/// The error of writing to standard output when it was closed before the program began.
pub(super) fn closed() -> io::Error {
    io::Error::other("standard output is closed")
}

/// Runs before `main`, on its only thread.
///
/// SAFETY: the attribute asks to promise that nothing is called that needs `main` to have begun. The
/// standard output of the library is only made, not written to, and its descriptor is copied.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn look() {
    use std::fs::File;
    use std::io::Write;
    use std::os::fd::AsFd;

    /// Bad file descriptor, on every Unix.
    const EBADF: i32 = 9;

    // A copy of a closed descriptor cannot be made, and one that is open for reading cannot be
    // written to.
    let copy = std::io::stdout().as_fd().try_clone_to_owned();
    let written = copy.and_then(|copy| File::from(copy).write(&[]));
    let closed = written.is_err_and(|error| error.raw_os_error() == Some(EBADF));
    CLOSED.store(closed, Ordering::Relaxed);
}
