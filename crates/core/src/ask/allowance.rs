//! What is left of a number of nodes or solutions, shared by threads and by questions.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A number of nodes or solutions that are left. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct Allowance(Arc<AtomicU64>);

impl Allowance {
    pub(super) fn new(all: u64) -> Self {
        Self(Arc::new(AtomicU64::new(all)))
    }

    pub(super) fn left(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Takes at most `most`. Returns the number taken.
    pub(super) fn take(&self, most: u64) -> u64 {
        let mut left = self.left();
        loop {
            let taken = left.min(most);
            let set =
                self.0
                    .compare_exchange(left, left - taken, Ordering::Relaxed, Ordering::Relaxed);
            match set {
                Ok(_) => return taken,
                Err(now) => left = now,
            }
        }
    }

    pub(super) fn give(&self, unused: u64) {
        self.0.fetch_add(unused, Ordering::Relaxed);
    }
}

/// Takes the same number from all allowances, at most `most`. Returns that number.
pub(super) fn take<'a>(most: u64, allowances: impl Iterator<Item = &'a Allowance> + Clone) -> u64 {
    let mut granted = most;
    for (number, allowance) in allowances.clone().enumerate() {
        let taken = allowance.take(granted);
        if taken < granted {
            let earlier = allowances.clone().take(number);
            earlier.for_each(|allowance| allowance.give(granted - taken));
            granted = taken;
        }
    }
    granted
}
