//! What a search for the best solutions tells its caller while it runs: better solutions, and what
//! is known about the costs.
//!
//! Such a search consists of several walks, each with a ranking of its own. A walk may meet again
//! what an earlier one has found, and its bound may be lower than an earlier one. The caller hears
//! of better costs and better bounds only.

use super::Search;
use crate::ask::{Budget, Stop};
use crate::problem::Sense;
use crate::solver::Progress;
use crate::solver::ranking::{CostRange, Costed};
use crate::solver::run::{Next, Run};

/// The most nodes between two looks at the clock. A node of the engine `costs` takes much longer
/// than a look.
const SLICE: u64 = 16;

/// Tells the caller of each solution that is better than all before it.
pub(super) struct Better<'v> {
    sense: Sense,
    visit: &'v mut dyn FnMut(&Costed),
    /// The cost of the last solution that the caller received, as a loss.
    last: Option<i64>,
}

impl<'v> Better<'v> {
    pub(super) fn new(sense: Sense, visit: &'v mut dyn FnMut(&Costed)) -> Self {
        Self {
            sense,
            visit,
            last: None,
        }
    }

    /// Tells of the better ones among these solutions, whose costs are losses.
    pub(super) fn tell(&mut self, found: impl IntoIterator<Item = Costed>) {
        for mut costed in found {
            if self.last.is_none_or(|last| costed.cost < last) {
                self.last = Some(costed.cost);
                costed.cost = self.sense.loss(costed.cost);
                (self.visit)(&costed);
            }
        }
    }
}

/// What was reported about the costs of all solutions, as losses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reported {
    best: Option<i64>,
    /// No solution costs less.
    pub(super) bound: i64,
}

impl Reported {
    /// What is known before the search.
    pub(super) fn new(bound: i64) -> Self {
        Self { best: None, bound }
    }

    /// Adds what a walk knows. Returns what all walks together know: it is no worse than what was
    /// reported before.
    pub(super) fn add(&mut self, walk: CostRange) -> CostRange {
        let loss = |cost| walk.sense.loss(cost);
        self.best = self.best.into_iter().chain(walk.best.map(loss)).min();
        // Without a bound, nothing is left to search: the best solution is known.
        let bound = walk.bound.map(loss).or(self.best).unwrap_or(self.bound);
        let bound = self.best.map_or(bound, |best| bound.min(best));
        self.bound = self.bound.max(bound);
        CostRange {
            best: self.best.map(loss),
            bound: Some(loss(self.bound)),
            ..walk
        }
    }
}

impl Search {
    /// Walks to the next solution on this thread, and reports the progress now and then, with these
    /// costs. `before` is the number of nodes of earlier walks.
    ///
    /// Unlike a team, the thread of the caller cannot pause in the middle of a run. So the run stops
    /// after a few nodes, and goes on. It visits the same nodes in the same order.
    pub(super) fn advance_reporting(
        &mut self,
        run: &mut Run,
        (budget, before): (&Budget, u64),
        mut costs: impl FnMut(&mut Self, &Run) -> CostRange,
    ) -> Next {
        let Some(watch) = self.watcher().cloned() else {
            return self.advance_alone(run);
        };
        while run.stop.is_none() {
            let end = run.nodes().saturating_add(run.interval().min(SLICE));
            run.go_on(end);
            let next = self.advance_alone(run);
            let is_slice = run.stop == Some(Stop::Nodes) && run.nodes() >= end;
            if !is_slice && next != Next::Grow {
                return next;
            }
            run.go_on(u64::MAX);
            if next == Next::Grow {
                return next;
            }
            watch.report_at_times(budget, || Progress {
                nodes: before.saturating_add(run.nodes()),
                solutions: run.found.into(),
                costs: Some(costs(self, run)),
                ..Progress::default()
            });
        }
        Next::Ended
    }

    /// Waits for a team that ranks solutions. Tells of the better ones, and reports the progress.
    /// `before` is the number of nodes of earlier walks.
    pub(super) fn wait_for_team(
        &self,
        run: &mut Run,
        before: u64,
        (better, reported): (&mut Better<'_>, &mut Reported),
    ) {
        let watch = self.watcher();
        let mut report = |progress: &Progress| {
            let progress = Progress {
                nodes: before.saturating_add(progress.nodes),
                costs: progress.costs.map(|costs| reported.add(costs)),
                ..progress.clone()
            };
            if let Some(watch) = watch {
                watch.report(&progress);
            }
        };
        let watcher = watch.map(|watch| (watch.every, &mut report as &mut dyn FnMut(&Progress)));
        run.wait_for_end(watcher, &mut |found| better.tell(found));
    }
}
