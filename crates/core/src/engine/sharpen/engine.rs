//! The interface of the engine: questions, positions, pieces and statistics.

use std::sync::Arc;

use super::Sharpen;
use super::found::KnownSolutions;
use super::means::Kind;
use super::position::Resume;
use crate::ask::{Inferences, Meter, Order, Part, Parts, Question, Stop};
use crate::engine::interface::{Engine, Fuel, Purpose, Step};
use crate::engine::rest::Rest;
use crate::engine::tree::Tree;
use crate::problem::OptionId;

impl Engine for Sharpen {
    /// A position in the first walk, or a random order, leads to a question without a second walk.
    fn start(
        &mut self,
        question: &Question,
        from: Option<&[u32]>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        self.second = None;
        (self.turn.is_second, self.turn.left) = (false, self.means.watched);
        (self.nodes, self.found) = ([0; 2], KnownSolutions::default());
        self.assumptions.clone_from(&question.assumptions);
        self.purpose = Purpose::Many;
        (self.again, self.is_resumed, self.is_over) = (0, false, false);
        let position = Resume::of(from);
        let is_possible = match position {
            Resume::Root | Resume::Tries(_) => {
                let is_root = position == Resume::Root;
                self.turn.is_decided = !is_root || question.order != Order::Natural;
                self.first.start(question, from, meter)?
            }
            Resume::Nodes { purpose, nodes } => {
                (self.turn.is_decided, self.is_resumed) = (false, true);
                (self.purpose, self.again) = (purpose, nodes);
                let question = Question {
                    order: Order::Natural,
                    assumptions: self.assumptions.clone(),
                    ..Question::default()
                };
                self.first.start(&question, None, meter)?
            }
        };
        self.is_over = !is_possible;
        Ok(is_possible)
    }

    fn set_purpose(&mut self, purpose: Purpose) {
        if !self.is_resumed {
            self.purpose = purpose;
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
        self.nodes[usize::from(self.turn.is_second)] -= 1;
        match &mut self.second {
            Some(second) if self.turn.is_second => second.put_back(fuel),
            _ => self.first.put_back(fuel),
        }
    }

    fn trail(&self, out: &mut Vec<OptionId>) {
        self.walk().trail(out);
    }

    /// If there is no second walk, this is the position of the first one. Otherwise it is the
    /// number of nodes so far: a walk that learns cannot jump to a position.
    fn tries(&self) -> Option<Vec<u32>> {
        if self.is_over {
            return None;
        }
        let is_first = self.turn.is_decided && !self.turn.is_second && self.again == 0;
        if is_first && self.found.known.is_empty() {
            let tries = self.first.tries();
            // An empty position would start the whole question again.
            if self.second.is_none() || tries.as_ref().is_none_or(|tries| !tries.is_empty()) {
                return tries;
            }
        }
        let position = Resume::Nodes {
            purpose: self.purpose,
            nodes: self.nodes[0] + self.nodes[1] + self.again,
        };
        Some(position.numbers())
    }

    fn split(&mut self, in_order: bool) -> Option<Box<dyn Engine>> {
        if !self.turn.is_decided {
            return None;
        }
        let (first, second) = match &mut self.second {
            // The order of a walk that learns depends on all that it has visited.
            Some(_) if self.turn.is_second && self.kind == Kind::Rows && in_order => return None,
            Some(second) if self.turn.is_second => {
                let second = second.split(in_order)?;
                // The piece may be asked another question later, and then needs its first walk.
                let mut first = self.first.clone();
                first.forget_counts();
                (first, Some(second))
            }
            _ => (self.first.split(in_order)?, None),
        };
        Some(Box::new(Self {
            first,
            second,
            means: Arc::clone(&self.means),
            assumptions: self.assumptions.clone(),
            nodes: [0; 2],
            // Each of the known ones is a solution of one piece only.
            found: self.found.clone(),
            ..*self
        }))
    }

    fn rest(&self) -> Option<Rest> {
        self.walk_with_parts()?.rest()
    }

    fn parts(&self, part: &Part, is_exact: bool, most: usize) -> Option<(f64, Parts)> {
        self.walk_with_parts()?.parts(part, is_exact, most)
    }

    fn covered(&self) -> f64 {
        match self.kind {
            Kind::Learn => self.first.covered(),
            _ => self.walk().covered(),
        }
    }

    fn updates(&self) -> Option<u64> {
        self.first.updates()
    }

    fn inferences(&self) -> Option<Inferences> {
        let mut inferences = self.first.inferences();
        if let Some(second) = &self.second {
            let inferences = inferences.get_or_insert_default();
            *inferences += second.inferences()?;
            let nodes = Some(self.nodes[1]);
            match self.kind {
                Kind::Rows => inferences.rows = nodes,
                Kind::Narrower => inferences.narrower = nodes,
                Kind::Learn => {}
            }
        }
        inferences
    }

    fn forget_counts(&mut self) {
        self.first.forget_counts();
        if let Some(second) = &mut self.second {
            second.forget_counts();
        }
        self.nodes = [0; 2];
    }

    fn work(&self) -> u64 {
        let second = self.second.as_ref().map_or(0, |second| second.work());
        self.work_of_first().saturating_add(second)
    }

    fn tree(&mut self) -> Option<&mut dyn Tree> {
        self.first.tree()
    }

    fn boxed(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}
