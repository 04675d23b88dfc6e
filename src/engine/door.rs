//! The door of an engine: what a search asks of it, however it finds solutions.

use std::fmt::Debug;

use super::priced::Priced;
use super::tree::Tree;
use crate::ask::{Inferences, Meter, Question, Stop};
use crate::problem::OptionId;

/// Why an engine came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// At a solution, which is the trail.
    Solved,
    /// Before the next node, without fuel for it.
    Paused,
    /// After many dead ends without a node.
    Tired,
    /// At its end.
    Exhausted,
    /// In the middle of a node: a limit was reached.
    Stopped(Stop),
}

/// What an engine may spend before it has to come back.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Fuel {
    /// Nodes.
    pub(crate) nodes: u64,
    /// Dead ends that are no nodes.
    pub(crate) dead_ends: u64,
}

/// An engine. It is dispatched once for each solution, so that its own loops are compiled for it alone.
pub(crate) trait Engine: Debug + Send + Sync {
    /// Goes to the root of a question, or to these tries of a position in its tree. Returns false if the
    /// assumptions contradict each other. Allowed in any state; if it is stopped, the engine is of
    /// no use any more.
    fn start(
        &mut self,
        question: &Question,
        from: Option<&[u32]>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop>;

    /// Goes on to the next solution, as far as the fuel reaches.
    fn run(&mut self, fuel: &mut Fuel, meter: &mut Meter<'_>) -> Step;

    /// Right after a solution: it was not wanted, and is the next one again. Its node is not spent.
    fn put_back(&mut self, fuel: &mut Fuel);

    /// The options of the solution, forced ones first, appended to `out`.
    fn trail(&self, out: &mut Vec<OptionId>);

    /// The tries by which the engine stands where it does: a question that begins there has the
    /// solutions that this one did not give yet, in the same order. `None` if there are no more, or the
    /// engine cannot tell.
    fn tries(&self) -> Option<Vec<u32>>;

    /// Updates made since the root, if the engine counts them.
    fn updates(&self) -> Option<u64> {
        None
    }

    /// What was inferred since the root, if the engine tells.
    fn inferences(&self) -> Option<Inferences> {
        None
    }

    /// The tree that the engine walks, if it is one; in the state in which the engine is. Whoever
    /// moves in it goes back to that state, or asks nothing but `start` of the engine.
    fn tree(&mut self) -> Option<&mut dyn Tree> {
        None
    }

    /// What the engine knows of costs, if it does.
    fn priced(&mut self) -> Option<&mut dyn Priced> {
        None
    }

    /// A copy, in the same state.
    fn boxed(&self) -> Box<dyn Engine>;
}

impl Clone for Box<dyn Engine> {
    fn clone(&self) -> Self {
        self.as_ref().boxed()
    }
}
