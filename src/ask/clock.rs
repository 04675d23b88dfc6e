//! The clock: the one place that reads it.

use std::time::Instant;

/// The present moment.
pub(super) fn now() -> Instant {
    Instant::now()
}
