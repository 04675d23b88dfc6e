//! The walk: depth first through the states of an engine, with the stack in the engine.

use crate::engine::{Branch, Engine};

/// Where a walk stands. Its stack is the engine's.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    /// Levels that are open in the engine.
    depth: usize,
    /// Whether the present state was branched on already.
    branched: bool,
    /// Nodes so far.
    pub(super) nodes: u64,
    /// The walk pauses before it has more nodes than this.
    pub(super) pause: u64,
}

/// Why a walk came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// At this many solutions; the engine's trail is that of one of them.
    Solved(u64),
    /// At its pause, before the next node.
    Paused,
    /// At its end.
    Exhausted,
}

impl Walk {
    /// Walks on to the next thing to tell.
    pub(super) fn step<E: Engine>(&mut self, engine: &mut E) -> Step {
        loop {
            if !self.branched {
                if self.nodes >= self.pause {
                    return Step::Paused;
                }
                self.branched = true;
                match engine.branch() {
                    Branch::Dead => self.nodes += 1,
                    Branch::Solved(leaves) => {
                        self.nodes += leaves;
                        return Step::Solved(leaves);
                    }
                    Branch::Item(item) => {
                        self.nodes += 1;
                        engine.enter(item);
                        self.depth += 1;
                    }
                }
            }
            if self.depth == 0 {
                return Step::Exhausted;
            }
            if engine.advance() {
                self.branched = false;
            } else {
                engine.leave();
                self.depth -= 1;
            }
        }
    }
}
