//! When to restart.
//!
//! Phases alternate. In a quick phase the search restarts when the clauses of late have a higher
//! glue than those of before: it is in a poor place (G. Audemard and L. Simon, "Refining restarts
//! strategies for SAT and UNSAT", 2012). In a steady phase it restarts by Luby's sequence, which
//! gives it time to complete a solution (M. Luby and others, "Optimal speedup of Las Vegas
//! algorithms", 1993). The phases grow, and both kinds have the same number of conflicts.

use crate::policy::LearnPolicies;

/// Conflicts between restarts of a quick phase, at least.
const LEAST: u64 = 2;

/// What restarts depend on.
#[derive(Clone, Debug)]
pub(super) struct Pace {
    policies: LearnPolicies,
    /// The mean glue of late, and that of the whole search, about.
    late: f64,
    long: f64,
    conflicts: u64,
    /// Conflicts since the last restart.
    since: u64,
    /// Restarts in steady phases, counted from 1.
    place: u64,
    is_steady: bool,
    /// The conflict at which the phase ends, and the number of phases.
    end: u64,
    phases: u64,
}

impl Pace {
    pub(super) fn new(policies: LearnPolicies) -> Self {
        Self {
            policies,
            late: 0.0,
            long: 0.0,
            conflicts: 0,
            since: 0,
            place: 1,
            is_steady: true,
            end: policies.phase,
            phases: 1,
        }
    }

    /// A clause was learned.
    pub(super) fn learned(&mut self, glue: u32) {
        self.conflicts += 1;
        self.since += 1;
        let glue = f64::from(glue);
        // The first clauses count in full: a mean of nothing is no mean.
        let share = 1.0 / self.conflicts as f64;
        self.late += share.max(1.0 / 32.0) * (glue - self.late);
        self.long += share.max(1.0 / 8192.0) * (glue - self.long);
        if self.conflicts >= self.end {
            if !self.is_steady {
                self.phases += 1;
            }
            self.is_steady = !self.is_steady;
            self.end = self.conflicts + self.policies.phase * self.phases * self.phases;
        }
    }

    /// Whether to restart.
    pub(super) fn is_time(&self) -> bool {
        if self.is_steady {
            self.since >= self.policies.restart * luby(self.place)
        } else {
            self.since >= LEAST && self.late > self.policies.margin * self.long
        }
    }

    /// The search has restarted.
    pub(super) fn restarted(&mut self) {
        self.since = 0;
        self.place += u64::from(self.is_steady);
    }
}

/// The number at a place of Luby's sequence 1, 1, 2, 1, 1, 2, 4, ..., counted from 1.
fn luby(mut place: u64) -> u64 {
    loop {
        let size = (place + 1).next_power_of_two();
        if size == place + 1 {
            return size / 2;
        }
        place -= size / 2 - 1;
    }
}
