//! Engines that walk a tree: compiled forms of a problem that can branch and undo.
//!
//! A tree holds one state, which starts at the root; a driver walks it:
//!
//! ```text
//!            branch() ── Dead, Solved ──> back to the last level: advance()
//!               │
//!              Open: enter() opens a level
//!               │
//!   ┌──> advance() ── false: leave() closes the level, back to the one before
//!   │           │
//!   └── ... ── true: one more option of the item is committed, branch() again
//! ```
//!
//! Each verb stands beside its inverse: `enter` and `leave`, and `advance`, which undoes its own
//! last try before it commits the next. `reset` undoes everything. The item to branch on stays in the
//! engine: `branch` finds it, `enter` opens it.

use super::priced::Priced;
use crate::ask::{Inferences, Meter, Stop};
use crate::problem::OptionId;

/// What an engine finds in its present state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Branch {
    /// An item cannot be covered any more.
    Dead,
    /// A solution: nothing is left to branch on, and the trail is it.
    Solved,
    /// An item is chosen to branch on: its options are to be tried one by one.
    Open,
}

/// The verbs of a tree. See the module for the order in which they are called.
pub(crate) trait Tree {
    /// Whether a dead end is a node: yes in Knuth's count, no for an engine that finds most of
    /// them while it forces options.
    fn dead_ends_are_nodes(&self) -> bool;

    /// Back to the root of a question without assumptions; what was randomised is in its
    /// natural order again. Allowed in any state; if it is stopped, the engine is of no use any more.
    fn reset(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop>;

    /// At the root: the option may not be used.
    fn forbid(&mut self, option: OptionId);

    /// At the root, after all that is forbidden: the option is used. Returns whether it can be:
    /// not if it is dropped, forbidden, unknown, or in conflict with what is forced already.
    /// After a false nothing but `reset` and `trail` is called. An option is forced once.
    fn force(&mut self, option: OptionId) -> bool;

    /// The same for several, up to the first that cannot be used. Returns whether all can.
    fn force_all(&mut self, options: &[OptionId]) -> bool {
        options.iter().all(|&option| self.force(option))
    }

    /// At the root, after a `reset` and before all assumptions: options are tried in random
    /// order, and a random one of the smallest items is branched on. The same seed gives the same
    /// walk. If it is stopped, the engine is of no use any more.
    fn randomise(&mut self, seed: u64, meter: &mut Meter<'_>) -> Result<(), Stop>;

    /// What to do in this state.
    fn branch(&mut self) -> Branch;

    /// The same, for an engine that may look at all of a large problem in one state. If it is
    /// stopped the state is still that of the node: it may be asked again, or left.
    #[inline]
    fn branch_within(&mut self, _: &mut Meter<'_>) -> Result<Branch, Stop> {
        Ok(self.branch())
    }

    /// How many tries there are, right after `branch` found an item.
    fn children(&mut self) -> u64 {
        self.enter();
        let mut children = 0;
        while self.advance() {
            children += 1;
        }
        self.leave();
        children
    }

    /// Opens a level for the item that the last `branch` chose, or opens the level again that was
    /// just left. Nothing has changed since.
    fn enter(&mut self);

    /// Undoes the last try of the level, if any, and commits the next, which may be to take no
    /// option at all. Returns false, with nothing committed, when there is no other.
    fn advance(&mut self) -> bool;

    /// Undoes the last try of the level, if any, and closes the level.
    fn leave(&mut self);

    /// The options that are forced or committed, in that order, appended to `out`.
    fn trail(&self, out: &mut Vec<OptionId>);

    /// Updates made by the walk since the last `reset`, assumptions not counted, if the engine
    /// counts them.
    fn updates(&self) -> Option<u64> {
        None
    }

    /// What was inferred since the last `reset`, if the engine tells.
    fn inferences(&self) -> Option<Inferences> {
        None
    }

    /// What the engine knows of costs, if it does. The shape of such a tree depends on what was
    /// found in it, so that a position in it means nothing.
    fn priced(&mut self) -> Option<&mut dyn Priced> {
        None
    }
}
