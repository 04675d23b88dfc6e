//! Passes the solutions of a team to the caller.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use super::Team;
use super::share::Batch;
use crate::ask::Stop;
use crate::problem::OptionId;
use crate::solver::progress::{Progress, Watcher};

impl Team {
    /// Takes the next solution, in the order of the walk. Returns the stop reason if there is none.
    pub(in crate::solver) fn next(
        &mut self,
        trail: &mut Vec<OptionId>,
        mut watcher: Watcher<'_>,
    ) -> Result<(), Stop> {
        let shared = Arc::clone(&self.shared);
        while self.taken == self.batch.ends.len() {
            let mut state = shared.lock();
            let end = self.end(&state);
            match state.take_batch(end.is_some()) {
                Some(batch) => {
                    (self.batch, self.taken) = (batch, 0);
                    drop(state);
                    shared.work.notify_all();
                    self.report(&mut watcher);
                }
                None => match end {
                    Some(stop) => return Err(stop),
                    None => {
                        // Another share may be the first one now, and may continue.
                        shared.work.notify_all();
                        self.idle(state, &mut watcher);
                    }
                },
            }
        }
        let start = self
            .taken
            .checked_sub(1)
            .map_or(0, |before| self.batch.ends[before]);
        trail.clear();
        trail.extend_from_slice(&self.batch.options[start..self.batch.ends[self.taken]]);
        self.taken += 1;
        Ok(())
    }

    /// Passes solutions to `visit` as the threads find them, in any order, until the end of the
    /// team or until `visit` breaks. Before each report, it passes on all solutions of the reported
    /// parts; after a break there is none.
    pub(in crate::solver) fn visit(
        &mut self,
        every: Duration,
        visit: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>,
        report: &mut dyn FnMut(&Progress),
    ) -> Stop {
        let shared = Arc::clone(&self.shared);
        shared.lock().keep(shared.room.unordered);
        loop {
            let mut state = shared.lock();
            let end = self.end(&state);
            // Any order will do, so all shares count as over: their solutions are taken at once.
            if let Some(batch) = state.take_batch(true) {
                drop(state);
                shared.work.notify_all();
                if batch.visit(visit).is_break() {
                    return Stop::Solutions;
                }
            } else if let Some(stop) = end {
                drop(state);
                return self.report_all(visit, report).unwrap_or(stop);
            } else {
                self.idle(state, &mut None);
            }
            if self.is_due(every)
                && let Some(stop) = self.report_all(visit, report)
            {
                return stop;
            }
        }
    }

    /// Pauses all threads, passes on their solutions, and reports. Returns the stop reason if
    /// `visit` breaks.
    fn report_all(
        &mut self,
        visit: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>,
        report: &mut dyn FnMut(&Progress),
    ) -> Option<Stop> {
        let mut state = self.pause();
        let batches: Vec<Batch> = std::iter::from_fn(|| state.take_batch(true)).collect();
        let progress = state.progress(&self.shared);
        drop(state);
        self.note_report_time();
        self.shared.work.notify_all();
        for batch in &batches {
            // A report must not count solutions that were not visited.
            if batch.visit(visit).is_break() {
                return Some(Stop::Solutions);
            }
        }
        report(&progress);
        None
    }
}
