//! A unit of a run: what the ledger knew of it, and what the run has found since.

use super::proof::State;
use super::{Found, Mark, Record, Unit};
use crate::ask::{Method, Parts, Want};
use crate::engine::EngineName;
use crate::solver::{PartState, Solver};

/// A unit, and what is known of it.
pub(super) struct Open<'u> {
    pub(super) unit: &'u Unit,
    /// What was known before.
    pub(super) known: State,
    /// What this run found in the parts of the rest.
    pub(super) found: Vec<Option<PartState>>,
    /// The time of a node, in seconds of one thread.
    pub(super) pace: f64,
}

impl<'u> Open<'u> {
    pub(super) fn new(unit: &'u Unit, known: State) -> Self {
        Self {
            unit,
            found: known.rest.0.iter().map(|_| None).collect(),
            known,
            pace: 0.0,
        }
    }

    pub(super) fn is_begun(&self) -> bool {
        self.found.iter().any(Option::is_some)
    }

    /// Whether nothing is left to search. True for a unit that was complete before.
    pub(super) fn is_complete(&self) -> bool {
        let is_done =
            |state: &Option<PartState>| state.as_ref().is_some_and(|state| state.rest.0.is_empty());
        self.found.iter().all(is_done)
    }

    /// What was found before and in this run.
    pub(super) fn all_found(&self) -> Found {
        let mut all = self.known.found.clone();
        for found in self.found.iter().flatten() {
            all.add(&Found::of_part(found), self.unit.question.want);
        }
        all
    }

    /// The record of what a walk has found.
    pub(super) fn walked(&self, solver: &Solver, mark: Option<Mark>) -> Record {
        let (mut state, mut rest) = (self.known.clone(), Parts::default());
        state.found = self.all_found();
        for (part, found) in self.known.rest.0.iter().zip(&self.found) {
            match found {
                None => rest.0.push(part.clone()),
                Some(found) => {
                    state.nodes = state.nodes.saturating_add(found.nodes);
                    state.seconds += self.pace * found.nodes as f64;
                    rest.0.extend_from_slice(&found.rest.0);
                }
            }
        }
        state.rest = rest;
        let engine = match self.unit.question.want {
            Want::Best(_) => EngineName::Costs,
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
            nodes: state.nodes,
            seconds: (state.seconds * 1e6).round() / 1e6,
            engine,
            method,
            program: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}
