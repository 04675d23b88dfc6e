//! The interface of the engine: questions, positions, pieces and statistics.

use std::fmt::Debug;
use std::sync::Arc;

use super::means::Kind;
use super::{NODES, Sharpen};
use crate::ask::{Inferences, Meter, Order, Part, Parts, Question, Stop};
use crate::engine::interface::{Engine, Fuel, Purpose, Step};
use crate::engine::rest::Rest;
use crate::engine::tree::Tree;
use crate::problem::OptionId;

impl<T> Engine for Sharpen<T>
where
    T: Tree + Clone + Debug + Send + Sync + 'static,
{
    /// A position in the first walk, or a random order, leads to a question without a second walk.
    fn start(
        &mut self,
        question: &Question,
        from: Option<&[u32]>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        (self.second, self.is_second) = (None, false);
        self.is_last_known = false;
        (self.nodes, self.found, self.left) = ([0; 2], 0, self.means.watched);
        self.known.clear();
        self.assumptions.clone_from(&question.assumptions);
        self.purpose = Purpose::Many;
        (self.again, self.is_resumed, self.is_over) = (0, false, false);
        let from = from.filter(|tries| !tries.is_empty());
        self.is_decided = from.is_some() || question.order != Order::Natural;
        let Some(&[NODES, purpose, high, low]) = from else {
            let is_possible = self.first.start(question, from, meter)?;
            self.is_over = !is_possible;
            return Ok(is_possible);
        };
        (self.is_decided, self.is_resumed) = (false, true);
        self.purpose = Purpose::of_number(purpose);
        self.again = u64::from(high) << 32 | u64::from(low);
        let question = Question {
            order: Order::Natural,
            assumptions: self.assumptions.clone(),
            ..Question::default()
        };
        let is_possible = self.first.start(&question, None, meter)?;
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
        self.found -= 1;
        if self.is_last_known {
            self.known.pop();
            self.is_last_known = false;
        }
        self.left += 1;
        self.nodes[usize::from(self.is_second)] -= 1;
        match &mut self.second {
            Some(second) if self.is_second => second.put_back(fuel),
            _ => self.first.put_back(fuel),
        }
    }

    fn trail(&self, out: &mut Vec<OptionId>) {
        self.walk().trail(out);
    }

    /// If there is no second walk, this is the position of the first one. Otherwise it is the number
    /// of nodes so far: a walk that learns cannot jump to a position.
    fn tries(&self) -> Option<Vec<u32>> {
        if self.is_over {
            return None;
        }
        let is_first = self.is_decided && !self.is_second && self.again == 0;
        if is_first && self.known.is_empty() {
            let tries = self.first.tries();
            // An empty position would start the whole question again.
            if self.second.is_none() || tries.as_ref().is_none_or(|tries| !tries.is_empty()) {
                return tries;
            }
        }
        let nodes = self.nodes[0] + self.nodes[1] + self.again;
        let [high, low] = [nodes >> 32, nodes].map(|half| half as u32);
        Some(vec![NODES, self.purpose.number(), high, low])
    }

    fn split(&mut self, in_order: bool) -> Option<Box<dyn Engine>> {
        if !self.is_decided {
            return None;
        }
        let (first, second) = match &mut self.second {
            // The order of a walk that learns depends on all that it has visited.
            Some(_) if self.is_second && self.kind == Kind::Rows && in_order => return None,
            Some(second) if self.is_second => (self.first.ended(), Some(second.split(in_order)?)),
            _ => (self.first.split_walk()?, None),
        };
        // The piece may be asked another question later.
        Some(Box::new(Self {
            first,
            second,
            nodes: [0; 2],
            means: Arc::clone(&self.means),
            assumptions: self.assumptions.clone(),
            // Each of these is a solution of one piece only.
            known: self.known.clone(),
            ..*self
        }))
    }

    fn rest(&self) -> Option<Rest> {
        if !self.known.is_empty() {
            return None;
        }
        match self.kind {
            // What learning has done cannot be expressed in parts.
            Kind::Learn if !self.is_decided => self.first.rest(),
            _ => self.walk().rest(),
        }
    }

    fn parts(&self, part: &Part, is_exact: bool, most: usize) -> Option<(f64, Parts)> {
        if !self.known.is_empty() {
            return None;
        }
        match self.kind {
            Kind::Learn if !self.is_decided => self.first.parts(part, is_exact, most),
            _ => self.walk().parts(part, is_exact, most),
        }
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
