//! The contest: a walk and the ways with memory in turn, in rounds that grow, until one is done.
//!
//! Nobody knows beforehand which way is the short one. So a walk begins, and is gone on with in each
//! round; beside it a sweep and a fold do a small part of the work. A few random probes tell about how
//! long the walk is: the rounds that are far too short for it, it sits out, and the others have them for
//! themselves. All is measured in nodes and updates, not in time, so that the answer is the same on
//! every machine.

use super::estimate;
use super::layout::NoLayout;
use super::remembering::{Remembering, Turn};
use crate::ask::{Answer, Budget, Count, Stop};
use crate::solver::{Run, Search};

/// How the turns of a contest are measured. The default was chosen by measurement; tests set smaller
/// numbers, so that every way comes to its turn in small problems.
#[derive(Clone, Debug)]
pub(super) struct Pace {
    /// Nodes of the walk in the first round.
    pub(super) first: u64,
    /// What a walk has to do before the others begin, which cost more than a small problem.
    pub(super) enough: u64,
    /// How much longer every round is than the one before.
    pub(super) growth: u64,
    /// Probes that estimate how long the walk is.
    pub(super) probes: u64,
    /// The walk sits out the rounds that are shorter than its probable length by more than this.
    pub(super) hope: f64,
    /// Updates of `links` that take about as long as one step of a sweep.
    pub(super) updates: u64,
    /// In a round of a walk, a sweep does one step for so many nodes of the walk, and a fold
    /// likewise: together they cost little beside it.
    pub(super) sweep_part: u64,
    pub(super) fold_part: u64,
    /// In other rounds, a sweep does so many steps for one node of a walk, and a fold one step for
    /// so many nodes: they cost about the same.
    pub(super) sweep_lead: u64,
    pub(super) fold_lag: u64,
    /// The fewest nodes for which a fold is begun beside a sweep: its tables take longer.
    pub(super) worth: u64,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            first: 64,
            enough: 2_048,
            growth: 2,
            probes: 16,
            hope: 32.0,
            updates: 32,
            sweep_part: 8,
            fold_part: 256,
            sweep_lead: 16,
            fold_lag: 4,
            worth: 64,
        }
    }
}

/// How a contest ended.
pub(super) enum End {
    /// By the walk, in a round of so many nodes: it was done, or a limit stopped it.
    Walked(Answer<Count>, u64),
    /// So by a way with memory.
    Remembered(Remembered),
    /// There is neither a walk nor a way with memory: why, and how many nodes that took to find.
    Unable(String, u64),
    /// The assumptions exclude each other, or leave an item without options.
    Contradiction,
}

/// What the ways with memory found, and what all ways did for it.
pub(super) struct Remembered {
    pub(super) value: Count,
    pub(super) stop: Stop,
    pub(super) nodes: u64,
    /// Those of them that the walk visited.
    pub(super) walked: u64,
    pub(super) states: usize,
    pub(super) hits: u64,
}

/// A contest under way.
pub(super) struct Contest<'c> {
    search: &'c mut Search,
    /// Those of the nodes of all ways together.
    budget: &'c Budget,
    pace: &'c Pace,
    walk: Option<Walk>,
    remembering: Option<Remembering>,
    /// Nodes of the walk up to the end of this round.
    round: u64,
}

/// The walk of a contest.
struct Walk {
    run: Run,
    nodes: u64,
    solutions: Count,
    /// What it did, in about the unit of a sweep.
    work: u64,
    /// About how many nodes it has, once the others had a turn.
    length: Option<f64>,
}

impl<'c> Contest<'c> {
    /// A contest on what the search assumes, under its limits.
    pub(super) fn new(search: &'c mut Search, budget: &'c Budget, pace: &'c Pace) -> Self {
        let walk = Walk {
            run: search.start_walk(budget),
            nodes: 0,
            solutions: Count::default(),
            work: 0,
            length: None,
        };
        Self {
            walk: Some(walk),
            ..Self::without_walk(search, budget, pace)
        }
    }

    /// One between the ways with memory.
    pub(super) fn without_walk(search: &'c mut Search, budget: &'c Budget, pace: &'c Pace) -> Self {
        Self {
            search,
            budget,
            pace,
            walk: None,
            remembering: None,
            round: pace.first,
        }
    }

    /// Runs to its end. The ways with memory are begun when they are needed.
    pub(super) fn run(mut self, remember: impl Fn() -> Result<Remembering, NoLayout>) -> End {
        loop {
            let is_walking = self.is_walking();
            if is_walking {
                if let Some(answer) = self.walk_on() {
                    return End::Walked(answer, self.round);
                }
                if self
                    .walk
                    .as_ref()
                    .is_some_and(|walk| walk.work < self.pace.enough)
                {
                    self.round *= self.pace.growth;
                    continue;
                }
            }
            let (sweep, fold) = self.shares(is_walking);
            let remembering = match &mut self.remembering {
                Some(remembering) => remembering,
                none => match remember() {
                    Ok(remembering) => none.insert(remembering),
                    Err(NoLayout::NoSolution) => return End::Contradiction,
                    Err(NoLayout::Stopped(stop)) => return self.stopped(stop),
                    Err(NoLayout::TooLarge(reason)) if self.walk.is_none() => {
                        return End::Unable(reason, 0);
                    }
                    Err(NoLayout::TooLarge(_)) => {
                        self.round = u64::MAX;
                        continue;
                    }
                },
            };
            match remembering.turn(sweep, fold) {
                Turn::Done(number) => {
                    return self.end(Count::new(number.to_big()), Stop::Exhausted);
                }
                Turn::Stopped(stop) => return self.stopped(stop),
                Turn::Paused => {
                    if let Err(stop) = self.next_round() {
                        return self.stopped(stop);
                    }
                }
                Turn::Failed(reason) if self.walk.is_none() => {
                    return End::Unable(reason, remembering.nodes());
                }
                Turn::Failed(_) => self.round = u64::MAX,
            }
        }
    }

    /// Whether the walk takes part in this round: it has to where nothing else is left.
    fn is_walking(&self) -> bool {
        let is_near = |length| length <= self.round as f64 * self.pace.hope;
        let walk = self.walk.as_ref();
        walk.is_some_and(|walk| self.round == u64::MAX || walk.length.is_none_or(is_near))
    }

    /// The turn of the walk; its answer if it is done, or a limit stopped it.
    fn walk_on(&mut self) -> Option<Answer<Count>> {
        let walk = self.walk.as_mut()?;
        let others = self.remembering.as_ref().map_or(0, Remembering::nodes);
        walk.run.go_on(self.round);
        let mut answer = self.search.walk_on(&mut walk.run);
        if answer.stop != Stop::Nodes || self.budget.nodes_left() == 0 {
            answer.stats.nodes += others;
            return Some(answer);
        }
        let updates = answer.stats.updates.unwrap_or(0);
        walk.work = self.round.max(updates / self.pace.updates);
        (walk.nodes, walk.solutions) = (answer.stats.nodes, answer.value);
        None
    }

    /// How much a sweep and a fold do in this round.
    fn shares(&self, is_walking: bool) -> (u64, u64) {
        let (round, pace) = (self.round, self.pace);
        match &self.walk {
            // The guess was wrong, and nothing is known of the walk.
            Some(walk) if is_walking && walk.is_longer() => {
                (walk.work / 2, walk.work / pace.fold_part)
            }
            Some(walk) if is_walking => (walk.work / pace.sweep_part, walk.work / pace.fold_part),
            _ => (round.saturating_mul(pace.sweep_lead), round / pace.fold_lag),
        }
    }

    /// After a round without an end. The first is gone on with, once it is known how long the walk
    /// is: not before the others had a turn, since probes cost more than a small problem.
    fn next_round(&mut self) -> Result<(), Stop> {
        match &mut self.walk {
            Some(walk) if walk.length.is_none() => {
                let probed =
                    estimate::nodes(&mut self.search.clone(), self.pace.probes, self.budget);
                walk.length = Some(probed?);
            }
            _ => self.round = self.round.saturating_mul(self.pace.growth),
        }
        Ok(())
    }

    /// The end by a limit, with the most solutions that any way has found.
    fn stopped(&self, stop: Stop) -> End {
        let remembering = self.remembering.as_ref();
        let found = remembering.map(Remembering::at_least).unwrap_or_default();
        let walk = self.walk.as_ref().map(|walk| walk.solutions.clone());
        self.end(found.max(walk.unwrap_or_default()), stop)
    }

    fn walked(&self) -> u64 {
        self.walk.as_ref().map_or(0, |walk| walk.nodes)
    }

    /// The end by a way with memory.
    fn end(&self, value: Count, stop: Stop) -> End {
        let (walked, remembering) = (self.walked(), self.remembering.as_ref());
        let (states, hits) = remembering.map_or((0, 0), Remembering::states);
        End::Remembered(Remembered {
            value,
            stop,
            nodes: walked + remembering.map_or(0, Remembering::nodes),
            walked,
            states,
            hits,
        })
    }
}

impl Walk {
    /// Whether it went on for far longer than it was guessed to.
    fn is_longer(&self) -> bool {
        let is_longer = |length| self.nodes as f64 > 2.0 * length;
        self.length.is_some_and(is_longer)
    }
}
