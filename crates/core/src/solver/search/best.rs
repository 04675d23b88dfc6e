//! The best solutions: the cheapest, or the dearest.
//!
//! A walk with the engine `costs`. A ranking stores the best solutions so far. Once it has as many
//! as requested, the highest of their costs is the ceiling of the engine. Before it, short walks
//! under guessed ceilings look for a good one ([`ceilings`](super::ceilings)).

use super::Search;
use super::ceilings::Guesses;
use super::news::Better;
use crate::ask::{Answer, Budget, Count, Limits, Stop};
use crate::engine::Engine;
use crate::problem::Sense;
use crate::solver::Solution;
use crate::solver::engines::Role;
use crate::solver::ranking::{Best, CostRange, Costed, NoBetter, Ranking};
use crate::solver::run::{Next, Run};
use crate::solver::team::{Goal, Team};

/// A count within a ceiling begins with the nodes of so many trials.
const FIRST_TRIALS: u64 = 3;

impl Search {
    /// Finds the `k` cheapest solutions, and counts the solutions that share the least cost.
    ///
    /// The search visits every solution that costs no more than the last of the `k`, so that the
    /// answer does not depend on the order of the search. If there may be very many of them, and
    /// one is enough, use [`cheapest`](Self::cheapest).
    ///
    /// If a limit stops the search, the answer contains the best solutions found, and the true
    /// least cost lies between [`Best::bound`] and [`Best::cost`]. The solution limit counts all
    /// solutions that the search visits, not only those in the answer.
    ///
    /// The first call compiles the problem for the engine `costs`, in O(its total size). Memory
    /// grows with `k`, not with the number of solutions.
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    ///
    /// let mut builder = Problem::builder();
    /// for item in ["a", "b"] {
    ///     builder.primary(item)?;
    /// }
    /// for (items, cost) in [(&["a"][..], 3), (&["b"], 4), (&["a", "b"], 7), (&["a", "b"], 9)] {
    ///     let option = builder.option(items.iter().copied())?;
    ///     builder.add_cost(option, cost)?;
    /// }
    /// let solver = Solver::new(builder.build());
    ///
    /// let best = solver.search().best(2).value;
    /// assert_eq!(best.cost(), Some(7));
    /// assert!(best.is_optimal());
    /// assert_eq!(best.ties, 2);
    /// assert_eq!(solver.search().best(9).value.solutions.len(), 3);
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    #[must_use]
    pub fn best(&mut self, k: usize) -> Answer<Best> {
        self.best_by(Sense::Min, k)
    }

    /// Finds the `k` best solutions: the cheapest, like [`best`](Self::best), or the dearest.
    ///
    /// ```
    /// use quadrille::{Sense, Solver, text::dlx};
    ///
    /// let solver = Solver::new(dlx::read(b"a b\na |3\nb |-4\na b |7\na b |7\n")?);
    /// let best = solver.search().best_by(Sense::Max, 1).value;
    /// assert_eq!(best.cost(), Some(7));
    /// assert_eq!(best.ties, 2);
    /// # Ok::<(), quadrille::text::TextError>(())
    /// ```
    #[must_use]
    pub fn best_by(&mut self, sense: Sense, k: usize) -> Answer<Best> {
        self.best_of(sense, k, true)
    }

    /// Finds one of the cheapest solutions. Unlike [`best(1)`](Self::best), it does not search for
    /// other solutions of the same cost.
    #[must_use]
    pub fn cheapest(&mut self) -> Answer<Best> {
        self.best_of(Sense::Min, 1, false)
    }

    /// Finds one of the dearest solutions, like [`cheapest`](Self::cheapest).
    #[must_use]
    pub fn dearest(&mut self) -> Answer<Best> {
        self.best_of(Sense::Max, 1, false)
    }

    /// Finds one of the best solutions, like [`cheapest`](Self::cheapest) or
    /// [`dearest`](Self::dearest), and calls `visit` with each better solution as soon as the search
    /// finds it, on the thread that asked. Each is better than all before it. The last one costs the
    /// same as the answer, which may be another solution of this cost.
    ///
    /// One thread finds the same solutions in every run. To stop at one that is good enough, cancel
    /// the [token](crate::Limits::cancel) of the limits.
    ///
    /// ```
    /// use quadrille::{Sense, Solver, text::dlx};
    ///
    /// let solver = Solver::new(dlx::read(b"a b\na |3\nb |4\na b |9\na b |8\n")?);
    /// let mut costs = Vec::new();
    /// let best = solver.search().improve(Sense::Min, |better| costs.push(better.cost));
    /// assert!(costs.is_sorted_by(|one, next| one > next));
    /// assert_eq!(costs.last().copied(), best.value.cost());
    /// # Ok::<(), quadrille::text::TextError>(())
    /// ```
    pub fn improve(&mut self, sense: Sense, mut visit: impl FnMut(&Costed)) -> Answer<Best> {
        self.best_with(sense, (1, false), Some(&mut visit))
    }

    /// Counts the solutions that cost at most `cost`; with [`Sense::Max`], at least. With the best
    /// cost of all, these are the solutions that share it.
    ///
    /// ```
    /// use quadrille::{Problem, Sense, Solver};
    ///
    /// let mut builder = Problem::builder();
    /// let item = builder.primary("a")?;
    /// for cost in [3, 5, 3, 4] {
    ///     let option = builder.option([item])?;
    ///     builder.add_cost(option, cost)?;
    /// }
    /// let mut search = Solver::new(builder.build()).search();
    /// let least = search.cheapest().value.cost().expect("a solution");
    /// assert_eq!((least, search.count_within(Sense::Min, least).value.to_u64()), (3, Some(2)));
    /// assert_eq!(search.count_within(Sense::Max, 4).value.to_u64(), Some(2));
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    #[must_use]
    pub fn count_within(&mut self, sense: Sense, cost: i64) -> Answer<Count> {
        let most = sense.loss(cost);
        let budget = self.start_budget();
        let first = self.count_a_little(&budget, (sense, most));
        let is_enough = first.stop != Some(Stop::Nodes) || budget.nodes_left() == 0;
        if budget.solutions_left().is_none() && is_enough {
            return self.answer(first.found.into(), &first);
        }
        // Each solution takes nodes, so the relaxation pays only where they are few.
        let bound = self.remaining_bound(&first);
        let policies = self.solver().policies().costs;
        let relaxes = first.found == 0 && bound.is_some_and(|bound| policies.is_near(bound, most));
        let known = CostRange {
            sense,
            decimals: self.solver().problem().cost_decimals(),
            best: None,
            bound: bound.map(|bound| sense.loss(bound)),
        };
        let mut run = self.start_under(budget.clone(), Role::Best(sense), Goal::Count, u64::MAX);
        self.use_relaxation(&mut run, relaxes);
        self.lower_ceiling(&mut run, Ok(Some(most)));
        loop {
            let before = (&budget, first.nodes());
            match self.advance_reporting(&mut run, before, |_, _| known) {
                Next::Solved => {}
                Next::Ended => break,
                Next::Grow => {
                    self.form_team(&mut run);
                    if let Some(team) = &run.team {
                        team.lower_ceiling(Some(most));
                    }
                    self.advance(&mut run);
                    break;
                }
            }
        }
        run.add_nodes(first.nodes());
        self.answer(run.found.into(), &run)
    }

    /// Counts the solutions within a ceiling for a few nodes.
    fn count_a_little(&mut self, budget: &Budget, (sense, most): (Sense, i64)) -> Run {
        let nodes = if budget.solutions_left().is_none() {
            FIRST_TRIALS * self.solver().policies().costs.trial
        } else {
            // The count must take each solution from the budget once.
            0
        };
        let part = budget.part(&Limits::new().nodes(nodes));
        let mut run = self.start_under(part, Role::Best(sense), Goal::Count, u64::MAX);
        run.stay_alone();
        self.lower_ceiling(&mut run, Ok(Some(most)));
        while self.advance_alone(&mut run) == Next::Solved {}
        run
    }

    pub(super) fn best_of(&mut self, sense: Sense, k: usize, ties: bool) -> Answer<Best> {
        self.best_with(sense, (k, ties), None)
    }

    fn best_with(
        &mut self,
        sense: Sense,
        (k, ties): (usize, bool),
        visit: Option<&mut dyn FnMut(&Costed)>,
    ) -> Answer<Best> {
        let budget = self.start_budget();
        let whole = budget.clone();
        let is_limited = budget.solutions_left().is_some();
        let mut empty = Ranking::new(self.solver().problem(), sense, k, ties);
        if visit.is_some() {
            empty.keep_better();
        }
        let mut ignore = |_: &Costed| {};
        let better = Better::new(sense, visit.unwrap_or(&mut ignore));
        let mut guesses = Guesses::new(empty, self.solver().policies().costs, better);
        // A solution limit counts all solutions that the search visits, each once.
        let tried = if is_limited {
            None
        } else {
            self.try_ceilings(&budget, &mut guesses)
        };
        // The walks under guessed ceilings have one thread, so what they find depends on no thread.
        let depends_on_threads = tried.is_none();
        let mut run = match tried {
            Some(run) => run,
            None => {
                let mut run = self.start_under(budget, Role::Best(sense), Goal::Rank, u64::MAX);
                if is_limited {
                    // Several threads do not visit the same solutions as one.
                    run.stay_alone();
                }
                self.rank_all(&mut run, &mut guesses);
                run
            }
        };
        run.add_nodes(guesses.nodes);
        let relaxes = guesses.relaxes;
        let best = guesses.finish();
        let best = if !ties && depends_on_threads {
            self.first_of_the_cheapest(&mut run, best, relaxes)
        } else {
            best
        };
        let mut answer = self.answer(best, &run);
        // The last trial has a budget of its own.
        answer.stats.elapsed = whole.elapsed();
        answer
    }

    /// Walks to the end, or until a limit stops the run, and ranks all solutions.
    fn rank_all(&mut self, run: &mut Run, guesses: &mut Guesses<'_>) {
        let mut ranking = guesses.begin();
        self.use_relaxation(run, guesses.relaxes);
        self.lower_ceiling(run, guesses.ceiling());
        let budget = run.budget();
        loop {
            match self.advance_ranking(run, &budget, None, (&ranking, guesses)) {
                Next::Solved => {
                    self.rank(run, &mut ranking);
                    guesses.better.tell(ranking.take_better());
                }
                Next::Ended => {
                    let remaining = self.remaining_bound(run);
                    return guesses.end(ranking, remaining);
                }
                Next::Grow => {
                    self.form_team(run);
                    return self.rank_by_team(run, ranking, guesses);
                }
            }
        }
    }

    /// Ranks the solution that the engine has found.
    pub(super) fn rank(&mut self, run: &mut Run, ranking: &mut Ranking) {
        let cost = self
            .engine(run)
            .and_then(Engine::priced)
            .map_or(0, |priced| priced.cost());
        ranking.add(cost, self.trail(run));
        self.lower_ceiling(run, ranking.ceiling());
    }

    /// Leaves out solutions above a ceiling, if there is one.
    pub(super) fn lower_ceiling(&mut self, run: &mut Run, ceiling: Result<Option<i64>, NoBetter>) {
        match ceiling {
            Ok(None) => {}
            Ok(Some(ceiling)) => {
                if let Some(priced) = self.engine(run).and_then(Engine::priced) {
                    priced.lower_ceiling(ceiling);
                }
            }
            Err(NoBetter) => run.end(Stop::Exhausted),
        }
    }

    /// Whether a run, which has not begun to walk, uses the linear relaxation.
    pub(super) fn use_relaxation(&mut self, run: &mut Run, relaxes: bool) {
        run.relaxes = relaxes;
        if let Some(priced) = self.engine(run).and_then(Engine::priced) {
            priced.use_relaxation(relaxes);
        }
    }

    /// A lower bound of the costs of all solutions that a walk has not visited; `None` if it has
    /// visited all.
    pub(super) fn remaining_bound(&mut self, run: &Run) -> Option<i64> {
        match run.stop {
            Some(Stop::Exhausted) => None,
            _ => Some(
                self.engine(run)
                    .map_or(i64::MIN, |engine| engine.remaining_bound()),
            ),
        }
    }

    /// Continues the search with several threads.
    fn rank_by_team(&mut self, run: &mut Run, ranking: Ranking, guesses: &mut Guesses<'_>) {
        if let Some(team) = &run.team {
            team.rank(ranking);
            team.lower_ceiling(guesses.ceiling().ok().flatten());
        }
        let news = (&mut guesses.better, &mut guesses.reported);
        self.wait_for_team(run, guesses.nodes, news);
        if let Some((ranking, remaining)) = run.team.as_ref().and_then(Team::ranked) {
            guesses.end(ranking, remaining);
        }
    }

    /// Replaces the cheapest solution by the first one of the same cost, in the order of a walk
    /// that knows this cost from the start. So the answer is the same for any number of threads.
    fn first_of_the_cheapest(&mut self, run: &mut Run, mut best: Best, relaxes: bool) -> Best {
        if run.stop != Some(Stop::Exhausted) {
            return best;
        }
        let Some(found) = best.solutions.first_mut() else {
            return best;
        };
        let known = CostRange {
            sense: best.sense,
            decimals: best.decimals,
            best: Some(found.cost),
            bound: Some(found.cost),
        };
        let budget = run.budget();
        let mut again = self.start_under(budget.clone(), Role::Best(best.sense), Goal::List, 1);
        // One thread finds the same solution first in every run.
        again.stay_alone();
        self.use_relaxation(&mut again, relaxes);
        if let Some(priced) = self.engine(&again).and_then(Engine::priced) {
            // No solution is better: only those of this cost are left.
            priced.lower_ceiling(best.sense.loss(found.cost));
        }
        let before = (&budget, run.nodes());
        if self.advance_reporting(&mut again, before, |_, _| known) == Next::Solved {
            found.solution = Solution::new(self.trail(&again));
        }
        run.add_nodes(again.nodes());
        best
    }
}
