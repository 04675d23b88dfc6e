//! The race between the methods of counting: a walk, a sweep and a fold take turns until one of
//! them is done. Each round of turns is longer than the one before.
//!
//! Nobody knows beforehand which method is the fastest for a problem. So the walk begins alone; if
//! it does not end soon, the sweep and the fold join it as its rivals. Then a few random probes
//! estimate the length of the walk. The walk skips all rounds that are far too short for it, and
//! its rivals do all the work of those rounds. In the other rounds their work grows with that of
//! the walk, but slows it down little.
//!
//! All work is measured in nodes and the like, not in time, so that every machine gives the same
//! answer.

mod rivals;

pub(super) use self::rivals::Rivals;
use super::estimate;
use super::layout::NoLayout;
use super::progress::Progress;
use crate::ask::{Answer, Budget, Count, Memory, Method, Stats, Stop};
use crate::policy::RacePolicies;
use crate::solver::{Run, Search};

/// The end of a race.
pub(super) enum Finish {
    /// The walk ended, or a limit stopped it during its turn.
    Walked {
        answer: Box<Answer<Count>>,
        /// Nodes of the walk itself.
        walked: u64,
        /// Whether the rivals had run out of memory, so that only the walk was left.
        is_alone: bool,
    },
    /// A rival counted the solutions, or a limit stopped the race outside the walk's turn.
    Counted(RivalCount),
    /// There is no walk and no rival can count.
    Unable {
        reason: String,
        /// Nodes of the rivals, and the lower bound that they proved.
        nodes: u64,
        proved: Count,
    },
    /// The assumptions exclude each other, or leave an item with too few options.
    Contradiction,
}

/// A count, or the best lower bound of any method, and the work of all methods.
#[derive(Default)]
pub(super) struct RivalCount {
    pub(super) value: Count,
    pub(super) stop: Stop,
    /// The method behind the value.
    pub(super) method: Method,
    /// The rival that counted all solutions.
    pub(super) memory: Option<Memory>,
    /// Nodes of all methods.
    pub(super) nodes: u64,
    /// Nodes of the walk alone.
    pub(super) walked: u64,
    pub(super) states: usize,
    pub(super) hits: u64,
    pub(super) threads: usize,
}

pub(super) struct Race<'c> {
    search: &'c mut Search,
    /// Shared by all methods.
    budget: &'c Budget,
    pace: RacePolicies,
    walk: Option<Walker>,
    rivals: Option<Rivals>,
    /// The number of nodes at which the walk ends its turn in this round.
    round: u64,
}

struct Walker {
    run: Run,
    nodes: u64,
    solutions: Count,
    /// The work done so far, in steps that take about as long as a step of a sweep.
    work: u64,
    /// The estimated number of nodes; `None` until the rivals have had their first turn.
    estimated: Option<f64>,
}

impl<'c> Race<'c> {
    /// Prepares a race between all methods, under the assumptions of the search.
    pub(super) fn new(search: &'c mut Search, budget: &'c Budget) -> Self {
        let walk = Walker {
            run: search.start_walk(budget),
            nodes: 0,
            solutions: Count::default(),
            work: 0,
            estimated: None,
        };
        Self {
            walk: Some(walk),
            ..Self::without_walk(search, budget)
        }
    }

    /// Prepares a race between the rivals alone.
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

    /// Runs the race. The rivals begin when they are needed.
    pub(super) fn run(mut self, begin: impl Fn(&Search) -> Result<Rivals, NoLayout>) -> Finish {
        loop {
            let is_walking = self.is_walking();
            // A little walking in the other rounds raises the lower bound of a count that is stopped.
            let nodes = match is_walking {
                true => self.round,
                false => self.round / self.pace.walk_part,
            };
            if let Some(finish) = self.walk_on(nodes) {
                return finish;
            }
            let is_short = |walk: &Walker| walk.work < self.pace.enough;
            if is_walking && self.walk.as_ref().is_some_and(is_short) {
                self.round = self.round.saturating_mul(self.pace.growth);
                continue;
            }
            let (sweep, fold) = self.shares(is_walking);
            let rivals = match &mut self.rivals {
                Some(rivals) => rivals,
                none => match begin(self.search) {
                    Ok(rivals) => none.insert(rivals),
                    Err(NoLayout::NoSolution) => return Finish::Contradiction,
                    Err(NoLayout::Stopped(stop)) => return self.stopped(stop),
                    Err(NoLayout::TooLarge(reason)) if self.walk.is_none() => {
                        return Finish::Unable {
                            reason,
                            nodes: 0,
                            proved: Count::ZERO,
                        };
                    }
                    Err(NoLayout::TooLarge(_)) => {
                        self.round = u64::MAX;
                        continue;
                    }
                },
            };
            // The threads of the walk wait for its next turn.
            let lent = self.walk.as_ref().map(|walk| walk.run.lend_threads());
            let progress = rivals.turn(sweep, fold, self.search.watcher());
            drop(lent);
            match progress {
                Progress::Done(number) => {
                    return self.end(number, Method::Memo, Stop::Exhausted);
                }
                Progress::Stopped(stop) => return self.stopped(stop),
                Progress::Paused => {
                    if let Err(stop) = self.next_round() {
                        return self.stopped(stop);
                    }
                }
                Progress::Outgrown if self.walk.is_none() => {
                    return Finish::Unable {
                        reason: rivals.reason(),
                        nodes: rivals.nodes(),
                        proved: rivals.at_least(),
                    };
                }
                Progress::Outgrown => self.round = u64::MAX,
            }
        }
    }

    /// Whether the walk takes part in this round. It must if it is the only method left.
    fn is_walking(&self) -> bool {
        let is_near = |nodes| nodes <= self.round as f64 * self.pace.hope;
        let walk = self.walk.as_ref();
        walk.is_some_and(|walk| self.round == u64::MAX || walk.estimated.is_none_or(is_near))
    }

    /// Continues the walk up to this many nodes. Returns the finish of the race if the walk ended
    /// or a limit stopped it.
    fn walk_on(&mut self, nodes: u64) -> Option<Finish> {
        let walk = self.walk.as_mut().filter(|walk| walk.nodes < nodes)?;
        let others = self.rivals.as_ref().map_or(0, Rivals::nodes);
        walk.run.go_on(nodes);
        let mut answer = self.search.walk_on(&mut walk.run);
        if answer.stop != Stop::Nodes || self.budget.nodes_left() == 0 {
            if let Some(rivals) = self.rivals.as_ref().filter(|_| answer.stop.is_limit()) {
                answer.value = answer.value.max(rivals.at_least());
            }
            let walked = answer.stats.nodes;
            answer.stats.nodes += others;
            return Some(Finish::Walked {
                answer: Box::new(answer),
                walked,
                is_alone: self.round == u64::MAX,
            });
        }
        let problem = self.search.solver().problem();
        let work = self.pace.work_of_walk(&answer.stats, problem.item_count());
        walk.work = nodes.max(work);
        (walk.nodes, walk.solutions) = (answer.stats.nodes, answer.value);
        None
    }

    /// The work of the sweep and of the fold up to the end of this round.
    fn shares(&self, is_walking: bool) -> (u64, u64) {
        let pace = self.pace;
        match &self.walk {
            // The estimate was wrong, so nothing is known about the length of the walk.
            Some(walk) if is_walking && walk.exceeds_estimate() => {
                (walk.work / 2, walk.work / pace.fold_part)
            }
            Some(walk) if is_walking => (walk.work / pace.sweep_part, walk.work / pace.fold_part),
            walk => {
                // As much work as this many nodes of the walk would take.
                let node = walk
                    .as_ref()
                    .map_or(1, |walk| walk.work / walk.nodes.max(1));
                let work = self.round.saturating_mul(node.max(1));
                (work.saturating_mul(pace.sweep_lead), work / pace.fold_lag)
            }
        }
    }

    /// Prepares the next round. After the first turn of the rivals it estimates the length of the
    /// walk instead, and repeats the round: probes cost more than a small problem does.
    fn next_round(&mut self) -> Result<(), Stop> {
        match &mut self.walk {
            Some(walk) if walk.estimated.is_none() => {
                let probed =
                    estimate::nodes(&mut self.search.clone(), self.pace.probes, self.budget);
                walk.estimated = Some(probed?);
            }
            _ => self.round = self.round.saturating_mul(self.pace.growth),
        }
        Ok(())
    }

    /// Ends the race because of a limit, with the best lower bound that any method has.
    fn stopped(&self, stop: Stop) -> Finish {
        let counted = self.rivals.as_ref().map(Rivals::at_least);
        let counted = counted.unwrap_or_default();
        match &self.walk {
            Some(walk) if walk.solutions > counted => {
                self.end(walk.solutions.clone(), Method::Walk, stop)
            }
            _ => self.end(counted, Method::Memo, stop),
        }
    }

    fn end(&self, value: Count, method: Method, stop: Stop) -> Finish {
        let walked = self.walk.as_ref().map_or(0, |walk| walk.nodes);
        let rivals = self.rivals.as_ref();
        let (states, hits) = rivals.map_or((0, 0), Rivals::states);
        Finish::Counted(RivalCount {
            value,
            stop,
            method,
            memory: rivals
                .and_then(Rivals::winner)
                .filter(|_| stop == Stop::Exhausted),
            nodes: walked + rivals.map_or(0, Rivals::nodes),
            walked,
            states,
            hits,
            threads: rivals.map_or(1, Rivals::threads),
        })
    }
}

impl Walker {
    /// Whether the walk already has far more nodes than estimated.
    fn exceeds_estimate(&self) -> bool {
        let exceeds = |estimate| self.nodes as f64 > 2.0 * estimate;
        self.estimated.is_some_and(exceeds)
    }
}

impl RacePolicies {
    /// The work of a walk in a problem with this many items, in nodes of a small problem.
    fn work_of_walk(self, walk: &Stats, items: usize) -> u64 {
        let updates = walk.updates.unwrap_or(0) / self.updates;
        let Some(inferences) = walk.inferences else {
            return updates;
        };
        // A step of `bits` looks at all items, and a node can force thousands of options.
        let forced = inferences.forced.or(inferences.forced_options);
        let steps = walk.nodes.saturating_add(forced.unwrap_or(0));
        let work = u128::from(steps) * (self.items + items) as u128 / (2 * self.items) as u128;
        // Rows with the support rule look at each item many times.
        let on_rows = u128::from(inferences.rows.unwrap_or(0)) * self.on_rows as u128;
        let work = u128::from(updates) + work + on_rows * items as u128;
        u64::try_from(work).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Inferences;
    use crate::policy::Policies;

    #[test]
    fn nodes_on_rows_and_updates_are_both_work() {
        let pace = Policies::default().race;
        let work = |updates, rows| {
            let inferences = Inferences {
                rows,
                ..Inferences::default()
            };
            let stats = Stats {
                nodes: 1_000,
                updates,
                inferences: Some(inferences),
                ..Stats::default()
            };
            pace.work_of_walk(&stats, 50)
        };
        let without = work(None, None);
        assert_eq!(work(Some(64 * pace.updates), None), without + 64);
        let on_rows = 900 * 50 * pace.on_rows as u64;
        assert_eq!(work(None, Some(900)), without + on_rows);
        assert_eq!(work(Some(u64::MAX), Some(u64::MAX)), u64::MAX);
    }
}
