//! The search: it propagates, learns from conflicts, decides, restarts and forgets.

use super::assume::Next;
use super::literal::Literal;
use super::propagate::Propagation;
use super::reasons::Grounds;
use super::state::{Conflict, Reason};
use super::{End, Learn};
use crate::ask::{Meter, Stop};
use crate::engine::interface::{Fuel, Step};

/// The search stops when the clauses that it may not forget, such as those that exclude solutions,
/// have more bytes than this and than the memory for clauses.
const MOST_KEPT: usize = 1 << 30;

impl Learn {
    pub(super) fn propagate(&mut self, meter: &mut Meter<'_>) -> Result<Option<Conflict>, Stop> {
        Propagation {
            tables: &self.tables,
            state: &mut self.state,
            clauses: &mut self.clauses,
            agenda: &mut self.agenda,
            work: &mut self.counts.work,
            unsupported: &mut self.counts.unsupported,
            meter,
            unseen: &mut self.unseen,
        }
        .run()
    }

    /// Undoes all levels above this one.
    pub(super) fn return_to(&mut self, level: u32) {
        let Some(&length) = self.state.levels.get(level as usize) else {
            return;
        };
        self.state.levels.truncate(level as usize);
        while self.state.trail.len() > length as usize {
            if let Some(literal) = self.state.undo(&self.tables) {
                let option = literal.option();
                self.heap.push(option);
            }
        }
    }

    /// Learns from a conflict and returns to an earlier level. False if there are no more
    /// solutions.
    fn learn(&mut self, conflict: Conflict, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        self.analysis.used.clear();
        let grounds = Grounds {
            tables: &self.tables,
            state: &self.state,
            clauses: &self.clauses,
        };
        self.analysis.of_conflict(&grounds, conflict);
        self.learn_from_facts(false, meter)
    }

    /// Learns from the facts of a conflict. The clause is never forgotten if it is `kept`. If a
    /// limit stops it, nothing is learned, and the facts are those of a conflict still.
    fn learn_from_facts(&mut self, is_kept: bool, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let facts = self.analysis.facts.iter();
        let level = facts.map(|&option| self.state.facts[option as usize].level);
        let level = level.max().unwrap_or(0);
        self.log_root();
        if level == 0 {
            self.status.end = Some(End::Exhausted);
            return Ok(false);
        }
        meter.spend(std::mem::take(&mut self.unseen))?;
        // The conflict may be of an earlier level than the present one: then nothing of the later
        // levels matters.
        self.return_to(level);
        let grounds = Grounds {
            tables: &self.tables,
            state: &self.state,
            clauses: &self.clauses,
        };
        self.analysis.logs_supports = self.log.is_some();
        let (level, glue) = self.analysis.learn(&grounds, meter)?;
        if let Some(log) = &mut self.log {
            let supports = self.analysis.supports.drain(..);
            supports.for_each(|(option, item)| log.support(option, item));
            log.clause(&self.analysis.clause);
        }
        self.pace.learned(glue);
        self.counts.work += 20 * self.analysis.met.len() as u64;
        self.unseen += 20 * self.analysis.met.len();
        // Options that took part in conflicts of late are decided first.
        for &option in &self.analysis.met {
            self.heap.bump(option);
        }
        self.heap.decay();
        // Clauses that take part in conflicts are worth keeping.
        for index in 0..self.analysis.used.len() {
            let place = self.analysis.used[index];
            self.clauses.bump(place);
            self.unseen += self.clauses.codes(place).len();
            if self.clauses.glue(place) > 2 {
                let glue = self
                    .analysis
                    .glue_of(&self.state, self.clauses.codes(place));
                self.clauses.improve(place, glue);
            }
        }
        self.clauses.decay();
        self.return_to(level);
        let first = self.analysis.clause[0];
        let reason = match self.analysis.clause.len() {
            1 => Reason::None,
            _ => Reason::Clause(self.clauses.add(&self.analysis.clause, glue, is_kept)),
        };
        self.state.assign(first, reason);
        Ok(true)
    }

    /// Blocks the solution on the trail. False if there are no more solutions.
    fn block(&mut self, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        self.analysis.used.clear();
        self.analysis.facts.clear();
        // If every item is covered once, no solution has these options and more.
        let all = self.tables.has_multiplicities;
        let facts = self.state.trail.iter();
        let facts = facts.filter(|literal| all || !literal.is_dead());
        self.analysis
            .facts
            .extend(facts.map(|literal| literal.option()));
        self.learn_from_facts(true, meter)
    }

    fn restart(&mut self) {
        self.counts.restarts += 1;
        self.pace.restarted();
        self.return_to(0);
    }

    pub(super) fn forget(&mut self) {
        self.return_to(0);
        self.log_root();
        self.unseen += self.clauses.bytes() / size_of::<Literal>();
        let state = &mut self.state;
        // Facts of level 0 need no reasons.
        for literal in &state.trail {
            state.facts[literal.option() as usize].reason = Reason::None;
        }
        self.clauses.forget(self.policies.tier, self.policies.share);
        // A growing number of clauses makes the search end.
        let most = self.capacity.most + self.policies.more;
        self.capacity.most = most.max(self.clauses.len() + 1);
        self.capacity.least = 2 * self.clauses.len() + 16;
    }

    /// Whether there are so many clauses that some are to be forgotten.
    fn must_forget(&self) -> bool {
        let (count, capacity) = (self.clauses.len(), self.capacity);
        // To forget reads all clauses. So it happens for memory alone only when their number has
        // doubled.
        count >= capacity.most || count >= capacity.least && self.clauses.bytes() > capacity.memory
    }

    /// Whether the clauses leave no memory, even if some are forgotten.
    fn is_full(&self) -> bool {
        self.clauses.bytes() > self.capacity.memory.max(MOST_KEPT)
    }

    pub(super) fn walk(&mut self, fuel: &mut Fuel, meter: &mut Meter<'_>) -> Step {
        self.advance(fuel, meter).unwrap_or_else(Step::Stopped)
    }

    fn advance(&mut self, fuel: &mut Fuel, meter: &mut Meter<'_>) -> Result<Step, Stop> {
        if self.status.end.is_some() {
            return Ok(Step::Exhausted);
        }
        if self.status.is_solved
            && let Some(step) = self.leave_solution(fuel, meter)?
        {
            return Ok(step);
        }
        loop {
            if fuel.dead_ends == 0 {
                return Ok(Step::OutOfDeadEnds);
            }
            if self.status.conflict.is_none() {
                self.status.conflict = self.propagate(meter)?;
            }
            if let Some(conflict) = self.status.conflict {
                let has_more = self.learn(conflict, meter)?;
                self.status.conflict = None;
                fuel.dead_ends -= 1;
                self.counts.conflicts += 1;
                if !has_more {
                    return Ok(Step::Exhausted);
                }
                continue;
            }
            if self.must_forget() {
                self.forget();
                if self.is_full() {
                    return Err(Stop::Memory);
                }
                continue;
            }
            if self.pace.is_time() {
                self.restart();
                continue;
            }
            if fuel.nodes == 0 {
                return Ok(Step::OutOfNodes);
            }
            // Assumptions take the first levels, so what is concluded at level 0 holds without
            // them.
            match self.assumed.decide(&mut self.state) {
                Next::None => {}
                Next::Decided => continue,
                Next::False(literal) => {
                    self.fail(literal, meter)?;
                    return Ok(Step::Exhausted);
                }
            }
            fuel.nodes -= 1;
            if !self.decide() {
                self.status.is_solved = true;
                return Ok(Step::Solved);
            }
        }
    }

    /// Excludes the solution that was returned last, or returns it again if it was put back.
    fn leave_solution(
        &mut self,
        fuel: &mut Fuel,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Step>, Stop> {
        if self.status.is_put_back {
            if fuel.nodes == 0 {
                return Ok(Some(Step::OutOfNodes));
            }
            fuel.nodes -= 1;
            self.status.is_put_back = false;
            return Ok(Some(Step::Solved));
        }
        let has_more = self.block(meter)?;
        self.status.is_solved = false;
        if !has_more {
            return Ok(Some(Step::Exhausted));
        }
        if self.is_full() {
            Err(Stop::Memory)
        } else {
            Ok(None)
        }
    }

    /// Opens a level and chooses the most active open option. Returns false if none is open.
    pub(super) fn decide(&mut self) -> bool {
        while let Some(option) = self.heap.pop() {
            if self.state.is_open(option) {
                self.state.levels.push(self.state.trail.len() as u32);
                self.state.assign(Literal::chosen(option), Reason::None);
                return true;
            }
        }
        false
    }
}
