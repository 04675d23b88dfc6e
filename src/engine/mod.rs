//! Engines: compiled forms of a problem that can branch and undo.
//!
//! An engine knows no names, text, time, threads or I/O. It holds one state, which starts at the
//! root; a driver walks it:
//!
//! ```text
//!            branch() ── Dead, Solved ──> back to the last level: advance()
//!               │
//!              Item: enter(item) opens a level
//!               │
//!   ┌──> advance() ── false: leave() closes the level, back to the one before
//!   │           │
//!   └── ... ── true: one more option of the item is committed, branch() again
//! ```
//!
//! Each verb stands beside its inverse: `enter` and `leave`, and `advance`, which undoes its own
//! last try before it commits the next. `reset` undoes everything.
//!
//! To compile a problem, and to put a large one in another order, may take long. So these are given a
//! meter, which stops them; an engine that was stopped in the middle of a verb is dropped.

mod any;
mod bits;
mod choose;
#[cfg(test)]
mod contract;
mod costs;
mod least;
mod links;
mod settings;

pub(crate) use any::{AnyEngine, with_engine};
pub use bits::Vectors;
pub(crate) use bits::{Kernels, Lanes, Lists, Rows};
pub(crate) use choose::{Choice, choose};
pub use choose::{EngineChoice, EngineName};
pub(crate) use costs::Costs;
pub(crate) use links::{Links, Multiple};
pub use settings::Settings;

use crate::ask::{Inferences, Meter, Stop};
use crate::problem::{ItemId, OptionId};

/// What an engine finds in its present state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Branch {
    /// An item cannot be covered any more.
    Dead,
    /// A solution: nothing is left to branch on, and the trail is it.
    Solved,
    /// The item to branch on: its options are to be tried one by one.
    Item(ItemId),
}

/// The verbs of an engine. See the module for the order in which they are called.
pub(crate) trait Engine {
    /// Whether a dead end is a node: yes in Knuth's count, no for an engine that finds most of
    /// them while it forces options.
    const DEAD_ENDS_ARE_NODES: bool;

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

    /// How many tries the item to branch on has.
    fn children(&mut self, item: ItemId) -> u64 {
        self.enter(item);
        let mut children = 0;
        while self.advance() {
            children += 1;
        }
        self.leave();
        children
    }

    /// Opens a level at which the options of this item are tried.
    fn enter(&mut self, item: ItemId);

    /// Undoes the last try of the level, if any, and commits the next, which may be to take no
    /// option at all. Returns false, with nothing committed, when there is no other.
    fn advance(&mut self) -> bool;

    /// Undoes the last try of the level, if any, and closes the level.
    fn leave(&mut self);

    /// The options that are forced or committed, in that order, appended to `out`.
    fn trail(&self, out: &mut Vec<OptionId>);

    /// Updates made by the walk since the last `reset`, assumptions not counted, if the engine
    /// counts them.
    fn updates(&self) -> Option<u64>;

    /// What was inferred since the last `reset`, if the engine tells.
    fn inferences(&self) -> Option<Inferences> {
        None
    }
}
