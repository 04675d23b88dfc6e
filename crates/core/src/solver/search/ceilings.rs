//! Guessed ceilings: short walks that look for a good solution, or prove that there is none.
//!
//! The engine `costs` prunes by the ceiling, the highest cost that is of interest. A walk without a
//! ceiling prunes nothing, and a walk under a ceiling that is far too high prunes little. So the
//! search begins with *trials*: walks with a limit of nodes under a guessed ceiling a little above
//! the bound. A trial ends in one of three ways:
//!
//! * It finds a solution: its cost is a good ceiling.
//! * It walks everything: no solution costs less than the guess and one more, or the solutions found
//!   are the cheapest. The next guess is higher.
//! * It runs out of nodes: the next guess is higher, and gets more nodes.
//!
//! The distance of the guess from the bound doubles each time. Where the linear relaxation is close,
//! as in crew schedules, the first trials find the cheapest solution at once. Where it is far, as in
//! tilings, a few trials are lost.
//!
//! A trial that runs out of nodes also predicts how long the walk of everything would take, by the
//! share that it has covered. Where that is long and the bound is near, the next trials use the
//! linear relaxation.

use std::mem;

use super::Search;
use super::news::{Better, Reported};
use crate::ask::{Budget, Limits, Stop};
use crate::policy::CostsPolicies;
use crate::solver::engines::Role;
use crate::solver::ranking::{Best, NoBetter, Ranking};
use crate::solver::run::{Next, Run};
use crate::solver::team::Goal;

/// With fewer nodes, the relaxation would hardly get below the root.
const FEWEST_RELAXED: u64 = 10;
/// If the relaxation would be allowed at least this many nodes, a walk without it is hopeless.
const HOPELESS: u64 = 1_000_000;
/// Then the relaxation is tried if the bound is below the ceiling by at most one part in this many.
const HOPELESS_PART: u64 = 6;

impl CostsPolicies {
    /// The nodes that a walk with the linear relaxation may take; 0 if it would not pay: if the bound is
    /// far from the ceiling, it says little, and a short walk does not need it. `nodes` of a walk
    /// without it have covered this share of that walk.
    pub(super) fn relaxed_nodes(
        &self,
        (nodes, covered): (u64, f64),
        (bound, ceiling): (i64, i64),
    ) -> u64 {
        // A walk that has covered nothing may be endless.
        let allowed = (nodes as f64 / covered / self.relaxed_for as f64) as u64;
        let part = if allowed >= HOPELESS {
            self.relaxed_part.min(HOPELESS_PART)
        } else {
            self.relaxed_part
        };
        let is_near = ceiling.abs_diff(bound.min(ceiling)) <= ceiling.unsigned_abs() / part;
        if is_near && allowed >= FEWEST_RELAXED {
            allowed
        } else {
            0
        }
    }
}

/// Where the linear relaxation is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relaxed {
    Nowhere,
    /// In short trials under guesses: the known cost is far from the bound, but may be a bad one.
    UnderGuesses,
    /// Under the highest cost of interest, for at most this many nodes.
    Within(u64),
}

/// What is known about the least cost.
pub(super) struct Guesses<'v> {
    policies: CostsPolicies,
    /// The ranking of the walk of everything, without solutions. It may count ties that the trials
    /// leave out.
    whole: Ranking,
    /// The ranking of a trial, without solutions.
    empty: Ranking,
    /// The best solutions so far.
    pub(super) ranking: Ranking,
    /// No solution costs less; `None` if there are none.
    bound: Option<i64>,
    /// The nodes of all trials.
    pub(super) nodes: u64,
    relaxed: Relaxed,
    pub(super) better: Better<'v>,
    pub(super) reported: Reported,
}

impl<'v> Guesses<'v> {
    pub(super) fn new(
        (empty, whole): (Ranking, Ranking),
        policies: CostsPolicies,
        better: Better<'v>,
    ) -> Self {
        Self {
            policies,
            whole,
            ranking: empty.clone(),
            bound: Some(empty.floor),
            reported: Reported::new(empty.floor),
            empty,
            nodes: 0,
            relaxed: Relaxed::Nowhere,
            better,
        }
    }

    /// The ranking with which the next trial begins. A walk that looks for solutions of the same cost
    /// meets those of the last one again, so it begins with none.
    fn begin(&self) -> Ranking {
        if self.empty.counts_ties() {
            self.empty.clone()
        } else {
            self.ranking.clone()
        }
    }

    /// The ranking with which the walk of everything begins, and its ceiling.
    pub(super) fn begin_whole(&self) -> (Ranking, Result<Option<i64>, NoBetter>) {
        if !self.whole.counts_ties() {
            return (self.ranking.clone(), self.ceiling());
        }
        let counts_ties = self.empty.counts_ties();
        // The trials left out the others of the least cost.
        let least = || Ok(self.ranking.least);
        let ceiling = if counts_ties { self.ceiling() } else { least() };
        (self.whole.clone(), ceiling)
    }

    /// The highest cost that is of interest, as far as is known.
    pub(super) fn ceiling(&self) -> Result<Option<i64>, NoBetter> {
        self.ranking.ceiling()
    }

    /// Takes over what a walk has found. `remaining` is a bound of the costs of all solutions that are
    /// not in its ranking; `None` if there are none of interest.
    pub(super) fn end(&mut self, ranking: Ranking, remaining: Option<i64>) {
        // What was proved before is still true.
        let bound = ranking.bound(remaining);
        self.bound = bound.map(|bound| bound.max(self.bound.unwrap_or(bound)));
        let known = mem::replace(&mut self.ranking, ranking);
        self.ranking.merge(known);
        self.reported.add(self.ranking.range(self.bound));
    }

    /// Takes over the end of a trial under a guessed ceiling. Returns whether it answers the
    /// question.
    fn end_trial(&mut self, ranking: Ranking, remaining: Option<i64>, guess: Option<i64>) -> bool {
        let covers = |guess| match ranking.ceiling() {
            Ok(ceiling) => ceiling.is_some_and(|ceiling| ceiling <= guess),
            Err(NoBetter) => true,
        };
        let is_over = remaining.is_none() && guess.is_none_or(covers);
        // Solutions above the guess were not looked at.
        let above = guess.map(|guess| guess.saturating_add(1));
        let remaining = if is_over {
            None
        } else {
            remaining.into_iter().chain(above).min()
        };
        self.end(ranking, remaining);
        is_over
    }

    /// The next guess after one that was `distance` above the bound; `None` if it would be as high as
    /// the cost of a known solution.
    fn guess(&self, distance: u64) -> Option<i64> {
        let guess = self.bound?.checked_add_unsigned(distance)?;
        match self.ceiling() {
            Ok(None) => Some(guess),
            Ok(Some(ceiling)) => (guess < ceiling).then_some(guess),
            Err(NoBetter) => None,
        }
    }

    /// The distance of a first guess from the bound.
    fn distance(&self) -> u64 {
        let bound = self.bound.unwrap_or(0);
        match self.ceiling() {
            Ok(Some(ceiling)) => ceiling.abs_diff(bound.min(ceiling)) / self.policies.known_part,
            _ => bound.unsigned_abs() / self.policies.bound_part,
        }
    }

    /// Decides whether the next trials use the linear relaxation. `plain` has the nodes of a trial
    /// without it that ran out of nodes, and the share of the walk that it covered.
    fn consider_relaxation(&mut self, guess: Option<i64>, plain: (u64, f64)) {
        let Some(bound) = self.bound else {
            return;
        };
        let allowed = |ceiling| self.policies.relaxed_nodes(plain, (bound, ceiling));
        let known = self.ceiling().ok().flatten();
        self.relaxed = match known.or(guess).map_or(0, allowed) {
            0 if guess.is_some_and(|guess| allowed(guess) >= HOPELESS) => Relaxed::UnderGuesses,
            0 => Relaxed::Nowhere,
            nodes => Relaxed::Within(nodes),
        };
    }

    /// Whether the walk of everything uses the linear relaxation.
    pub(super) fn relaxes(&self) -> bool {
        matches!(self.relaxed, Relaxed::Within(nodes) if nodes > self.policies.relaxed)
    }

    pub(super) fn finish(self) -> Best {
        // A bound that was reported is proved, even if the walk has lost it since.
        let bound = self.bound.map(|bound| bound.max(self.reported.bound));
        self.ranking.finish(bound)
    }
}

/// What to try next.
#[derive(Debug)]
struct Trials {
    policies: CostsPolicies,
    /// The nodes of the next trial.
    nodes: u64,
    /// The distance of its guess from the bound.
    distance: u64,
    /// The least cost when the last guess was made.
    known: Option<i64>,
    /// Trials since then, once a solution is known.
    fruitless: u32,
    is_first: bool,
    /// The last trial under a guess, without the linear relaxation, that ran out of nodes: its nodes,
    /// and the share of the walk that they covered.
    failed: Option<(u64, f64)>,
}

/// A walk under a guessed ceiling.
#[derive(Clone, Copy, Debug)]
struct Trial {
    guess: Option<i64>,
    nodes: u64,
    /// Whether it uses the linear relaxation.
    relaxes: bool,
    /// Whether it has many nodes, under the highest ceiling of interest: there is none after it.
    is_last: bool,
}

impl Trials {
    fn new(guesses: &Guesses<'_>) -> Self {
        Self {
            policies: guesses.policies,
            nodes: guesses.policies.trial,
            distance: 0,
            known: guesses.ranking.least,
            fruitless: 0,
            is_first: true,
            failed: None,
        }
    }

    /// The next trial; `None` if the walk of everything should begin.
    fn next(&self, guesses: &Guesses<'_>) -> Option<Trial> {
        let is_enough = guesses.nodes >= self.policies.trials;
        if is_enough || self.fruitless >= self.policies.fruitless {
            return None;
        }
        let trial = |guess, nodes, relaxes| Trial {
            guess,
            nodes,
            relaxes,
            is_last: false,
        };
        Some(match (guesses.ceiling(), guesses.relaxed) {
            // The first trial has no ceiling: it finds the bound of the root, and where solutions
            // are many, a first one.
            _ if self.is_first => trial(None, self.nodes, false),
            // With the linear relaxation, a whole walk may take few nodes.
            (Ok(Some(ceiling)), Relaxed::Within(nodes)) => Trial {
                is_last: true,
                ..trial(Some(ceiling), self.policies.relaxed.min(nodes), true)
            },
            (_, Relaxed::Nowhere) => trial(Some(self.guess(guesses)?), self.nodes, false),
            (_, Relaxed::UnderGuesses) => {
                trial(Some(self.guess(guesses)?), self.policies.trial, true)
            }
            (_, Relaxed::Within(nodes)) => {
                trial(Some(self.guess(guesses)?), self.nodes.min(nodes), true)
            }
        })
    }

    /// The guess of the next trial. The last one is the highest cost of interest, if no trial under a
    /// guess has shown yet how long the walk of everything may be.
    fn guess(&self, guesses: &Guesses<'_>) -> Option<i64> {
        let last = || {
            guesses
                .ceiling()
                .ok()
                .flatten()
                .filter(|_| self.failed.is_none())
        };
        guesses.guess(self.distance).or_else(last)
    }

    /// Takes over the end of a trial: all was walked, or the nodes were not enough and covered a
    /// share of it.
    fn end(&mut self, trial: Trial, covered: Option<f64>, guesses: &mut Guesses<'_>) {
        let is_exhausted = covered.is_none();
        if let Some(covered) = covered
            && trial.guess.is_some()
            && !trial.relaxes
        {
            self.failed = Some((trial.nodes, covered));
        }
        if let Some(plain) = self.failed {
            guesses.consider_relaxation(trial.guess, plain);
        }
        let least = guesses.ranking.least;
        if least != self.known || self.is_first {
            (self.known, self.fruitless, self.nodes) = (least, 0, self.policies.trial);
            self.distance = guesses.distance();
        } else {
            self.fruitless += u32::from(self.known.is_some());
            self.distance = self.distance.saturating_mul(2).max(1);
            // Once a solution is known, the walk of everything may find better ones as fast.
            if !is_exhausted && self.known.is_none() {
                self.nodes += self.nodes / 2;
            }
        }
        self.is_first = false;
    }
}

impl Search {
    /// Makes trials until one answers the question, or enough nodes are spent. Returns the run of a
    /// trial that answered it, or that a limit of the question stopped.
    pub(super) fn try_ceilings(
        &mut self,
        budget: &Budget,
        guesses: &mut Guesses<'_>,
    ) -> Option<Run> {
        let mut trials = Trials::new(guesses);
        while let Some(trial) = trials.next(guesses) {
            let (run, is_over) = self.try_ceiling(budget, trial, guesses);
            let covered = match run.stop {
                _ if is_over => return Some(run),
                Some(Stop::Exhausted) => None,
                Some(Stop::Nodes) if budget.nodes_left() > 0 => Some(self.covered(&run)),
                _ => return Some(run),
            };
            guesses.nodes += run.nodes();
            if trial.is_last {
                return None;
            }
            trials.end(trial, covered, guesses);
        }
        None
    }

    /// The share of a walk that is done.
    pub(super) fn covered(&mut self, run: &Run) -> f64 {
        self.engine(run).map_or(0.0, |engine| engine.covered())
    }

    /// Makes one trial. Returns whether it answers the question.
    fn try_ceiling(
        &mut self,
        budget: &Budget,
        trial: Trial,
        guesses: &mut Guesses<'_>,
    ) -> (Run, bool) {
        let Trial {
            guess,
            nodes,
            relaxes,
            ..
        } = trial;
        let part = budget.part(&Limits::new().nodes(nodes));
        let mut run = self.start_under(
            part,
            Role::Best(guesses.ranking.sense),
            Goal::Rank,
            u64::MAX,
        );
        // One thread finds the same solutions in every run.
        run.stay_alone();
        let mut ranking = guesses.begin();
        self.use_relaxation(&mut run, relaxes);
        self.lower_ceiling(&mut run, Ok(guess));
        while self.advance_ranking(&mut run, budget, guess, (&ranking, guesses)) == Next::Solved {
            self.rank(&mut run, &mut ranking);
            guesses.better.tell(ranking.take_better());
        }
        let remaining = self.remaining_bound(&run);
        let is_over = guesses.end_trial(ranking, remaining, guess);
        (run, is_over)
    }

    /// Walks to the next solution, under a guess in a trial, and reports the progress.
    pub(super) fn advance_ranking(
        &mut self,
        run: &mut Run,
        budget: &Budget,
        guess: Option<i64>,
        (ranking, guesses): (&Ranking, &mut Guesses<'_>),
    ) -> Next {
        let before = (budget, guesses.nodes);
        // Solutions above the guess are not looked at.
        let above = guess.map(|guess| guess.saturating_add(1));
        self.advance_reporting(run, before, |search, run| {
            let remaining = search.remaining_bound(run).into_iter().chain(above).min();
            guesses.reported.add(ranking.range(remaining))
        })
    }
}
