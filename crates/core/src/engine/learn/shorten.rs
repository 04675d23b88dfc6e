//! Shortens a learned clause by the literals that follow from the others (N. Sörensson and A.
//! Biere, "Minimizing learned clauses", 2009).

use super::analyse::{Analysis, Mark};
use super::reasons::{Grounds, Shared};
use super::state::Reason;
use crate::ask::{Meter, Stop};

impl Analysis {
    /// Removes the literals that follow from the others.
    pub(super) fn shorten(
        &mut self,
        grounds: &Grounds<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let state = grounds.state;
        let others = self.clause[1..].iter();
        let levels = others.map(|literal| state.facts[literal.option() as usize].level);
        self.levels.count(levels);
        let mut kept = 1;
        for index in 1..self.clause.len() {
            let literal = self.clause[index];
            let (supports, first) = (self.supports.len(), self.marked.len());
            let option = literal.option();
            let follows = self.follows(grounds, option, meter)?;
            self.settle(first, follows);
            if !follows {
                // The proof needs the support clauses of literals that go, not of this one.
                self.supports.truncate(supports);
                self.clause[kept] = literal;
                kept += 1;
            }
        }
        self.clause.truncate(kept);
        Ok(())
    }

    /// Whether a fact follows from the other facts of the clause. Marks what it examines as
    /// pending.
    fn follows(
        &mut self,
        grounds: &Grounds<'_>,
        option: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        let state = grounds.state;
        // A decision follows from nothing.
        if state.facts[option as usize].reason == Reason::None {
            return Ok(false);
        }
        self.stack.clear();
        self.stack.push(option);
        while let Some(option) = self.stack.pop() {
            let shared = grounds.shared_item(option);
            match self.knows(shared) {
                Shared::Follows => continue,
                Shared::Stays => return Ok(false),
                Shared::Unknown => {}
            }
            let used = self.used.len();
            self.follow(grounds, option, meter)?;
            // A clause that only shortens did not cause the conflict, so it earns no activity.
            self.used.truncate(used);
            meter.spend(8 * self.facts.len())?;
            let mut is_pending = false;
            for index in 0..self.facts.len() {
                let option = self.facts[index];
                let fact = state.facts[option as usize];
                let mark = self.marks[option as usize];
                if fact.level == 0 || matches!(mark, Mark::Seen | Mark::Follows) {
                    continue;
                }
                // It depends on a decision that the clause does not name: its own, or that of a
                // level of which the clause has no literal.
                let is_foreign = !self.levels.contains(fact.level);
                if fact.reason == Reason::None || is_foreign || mark == Mark::Stays {
                    self.note(shared, Shared::Stays);
                    return Ok(false);
                }
                is_pending = true;
                if mark == Mark::None {
                    self.mark(option, Mark::Pending);
                    self.stack.push(option);
                }
            }
            self.note(shared, Shared::Follows);
            if is_pending {
                self.pending.extend(shared);
            }
        }
        Ok(true)
    }

    /// Decides about everything that is pending, which was marked from this place on: it follows,
    /// or it is not known to follow.
    fn settle(&mut self, first: usize, follows: bool) {
        let (mark, shared) = if follows {
            (Mark::Follows, Shared::Follows)
        } else {
            (Mark::Stays, Shared::Stays)
        };
        for &option in &self.marked[first..] {
            self.marks[option as usize] = mark;
        }
        for item in self.pending.drain(..) {
            self.shared[item as usize] = shared;
        }
    }
}
