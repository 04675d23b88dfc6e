//! A walk that visits one option of each orbit: if options of an item are alike by symmetry, either
//! all of them have solutions or none has.
//!
//! The walk is split into *parts*, one for each orbit of an item, and long parts again. If it ends
//! without a solution there is none. The solutions that it finds are solutions, but not all.

use std::sync::Arc;

use crate::ask::{Assumptions, Count, Meter, Question, Stop};
use crate::engine::{Engine, Fuel, Made, Proof, Prover, Purpose, Settings, Step, Task, engine_for};
use crate::policy::SymmetryPolicies;
use crate::problem::{OptionId, Problem};
use crate::schedule::Standing;
use crate::symmetry;

/// A part of the walk: the solutions with these options besides those of the question.
#[derive(Clone, Debug)]
struct Part {
    forced: Vec<OptionId>,
    /// Its share of the whole.
    share: f64,
    /// The work at which it is split.
    split_at: u64,
}

#[derive(Debug)]
struct Orbits {
    problem: Arc<Problem>,
    assumptions: Assumptions,
    policies: SymmetryPolicies,
    walk: Box<dyn Engine>,
    part: Part,
    /// The parts that have not begun, the next one last.
    waiting: Vec<Part>,
    /// The work of parts that have ended, and of the search for symmetries.
    past: u64,
    /// The share of the whole that they had.
    covered: f64,
    has_found: bool,
    /// The nodes until the part is looked at again. They are counted here: the fuel also ends where
    /// the caller pauses, which must change nothing.
    until_look: u64,
    pace: u64,
}

/// Begins the walk, if there are symmetries.
pub(super) fn orbits(task: &Task<'_>, meter: &mut Meter<'_>) -> Made {
    let Task {
        problem,
        policies,
        bytes,
        ..
    } = *task;
    let needed = symmetry::bytes(problem);
    if needed > bytes / 2 {
        return Ok(None);
    }
    let settings = Settings::new()
        .with_policies(policies)
        .memory(bytes - needed);
    let walk = engine_for(problem, &settings.learning(false), meter)?;
    let whole = Part {
        forced: Vec::new(),
        share: 1.0,
        split_at: 0,
    };
    let mut orbits = Orbits {
        problem: Arc::clone(problem),
        assumptions: task.assumptions.clone(),
        policies: policies.symmetry,
        walk,
        part: whole,
        waiting: Vec::new(),
        past: 0,
        covered: 0.0,
        has_found: false,
        until_look: policies.race.poll,
        pace: policies.race.poll,
    };
    // As much as the walk of a part that is split.
    let enough = (problem.use_count() as u64).saturating_mul(policies.symmetry.enough);
    let is_split = orbits.split(enough.saturating_mul(policies.symmetry.effort), meter)?;
    Ok(if is_split && orbits.next_part(meter)? {
        Some(Box::new(orbits))
    } else {
        None
    })
}

impl Orbits {
    /// Replaces the present part by one for each orbit of an item, if there are symmetries. The
    /// search for them does at most this much work.
    fn split(&mut self, most: u64, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let assumptions = self.assumptions_of_part();
        let found = symmetry::orbits(&self.problem, &assumptions, self.policies, most, meter)?;
        self.past = self.past.saturating_add(found.work);
        let Some(orbits) = found.orbits else {
            // A search that was complete would find nothing again.
            self.part.split_at = if found.is_complete {
                u64::MAX
            } else {
                self.walk.work().saturating_mul(self.policies.again)
            };
            return Ok(false);
        };
        let uses = self.problem.use_count() as u64;
        let split_at = uses.saturating_mul(self.policies.enough);
        for orbit in orbits.iter().rev() {
            let mut forced = self.part.forced.clone();
            forced.push(orbit.options[0]);
            self.waiting.push(Part {
                forced,
                share: self.part.share / orbits.len() as f64,
                split_at,
            });
        }
        Ok(true)
    }

    fn assumptions_of_part(&self) -> Assumptions {
        let mut assumptions = self.assumptions.clone();
        assumptions.force_all(&self.part.forced);
        assumptions
    }

    /// Begins the next part that may have solutions. Returns false if there is none.
    fn next_part(&mut self, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        while let Some(part) = self.waiting.pop() {
            self.part = part;
            let question = Question {
                assumptions: self.assumptions_of_part(),
                ..Question::default()
            };
            if self.walk.start(&question, None, meter)? {
                self.walk.set_purpose(Purpose::Few);
                return Ok(true);
            }
            self.covered += self.part.share;
        }
        Ok(false)
    }

    /// After a pause of the walk: splits a part that is long.
    fn look(&mut self, meter: &mut Meter<'_>) -> Result<Option<Proof>, Stop> {
        let work = self.walk.work();
        if work < self.part.split_at {
            return Ok(None);
        }
        let most = work.saturating_mul(self.policies.effort);
        if !self.split(most, meter)? {
            return Ok(None);
        }
        self.past = self.past.saturating_add(work);
        self.end_part(meter)
    }

    fn end_part(&mut self, meter: &mut Meter<'_>) -> Result<Option<Proof>, Stop> {
        if self.next_part(meter)? {
            return Ok(None);
        }
        Ok(Some(if self.has_found {
            Proof::GaveUp
        } else {
            Proof::Solutions(Count::ZERO)
        }))
    }
}

impl Prover for Orbits {
    fn run(&mut self, fuel: &mut Fuel, meter: &mut Meter<'_>) -> Result<Proof, Stop> {
        loop {
            let kept = fuel.nodes.saturating_sub(self.until_look);
            fuel.nodes -= kept;
            let before = fuel.nodes;
            let step = self.walk.run(fuel, meter);
            self.until_look -= before - fuel.nodes;
            fuel.nodes += kept;
            let proof = match step {
                Step::Solved => {
                    self.has_found = true;
                    return Ok(Proof::Found);
                }
                Step::Stopped(stop) => return Err(stop),
                Step::OutOfDeadEnds => {
                    meter.poll()?;
                    fuel.dead_ends = 1_024;
                    None
                }
                Step::OutOfNodes if self.until_look > 0 => return Ok(Proof::Paused),
                Step::OutOfNodes => {
                    self.until_look = self.pace;
                    self.look(meter)?
                }
                Step::Exhausted => {
                    self.covered += self.part.share;
                    self.past = self.past.saturating_add(self.walk.work());
                    self.end_part(meter)?
                }
            };
            if let Some(proof) = proof {
                return Ok(proof);
            }
        }
    }

    fn trail(&self, out: &mut Vec<OptionId>) {
        self.walk.trail(out);
    }

    fn put_back(&mut self, fuel: &mut Fuel) {
        self.until_look += 1;
        self.walk.put_back(fuel);
    }

    fn work(&self) -> u64 {
        self.past.saturating_add(self.walk.work())
    }

    fn left(&self) -> f64 {
        let covered = self.covered + self.part.share * self.walk.covered();
        Standing::covered(self.work(), covered).left
    }
}
