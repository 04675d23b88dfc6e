//! The clock. This is the only file of the library that reads it.

use std::time::Instant;

/// Returns the current time.
pub(super) fn now() -> Instant {
    Instant::now()
}
