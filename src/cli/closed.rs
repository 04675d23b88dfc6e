//! Whether standard output was closed when the program began, as by `>&-`.
//!
//! Rust opens `/dev/null` in its place before `main`, so that answers would be lost without an
//! error. Only a function that runs earlier can see it. A user who redirects to `/dev/null` has
//! an open standard output, and is not meant.

use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether standard output was closed when the program began.
pub(super) fn stdout_was_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

/// Runs before `main`. It makes two system calls and touches nothing else.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn look() {
    use std::os::fd::AsFd;

    /// Bad file descriptor, on every Unix.
    const EBADF: i32 = 9;

    // A copy of a closed descriptor cannot be made.
    let copy = std::io::stdout().as_fd().try_clone_to_owned();
    let closed = copy.is_err_and(|error| error.raw_os_error() == Some(EBADF));
    CLOSED.store(closed, Ordering::Relaxed);
}
