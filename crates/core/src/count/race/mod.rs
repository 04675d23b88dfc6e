//! The race between the methods of counting: a walk, a sweep and a fold take turns until one of
//! them is done.
//!
//! Nobody knows beforehand which method is the fastest for a problem. So the walk begins alone; if
//! it does not end soon, the sweep and the fold join it as its rivals. If it is long, it looks for
//! options that are alike by symmetry, and visits one of them only. Before each turn, every method
//! predicts the work that it has left:
//!
//! * the walk and the fold by the share of their tree that they have covered,
//! * the sweep by the levels that are left, and the work of the last level.
//!
//! The method that expects to end first is the favourite, and gets most of the work. The others get
//! a small part, so that they can still become the favourite.
//!
//! All work is measured by counting nodes and the like, not by a clock, so that on one thread every
//! machine makes the same decisions. Several threads share the tree of a walk by chance, and the
//! share that they have covered differs from run to run.

mod rivals;
mod walker;

pub(super) use self::rivals::Rivals;
use self::walker::Walker;
use crate::ask::{Answer, Assumptions, Budget, Count, Memory, Method, Stop};
use crate::policy::RacePolicies;
use crate::schedule::{Pace, Schedule, Shares, Standing};
use crate::solver::Search;
use crate::states::layout::NoLayout;
use crate::states::progress::Progress;

/// The end of a race.
pub(super) enum Finish {
    /// The walk ended, or a limit stopped it during its turn.
    Walked {
        answer: Box<Answer<Count>>,
        /// Nodes of the walk itself.
        walked: u64,
        /// The number of its parts, if symmetries map them to others; else 0.
        walked_parts: u64,
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
    schedule: Schedule,
    walk: Option<Walker>,
    rivals: Option<Rivals>,
    /// The work of all methods at which to look again at how much of its tree the walk has covered.
    /// That takes about as long as starting the rivals.
    next_look: u64,
}

/// Makes the rivals of the walk of a search, under these assumptions.
pub(super) trait Begin: FnOnce(&Search, &Assumptions) -> Result<Rivals, NoLayout> {}

impl<F: FnOnce(&Search, &Assumptions) -> Result<Rivals, NoLayout>> Begin for F {}

/// The contestants, by their places in the schedule.
const WALK: usize = 0;
const FOLD: usize = 1;
const SWEEP: usize = 2;

impl<'c> Race<'c> {
    /// Prepares a race between all methods, under the assumptions of the search.
    pub(super) fn new(search: &'c mut Search, budget: &'c Budget) -> Self {
        let walk = Walker::new(search, budget);
        Self {
            walk: Some(walk),
            ..Self::without_walk(search, budget)
        }
    }

    /// Prepares a race between the rivals alone.
    pub(super) fn without_walk(search: &'c mut Search, budget: &'c Budget) -> Self {
        let pace = search.solver().policies().race;
        let uses = search.solver().problem().use_count() as u64;
        let start = uses.saturating_mul(pace.enough).saturating_add(pace.turn);
        Self {
            search,
            budget,
            pace,
            schedule: Schedule::new(Pace {
                turn: pace.turn,
                growth: pace.growth,
            }),
            walk: None,
            rivals: None,
            next_look: start,
        }
    }

    /// Runs the race. The rivals begin when they are needed, under the assumptions that they are
    /// given.
    pub(super) fn run(mut self, begin: impl Begin) -> Finish {
        let assumptions = self.search.assumptions().clone();
        let finish = self.finish(&assumptions, begin);
        // Walks of orbits leave assumptions of their own.
        self.search.assume(assumptions);
        finish
    }

    fn finish(&mut self, assumptions: &Assumptions, begin: impl Begin) -> Finish {
        if let Some(finish) = self.walk_alone() {
            return finish;
        }
        self.rivals = match begin(self.search, assumptions) {
            Ok(rivals) => Some(rivals),
            Err(NoLayout::NoSolution) => return Finish::Contradiction,
            Err(NoLayout::Stopped(stop)) => return self.stopped(stop),
            Err(NoLayout::TooLarge(reason)) => return self.without_rivals(reason),
        };
        loop {
            let standings = self.standings();
            let others = self.pace.share;
            let Some(turn) = self.schedule.next(&standings, Shares::Leader { others }) else {
                return self.without_rivals(String::new());
            };
            if turn.who == WALK {
                if let Some(finish) = self.walk_up_to(turn.until) {
                    return finish;
                }
                continue;
            }
            let Some(rivals) = &mut self.rivals else {
                return self.without_rivals(String::new());
            };
            // The threads of the walk wait for its next turn.
            let lent = self.walk.as_ref().map(Walker::lend_threads);
            let watch = self.search.watcher();
            let progress = match turn.who {
                SWEEP => rivals.turn_of_sweep(turn.until, watch),
                _ => rivals.turn_of_fold(turn.until, watch),
            };
            drop(lent);
            match progress {
                Ok(Progress::Done(number)) => {
                    return self.end(number, Method::Memo, Stop::Exhausted);
                }
                Err(stop) => return self.stopped(stop),
                Ok(Progress::Paused) => {}
                Ok(Progress::Outgrown) => {
                    let reason = rivals.reason();
                    return self.without_rivals(reason);
                }
            }
        }
    }

    /// Lets the walk end alone, because no rival can count for this reason.
    fn without_rivals(&mut self, reason: String) -> Finish {
        self.walk_on(u64::MAX, true)
            .unwrap_or_else(|| Finish::Unable {
                reason,
                nodes: self.rivals.as_ref().map_or(0, Rivals::nodes),
                proved: self.rivals.as_ref().map_or(Count::ZERO, Rivals::at_least),
            })
    }

    /// Walks for about as long as the rivals take to begin. Returns the finish of the race if the
    /// walk ended or a limit stopped it.
    fn walk_alone(&mut self) -> Option<Finish> {
        let mut nodes = self.pace.first;
        loop {
            let walk = self.walk.as_ref()?;
            if walk.work >= self.next_look {
                return None;
            }
            // A walk that is soon done ends here, without the cost of starting rivals.
            let enough = walk.nodes_at(self.next_look);
            if let Some(finish) = self.walk_on(nodes.min(enough), false) {
                return Some(finish);
            }
            nodes = nodes.saturating_mul(2);
        }
    }

    /// Continues the walk until it has done about this much work. Returns the finish of the race if
    /// the walk ended or a limit stopped it.
    fn walk_up_to(&mut self, work: u64) -> Option<Finish> {
        let nodes = self.walk.as_ref()?.nodes_at(work);
        self.walk_on(nodes, false)
    }

    /// Continues the walk up to this many nodes.
    fn walk_on(&mut self, nodes: u64, is_alone: bool) -> Option<Finish> {
        let walk = self.walk.as_mut()?;
        let answer = walk.walk_up_to(nodes, self.search, self.budget)?;
        Some(self.walked(answer, is_alone))
    }

    fn walked(&self, mut answer: Answer<Count>, is_alone: bool) -> Finish {
        // At a limit, the best lower bound of any method is the answer.
        if let Some(rivals) = self.rivals.as_ref().filter(|_| answer.stop.is_limit()) {
            answer.value = answer.value.max(rivals.at_least());
        }
        let walked = answer.stats.nodes;
        answer.stats.nodes += self.rivals.as_ref().map_or(0, Rivals::nodes);
        Finish::Walked {
            answer: Box::new(answer),
            walked,
            walked_parts: self.walk.as_ref().map_or(0, |walk| walk.parts),
            is_alone,
        }
    }

    /// How far each method is. Once in a while, the walk predicts how much it has left.
    fn standings(&mut self) -> [Option<Standing>; 3] {
        let [sweep, fold] = self.rivals.as_ref().map_or([None; 2], Rivals::standings);
        let work = |standing: Option<Standing>| standing.map_or(0, |standing| standing.work);
        let walked = self.walk.as_ref().map_or(0, |walk| walk.work);
        let total = walked
            .saturating_add(work(sweep))
            .saturating_add(work(fold));
        if let Some(walk) = self.walk.as_mut().filter(|_| total >= self.next_look) {
            // A look takes about as long as the rivals take to begin, so it happens at doubled work
            // only.
            self.next_look = total.saturating_mul(2);
            walk.predict(self.search, self.budget);
        }
        let mut standings = [None; 3];
        standings[WALK] = self.walk.as_ref().map(Walker::standing);
        (standings[SWEEP], standings[FOLD]) = (sweep, fold);
        standings
    }

    /// Ends the race because of a limit, with the best lower bound that any method has.
    fn stopped(&self, stop: Stop) -> Finish {
        let counted = self.rivals.as_ref().map(Rivals::at_least);
        let counted = counted.unwrap_or_default();
        match self.walk.as_ref().map(Walker::at_least) {
            Some(walked) if walked > counted => self.end(walked, Method::Walk, stop),
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
