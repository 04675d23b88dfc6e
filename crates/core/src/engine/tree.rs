//! The interface of engines that walk a tree: compiled forms of a problem that branch and undo.
//!
//! A tree holds one state, which starts at the root. A driver walks it:
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
//! Each verb stands beside its inverse: `enter` beside `leave`; `advance` undoes its own last try
//! before it commits the next. `reset` undoes everything. The engine itself keeps the item to
//! branch on: `branch` chooses it, `enter` opens it.

use super::priced::Priced;
use super::rest::RestLevel;
use crate::ask::{Inferences, Meter, Stop};
use crate::problem::OptionId;

/// The kind of the present state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Branch {
    /// A dead end: an item cannot be covered any more.
    Dead,
    /// A solution: no item is left to branch on, and the trail is the solution.
    Solved,
    /// An item was chosen: its options are to be tried one by one.
    Open,
}

/// The verbs of a tree. The module shows the order in which they are called.
pub(crate) trait Tree {
    /// Whether dead ends count as nodes. They do in Knuth's programs; they do not in engines that
    /// find most dead ends while they force options.
    #[inline]
    fn dead_ends_are_nodes(&self) -> bool {
        false
    }

    /// Returns to the root of a question without assumptions, in natural order. May be called in
    /// any state. If a limit stops it, the engine must be dropped.
    fn reset(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop>;

    /// At the root: forbids an option.
    fn forbid(&mut self, option: OptionId);

    /// At the root, after all calls of `forbid`: forces an option. Returns false if the option is
    /// dropped, forbidden, unknown, or conflicts with an option that is already forced; after that
    /// only `reset` and `trail` may be called. No option is forced twice.
    fn force(&mut self, option: OptionId) -> bool;

    /// Forces several options, up to the first that is impossible. Returns whether all are
    /// possible.
    fn force_all(&mut self, options: &[OptionId]) -> bool {
        options.iter().all(|&option| self.force(option))
    }

    /// At the root, after `reset` and before all assumptions: makes the walk random. Options are
    /// tried in random order, and ties between the smallest items are broken at random. The same
    /// seed gives the same walk. If a limit stops it, the engine must be dropped.
    fn randomise(&mut self, seed: u64, meter: &mut Meter<'_>) -> Result<(), Stop>;

    /// Examines the present state and chooses the item to branch on.
    fn branch(&mut self) -> Branch;

    /// Like `branch`, for engines that may take long in a single state. If a limit stops it, the
    /// node is still the present one: the caller may call this again or leave the node.
    #[inline]
    fn branch_within(&mut self, _: &mut Meter<'_>) -> Result<Branch, Stop> {
        Ok(self.branch())
    }

    /// The number of tries at the present node, right after `branch` returned `Open`.
    fn children(&mut self, meter: &mut Meter<'_>) -> Result<u64, Stop> {
        self.enter();
        let mut children = 0;
        let counted = loop {
            match self.advance_within(meter) {
                Ok(true) => children += 1,
                Ok(false) => break Ok(children),
                Err(stop) => break Err(stop),
            }
        };
        self.leave();
        counted
    }

    /// The number of choices at the present node, right after `branch` returned `Open`, for engines
    /// that know it without a look at each: the tries, and the choices that `advance` passes over
    /// because it finds them dead. 0 if the engine does not know it.
    fn choice_count(&mut self) -> u64 {
        0
    }

    /// Like `advance`, but first passes over this many choices, and then commits the next one even
    /// if `advance` would pass over it. Only for engines that know their `choice_count`, and not
    /// mixed with `advance` at one level. O(options).
    fn advance_over(&mut self, passed: u64) -> bool {
        debug_assert_eq!(passed, 0);
        self.advance()
    }

    /// The choices of each open level, the deepest first, as the walk goes back. `tried` has, for
    /// each of them from the first to the deepest, the number of calls of `advance` that returned
    /// true. The choices after the present one are listed at the levels, counted from 0, that
    /// `is_listed` names.
    ///
    /// The choices are all tries in order; there may be dead ones among them, which `advance`
    /// passes over. If a lower ceiling has removed the present try, there may be fewer than were
    /// passed. The walk may not be random. O(options of the levels) where an engine overrides it;
    /// else the state is copied, and every try is made.
    fn rests(&self, tried: &[u32], is_listed: &dyn Fn(usize) -> bool) -> Vec<RestLevel>
    where
        Self: Sized + Clone,
    {
        let mut tree = self.clone();
        let rest = |(level, &tried): (usize, &u32)| {
            tree.leave();
            let options = tree.options();
            RestLevel::new(options.len(), options, tried as usize, is_listed(level))
        };
        tried.iter().enumerate().rev().map(rest).collect()
    }

    /// Returns whether the deepest level may have another try. May commit it.
    fn may_advance(&mut self) -> bool {
        self.advance()
    }

    /// The options of all tries at the present node, in order, right after `branch` returned `Open`
    /// or a level was left; `None` is the try that uses no option. The state stays the same.
    fn options(&mut self) -> Vec<Option<OptionId>> {
        let mut options = Vec::new();
        self.enter();
        while self.advance() {
            options.push(self.tried());
        }
        self.leave();
        options
    }

    /// Opens a level for the item that the last `branch` chose, or opens the level that was just
    /// left again. The state has not changed since.
    fn enter(&mut self);

    /// Undoes the last try of the level, if any, and commits the next, which may be to use no
    /// option at all. Returns false, with nothing committed, if no try is left.
    fn advance(&mut self) -> bool;

    /// Like `advance`, for engines that may take long to find the next try. If a limit stops it,
    /// nothing is committed: the caller may call this again or leave the level.
    #[inline(always)]
    fn advance_within(&mut self, _: &mut Meter<'_>) -> Result<bool, Stop> {
        Ok(self.advance())
    }

    /// Undoes the last try of the level, if any, and closes the level.
    fn leave(&mut self);

    /// The option that the last call of `advance` in the deepest level committed; `None` if that
    /// try uses no option. There must be such a try.
    fn tried(&self) -> Option<OptionId>;

    /// Appends the forced options and then the committed ones to `out`.
    fn trail(&self, out: &mut Vec<OptionId>);

    /// Updates since the last `reset`, without those of assumptions; `None` if the engine does not
    /// count them.
    fn updates(&self) -> Option<u64> {
        None
    }

    /// Conclusions since the last `reset` that saved a branch; `None` if the engine does not count
    /// them.
    fn inferences(&self) -> Option<Inferences> {
        None
    }

    /// An estimate of the work since the last `reset`, in nanoseconds; 0 if the engine does not
    /// count its work.
    fn work(&self) -> u64 {
        0
    }

    /// Returns a lower bound of the costs of all solutions that were not found yet, without those
    /// of the later tries of the first `floor` levels; `i64::MIN` if the engine ignores costs. It
    /// stands here and not in [`Priced`], which changes the engine, because it only looks.
    fn remaining_bound(&self, _floor: usize) -> i64 {
        i64::MIN
    }

    /// The engine's operations on costs; `None` if it ignores costs. The shape of a tree with costs
    /// depends on the solutions found so far, so positions in it mean nothing.
    fn priced(&mut self) -> Option<&mut dyn Priced> {
        None
    }
}
