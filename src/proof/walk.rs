//! Proofs by the dead ends of a walk. Each is a clause: one of the options that lead to it is not
//! chosen. When all tries of an item have failed, so has the state before them.

use std::io;

use super::{Halt, PIECE, Prover};
use crate::engine::{Branch, links};
use crate::problem::OptionId;

impl<W: io::Write> Prover<'_, W> {
    /// Proves by a walk of the engine `links`.
    pub(super) fn by_walking(&mut self) -> Result<(), Halt> {
        let mut meter = self.budget.meter();
        let mut engine = links(self.search.solver().problem(), &mut meter)?;
        engine.start(&self.question(), None, &mut meter)?;
        let Some(tree) = engine.tree() else {
            unreachable!("links have a tree");
        };
        let mut trail = Vec::new();
        // The option of each level; `None` for a try that uses no option.
        let mut path: Vec<Option<OptionId>> = Vec::new();
        loop {
            if self.stats.nodes.is_multiple_of(PIECE) {
                self.pause()?;
            }
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
                        self.solved(&trail)?;
                    }
                    self.refute(&path)?;
                }
            }
            // Goes on to the next try.
            loop {
                let Some(last) = path.last_mut() else {
                    return Ok(());
                };
                if tree.advance() {
                    *last = tree.tried();
                    break;
                }
                tree.leave();
                path.pop();
                self.refute(&path)?;
            }
        }
    }

    /// Writes that no solution is below a state.
    fn refute(&mut self, path: &[Option<OptionId>]) -> io::Result<()> {
        let options = path.iter().flatten();
        self.lines
            .clause(&mut options.map(|&option| (option, false)))
    }
}
