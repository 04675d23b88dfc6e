//! How much work may still be done, and whether a limit is reached.

use std::time::Duration;

use crate::ask::{Budget, Limits, Meter, Stop};
use crate::policy::{REDUCE_LOOK, ReducePolicies};
use crate::problem::Problem;

/// How many uses of items may still be looked at, under the limits of whoever asked.
pub(super) struct Effort<'b> {
    pub(super) left: u64,
    pub(super) meter: Meter<'b>,
}

impl<'b> Effort<'b> {
    pub(super) fn new(problem: &Problem, policies: ReducePolicies, meter: Meter<'b>) -> Self {
        let most = policies.most.saturating_mul(problem.size() as u64);
        let left = most.max(policies.little);
        Self { left, meter }
    }

    /// Says that the rules looked at so many uses.
    pub(super) fn spend(&mut self, looks: u64) -> Result<(), Stop> {
        self.charge(looks);
        self.step(looks as usize)
    }

    /// Charges so many looks, which are about to be made step by step.
    pub(super) fn charge(&mut self, looks: u64) {
        self.left = self.left.saturating_sub(looks);
    }

    /// Says that so many uses were looked at by work that is linear in the size of the problem, so
    /// that it is not charged: only the limits end it.
    pub(super) fn step(&mut self, looks: usize) -> Result<(), Stop> {
        self.meter.spend(looks.saturating_mul(REDUCE_LOOK))
    }

    /// Whether it was too much work, so that nothing more is looked for.
    pub(super) fn is_spent(&self) -> bool {
        self.left == 0
    }
}

/// A vector of one value, filled a piece at a time: to fill a gigabyte takes half a second.
pub(super) fn filled<T: Clone>(
    value: T,
    length: usize,
    effort: &mut Effort<'_>,
) -> Result<Vec<T>, Stop> {
    const PIECE: usize = 1 << 16;
    let mut list = Vec::with_capacity(length);
    while list.len() < length {
        let more = (length - list.len()).min(PIECE);
        effort.step(more)?;
        list.resize(list.len() + more, value.clone());
    }
    Ok(list)
}

/// A meter that allows some time more once its limit is reached.
pub(super) struct Overtime<'b> {
    meter: Meter<'b>,
    grace: Duration,
    /// Begins when the limit is met.
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

    /// Says that so much work was done, in nanoseconds.
    pub(super) fn spend(&mut self, work: usize) -> Result<(), Stop> {
        let Err(stop) = self.meter.spend(work) else {
            return Ok(());
        };
        let limits = Limits::new().time(self.grace);
        let more = self.more.get_or_insert_with(|| Budget::start(&limits));
        more.poll().map_err(|_| stop)
    }
}
