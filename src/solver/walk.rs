//! The walk: depth first through the states of an engine, with the stack in the engine.

use crate::ask::{Meter, Stop};
use crate::engine::{Branch, Engine};

/// Where a walk stands. Its stack is the engine's.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    /// Levels that are open in the engine.
    depth: usize,
    ahead: Ahead,
    /// Nodes so far.
    pub(super) nodes: u64,
    /// The walk pauses before it has more nodes than this.
    pub(super) pause: u64,
    /// And after so many dead ends more that are no nodes.
    pub(super) patience: u64,
}

/// What comes next.
#[derive(Clone, Copy, Debug, Default)]
enum Ahead {
    /// To look at a new state.
    #[default]
    Branch,
    /// To act on what was found in it, after a pause.
    Resume(Branch),
    /// To try the next option of the last level.
    Advance,
}

/// Why a walk came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// At a solution, which is the engine's trail.
    Solved,
    /// At its pause, before the next node.
    Paused,
    /// Out of patience: there were many dead ends and no node.
    Tired,
    /// At its end.
    Exhausted,
    /// In the middle of a node: a limit was reached.
    Stopped(Stop),
}

impl Walk {
    /// Walks on to the next thing to tell.
    pub(super) fn step<E: Engine>(&mut self, engine: &mut E, meter: &mut Meter<'_>) -> Step {
        loop {
            let branch = match self.ahead {
                Ahead::Branch => match engine.branch_within(meter) {
                    Ok(branch) => Some(branch),
                    Err(stop) => return Step::Stopped(stop),
                },
                Ahead::Resume(branch) => Some(branch),
                Ahead::Advance => None,
            };
            if let Some(branch) = branch {
                let is_node = branch != Branch::Dead || E::DEAD_ENDS_ARE_NODES;
                if is_node && self.nodes >= self.pause {
                    self.ahead = Ahead::Resume(branch);
                    return Step::Paused;
                }
                self.nodes += u64::from(is_node);
                self.ahead = Ahead::Advance;
                match branch {
                    Branch::Dead if !E::DEAD_ENDS_ARE_NODES => {
                        if self.patience == 0 {
                            return Step::Tired;
                        }
                        self.patience -= 1;
                    }
                    Branch::Dead => {}
                    Branch::Solved => return Step::Solved,
                    Branch::Item(item) => {
                        engine.enter(item);
                        self.depth += 1;
                    }
                }
            }
            if self.depth == 0 {
                return Step::Exhausted;
            }
            if engine.advance() {
                self.ahead = Ahead::Branch;
            } else {
                engine.leave();
                self.depth -= 1;
            }
        }
    }
}
