//! Records the solutions that the walks find, and passes over those that the other one has found.

use super::Sharpen;
use super::found::Known;
use crate::ask::{Meter, Question, Stop};
use crate::engine::interface::{Engine, Purpose, Step};
use crate::problem::OptionId;

impl Sharpen {
    /// Finds the solutions of the first walk again. Storing each as it is found would slow down
    /// easy questions.
    pub(super) fn found_by_first(&self, meter: &mut Meter<'_>) -> Result<Vec<Known>, Stop> {
        let mut known = Vec::new();
        if self.found.count == 0 {
            return Ok(known);
        }
        let mut again = self.first.clone();
        let question = Question {
            assumptions: self.assumptions.clone(),
            ..Question::default()
        };
        again.start(&question, None, meter)?;
        while (known.len() as u64) < self.found.count {
            let mut fuel = self.means.between_polls();
            match again.run(&mut fuel, meter) {
                Step::Solved => known.push(Known {
                    options: sorted_trail(&*again),
                    is_of_second: false,
                }),
                Step::Stopped(stop) => return Err(stop),
                Step::OutOfNodes | Step::OutOfDeadEnds => meter.poll()?,
                Step::Exhausted => break,
            }
        }
        Ok(known)
    }

    /// Records a solution. Returns whether it is new.
    #[inline]
    pub(super) fn record(&mut self) -> bool {
        self.found.is_last_known = false;
        let has_turns = self.second.is_some() && !self.turn.is_decided;
        if has_turns || !self.found.known.is_empty() {
            return self.record_among_known();
        }
        self.found.count += 1;
        true
    }

    /// Records a solution while the other walk may find it, too, or may have found it.
    fn record_among_known(&mut self) -> bool {
        let options = sorted_trail(self.walk());
        if self.found.forget(&options) {
            return false;
        }
        if self.purpose == Purpose::Parts && !self.turn.is_decided {
            // The rest of a part must be that of one walk. If the first walk is ahead, it will find
            // this solution, too.
            let finder = self.turn.is_second;
            self.decide(finder && self.is_second_ahead());
            if self.turn.is_second != finder {
                return false;
            }
        }
        self.found.count += 1;
        if !self.turn.is_decided {
            self.found.is_last_known = true;
            self.found.known.push(Known {
                options,
                is_of_second: self.turn.is_second,
            });
            if self.found.count > self.means.most_solutions() {
                self.turn.left = 0;
            }
        }
        true
    }
}

/// The options of the solution of a walk, in ascending order.
fn sorted_trail(walk: &dyn Engine) -> Vec<OptionId> {
    let mut trail = Vec::new();
    walk.trail(&mut trail);
    trail.sort_unstable();
    trail
}
