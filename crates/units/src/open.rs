//! A unit of a run: what the ledger knew of it, and what the run has found since.

use std::time::Duration;

use super::proof::State;
use super::{Mark, Record, Subtotal, Unit};
use quadrille_core::EngineName;
use quadrille_core::{Method, Parts, Want};
use quadrille_core::{PartState, Solver};

/// A unit, and what is known of it.
pub(super) struct Open<'u> {
    pub(super) unit: &'u Unit,
    /// What was known before.
    pub(super) known: State,
    /// The share of each part in the rest.
    weights: Vec<f64>,
    /// What this run found in the parts of the rest.
    pub(super) found: Vec<Option<PartState>>,
    /// The time of a node, in seconds of one thread.
    pub(super) pace: f64,
    /// Whether this run found something that no record has.
    pub(super) is_unsaved: bool,
    /// When the next record without a completed search is due. Long records are rare.
    pub(super) due: Duration,
}

impl<'u> Open<'u> {
    pub(super) fn new(unit: &'u Unit, known: State) -> Self {
        Self {
            unit,
            weights: known.rest.weights(),
            found: vec![None; known.rest.len()],
            known,
            pace: 0.0,
            is_unsaved: false,
            due: Duration::ZERO,
        }
    }

    pub(super) fn is_begun(&self) -> bool {
        self.found.iter().any(Option::is_some)
    }

    /// Whether nothing is left to search. True for a unit that was complete before.
    pub(super) fn is_complete(&self) -> bool {
        let is_done =
            |state: &Option<PartState>| state.as_ref().is_some_and(|state| state.rest.is_empty());
        self.found.iter().all(is_done)
    }

    /// What was found before and in this run.
    pub(super) fn all_found(&self) -> Subtotal {
        let mut all = self.known.found.clone();
        for found in self.found.iter().flatten() {
            all.add(&Subtotal::of_part(found), self.unit.question.want);
        }
        all
    }

    /// The share of the unit that is done.
    pub(super) fn share(&self) -> f64 {
        if self.is_complete() {
            return 1.0;
        }
        let done = self.weights.iter().zip(&self.found);
        let done: f64 = done
            .map(|(weight, found)| weight * found.as_ref().map_or(0.0, |found| found.share))
            .sum();
        (1.0 - self.known.share).mul_add(done, self.known.share)
    }

    /// What is left: the parts that were not begun, and the rests of the others. O(its size).
    fn rest(&self) -> Parts {
        let mut rest = Parts::new();
        // The number of steps that the next part shares with the last one of the rest.
        let mut kept = usize::MAX;
        let (mut paths, mut found) = (self.known.rest.paths(), self.found.iter());
        while let (Some((same, steps)), Some(found)) = (paths.next(), found.next()) {
            kept = kept.min(same);
            match found {
                None => rest.add(kept, steps[kept..].iter().copied()),
                Some(found) => rest.extend_at(kept, &found.rest),
            }
            if found.as_ref().is_none_or(|found| !found.rest.is_empty()) {
                kept = usize::MAX;
            }
        }
        rest
    }

    /// The record of what a walk has found.
    pub(super) fn walked(&self, solver: &Solver, mark: Option<Mark>) -> Record {
        let mut state = State {
            found: self.all_found(),
            rest: self.rest(),
            share: self.share(),
            nodes: self.known.nodes,
            seconds: self.known.seconds,
        };
        for found in self.found.iter().flatten() {
            state.nodes = state.nodes.saturating_add(found.nodes);
            state.seconds += self.pace * found.nodes as f64;
        }
        let engine = match self.unit.question.want {
            Want::Best(..) => EngineName::Costs,
            _ => solver.engine(),
        };
        let record = self.record(state, Method::Walk, Some(engine));
        Record { mark, ..record }
    }

    pub(super) fn record(
        &self,
        state: State,
        method: Method,
        engine: Option<EngineName>,
    ) -> Record {
        Record {
            unit: self.unit.clone(),
            found: state.found,
            mark: None,
            rest: state.rest,
            share: state.share,
            nodes: state.nodes,
            seconds: (state.seconds * 1e6).round() / 1e6,
            engine,
            method,
            program: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}
