//! The memory that the process uses.

use std::fs::File;
use std::io::Read;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The program itself may use this much, whatever the limit is.
const PROGRAM: usize = 40 << 20;

/// A process with a memory limit ends once it uses this many bytes. The limit may be exceeded by a
/// tenth: a part of that is for what a search does not count, such as freed memory that returns
/// late, and the rest for what the process takes until its memory is looked at again.
pub(super) fn most_of_process(limit: usize) -> usize {
    let limit = limit.max(PROGRAM);
    limit.saturating_add(limit / 32)
}

/// A process takes at most about this many bytes in a nanosecond: 4 GB in a second.
const GROWTH: usize = 4;

/// How long to wait while nobody may use much more memory without a look at it.
pub(super) const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// How long to wait before the memory of the process is looked at again, when this many bytes are
/// left.
pub(super) fn until_next_look(left: usize) -> Duration {
    let wait = Duration::from_nanos((left / GROWTH) as u64);
    wait.clamp(FRESH, 20 * FRESH)
}

/// A reading is used again for this long: a question about a problem of a gigabyte checks its
/// limits every few nodes, and to ask the system takes as long as many of them.
const FRESH: Duration = Duration::from_millis(1);

/// Returns the bytes of the process in memory, as the system counted them a moment ago; 0 where the
/// system does not report it (only Linux does).
pub(super) fn used_memory() -> usize {
    static LAST: Mutex<Option<(Instant, usize)>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    match *last {
        Some((read, bytes)) if read.elapsed() < FRESH => bytes,
        _ => {
            let bytes = resident();
            *last = Some((Instant::now(), bytes));
            bytes
        }
    }
}

/// Asks the system for the bytes of the process in memory.
fn resident() -> usize {
    // With room for the whole text, few calls of the system read it.
    let mut status = String::with_capacity(4096);
    let _ = File::open("/proc/self/status").and_then(|mut file| file.read_to_string(&mut status));
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim_end().parse().ok());
    kilobytes.map_or(0, |kilobytes: usize| kilobytes.saturating_mul(1024))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_limits_leave_room_for_the_program() {
        assert_eq!(most_of_process(1 << 20), most_of_process(PROGRAM));
        assert_eq!(most_of_process(160 << 20), 165 << 20);
        assert_eq!(most_of_process(usize::MAX), usize::MAX);
    }

    #[test]
    fn memory_is_looked_at_more_often_near_the_limit() {
        assert_eq!(until_next_look(0), FRESH);
        assert_eq!(until_next_look(40 << 20).as_millis(), 10);
        assert_eq!(until_next_look(usize::MAX), 20 * FRESH);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn new_memory_is_seen() {
        let before = used_memory();
        let bytes = vec![1_u8; 64 << 20];
        std::thread::sleep(2 * FRESH);
        assert!(used_memory() > before + (32 << 20), "{}", bytes.len());
    }
}
