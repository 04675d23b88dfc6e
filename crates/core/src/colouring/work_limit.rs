//! Bounds the work of an elimination, and checks its limits.

use crate::ask::{self, Budget, Meter, Stop};
use crate::policy::ColouringPolicies;

/// The bytes of an entry of a matrix.
const ENTRY: usize = 16;

/// The elimination takes too much work or memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge;

/// The reason why there is no result.
pub(super) type Halt = ask::Halt<TooLarge>;

impl Halt {
    pub(super) fn stop(self) -> Stop {
        match self {
            Self::Because(TooLarge) => Stop::TooLarge,
            Self::Stopped(stop) => stop,
        }
    }
}

/// The work that eliminations may still do, and the limits of the caller.
pub(super) struct WorkLimit<'b> {
    /// The number of entries that the current elimination may still read.
    work: usize,
    /// The number that is left for later ones.
    kept: usize,
    /// The number of all eliminations together at the start.
    all: usize,
    /// The number of entries that the matrix may still gain.
    entries: usize,
    most_entries: usize,
    meter: Meter<'b>,
}

impl<'b> WorkLimit<'b> {
    pub(super) fn new(budget: &'b Budget, policies: ColouringPolicies) -> Self {
        Self::within(budget.most_memory(), budget, policies)
    }

    /// Matrices may take this many bytes.
    pub(super) fn within(bytes: usize, budget: &'b Budget, policies: ColouringPolicies) -> Self {
        Self {
            work: 0,
            kept: policies.work,
            all: policies.work,
            entries: 0,
            most_entries: policies.entries.min(bytes / ENTRY),
            meter: budget.meter(),
        }
    }

    /// The number of entries that were read.
    pub(super) fn spent(&self) -> usize {
        self.all - self.kept - self.work
    }

    /// Begins an elimination, which may use half of the work that is left.
    pub(super) fn begin(&mut self) {
        let left = self.kept + self.work;
        self.work = left / 2;
        self.kept = left - self.work;
        self.entries = self.most_entries;
    }

    /// Records work: the number of entries that were read.
    pub(super) fn spend(&mut self, work: usize) -> Result<(), Halt> {
        self.work = self.work.checked_sub(work).ok_or(Halt::Because(TooLarge))?;
        Ok(self.meter.spend(work.saturating_mul(4))?)
    }

    /// Records that a row has `after` entries instead of `before`.
    pub(super) fn resize(&mut self, before: usize, after: usize) -> Result<(), Halt> {
        let entries = (self.entries + before).checked_sub(after);
        self.entries = entries.ok_or(Halt::Because(TooLarge))?;
        Ok(())
    }
}
