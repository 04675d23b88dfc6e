//! Lets contestants join.

use std::sync::Arc;

use super::Contest;
use super::entrant::is_prover;
use super::means::{Learns, Waiting};
use crate::ask::{Assumptions, Contestant, Meter, Question, Stop};
use crate::engine::closure::closure;
use crate::engine::interface::Purpose;

impl Contest {
    /// Lets the contestants join whose time has come.
    pub(super) fn join(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let (means, purpose) = (Arc::clone(&self.means), self.asked.purpose);
        let mut waiting = match self.waiting.take() {
            Some(waiting) => waiting,
            None => means.contestants(purpose),
        };
        let work = self.total_work();
        let mut joined = Ok(());
        while let Some(&Waiting { at, kind }) = waiting.first()
            && at <= work
        {
            // A limit may stop these steps. Then they are repeated when the walk continues.
            match self.begin(kind, meter) {
                Ok(begun) => {
                    waiting.remove(0);
                    if let Some(kind) = begun {
                        // Learning joins when this walk had its time, and provers not before.
                        let at = means.learning_after(kind, work);
                        for one in &mut waiting {
                            one.at = match one.kind {
                                Contestant::Learning => at,
                                Contestant::Sums => one.at,
                                _ => one.at.max(at),
                            };
                        }
                        waiting.sort_by_key(|waiting| waiting.at);
                    }
                }
                Err(stop) => {
                    joined = Err(stop);
                    break;
                }
            }
        }
        self.waiting = Some(waiting);
        self.decide_if_alone();
        joined
    }

    /// Begins a contestant, if it can help. Returns the kind of a walk on another layout.
    fn begin(
        &mut self,
        kind: Contestant,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Contestant>, Stop> {
        let means = Arc::clone(&self.means);
        let purpose = self.asked.purpose;
        // A prover finds no solutions: once there is one, its proof rarely helps.
        let most_known = match (kind, purpose) {
            (kind, _) if is_prover(kind) => 0,
            (_, Purpose::Parts) => 0,
            _ => means.most_solutions(),
        };
        if self.found.count > most_known {
            return Ok(None);
        }
        let used = self.contestants.iter().map(|one| one.bytes).sum();
        let memory = means.memory.saturating_sub(used);
        // Walks and learning find themselves what is implied; on a hard board of 9 x 9 this would take
        // a third of the time. But where the whole is too large for tables, what is implied may leave
        // a rest that is not. A requested engine does all of the work.
        let is_large = means.first.is_too_large && means.learns != Learns::AtOnce;
        let assumptions = if is_prover(kind) || is_large {
            self.closed(meter)?
        } else {
            self.asked.assumptions.clone()
        };
        let contestant = means.begin(kind, &assumptions, memory, meter)?;
        let Some(mut contestant) = contestant else {
            return Ok(None);
        };
        if let Some(walk) = contestant.engine_mut() {
            if !walk.start(&Question::default(), None, meter)? {
                return Ok(None);
            }
            walk.set_purpose(purpose);
        }
        if self.contestants.len() == 1 {
            self.found.known = self.found_by_first(meter)?;
        }
        let kind = contestant.kind;
        self.contestants.push(contestant);
        if kind == Contestant::Narrower || means.learns == Learns::AtOnce {
            self.leave(0);
        }
        Ok(matches!(kind, Contestant::Rows | Contestant::Narrower).then_some(kind))
    }

    /// The assumptions and what they imply.
    fn closed(&mut self, meter: &mut Meter<'_>) -> Result<Assumptions, Stop> {
        let closed = match self.asked.closed.take() {
            Some(closed) => closed,
            None => closure(&self.means.problem, &self.asked.assumptions, meter)?,
        };
        self.asked.closed = Some(closed.clone());
        Ok(closed)
    }
}
