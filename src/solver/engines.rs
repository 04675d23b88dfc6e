//! The engines of a search: each is made when the first question needs it.

use super::Solver;
use crate::ask::{Meter, Question, Stop};
use crate::engine::{Engine, EngineName, costs};

/// For what an engine is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// To meet solutions.
    Walk,
    /// To meet cheap ones: the engine knows of costs.
    Cheapest,
}

/// The engines, by role. An engine that knows of costs may have both.
#[derive(Clone, Debug, Default)]
pub(super) struct Engines([Option<Box<dyn Engine>>; 2]);

impl Engines {
    /// Puts an engine at the root of a question. Returns whether the assumptions can be.
    pub(super) fn start(
        &mut self,
        role: Role,
        solver: &Solver,
        question: &Question,
        from: Option<&[u32]>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        let place = &mut self.0[Self::place(role, solver)];
        // An engine that is stopped here is of no use any more.
        let mut engine = match place.take() {
            Some(engine) => engine,
            None if role == Role::Cheapest => costs(solver.problem(), solver.policies(), meter)?,
            None => {
                let (problem, policies) = (solver.problem(), solver.policies());
                solver.0.choice.engine(problem, policies, meter)?
            }
        };
        let possible = engine.start(question, from, meter)?;
        *place = Some(engine);
        Ok(possible)
    }

    /// `None` if there is no such engine, or it was dropped because a limit stopped it on its way to the
    /// root.
    pub(super) fn get(&self, role: Role, solver: &Solver) -> Option<&dyn Engine> {
        self.0[Self::place(role, solver)].as_deref()
    }

    pub(super) fn get_mut(&mut self, role: Role, solver: &Solver) -> Option<&mut dyn Engine> {
        match &mut self.0[Self::place(role, solver)] {
            Some(engine) => Some(&mut **engine),
            None => None,
        }
    }

    fn place(role: Role, solver: &Solver) -> usize {
        usize::from(role == Role::Cheapest && solver.engine() != EngineName::Costs)
    }

    /// Engines of which this one walks.
    #[cfg(test)]
    pub(super) fn of(walking: Box<dyn Engine>) -> Self {
        Self([Some(walking), None])
    }
}
