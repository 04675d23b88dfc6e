//! Bounds the work of a reduction, and checks its limits.

use std::time::Duration;

use crate::ask::{Budget, Limits, Meter, Stop};
use crate::policy::{REDUCE_LOOK, ReducePolicies};
use crate::problem::Problem;

/// The work that the rules may still do, and the limits of the caller.
pub(super) struct Effort<'b> {
    /// The number of uses of items that the rules may still read.
    pub(super) left: u64,
    pub(super) meter: Meter<'b>,
}

impl<'b> Effort<'b> {
    pub(super) fn new(problem: &Problem, policies: ReducePolicies, meter: Meter<'b>) -> Self {
        // Work in proportion to the problem, but a small problem may take a fraction of a second
        // anyway.
        let most = policies.most.saturating_mul(problem.size() as u64);
        let left = most.max(policies.little);
        Self { left, meter }
    }

    /// Records that the rules read this many uses.
    pub(super) fn spend(&mut self, reads: u64) -> Result<(), Stop> {
        self.charge(reads);
        self.step(reads as usize)
    }

    /// Charges reads in advance. Call [`step`](Self::step) when they are made.
    pub(super) fn charge(&mut self, reads: u64) {
        self.left = self.left.saturating_sub(reads);
    }

    /// Records reads without charging them: only the limits may stop work that is linear in the
    /// size of the problem.
    pub(super) fn step(&mut self, reads: usize) -> Result<(), Stop> {
        self.meter.spend(reads.saturating_mul(REDUCE_LOOK))
    }

    /// Whether the rules have read too much and should stop.
    pub(super) fn is_spent(&self) -> bool {
        self.left == 0
    }
}

/// Returns a vector of equal values. Filled in pieces, because a gigabyte takes half a second.
pub(super) fn filled<T: Clone>(
    value: T,
    length: usize,
    effort: &mut Effort<'_>,
) -> Result<Vec<T>, Stop> {
    const PIECE: usize = 1 << 16;
    let mut list = Vec::with_capacity(length);
    while list.len() < length {
        // A limit can stop the work between two pieces.
        let more = (length - list.len()).min(PIECE);
        effort.step(more)?;
        list.resize(list.len() + more, value.clone());
    }
    Ok(list)
}

/// A meter that allows some more time when its limit is reached.
pub(super) struct Overtime<'b> {
    meter: Meter<'b>,
    grace: Duration,
    /// The extra time. It begins when the limit is reached.
    more: Option<Budget>,
}

impl<'b> Overtime<'b> {
    pub(super) fn new(meter: Meter<'b>, policies: ReducePolicies) -> Self {
        Self {
            meter,
            grace: Duration::from_millis(policies.grace),
            more: None,
        }
    }

    /// Records work, in nanoseconds.
    pub(super) fn spend(&mut self, work: usize) -> Result<(), Stop> {
        let Err(stop) = self.meter.spend(work) else {
            return Ok(());
        };
        let limits = Limits::new().time(self.grace);
        let more = self.more.get_or_insert_with(|| Budget::start(&limits));
        more.poll().map_err(|_| stop)
    }
}
