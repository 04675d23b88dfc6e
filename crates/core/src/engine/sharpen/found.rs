//! The solutions that were found: both walks find the same ones, and each is returned once.

use super::Sharpen;
use crate::ask::{Meter, Question, Stop};
use crate::engine::interface::{Engine, Purpose, Step};
use crate::problem::OptionId;

/// What is known about the solutions that were found.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// The number of solutions that were returned.
    pub(super) count: u64,
    /// The solutions that one walk has found and the other one, which is not at its end, has not.
    pub(super) known: Vec<Known>,
    /// Whether `known` has the last solution that was returned.
    pub(super) is_last_known: bool,
}

/// A solution that one of the walks has found.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// In ascending order.
    options: Vec<OptionId>,
    is_of_second: bool,
}

impl Found {
    /// Forgets the last solution that was returned: the walk will find it again.
    pub(super) fn put_back(&mut self) {
        self.count -= 1;
        if self.is_last_known {
            self.known.pop();
            self.is_last_known = false;
        }
    }

    /// Keeps the solutions of one walk: the other one goes on alone, and is to pass over them.
    pub(super) fn keep_those_of(&mut self, is_second: bool) {
        self.known.retain(|known| known.is_of_second == is_second);
    }
}

impl Sharpen {
    /// Finds the solutions of the first walk again. Storing each as it is found would slow down easy
    /// questions.
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
        let mut known = self.found.known.iter();
        if let Some(place) = known.position(|known| known.options == options) {
            // Both walks have found it now.
            self.found.known.swap_remove(place);
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
