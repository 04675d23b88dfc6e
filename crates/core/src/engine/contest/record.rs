//! Records the solutions that the walks find, and passes over those that another one has found.

use super::Contest;
use super::found::Known;
use crate::ask::{Meter, Question, Stop};
use crate::engine::interface::{Purpose, Step};

impl Contest {
    /// Finds the solutions of the first walk again. Storing each as it is found would slow down
    /// easy questions.
    pub(super) fn found_by_first(&self, meter: &mut Meter<'_>) -> Result<Vec<Known>, Stop> {
        let mut known = Vec::new();
        if self.found.count == 0 {
            return Ok(known);
        }
        let mut again = self.contestants[0].clone();
        let question = Question {
            assumptions: self.asked.assumptions.clone(),
            ..Question::default()
        };
        if let Some(walk) = again.engine_mut() {
            walk.start(&question, None, meter)?;
        }
        while (known.len() as u64) < self.found.count
            && let Some(walk) = again.engine_mut()
        {
            let mut fuel = self.means.between_polls();
            match walk.run(&mut fuel, meter) {
                Step::Solved => known.push(Known {
                    options: again.sorted_trail(),
                    finders: 1,
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
        let has_turns = self.contestants.len() > 1 && !self.turn.is_decided;
        if has_turns || !self.found.known.is_empty() {
            return self.record_among_known();
        }
        self.found.count += 1;
        true
    }

    /// Records a solution while other walks may find it, too, or may have found it.
    fn record_among_known(&mut self) -> bool {
        let finder = self.turn.who;
        let options = self.contestants[finder].sorted_trail();
        if self.found.meet(&options, finder, self.turn.is_decided) {
            return false;
        }
        if self.asked.purpose == Purpose::Parts && !self.turn.is_decided {
            // The rest of a part must be that of one walk. If another walk is ahead, it will find
            // this solution, too.
            self.decide(self.fastest());
            if self.turn.who != finder {
                return false;
            }
        }
        self.found.count += 1;
        if !self.turn.is_decided {
            self.found.is_last_known = true;
            self.found.known.push(Known {
                options,
                finders: 1 << finder,
            });
            if self.found.count > self.means.most_solutions() {
                self.turn.left = 0;
            }
        }
        true
    }
}
