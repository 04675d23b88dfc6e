//! What a team has found and spent so far.

use crate::ask::{Count, Inferences};
use crate::engine::Engine;
use crate::solver::ranking::Ranking;

/// What was found in one part.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) solutions: Count,
    pub(super) nodes: u64,
    pub(super) is_changed: bool,
    /// The cheapest solutions of the part, if they are ranked by part.
    pub(super) ranking: Option<Ranking>,
}

/// The work of all threads.
#[derive(Clone, Debug, Default)]
pub(super) struct Spent {
    pub(super) solutions: u64,
    pub(super) nodes: u64,
    pub(super) work: Work,
}

/// The counters of engines.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::solver) struct Work {
    pub(in crate::solver) updates: Option<u64>,
    pub(in crate::solver) inferences: Option<Inferences>,
}

impl Work {
    pub(in crate::solver) fn of(engine: &dyn Engine) -> Self {
        Self {
            updates: engine.updates(),
            inferences: engine.inferences(),
        }
    }

    pub(super) fn since(self, before: Self) -> Self {
        let inferences = self.inferences;
        Self {
            updates: self.updates.map(|all| all - before.updates.unwrap_or(0)),
            inferences: inferences.map(|all| all.since(before.inferences.unwrap_or_default())),
        }
    }

    pub(super) fn add(&mut self, more: Self) {
        if let Some(updates) = more.updates {
            *self.updates.get_or_insert(0) += updates;
        }
        if let Some(inferences) = more.inferences {
            *self.inferences.get_or_insert_default() += inferences;
        }
    }
}
