//! A run: a walk under limits, from one solution to the next.

use std::ops::ControlFlow;
use std::time::Instant;

use super::walk::{Step, Walk};
use super::{Limits, Stats, Stop};
use crate::engine::{AnyEngine, Engine, with_engine};

/// The most nodes between two looks at the clock and the cancel token: often enough to stop at
/// once for a person, seldom enough to cost nothing.
const NODES: u64 = 1024;
/// The most updates between two looks. A node can make as many as the problem is large, so that
/// in a problem of a gigabyte 1,024 nodes take ten minutes.
const UPDATES: u64 = 1 << 25;

/// A question under way.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    walk: Walk,
    limits: Limits,
    /// Nodes between two looks at the clock and the cancel token.
    poll: u64,
    started: Instant,
    pub(super) found: u64,
    /// Why it stopped, once it has.
    pub(super) stop: Option<Stop>,
}

impl Run {
    /// A run from the root, where a node may make so many updates.
    pub(super) fn new(limits: Limits, work: usize) -> Self {
        let mut run = Self {
            walk: Walk::default(),
            limits,
            poll: (UPDATES / (work as u64).max(1)).clamp(1, NODES),
            started: Instant::now(),
            found: 0,
            stop: None,
        };
        run.enough();
        run
    }

    /// The run, ended before it began: the assumptions contradict each other.
    pub(super) fn impossible(mut self) -> Self {
        self.stop = Some(Stop::Exhausted);
        self
    }

    /// Goes on to the next leaf and says how many solutions it holds, or why there is none.
    pub(super) fn next(&mut self, engine: &mut AnyEngine) -> ControlFlow<Stop, u64> {
        with_engine!(engine, engine => self.next_in(engine))
    }

    pub(super) fn next_in<E: Engine>(&mut self, engine: &mut E) -> ControlFlow<Stop, u64> {
        while self.stop.is_none() {
            match self.walk.step(engine) {
                Step::Solved(leaves) => {
                    let room = self
                        .limits
                        .solutions
                        .map_or(u64::MAX, |most| most - self.found);
                    let leaves = leaves.min(room);
                    self.found += leaves;
                    self.enough();
                    return ControlFlow::Continue(leaves);
                }
                Step::Paused => self.stop = self.pause(),
                Step::Exhausted => self.stop = Some(Stop::Exhausted),
            }
        }
        ControlFlow::Break(self.stop.unwrap_or(Stop::Exhausted))
    }

    /// Lets a run that stopped at its limit of nodes go on, up to this many.
    pub(crate) fn go_on(&mut self, nodes: u64) {
        self.limits.nodes = Some(nodes);
        if self.stop == Some(Stop::Nodes) {
            self.stop = None;
        }
    }

    /// Stops if there are as many solutions as were asked for.
    fn enough(&mut self) {
        if self.limits.solutions == Some(self.found) {
            self.stop = Some(Stop::Solutions);
        }
    }

    /// Looks at the limits and sets the next pause.
    fn pause(&mut self) -> Option<Stop> {
        let nodes = self.walk.nodes;
        let stop = self.limits.reached(nodes, self.started);
        if stop.is_some() {
            return stop;
        }
        self.walk.pause = self.limits.most_nodes().min(nodes + self.poll);
        None
    }

    /// What it has done so far in this engine.
    pub(super) fn stats(&self, engine: &impl Engine) -> Stats {
        Stats {
            solutions: self.found.into(),
            nodes: self.walk.nodes,
            updates: engine.updates(),
            inferences: engine.inferences(),
            elapsed: self.started.elapsed(),
        }
    }
}
