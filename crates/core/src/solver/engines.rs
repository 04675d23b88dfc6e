//! The engines of a search. Each is made by the first question that needs it.

use super::Solver;
use crate::ask::{Budget, Meter, Question, Stop};
use crate::engine::{Engine, EngineName, costs};
use crate::policy::ENGINE_BYTES;
use crate::problem::Sense;

/// The purpose of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Visits all solutions.
    Walk,
    /// Visits good solutions only. This needs the engine `costs`.
    Best(Sense),
}

impl Solver {
    /// The approximate memory of an engine, in bytes; `None` if a number cannot hold it.
    pub(crate) fn engine_bytes(&self) -> Option<usize> {
        self.problem().size().checked_mul(ENGINE_BYTES)
    }

    /// Whether another engine fits into the memory of the process.
    pub(crate) fn has_room_for_engine(&self, budget: &Budget) -> bool {
        self.engine_bytes()
            .is_some_and(|bytes| bytes <= budget.room())
    }

    /// Makes an engine for a role.
    pub(super) fn new_engine(
        &self,
        role: Role,
        meter: &mut Meter<'_>,
    ) -> Result<Box<dyn Engine>, Stop> {
        let (problem, policies) = (self.problem(), self.policies());
        match role {
            Role::Walk => self.0.choice.engine(problem, policies, meter),
            Role::Best(sense) => costs(problem, sense, policies, meter),
        }
    }
}

/// The engines by role. The engine `costs` may walk and find the cheapest solutions.
#[derive(Clone, Debug, Default)]
pub(super) struct Engines([Option<Box<dyn Engine>>; 3]);

impl Engines {
    /// Moves the engine of a role to the start of a question. Returns whether the assumptions are
    /// consistent.
    pub(super) fn start(
        &mut self,
        role: Role,
        solver: &Solver,
        question: &Question,
        from: Option<&[u32]>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        let place = &mut self.0[Self::place(role, solver)];
        // If a limit stops the engine here, its state is unusable, and it is dropped.
        let mut engine = match place.take() {
            Some(engine) => engine,
            None => solver.new_engine(role, meter)?,
        };
        let possible = engine.start(question, from, meter)?;
        *place = Some(engine);
        Ok(possible)
    }

    /// `None` if the engine was not made yet, or was dropped because a limit stopped it in `start`.
    pub(super) fn get(&self, role: Role, solver: &Solver) -> Option<&dyn Engine> {
        self.0[Self::place(role, solver)].as_deref()
    }

    pub(super) fn get_mut(&mut self, role: Role, solver: &Solver) -> Option<&mut dyn Engine> {
        match &mut self.0[Self::place(role, solver)] {
            Some(engine) => Some(&mut **engine),
            None => None,
        }
    }

    /// Takes the engine out; the next question makes a new one.
    pub(super) fn take(&mut self, role: Role, solver: &Solver) -> Option<Box<dyn Engine>> {
        self.0[Self::place(role, solver)].take()
    }

    fn place(role: Role, solver: &Solver) -> usize {
        match role {
            Role::Walk => 0,
            Role::Best(Sense::Min) => usize::from(solver.engine() != EngineName::Costs),
            Role::Best(Sense::Max) => 2,
        }
    }

    /// Uses this engine for walks.
    #[cfg(test)]
    pub(super) fn of(walking: Box<dyn Engine>) -> Self {
        Self([Some(walking), None, None])
    }
}
