//! The words for what stopped a command.

use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_core::Stop;

/// Whether the signal was SIGTERM.
static TERMINATED: AtomicBool = AtomicBool::new(false);

/// Records which signal arrived: SIGTERM, or else Ctrl-C.
pub(super) fn set_terminated(is_terminated: bool) {
    TERMINATED.store(is_terminated, Ordering::Relaxed);
}

/// Returns what stopped a search, in words that follow "stopped by".
pub(super) fn stop_reason(stop: Stop) -> &'static str {
    match stop {
        Stop::Nodes => "the node limit",
        Stop::Time => "the time limit",
        Stop::Cancelled if TERMINATED.load(Ordering::Relaxed) => "SIGTERM",
        Stop::Cancelled => "Ctrl-C",
        Stop::Memory => "the memory limit",
        _ => "a limit",
    }
}
