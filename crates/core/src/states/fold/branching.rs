//! The interface of a branching rule: how a state leads to smaller states.

use super::algebra::{NodeKind, Via};
use crate::ask::{Meter, Stop};
use crate::states::state::State;

/// A smaller state, and the step that leads to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child<const W: usize> {
    pub(crate) state: State<W>,
    pub(crate) via: Via,
    /// The number of options that lead to it, of which it may use any one.
    pub(crate) options: u32,
}

impl<const W: usize> Child<W> {
    /// The child that uses this option.
    #[inline]
    pub(crate) fn by(option: u32, state: State<W>) -> Self {
        Self {
            state,
            via: Via::Use(option),
            options: 1,
        }
    }
}

/// The kind of a state, as far as it is known when the state is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entered {
    /// Some item can no longer be covered.
    Dead,
    /// Nothing is left to cover.
    Solved,
    /// It has exactly one child, so there is no need to remember it.
    Forced,
    /// It can be branched on.
    Open,
}

/// A branching rule. A state that was branched on stays open until it is left; the last open state
/// is the parent of the state that is entered.
pub(crate) trait Branching<const W: usize>: Send {
    /// The state before any choice; `None` if the assumptions exclude each other.
    fn root(&self) -> Option<State<W>>;

    /// Inspects a new state, and brings it into the form that all equal subproblems share.
    fn enter(&mut self, state: &mut State<W>) -> Entered;

    /// Opens the state that was entered last and appends its children; none if it is dead. After an
    /// error the rule must not be used again, except for the values found so far.
    fn branch(
        &mut self,
        state: &State<W>,
        children: &mut Vec<Child<W>>,
        meter: &mut Meter<'_>,
    ) -> Result<NodeKind, Stop>;

    /// Closes the state that was opened last.
    fn leave(&mut self);

    /// An upper bound on the work of entering a state and branching on it, apart from the work that
    /// `branch` spends from the meter itself. It is the same for all states.
    fn work(&self) -> usize;

    fn bytes(&self) -> usize;
}
