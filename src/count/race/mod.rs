//! The race: a walk and its rivals, a sweep and a fold, in turn, in rounds that grow, until one is done.
//!
//! Nobody knows beforehand which method is the short one. So a walk begins, and goes on in each
//! round; beside it a sweep and a fold do a small part of the work. A few random probes estimate how
//! long the walk is: it sits out the rounds that are far too short for it, and the others have them for
//! themselves. All is measured in nodes and updates, not in time, so that the answer is the same on
//! every machine.

mod rivals;

pub(super) use self::rivals::Rivals;
use super::estimate;
use super::layout::NoLayout;
use super::progress::Progress;
use crate::ask::{Answer, Budget, Count, Stop};
use crate::policy::RacePolicies;
use crate::solver::{Run, Search};

/// How a race ended.
pub(super) enum Finish {
    /// By the walk, in a round of so many nodes: it was done, or a limit stopped it.
    Walked(Answer<Count>, u64),
    /// By a rival.
    Won(RivalCount),
    /// There is neither a walk nor a rival: why, and how many nodes that took to find.
    Unable(String, u64),
    /// The assumptions exclude each other, or leave an item without options.
    Contradiction,
}

/// What a rival counted, and what all methods did for it.
#[derive(Default)]
pub(super) struct RivalCount {
    pub(super) value: Count,
    pub(super) stop: Stop,
    pub(super) nodes: u64,
    /// Those of them that the walk visited.
    pub(super) walked: u64,
    pub(super) states: usize,
    pub(super) hits: u64,
}

pub(super) struct Race<'c> {
    search: &'c mut Search,
    /// Its limit of nodes is shared by all methods.
    budget: &'c Budget,
    pace: RacePolicies,
    walk: Option<Walker>,
    rivals: Option<Rivals>,
    /// Nodes of the walk up to the end of this round.
    round: u64,
}

struct Walker {
    run: Run,
    nodes: u64,
    solutions: Count,
    /// How far it has come, in about the unit of a sweep.
    distance: u64,
    /// About how many nodes it has, once the others had a turn.
    length: Option<f64>,
}

impl<'c> Race<'c> {
    /// A race on what the search assumes, under its limits.
    pub(super) fn new(search: &'c mut Search, budget: &'c Budget) -> Self {
        let walk = Walker {
            run: search.start_walk(budget),
            nodes: 0,
            solutions: Count::default(),
            distance: 0,
            length: None,
        };
        Self {
            walk: Some(walk),
            ..Self::without_walk(search, budget)
        }
    }

    /// One between the rivals alone.
    pub(super) fn without_walk(search: &'c mut Search, budget: &'c Budget) -> Self {
        let pace = search.solver().policies().race;
        Self {
            search,
            budget,
            pace,
            walk: None,
            rivals: None,
            round: pace.first,
        }
    }

    /// Runs to its end. The rivals begin when they are needed.
    pub(super) fn run(mut self, begin: impl Fn(&Search) -> Result<Rivals, NoLayout>) -> Finish {
        loop {
            let is_walking = self.is_walking();
            if is_walking {
                if let Some(answer) = self.walk_on() {
                    return Finish::Walked(answer, self.round);
                }
                if self
                    .walk
                    .as_ref()
                    .is_some_and(|walk| walk.distance < self.pace.enough)
                {
                    self.round = self.round.saturating_mul(self.pace.growth);
                    continue;
                }
            }
            let (sweep, fold) = self.shares(is_walking);
            let rivals = match &mut self.rivals {
                Some(rivals) => rivals,
                none => match begin(self.search) {
                    Ok(rivals) => none.insert(rivals),
                    Err(NoLayout::NoSolution) => return Finish::Contradiction,
                    Err(NoLayout::Stopped(stop)) => return self.stopped(stop),
                    Err(NoLayout::TooLarge(reason)) if self.walk.is_none() => {
                        return Finish::Unable(reason, 0);
                    }
                    Err(NoLayout::TooLarge(_)) => {
                        self.round = u64::MAX;
                        continue;
                    }
                },
            };
            match rivals.turn(sweep, fold) {
                Progress::Done(number) => {
                    return self.end(number, Stop::Exhausted);
                }
                Progress::Stopped(stop) => return self.stopped(stop),
                Progress::Paused => {
                    if let Err(stop) = self.next_round() {
                        return self.stopped(stop);
                    }
                }
                Progress::Outgrown if self.walk.is_none() => {
                    return Finish::Unable(rivals.reason(), rivals.nodes());
                }
                Progress::Outgrown => self.round = u64::MAX,
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
        let others = self.rivals.as_ref().map_or(0, Rivals::nodes);
        walk.run.go_on(self.round);
        let mut answer = self.search.walk_on(&mut walk.run);
        if answer.stop != Stop::Nodes || self.budget.nodes_left() == 0 {
            if let Some(rivals) = self.rivals.as_ref().filter(|_| answer.stop.is_limit()) {
                answer.value = answer.value.max(rivals.at_least());
            }
            answer.stats.nodes += others;
            return Some(answer);
        }
        let updates = answer.stats.updates.unwrap_or(0);
        walk.distance = self.round.max(updates / self.pace.updates);
        (walk.nodes, walk.solutions) = (answer.stats.nodes, answer.value);
        None
    }

    /// How much a sweep and a fold do in this round.
    fn shares(&self, is_walking: bool) -> (u64, u64) {
        let (round, pace) = (self.round, self.pace);
        match &self.walk {
            // The guess was wrong, and nothing is known of the walk.
            Some(walk) if is_walking && walk.is_longer() => {
                (walk.distance / 2, walk.distance / pace.fold_part)
            }
            Some(walk) if is_walking => (
                walk.distance / pace.sweep_part,
                walk.distance / pace.fold_part,
            ),
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

    /// The end by a limit, with the most solutions that any method has found.
    fn stopped(&self, stop: Stop) -> Finish {
        let rivals = self.rivals.as_ref();
        let found = rivals.map(Rivals::at_least).unwrap_or_default();
        let walk = self.walk.as_ref().map(|walk| walk.solutions.clone());
        self.end(found.max(walk.unwrap_or_default()), stop)
    }

    fn walked(&self) -> u64 {
        self.walk.as_ref().map_or(0, |walk| walk.nodes)
    }

    fn end(&self, value: Count, stop: Stop) -> Finish {
        let (walked, rivals) = (self.walked(), self.rivals.as_ref());
        let (states, hits) = rivals.map_or((0, 0), Rivals::states);
        Finish::Won(RivalCount {
            value,
            stop,
            nodes: walked + rivals.map_or(0, Rivals::nodes),
            walked,
            states,
            hits,
        })
    }
}

impl Walker {
    /// Whether it went on for far longer than it was guessed to.
    fn is_longer(&self) -> bool {
        let is_longer = |length| self.nodes as f64 > 2.0 * length;
        self.length.is_some_and(is_longer)
    }
}
