//! How a fold goes from a state to smaller ones.

use super::algebra::{NodeKind, Via};
use crate::ask::{Meter, Stop};
use crate::count::state::State;

/// One of the smaller states that a state leads to.
#[derive(Clone, Copy, Debug)]
pub(in crate::count) struct Child<const W: usize> {
    pub(in crate::count) state: State<W>,
    pub(in crate::count) via: Via,
}

/// What a new state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::count) enum Entered {
    /// An item cannot be covered any more.
    Dead,
    /// Nothing is left to cover.
    Solved,
    /// It can be branched on.
    Open,
}

/// A way to branch. Each state that was branched on stays open until it is left, and the last of
/// them is the parent of the state that is entered.
pub(in crate::count) trait Branching<const W: usize> {
    /// The state in which nothing is done; `None` if the assumptions contradict each other.
    fn root(&self) -> Option<State<W>>;

    /// Whether equal sub-problems are equal states before they are entered.
    fn is_normal(&self) -> bool;

    /// Looks at a new state and brings it into the form that all equal sub-problems share.
    fn enter(&mut self, state: &mut State<W>) -> Entered;

    /// Opens the state that was entered last and appends its children; none if it is dead. After a
    /// stop nothing but what is counted so far may be asked for.
    fn branch(
        &mut self,
        state: &State<W>,
        children: &mut Vec<Child<W>>,
        meter: &mut Meter<'_>,
    ) -> Result<NodeKind, Stop>;

    /// Closes the state that was opened last.
    fn leave(&mut self);

    /// The most work that entering a state and branching on it may be, but for what `branch` spends
    /// itself.
    fn work(&self) -> usize;

    fn bytes(&self) -> usize;
}
