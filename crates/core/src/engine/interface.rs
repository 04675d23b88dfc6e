//! The interface between a search and its engine, whatever algorithm the engine uses.

use std::fmt::Debug;

use super::priced::Priced;
use super::rest::Rest;
use super::tree::Tree;
use crate::ask::{Inferences, Meter, Part, Parts, Question, Stop};
use crate::problem::OptionId;

/// Why [`Engine::run`] returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A solution was found: it is the trail.
    Solved,
    /// The next state is a node, and no node is left in the fuel.
    OutOfNodes,
    /// The next state is a dead end that is not a node, and none is left in the fuel.
    OutOfDeadEnds,
    /// There are no more solutions.
    Exhausted,
    /// A limit was reached in the middle of a node.
    Stopped(Stop),
}

/// What a walk is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To find one or two solutions, or to prove that there are no more.
    Few,
    /// To find many or all solutions.
    Many,
    /// To walk a part of a search that may be continued elsewhere: in natural order, `rest` is
    /// never `None`.
    Parts,
    /// To count all solutions, beside other methods that count them without finding them.
    Count,
}

impl Purpose {
    /// The number that stands for a purpose in a position.
    pub(crate) fn number(self) -> u32 {
        self as u32
    }

    /// The purpose with this number.
    pub(crate) fn of_number(number: u32) -> Self {
        let all = [Self::Few, Self::Many, Self::Parts, Self::Count];
        all.into_iter()
            .find(|purpose| purpose.number() == number)
            .unwrap_or(Self::Many)
    }
}

/// What an engine may spend before it has to return.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Fuel {
    /// Nodes.
    pub(crate) nodes: u64,
    /// Dead ends that do not count as nodes.
    pub(crate) dead_ends: u64,
}

/// An engine. A search calls it once for each solution, so the loops inside are compiled for each
/// engine and need no dynamic calls.
pub(crate) trait Engine: Debug + Send + Sync {
    /// Goes to the root of a question, or to a position in its tree (`from`, as the numbers of its
    /// tries). Returns false if the assumptions contradict each other. May be called in any state.
    /// If a limit stops it, the engine must be dropped.
    fn start(
        &mut self,
        question: &Question,
        from: Option<&[u32]>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop>;

    /// Runs to the next solution, or until the fuel is used up.
    fn run(&mut self, fuel: &mut Fuel, meter: &mut Meter<'_>) -> Step;

    /// Undoes the last step, which found a solution: the next `run` returns the same solution
    /// again. The fuel for its node is given back.
    fn put_back(&mut self, fuel: &mut Fuel);

    /// Appends the options of the solution to `out`, forced ones first.
    fn trail(&self, out: &mut Vec<OptionId>);

    /// The present position, as the numbers of the tries that lead to it. A question that starts
    /// there has the solutions that this one has not returned yet, in the same order. `None` if
    /// there are no more, or if the engine has no positions.
    fn tries(&self) -> Option<Vec<u32>>;

    /// Gives away a piece of the walk: later tries of the level closest to the root that has any.
    /// The returned engine walks them; this one no longer does. The order of solutions is first
    /// those of this engine, then those of the other. `None` if nothing can be given away. After a
    /// split there are no positions. `in_order` states that the order of solutions matters.
    fn split(&mut self, _in_order: bool) -> Option<Box<dyn Engine>> {
        None
    }

    /// Right after `start`: says what the walk is for. Without a call it is [`Purpose::Many`].
    fn set_purpose(&mut self, _: Purpose) {}

    /// What the walk has left to do; `None` if that cannot be expressed in parts, as in a random
    /// walk.
    fn rest(&self) -> Option<Rest> {
        None
    }

    /// What the walk has left to do of a part: its share, and the parts; `None` where
    /// [`rest`](Self::rest) is. About `most` are single choices. `is_exact` states that every
    /// primary item is covered exactly once.
    fn parts(&self, part: &Part, is_exact: bool, most: usize) -> Option<(f64, Parts)> {
        let _ = (part, is_exact, most);
        None
    }

    /// The share of the walk that is done; 0 if the engine does not know it.
    fn covered(&self) -> f64 {
        self.rest().map_or(0.0, |rest| rest.covered())
    }

    /// A lower bound on the costs of the solutions that are left; `i64::MIN` if the engine ignores
    /// costs.
    fn remaining_bound(&self) -> i64 {
        i64::MIN
    }

    /// Updates since the root; `None` if the engine does not count them.
    fn updates(&self) -> Option<u64> {
        None
    }

    /// Conclusions since the root that saved a branch; `None` if the engine does not count them.
    fn inferences(&self) -> Option<Inferences> {
        None
    }

    /// Sets the counts of updates and conclusions to 0: another engine, of which this one is a
    /// copy, has counted them.
    fn forget_counts(&mut self) {}

    /// An estimate of the work since the root, in nanoseconds. It depends on the walk and never on
    /// the clock. 0 if the engine does not count its work.
    fn work(&self) -> u64 {
        0
    }

    /// The tree behind the engine, in its present state; `None` if there is none. The caller must
    /// return to that state after it has moved in the tree, or call `start` next.
    fn tree(&mut self) -> Option<&mut dyn Tree> {
        None
    }

    /// The engine's operations on costs; `None` if it ignores costs.
    fn priced(&mut self) -> Option<&mut dyn Priced> {
        None
    }

    /// A copy in the same state.
    fn boxed(&self) -> Box<dyn Engine>;
}

impl Clone for Box<dyn Engine> {
    fn clone(&self) -> Self {
        self.as_ref().boxed()
    }
}
