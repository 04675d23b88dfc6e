//! Signals between the threads of a team, which they read while they walk, without the lock.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering};

use crate::ask::{Budget, Stop};

#[derive(Debug)]
pub(super) struct Signals {
    /// The nodes that are left in this turn.
    nodes: AtomicU64,
    /// The number of threads that wait for work.
    idle: AtomicUsize,
    is_paused: AtomicBool,
    /// Whether a limit was reached, or the caller needs no more.
    is_over: AtomicBool,
    /// The highest cost of interest.
    ceiling: AtomicI64,
}

impl Default for Signals {
    fn default() -> Self {
        Self {
            nodes: AtomicU64::new(0),
            idle: AtomicUsize::new(0),
            is_paused: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            ceiling: AtomicI64::new(i64::MAX),
        }
    }
}

impl Signals {
    /// Begins a turn of this many nodes.
    pub(super) fn begin_turn(&self, nodes: u64) {
        // All orders in this file are relaxed: a signal that is seen late costs time only. What
        // threads hand to each other passes through the lock of the state.
        self.nodes.store(nodes, Ordering::Relaxed);
    }

    /// Whether all nodes of the turn are taken.
    pub(super) fn is_turn_over(&self) -> bool {
        self.nodes.load(Ordering::Relaxed) == 0
    }

    /// Takes at most `most` nodes of the turn, and of the budget. `Ok(0)` at the end of the turn.
    pub(super) fn take_nodes(&self, most: u64, budget: &Budget) -> Result<u64, Stop> {
        let mut taken = 0;
        let order = Ordering::Relaxed;
        let _ = self.nodes.fetch_update(order, order, |left| {
            taken = left.min(most);
            Some(left - taken)
        });
        if taken == 0 {
            return Ok(0);
        }
        let granted = budget.take_nodes(taken);
        // The budget may have less: the turn gets back what was not granted.
        self.add_nodes(taken - *granted.as_ref().unwrap_or(&0));
        granted
    }

    /// Returns nodes that were taken and not used.
    pub(super) fn give_nodes(&self, nodes: u64, budget: &Budget) {
        if nodes > 0 {
            budget.give_nodes(nodes);
            self.add_nodes(nodes);
        }
    }

    fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Calls `wait`, and counts this thread as idle meanwhile.
    pub(super) fn idle<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.idle.fetch_add(1, Ordering::Relaxed);
        let value = wait();
        self.idle.fetch_sub(1, Ordering::Relaxed);
        value
    }

    /// Whether a thread waits for work that a share could give away.
    pub(super) fn wants_split(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Asks all threads to return their shares, or allows them to walk again.
    pub(super) fn pause(&self, is_paused: bool) {
        self.is_paused.store(is_paused, Ordering::Relaxed);
    }

    /// Asks all threads to return their shares for good.
    pub(super) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Whether the threads must return their shares, even if they have nodes left.
    pub(super) fn must_pause(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || self.is_paused.load(Ordering::Relaxed)
    }

    pub(super) fn ceiling(&self) -> i64 {
        self.ceiling.load(Ordering::Relaxed)
    }

    /// Leaves out solutions that cost more than `ceiling`; `None` changes nothing.
    pub(super) fn lower_ceiling(&self, ceiling: Option<i64>) {
        let ceiling = ceiling.unwrap_or(i64::MAX);
        self.ceiling.fetch_min(ceiling, Ordering::Relaxed);
    }
}
