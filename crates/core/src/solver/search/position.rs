//! Where walks begin, and where they stopped.

use super::{LastQuestion, Search};
use crate::ask::{Budget, Order, Position, Stop};
use crate::solver::engines::Role;

impl Search {
    /// Sets where walks begin: at the [position](Self::position) of an earlier walk, or at the root
    /// (`None`). A walk skips the solutions before its start.
    ///
    /// The position may come from another search with the same problem, settings and assumptions.
    /// Otherwise the next walk stops immediately, with [`Stop::OtherTree`].
    ///
    /// The start applies to `first`, `all`, `for_each`, `solutions`, `walk`, `unique` and `count`.
    /// Other questions are about all solutions and ignore it. A walk that begins at a position
    /// ignores the [order](Self::order) and tries options in the natural order.
    ///
    /// ```
    /// use quadrille::{Limits, Problem, Solver};
    ///
    /// let mut builder = Problem::builder();
    /// for coin in ["first coin", "second coin"] {
    ///     let coin = builder.primary(coin)?;
    ///     builder.option([coin])?;
    ///     builder.option([coin])?;
    /// }
    /// let mut search = Solver::new(builder.build()).search();
    /// let stopped = search.limits(Limits::new().nodes(4)).walk();
    /// let rest = search.position();
    /// let others = search.begin_at(rest).limits(Limits::new()).walk();
    /// assert_eq!(stopped.value.to_u64().zip(others.value.to_u64()), Some((2, 2)));
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    pub fn begin_at(&mut self, position: impl Into<Option<Position>>) -> &mut Self {
        self.question.from = position.into();
        self
    }

    /// Returns the position at which the last walk stopped. A question that
    /// [begins](Self::begin_at) there finds the remaining solutions, in the same order. Before the
    /// first question, this is the position at which the first walk will begin.
    ///
    /// `None` after a complete walk; also in random order, with the engine `costs`, after a
    /// question that is not a walk, such as `count`, and after a change of the assumptions. So
    /// `None` does not mean that the walk was complete: for that, use
    /// [`is_complete`](crate::Answer::is_complete).
    ///
    /// O(depth of the walk), and O(size of the problem) for the first position of a solver. If
    /// other methods have [joined](crate::Settings::learning) the walk, a question that begins at
    /// its position first visits the same nodes again.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        match self.last {
            LastQuestion::Other => None,
            LastQuestion::Walk => {
                let engine = self.engines.get(Role::Walk, &self.solver)?;
                Some(Position::new(engine.tries()?, self.tree_hash()))
            }
            LastQuestion::None if self.question.order != Order::Natural => {
                self.question.from.clone()
            }
            LastQuestion::None => Some(self.question.from.clone().unwrap_or_default()),
        }
    }

    fn tree_hash(&self) -> u64 {
        self.solver.tree_hash(&self.question.assumptions)
    }

    /// Moves an engine to the start of the question, and makes the engine if necessary. Returns
    /// whether the assumptions are consistent.
    pub(super) fn move_to_start(&mut self, role: Role, budget: &Budget) -> Result<bool, Stop> {
        let position = self.question.from.as_ref();
        let position = position.filter(|_| role == Role::Walk);
        // A walk that is stopped before it begins leaves the start unchanged.
        self.last = LastQuestion::None;
        let mut meter = budget.meter();
        let (solver, question) = (&self.solver, &self.question);
        let tries = position.map(|position| {
            let tries = position.tries_in(|| self.tree_hash());
            tries.ok_or(Stop::OtherTree)
        });
        let tries = tries.transpose()?;
        let possible = self
            .engines
            .start(role, solver, question, tries, &mut meter)?;
        self.last = match role {
            Role::Walk => LastQuestion::Walk,
            Role::Best(_) => LastQuestion::Other,
        };
        Ok(possible)
    }

    /// Forgets the position of the last walk, before a question that has none.
    pub(crate) fn forget_position(&mut self) {
        self.last = LastQuestion::Other;
    }
}
