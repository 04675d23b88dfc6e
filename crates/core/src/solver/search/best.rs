//! The best solutions: the cheapest, or the dearest.
//!
//! A walk with the engine `costs`. A ranking stores the best solutions so far. Once it has as many
//! as requested, the highest of their costs is the ceiling of the engine. Before it, short walks
//! under guessed ceilings look for a good one ([`ceilings`](super::ceilings)).

use super::Search;
use super::ceilings::Guesses;
use super::news::Better;
use crate::ask::{Answer, Budget, Stop};
use crate::engine::Engine;
use crate::problem::Sense;
use crate::solver::Solution;
use crate::solver::engines::Role;
use crate::solver::ranking::{Best, CostRange, Costed, NoBetter, Ranking};
use crate::solver::run::{Next, Run};
use crate::solver::team::{Goal, Team};

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
        let mut ranking = Ranking::new(self.solver().problem(), sense, 1, 0);
        ranking.keep_better();
        self.best_with((ranking.clone(), ranking), Some(&mut visit))
    }

    /// Finds one of the best solutions, like [`cheapest`](Self::cheapest) or
    /// [`dearest`](Self::dearest), and counts the others of the same cost if that takes no walk of its
    /// own: if they are few, and trials under guessed costs have not answered the question.
    /// [`Best::has_all_ties`] tells whether it did. [`count_within`](Self::count_within) counts them
    /// in any case.
    ///
    /// ```
    /// use quadrille::{Sense, Solver, text::dlx};
    ///
    /// let solver = Solver::new(dlx::read(b"a b\na |3\nb |4\na b |7\na b |8\n")?);
    /// let mut search = solver.search();
    /// let best = search.best_with_few_ties(Sense::Min).value;
    /// let ties = match best.has_all_ties {
    ///     true => best.ties,
    ///     false => search.count_within(Sense::Min, 7).value,
    /// };
    /// assert_eq!(ties.to_u64(), Some(2));
    /// # Ok::<(), quadrille::text::TextError>(())
    /// ```
    #[must_use]
    pub fn best_with_few_ties(&mut self, sense: Sense) -> Answer<Best> {
        let ranking = |ties| Ranking::new(self.solver().problem(), sense, 1, ties);
        let most = self.solver().policies().costs.ties;
        let mut answer = self.best_with((ranking(0), ranking(most)), None);
        if answer.value.has_all_ties {
            answer.stats.solutions = answer.value.ties.clone();
        }
        answer
    }

    pub(super) fn best_of(&mut self, sense: Sense, k: usize, ties: bool) -> Answer<Best> {
        let most_ties = if ties { u64::MAX } else { 0 };
        let ranking = Ranking::new(self.solver().problem(), sense, k, most_ties);
        self.best_with((ranking.clone(), ranking), None)
    }

    fn best_with(
        &mut self,
        rankings: (Ranking, Ranking),
        visit: Option<&mut dyn FnMut(&Costed)>,
    ) -> Answer<Best> {
        let budget = self.start_budget();
        let (run, best) = self.find_best(&budget, rankings, visit);
        let mut answer = self.answer(best, &run);
        // The last trial has a budget of its own.
        answer.stats.elapsed = budget.elapsed();
        answer
    }

    /// Finds the best solutions with trials under guessed ceilings, which use the first ranking, and
    /// if these do not answer the question, a walk of everything, which uses the second.
    fn find_best(
        &mut self,
        budget: &Budget,
        (empty, whole): (Ranking, Ranking),
        visit: Option<&mut dyn FnMut(&Costed)>,
    ) -> (Run, Best) {
        let is_limited = budget.solutions_left().is_some();
        let mut ignore = |_: &Costed| {};
        let better = Better::new(whole.sense, visit.unwrap_or(&mut ignore));
        let policies = self.solver().policies().costs;
        let mut guesses = Guesses::new((empty, whole), policies, better);
        // A solution limit counts all solutions that the search visits, each once.
        let tried = if is_limited {
            None
        } else {
            self.try_ceilings(budget, &mut guesses)
        };
        if let Some(mut run) = tried {
            // The walks under guessed ceilings have one thread, so what they find depends on no
            // thread.
            run.add_nodes(guesses.nodes);
            let best = finish(&run, guesses);
            return (run, best);
        }
        let role = Role::Best(guesses.ranking.sense);
        let mut run = self.start_under(budget.clone(), role, Goal::Rank, u64::MAX);
        if is_limited {
            // Several threads do not visit the same solutions as one.
            run.stay_alone();
        }
        self.rank_all(&mut run, &mut guesses);
        run.add_nodes(guesses.nodes);
        let relaxes = guesses.relaxes();
        let mut best = finish(&run, guesses);
        if !best.has_all_ties {
            self.first_of_the_cheapest(&mut run, &mut best, relaxes);
        }
        (run, best)
    }

    /// Walks to the end, or until a limit stops the run, and ranks all solutions.
    fn rank_all(&mut self, run: &mut Run, guesses: &mut Guesses<'_>) {
        let (mut ranking, ceiling) = guesses.begin_whole();
        self.use_relaxation(run, guesses.relaxes());
        self.lower_ceiling(run, ceiling);
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
            let (_, ceiling) = guesses.begin_whole();
            team.rank(ranking);
            team.lower_ceiling(ceiling.ok().flatten());
        }
        let news = (&mut guesses.better, &mut guesses.reported);
        self.wait_for_team(run, guesses.nodes, news);
        if let Some((ranking, remaining)) = run.team.as_ref().and_then(Team::ranked) {
            guesses.end(ranking, remaining);
        }
    }

    /// Replaces the cheapest solution by the first one of the same cost, in the order of a walk
    /// that knows this cost from the start. So the answer is the same for any number of threads.
    fn first_of_the_cheapest(&mut self, run: &mut Run, best: &mut Best, relaxes: bool) {
        if run.stop != Some(Stop::Exhausted) {
            return;
        }
        let Some(cheapest) = best.solutions.first_mut() else {
            return;
        };
        let known = CostRange {
            sense: best.sense,
            decimals: best.decimals,
            best: Some(cheapest.cost),
            bound: Some(cheapest.cost),
        };
        let budget = run.budget();
        let mut again = self.start_under(budget.clone(), Role::Best(best.sense), Goal::List, 1);
        // One thread finds the same solution first in every run.
        again.stay_alone();
        self.use_relaxation(&mut again, relaxes);
        if let Some(priced) = self.engine(&again).and_then(Engine::priced) {
            // No solution is better: only those of this cost are left.
            priced.lower_ceiling(best.sense.loss(cheapest.cost));
        }
        let before = (&budget, run.nodes());
        if self.advance_reporting(&mut again, before, |_, _| known) == Next::Solved {
            cheapest.solution = Solution::new(self.trail(&again));
        }
        run.add_nodes(again.nodes());
    }
}

/// The best solutions at the end of a run.
fn finish(run: &Run, guesses: Guesses<'_>) -> Best {
    let has_all_ties = run.stop == Some(Stop::Exhausted) && guesses.ranking.has_few_ties();
    let best = guesses.finish();
    Best {
        has_all_ties,
        ..best
    }
}
