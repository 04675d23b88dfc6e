//! Searches of several parts at once, each with its own result.

use std::ops::ControlFlow;
use std::time::Duration;

use super::Search;
use crate::ask::{Answer, Budget, Count, Order, Parts, Question};
use crate::problem::{OptionId, Sense};
use crate::solver::Progress;
use crate::solver::engines::Role;
use crate::solver::ranking::{Best, Ranking};
use crate::solver::run::Run;
use crate::solver::team::{Goal, Team};

impl Search {
    /// Walks through several disjoint parts of the search, and counts the solutions of each. The
    /// assumptions of this search hold in all parts. The value is the sum.
    ///
    /// `report` gets the state of all parts that have changed since its last call: about every
    /// `every`, and at the end. A state replaces earlier ones of the same part. A part that a limit
    /// stopped has a rest: parts that can be walked later, by any engine, on any machine.
    ///
    /// The threads of this search work on different parts, and share the last ones. Order and start
    /// of the search are ignored.
    ///
    /// ```
    /// use std::time::Duration;
    /// use quadrille::{Limits, Parts, Problem, Solver};
    ///
    /// let mut builder = Problem::builder();
    /// for coin in 0..10 {
    ///     let coin = builder.primary(coin.to_string())?;
    ///     builder.option([coin])?;
    ///     builder.option([coin])?;
    /// }
    /// let mut search = Solver::new(builder.build()).search();
    /// // All solutions with option 0, and all with option 1.
    /// let parts: Parts = "0 1".parse()?;
    /// // Parts that were not begun are not reported.
    /// let mut rests: Vec<Parts> = parts.iter().map(Parts::from).collect();
    /// search.limits(Limits::new().nodes(300));
    /// let some = search.walk_parts(&parts, Duration::MAX, |progress| {
    ///     for state in &progress.parts {
    ///         rests[state.part] = state.rest.clone();
    ///     }
    /// });
    /// let rest: Parts = rests.iter().flat_map(Parts::iter).collect();
    /// let others = search.limits(Limits::new()).walk_parts(&rest, Duration::MAX, |_| {});
    /// assert_eq!(some.value + others.value, 1024);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn walk_parts(
        &mut self,
        parts: &Parts,
        every: Duration,
        mut report: impl FnMut(&Progress),
    ) -> Answer<Count> {
        let budget = self.start_budget();
        let mut run = self.start_parts(budget, Role::Walk, Goal::Count, parts);
        run.wait(&mut Vec::new(), Some((every, &mut report)));
        if let Some(team) = &run.team {
            report(&team.progress());
        }
        self.answer(run.found.into(), &run)
    }

    /// Visits the solutions of several disjoint parts of the search, in any order. It works like
    /// [`walk_parts`](Self::walk_parts).
    ///
    /// Before each report, all solutions that the report counts are visited. If `visit` breaks,
    /// there is no further report: solutions that were visited since the last one are visited again
    /// if the search continues from there.
    pub fn visit_parts(
        &mut self,
        parts: &Parts,
        every: Duration,
        mut visit: impl FnMut(&[OptionId]) -> ControlFlow<()>,
        mut report: impl FnMut(&Progress),
    ) -> Answer<Count> {
        let budget = self.start_budget().without_solutions();
        let mut run = self.start_parts(budget, Role::Walk, Goal::List, parts);
        let mut visited = 0;
        let mut count = |solution: &[OptionId]| {
            visited += 1;
            visit(solution)
        };
        if let Some(team) = &mut run.team {
            team.give_turn(u64::MAX);
            let stop = team.visit(every, &mut count, &mut report);
            run.end(stop);
        }
        self.answer(Count::from(visited), &run)
    }

    /// Finds the `k` best solutions of several disjoint parts of the search, and counts those that
    /// share the best cost. It works like [`walk_parts`](Self::walk_parts).
    ///
    /// Solutions whose cost is worse than `ceiling` are left out: it should be the cost of the `k`-th
    /// best solution that is known already. The search moves the ceiling while it finds better
    /// solutions. So the best solutions of all parts are among those that are reported, but those of
    /// one part may be missing if there are better ones in another.
    ///
    /// The answer is complete only if all parts were searched to their end.
    pub fn best_parts(
        &mut self,
        parts: &Parts,
        (sense, k): (Sense, usize),
        ceiling: Option<i64>,
        every: Duration,
        mut report: impl FnMut(&Progress),
    ) -> Answer<Best> {
        let budget = self.start_budget().without_solutions();
        let mut run = self.start_parts(budget, Role::Best(sense), Goal::Rank, parts);
        let mut best = Best::before(self.solver.problem(), sense);
        if let Some(team) = &run.team {
            let ranking = Ranking::new(self.solver.problem(), sense, k, u64::MAX);
            team.rank_parts(&ranking);
            team.rank(ranking);
            team.lower_ceiling(ceiling.map(|cost| sense.loss(cost)));
        }
        run.wait(&mut Vec::new(), Some((every, &mut report)));
        if let Some(team) = &run.team {
            report(&team.progress());
            if let Some((ranking, remaining)) = team.ranked() {
                best = ranking.finish(remaining);
            }
        }
        self.answer(best, &run)
    }

    /// Starts the team of a search of parts, in natural order.
    fn start_parts(&self, budget: Budget, role: Role, goal: Goal, parts: &Parts) -> Run {
        let question = Question {
            order: Order::Natural,
            from: None,
            ..self.question().clone()
        };
        let mut run = self.new_run(budget, &question, role, goal, u64::MAX);
        let team = Team::new(&run.plan(self.solver(), &question), parts.clone());
        run.team = Some(team);
        run
    }
}
