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
        // The share that is left of each part.
        let mut left = vec![0.0; shared.parts.len()];
        left[self.next_part..].fill(1.0);
        for &part in &self.not_begun {
            left[part] = 1.0;
        }
        let mut is_known = true;
        let mut rests: FxHashMap<usize, Vec<Part>> = FxHashMap::default();
        for share in self.shares.iter() {
            let Some(engine) = &share.engine else {
                continue;
            };
            let part = &shared.parts[share.part];
            let Some(rest) = engine.rest() else {
                // Nothing can be said about the part, so all of it counts as left.
                is_known = false;
                self.tallies[share.part].solutions = Count::ZERO;
                rests.insert(share.part, vec![part.clone()]);
                left[share.part] = 1.0;
                continue;
            };
            left[share.part] += rest.share();
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
        let left = left
            .iter()
            .zip(&shared.weights)
            .map(|(left, weight)| left * weight);
        let costs = self.ranking.as_ref().map(|ranking| ranking.least);
        Progress {
            share: is_known.then_some((1.0 - left.sum::<f64>()).clamp(0.0, 1.0)),
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
