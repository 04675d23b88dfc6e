//! How far a team is.

use rustc_hash::FxHashMap;

use super::shared::Shared;
use super::state::State;
use crate::ask::{Count, Parts};
use crate::solver::progress::{PartState, Progress};

impl State {
    /// The progress so far, with the parts that have changed since the last call. No thread may be
    /// walking.
    pub(super) fn progress(&mut self, shared: &Shared) -> Progress {
        let is_exact = !shared.solver.problem().has_multiplicities();
        let most = shared.solver.policies().team.parts;
        let mut left = Left::of(self, shared);
        let mut rests: FxHashMap<usize, Parts> = FxHashMap::default();
        for share in self.shares.iter() {
            let Some(engine) = &share.engine else {
                continue;
            };
            let part = shared.part(share.part);
            let rest = engine.parts(&part, is_exact, most);
            left.add(share.part, rest.as_ref().map(|(share, _)| *share));
            let Some((_, parts)) = rest else {
                self.tallies[share.part].solutions = Count::ZERO;
                rests.insert(share.part, part.into());
                continue;
            };
            rests.entry(share.part).or_default().extend_from(&parts);
        }
        let mut changed = Vec::new();
        for (part, tally) in self.tallies.iter_mut().enumerate() {
            if std::mem::take(&mut tally.is_changed) {
                let ranking = tally.ranking.clone();
                changed.push(PartState {
                    part,
                    solutions: tally.solutions.clone(),
                    nodes: tally.nodes,
                    share: (1.0 - left.parts[part]).clamp(0.0, 1.0),
                    rest: rests.remove(&part).unwrap_or_default(),
                    best: ranking.map(|ranking| ranking.finish(None)),
                });
            }
        }
        let ranking = self.ranking.as_ref();
        let costs = ranking.map(|ranking| ranking.range(self.remaining_bound()));
        Progress {
            share: left.share_walked(shared),
            share_before: 0.0,
            solutions: self.spent.solutions.into(),
            nodes: self.spent.nodes,
            elapsed: shared.budget.elapsed(),
            costs,
            states: None,
            level: None,
            parts: changed,
        }
    }

    /// The share of the whole that was walked; `None` if it is unknown. No thread may be walking.
    pub(super) fn share(&self, shared: &Shared) -> Option<f64> {
        let mut left = Left::of(self, shared);
        for share in self.shares.iter() {
            if let Some(engine) = &share.engine {
                left.add(share.part, engine.rest().map(|rest| rest.share()));
            }
        }
        left.share_walked(shared)
    }

    /// A lower bound on the costs of all solutions that are left; `None` if none are left. No
    /// thread may be walking.
    pub(super) fn remaining_bound(&self) -> Option<i64> {
        if !self.has_begun_all() || !self.not_begun.is_empty() {
            return Some(i64::MIN);
        }
        let engines = self.shares.iter().filter_map(|share| share.engine.as_ref());
        engines.map(|engine| engine.remaining_bound()).min()
    }
}

/// The share that is left of each part.
struct Left {
    parts: Vec<f64>,
    is_known: bool,
}

impl Left {
    /// Before the rests of the shares are added.
    fn of(state: &State, shared: &Shared) -> Self {
        let mut parts = vec![0.0; shared.parts.len()];
        parts[state.next_part..].fill(1.0);
        for &part in &state.not_begun {
            parts[part] = 1.0;
        }
        Self {
            parts,
            is_known: true,
        }
    }

    /// Adds what is left of a share. If nothing is known about it, all of its part counts as left.
    fn add(&mut self, part: usize, left: Option<f64>) {
        match left {
            Some(left) => self.parts[part] += left,
            None => (self.parts[part], self.is_known) = (1.0, false),
        }
    }

    /// The share of the whole that was walked; `None` if it is unknown.
    fn share_walked(&self, shared: &Shared) -> Option<f64> {
        let left = self.parts.iter().zip(&shared.weights);
        let left: f64 = left.map(|(left, weight)| left * weight).sum();
        self.is_known.then_some((1.0 - left).clamp(0.0, 1.0))
    }
}
