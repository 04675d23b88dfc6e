//! The interface of the engine: questions, positions, pieces and statistics.

use super::entrant::{Entrant, Method};
use super::found::KnownSolutions;
use super::position::Resume;
use super::{Contest, Turn};
use crate::ask::{Contestant, Inferences, Meter, Order, Part, Parts, Question, Stop};
use crate::engine::interface::{Engine, Fuel, Purpose, Step};
use crate::engine::rest::Rest;
use crate::engine::tree::Tree;
use crate::problem::OptionId;

impl Engine for Contest {
    /// A position in the first walk, or a random order, leads to a walk without other contestants.
    fn start(
        &mut self,
        question: &Question,
        from: Option<&[u32]>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        self.contestants.truncate(1);
        self.contestants[0].nodes = 0;
        (self.is_first_out, self.waiting) = (false, None);
        (self.total, self.answered) = (None, None);
        self.schedule.restart();
        self.turn = Turn {
            who: 0,
            is_decided: false,
            left: self.first_look,
            until: 0,
        };
        self.found = KnownSolutions::default();
        self.asked.assumptions.clone_from(&question.assumptions);
        self.asked.closed = None;
        (self.asked.purpose, self.asked.is_resumed) = (Purpose::Many, false);
        (self.again, self.is_over) = (0, false);
        let position = Resume::of(from);
        let is_possible = match position {
            Resume::Root | Resume::Tries(_) => {
                let is_root = position == Resume::Root;
                self.turn.is_decided = !is_root || question.order != Order::Natural;
                self.first_mut().start(question, from, meter)?
            }
            Resume::Nodes { purpose, nodes } => {
                (self.asked.purpose, self.asked.is_resumed) = (purpose, true);
                self.again = nodes;
                let question = Question {
                    order: Order::Natural,
                    assumptions: self.asked.assumptions.clone(),
                    ..Question::default()
                };
                self.first_mut().start(&question, None, meter)?
            }
        };
        self.is_over = !is_possible;
        Ok(is_possible)
    }

    fn set_purpose(&mut self, purpose: Purpose) {
        if !self.asked.is_resumed {
            self.asked.purpose = purpose;
        }
    }

    fn run(&mut self, fuel: &mut Fuel, meter: &mut Meter<'_>) -> Step {
        let again = match self.again {
            0 => Ok(()),
            _ => self.visit_again(meter),
        };
        let step = match again {
            Ok(()) => self.walk_on(fuel, meter),
            Err(step) => step,
        };
        self.is_over = step == Step::Exhausted;
        step
    }

    fn put_back(&mut self, fuel: &mut Fuel) {
        self.found.put_back();
        self.turn.left += 1;
        self.contestants[self.turn.who].put_back(fuel);
    }

    fn trail(&self, out: &mut Vec<OptionId>) {
        self.contestants[self.turn.who].trail(out);
    }

    /// If the first walk is alone, this is its position. Otherwise it is the number of nodes so far:
    /// a walk that learns cannot jump to a position.
    fn tries(&self) -> Option<Vec<u32>> {
        if self.is_over {
            return None;
        }
        let is_first = self.turn.is_decided && self.turn.who == 0 && self.again == 0;
        if is_first && self.found.known.is_empty() {
            let tries = self.first().tries();
            // An empty position would start the whole question again.
            let is_alone = self.contestants.len() == 1;
            if is_alone || tries.as_ref().is_none_or(|tries| !tries.is_empty()) {
                return tries;
            }
        }
        let position = Resume::Nodes {
            purpose: self.asked.purpose,
            nodes: self.nodes() + self.again,
        };
        Some(position.numbers())
    }

    fn split(&mut self, in_order: bool) -> Option<Box<dyn Engine>> {
        if !self.turn.is_decided {
            return None;
        }
        let who = self.turn.who;
        // The order of a walk that learns weights depends on all that it has visited.
        let learns = [Contestant::Rows, Contestant::Sums];
        if learns.contains(&self.contestants[who].kind) && in_order {
            return None;
        }
        let piece = self.contestants[who].engine_mut()?.split(in_order)?;
        // The piece may be asked another question later, and then needs its first walk.
        let mut other = self.clone();
        other
            .contestants
            .iter_mut()
            .for_each(Entrant::forget_counts);
        // Each of the known ones is a solution of one piece only.
        other.contestants[who].method = Method::Walk(piece);
        Some(Box::new(other))
    }

    fn rest(&self) -> Option<Rest> {
        self.walk_with_parts()?.rest()
    }

    fn parts(&self, part: &Part, is_exact: bool, most: usize) -> Option<(f64, Parts)> {
        self.walk_with_parts()?.parts(part, is_exact, most)
    }

    fn covered(&self) -> f64 {
        self.measured().map_or(0.0, Engine::covered)
    }

    fn updates(&self) -> Option<u64> {
        self.first().updates()
    }

    fn inferences(&self) -> Option<Inferences> {
        let mut inferences = self.first().inferences();
        for contestant in &self.contestants[1..] {
            let sum = inferences.get_or_insert_default();
            *sum += contestant.inferences().unwrap_or_default();
            let nodes = Some(contestant.nodes);
            match contestant.kind {
                Contestant::Rows => sum.rows = nodes,
                Contestant::Narrower => sum.narrower = nodes,
                _ => {}
            }
        }
        if self.contestants.len() > 1 {
            inferences.get_or_insert_default().turns = Some(self.turns());
        }
        inferences
    }

    fn forget_counts(&mut self) {
        self.contestants.iter_mut().for_each(Entrant::forget_counts);
    }

    fn work(&self) -> u64 {
        self.total_work()
    }

    fn tree(&mut self) -> Option<&mut dyn Tree> {
        self.first_mut().tree()
    }

    fn boxed(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}
