//! Proofs by the dead ends of a walk. Each is a clause: one of the options that lead to it is not
//! chosen. When all tries of an item have failed, so has the state before them.

use std::io;
use std::ops::ControlFlow;

use super::{Halt, PIECE, Prover, Trial};
use crate::ask::Meter;
use crate::engine::{Branch, Tree, links};
use crate::problem::OptionId;
use crate::solver::Solution;

/// The most bytes of lines of a trial.
const MOST_OF_TRIAL: usize = 1 << 26;

impl<W: io::Write, V: FnMut(&Solution) -> ControlFlow<()>> Prover<'_, W, V> {
    /// Proves by a walk of the engine `links`. Returns false if a trial failed: nothing is written
    /// then.
    pub(super) fn by_walking(&mut self, mut trial: Option<Trial>) -> Result<bool, Halt> {
        let mut meter = self.budget.meter();
        let mut engine = links(self.search.solver().problem(), &mut meter)?;
        engine.start(&self.question(), None, &mut meter)?;
        let Some(tree) = engine.tree() else {
            unreachable!("links have a tree");
        };
        let mut trail = Vec::new();
        // The option of each level; `None` for a try that uses no option.
        let mut path: Vec<Option<OptionId>> = Vec::new();
        let (mut nodes, mut found) = (0_u64, 0);
        // The lines of a trial that fails would be of no use in the proof, so they wait.
        if trial.is_some() {
            self.lines.hold();
        }
        loop {
            if let Some(limits) = trial {
                if found > limits.solutions {
                    self.lines.release()?;
                    trial = None;
                } else if nodes >= limits.nodes || self.lines.held() > MOST_OF_TRIAL {
                    self.lines.discard();
                    return Ok(false);
                }
            }
            if nodes.is_multiple_of(PIECE) {
                self.pause()?;
            }
            nodes += 1;
            self.stats.nodes += self.budget.take_nodes(1)?;
            match tree.branch_within(&mut meter)? {
                Branch::Open => {
                    tree.enter();
                    path.push(None);
                }
                branch => {
                    if branch == Branch::Solved {
                        trail.clear();
                        tree.trail(&mut trail);
                        found += 1;
                        self.solved(&trail)?;
                    }
                    // A solution is excluded by the formula, so its path is a dead end, too.
                    self.refute(&path)?;
                }
            }
            if !self.next_try(tree, &mut path, &mut meter)? {
                // The empty clause was the last line.
                self.lines.release()?;
                return Ok(true);
            }
        }
    }

    /// Goes on to the next try, and refutes the states of which all tries were made. Returns false
    /// if no try is left.
    fn next_try(
        &mut self,
        tree: &mut dyn Tree,
        path: &mut Vec<Option<OptionId>>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Halt> {
        while let Some(last) = path.last_mut() {
            if tree.advance_within(meter)? {
                *last = tree.tried();
                return Ok(true);
            }
            tree.leave();
            path.pop();
            self.refute(path)?;
        }
        Ok(false)
    }

    /// Writes that no solution is below a state.
    fn refute(&mut self, path: &[Option<OptionId>]) -> io::Result<()> {
        let options = path.iter().flatten();
        self.lines
            .clause(&mut options.map(|&option| (option, false)))
    }
}
