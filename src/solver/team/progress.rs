//! How far a team is.

use rustc_hash::FxHashMap;

use super::shared::Shared;
use super::state::State;
use crate::ask::{Count, Part, Parts};
use crate::solver::progress::{PartState, Progress};

impl State {
    /// The progress so far, with the parts that have changed since the last call. No thread may be
    /// walking.
    pub(super) fn progress(&mut self, shared: &Shared) -> Progress {
        let is_exact = !shared.solver.problem().has_multiplicities();
        let most = shared.solver.policies().team.parts;
        let share = self.share(shared);
        let left = self.left(shared);
        let mut rests: FxHashMap<usize, Vec<Part>> = FxHashMap::default();
        for share in self.shares.iter() {
            let Some(engine) = &share.engine else {
                continue;
            };
            let part = &shared.parts[share.part];
            let Some(rest) = engine.rest() else {
                self.tallies[share.part].solutions = Count::ZERO;
                rests.insert(share.part, vec![part.clone()]);
                continue;
            };
            let parts = rest.parts(part, is_exact, most);
            rests.entry(share.part).or_default().extend(parts);
        }
        let mut changed = Vec::new();
        for (part, tally) in self.tallies.iter_mut().enumerate() {
            if std::mem::take(&mut tally.is_changed) {
                let ranking = tally.ranking.clone();
                changed.push(PartState {
                    part,
                    solutions: tally.solutions.clone(),
                    nodes: tally.nodes,
                    share: (1.0 - left[part]).clamp(0.0, 1.0),
                    rest: Parts(rests.remove(&part).unwrap_or_default()),
                    best: ranking.map(|ranking| ranking.finish(u64::MAX)),
                });
            }
        }
        let costs = self.ranking.as_ref().map(|ranking| ranking.least);
        Progress {
            share,
            share_before: 0.0,
            solutions: self.spent.solutions.into(),
            nodes: self.spent.nodes,
            elapsed: shared.budget.elapsed(),
            costs: costs.map(|least| (least, self.remaining_bound())),
            states: None,
            level: None,
            parts: changed,
        }
    }

    /// The share of the whole that was walked; `None` if it is unknown. No thread may be walking.
    pub(super) fn share(&self, shared: &Shared) -> Option<f64> {
        let engines = || self.shares.iter().filter_map(|share| share.engine.as_ref());
        let is_known = engines().all(|engine| engine.rest().is_some());
        let left = self.left(shared).into_iter().zip(&shared.weights);
        let left: f64 = left.map(|(left, weight)| left * weight).sum();
        is_known.then_some((1.0 - left).clamp(0.0, 1.0))
    }

    /// The share that is left of each part. All of a part counts as left if nothing is known.
    fn left(&self, shared: &Shared) -> Vec<f64> {
        let mut left = vec![0.0; shared.parts.len()];
        left[self.next_part..].fill(1.0);
        for &part in &self.not_begun {
            left[part] = 1.0;
        }
        for share in self.shares.iter() {
            let rest = share.engine.as_ref().map(|engine| engine.rest());
            match rest {
                Some(Some(rest)) => left[share.part] += rest.share(),
                Some(None) => left[share.part] = 1.0,
                None => {}
            }
        }
        left
    }

    /// A lower bound on the costs of all solutions that are left. No thread may be walking.
    pub(super) fn remaining_bound(&self) -> u64 {
        if !self.has_begun_all() || !self.not_begun.is_empty() {
            return 0;
        }
        let engines = self.shares.iter().filter_map(|share| share.engine.clone());
        let bounds = engines.map(|mut engine| engine.remaining_bound());
        bounds.min().unwrap_or(u64::MAX)
    }
}
