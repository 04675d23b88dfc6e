//! An entrant: one of the methods that take turns at a question.

use std::fmt::Debug;

use crate::ask::{Contestant, Count, Inferences, Meter, Stop};
use crate::engine::interface::{Engine, Fuel, Step};
use crate::problem::OptionId;
use crate::schedule::Standing;

/// A method that may find out that there is no solution, or how many there are, without a walk
/// through all of them.
pub(crate) trait Prover: Debug + Send + Sync {
    /// Goes on until the fuel is used up, or for one indivisible step.
    fn run(&mut self, fuel: &mut Fuel, meter: &mut Meter<'_>) -> Result<Proof, Stop>;

    /// The work so far, in nanoseconds, about; see [`Engine::work`].
    fn work(&self) -> u64;

    /// The work that is left, as far as it can be predicted.
    fn left(&self) -> f64;

    /// Appends the options of the solution that it has found to `out`.
    fn trail(&self, _out: &mut Vec<OptionId>) {}

    /// Undoes the last step, which found a solution; see [`Engine::put_back`].
    fn put_back(&mut self, _fuel: &mut Fuel) {}
}

/// What a prover has found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// Nothing yet.
    Paused,
    /// A solution. It finds each solution at most once, and not all of them.
    Found,
    /// There are this many solutions.
    Solutions(Count),
    /// It will find nothing out.
    GaveUp,
}

/// A method and what it has done.
#[derive(Debug)]
pub(super) struct Entrant {
    pub(super) kind: Contestant,
    pub(super) method: Method,
    /// The nodes that it has visited.
    pub(super) nodes: u64,
    /// The work of a node, about, where the method does not count its work.
    pub(super) node_work: u64,
    /// The bytes that it may use.
    pub(super) bytes: usize,
}

#[derive(Debug)]
pub(super) enum Method {
    Walk(Box<dyn Engine>),
    Prover(Box<dyn Prover>),
    /// It is out: it has no more turns. Its work and its conclusions stay.
    Out(u64, Option<Box<Inferences>>),
}

/// How a turn of a contestant ended.
pub(super) enum Ended {
    Step(Step),
    Proof(Proof),
}

impl Entrant {
    pub(super) fn walk(kind: Contestant, walk: Box<dyn Engine>, node_work: u64) -> Self {
        Self {
            kind,
            method: Method::Walk(walk),
            nodes: 0,
            node_work,
            bytes: 0,
        }
    }

    pub(super) fn prover(kind: Contestant, prover: Box<dyn Prover>) -> Self {
        Self {
            kind,
            method: Method::Prover(prover),
            nodes: 0,
            node_work: 1,
            bytes: 0,
        }
    }

    /// The same contestant, which may use this many bytes.
    pub(super) fn with_bytes(self, bytes: usize) -> Self {
        Self { bytes, ..self }
    }

    pub(super) fn engine(&self) -> Option<&dyn Engine> {
        match &self.method {
            Method::Walk(walk) => Some(&**walk),
            Method::Prover(_) | Method::Out(..) => None,
        }
    }

    pub(super) fn engine_mut(&mut self) -> Option<&mut Box<dyn Engine>> {
        match &mut self.method {
            Method::Walk(walk) => Some(walk),
            Method::Prover(_) | Method::Out(..) => None,
        }
    }

    /// Whether it has no more turns.
    pub(super) fn is_out(&self) -> bool {
        matches!(self.method, Method::Out(..))
    }

    /// Takes a contestant out, and frees its memory.
    pub(super) fn leave(&mut self) {
        self.method = Method::Out(self.work(), self.inferences().map(Box::new));
        self.bytes = 0;
    }

    pub(super) fn run(&mut self, fuel: &mut Fuel, meter: &mut Meter<'_>) -> Ended {
        let before = fuel.nodes;
        let ended = match &mut self.method {
            Method::Walk(walk) => Ended::Step(walk.run(fuel, meter)),
            Method::Prover(prover) => match prover.run(fuel, meter) {
                Ok(Proof::Found) => Ended::Step(Step::Solved),
                Ok(proof) => Ended::Proof(proof),
                Err(stop) => Ended::Step(Step::Stopped(stop)),
            },
            Method::Out(..) => Ended::Proof(Proof::GaveUp),
        };
        self.nodes += before - fuel.nodes;
        ended
    }

    /// Undoes the last step, which found a solution.
    pub(super) fn put_back(&mut self, fuel: &mut Fuel) {
        self.nodes -= 1;
        match &mut self.method {
            Method::Walk(walk) => walk.put_back(fuel),
            Method::Prover(prover) => prover.put_back(fuel),
            Method::Out(..) => {}
        }
    }

    /// The work so far.
    pub(super) fn work(&self) -> u64 {
        match &self.method {
            Method::Walk(walk) => match walk.work() {
                0 => self.nodes.saturating_mul(self.node_work),
                work => work,
            },
            Method::Prover(prover) => prover.work(),
            Method::Out(work, _) => *work,
        }
    }

    /// The work of a node, about.
    pub(super) fn node_work(&self) -> u64 {
        match self.nodes {
            0 => self.node_work.max(1),
            nodes => (self.work() / nodes).max(1),
        }
    }

    /// The share of its tree that it has covered; 0 if it does not know.
    pub(super) fn covered(&self) -> f64 {
        match (self.kind, &self.method) {
            // What a walk has covered says nothing about how soon learning ends.
            (Contestant::Learning, _) => 0.0,
            (_, Method::Walk(walk)) => walk.covered(),
            _ => 0.0,
        }
    }

    /// How far it is; `None` if it is out.
    pub(super) fn standing(&self) -> Option<Standing> {
        match &self.method {
            Method::Walk(_) => Some(Standing::covered(self.work(), self.covered())),
            Method::Prover(prover) => Some(Standing {
                work: prover.work(),
                left: prover.left(),
            }),
            Method::Out(..) => None,
        }
    }

    pub(super) fn inferences(&self) -> Option<Inferences> {
        match &self.method {
            Method::Walk(walk) => walk.inferences(),
            Method::Prover(_) => None,
            Method::Out(_, inferences) => inferences.as_deref().copied(),
        }
    }

    pub(super) fn forget_counts(&mut self) {
        self.nodes = 0;
        match &mut self.method {
            Method::Walk(walk) => walk.forget_counts(),
            Method::Out(work, inferences) => (*work, *inferences) = (0, None),
            Method::Prover(_) => {}
        }
    }

    /// The options of its solution, in ascending order.
    pub(super) fn sorted_trail(&self) -> Vec<OptionId> {
        let mut trail = Vec::new();
        self.trail(&mut trail);
        trail.sort_unstable();
        trail
    }

    /// Appends the options of its solution to `out`.
    pub(super) fn trail(&self, out: &mut Vec<OptionId>) {
        match &self.method {
            Method::Walk(walk) => walk.trail(out),
            Method::Prover(prover) => prover.trail(out),
            Method::Out(..) => {}
        }
    }
}

impl Clone for Entrant {
    /// A copy of a prover is out: its tables are not worth copying, and the original goes on.
    fn clone(&self) -> Self {
        Self {
            method: match &self.method {
                Method::Walk(walk) => Method::Walk(walk.clone()),
                Method::Prover(prover) => Method::Out(prover.work(), None),
                Method::Out(work, inferences) => Method::Out(*work, inferences.clone()),
            },
            ..*self
        }
    }
}

/// Whether a method may show that there is no solution without a walk through all of them.
pub(super) fn is_prover(kind: Contestant) -> bool {
    use Contestant::{Fold, Orbits, Sweep, Weights};
    matches!(kind, Weights | Sweep | Fold | Orbits)
}

/// Whether a contestant may end without a walk through the tree.
pub(super) fn may_prove(kind: Contestant) -> bool {
    kind == Contestant::Learning || is_prover(kind)
}
