//! The walk of a race. If many options of an item are alike by symmetry, it visits one of each
//! orbit, and counts the solutions found for all of them.

use crate::ask::{Answer, Assumptions, Budget, Count, Lent, Stats, Stop};
use crate::problem::OptionId;
use crate::schedule::Standing;
use crate::solver::{Place, Progress, Run, Search};
use crate::symmetry::{self, Orbit};

pub(super) struct Walker {
    /// The assumptions of the question.
    assumptions: Assumptions,
    /// The part that is walked, and its run. There is no run after the last part.
    part: Part,
    run: Option<Run>,
    /// The parts that are not begun, the next one last.
    waiting: Vec<Part>,
    /// The number of parts into which symmetries split the walk; 0 if they do not.
    pub(super) parts: u64,
    past: Past,
    /// The number of solutions that the run has found.
    found: Count,
    /// A lower bound on the number of solutions, from runs that were abandoned.
    proved: Count,
    pub(super) nodes: u64,
    /// In nanoseconds, about.
    pub(super) work: u64,
    /// The work of a node, in nanoseconds, about. It does not change while several threads walk.
    node: u64,
    prediction: Prediction,
    /// For each depth of parts, how often in a row a search for symmetries found none there.
    failures: Vec<u32>,
}

/// A part of the whole: the solutions that use certain options.
#[derive(Clone)]
struct Part {
    /// The options that are forced beside those of the question.
    forced: Vec<OptionId>,
    /// The number of parts that are alike: this one stands for all of them.
    times: Count,
    /// Its share of the whole.
    share: f64,
    /// The work of its run at which symmetries are looked for.
    looks_at: u64,
}

/// The runs that have ended.
#[derive(Default)]
struct Past {
    /// Their statistics, with the solutions that they count.
    stats: Stats,
    /// Their work, and that of looking for symmetries.
    work: u64,
    /// The work of those that were abandoned.
    abandoned: u64,
    /// The share of the whole that they have walked.
    share: f64,
}

/// The work left, as of a moment.
struct Prediction {
    left: f64,
    /// The work done at that moment.
    at: u64,
}

impl Walker {
    pub(super) fn new(search: &mut Search, budget: &Budget) -> Self {
        let mut walker = Self {
            assumptions: search.assumptions().clone(),
            part: Part {
                forced: Vec::new(),
                times: 1.into(),
                share: 1.0,
                looks_at: 0,
            },
            run: None,
            waiting: Vec::new(),
            parts: 0,
            past: Past::default(),
            found: Count::ZERO,
            proved: Count::ZERO,
            nodes: 0,
            work: 0,
            node: search.solver().policies().race.node,
            prediction: Prediction {
                left: f64::INFINITY,
                at: 0,
            },
            failures: Vec::new(),
        };
        walker.begin(search, budget);
        walker
    }

    /// Makes the threads of the walk available to others until the returned values are dropped.
    pub(super) fn lend_threads(&self) -> Vec<Lent> {
        self.run.as_ref().map(Run::lend_threads).unwrap_or_default()
    }

    /// A lower bound on the number of solutions.
    pub(super) fn at_least(&self) -> Count {
        let counted = &self.past.stats.solutions + &self.part.times * &self.found;
        counted.max(self.proved.clone())
    }

    /// The number of nodes visited when this much work is done.
    pub(super) fn nodes_at(&self, work: u64) -> u64 {
        let left = work.saturating_sub(self.work);
        self.nodes.saturating_add(left.div_ceil(self.node))
    }

    /// Continues until the walk has visited this many nodes. Returns the answer if it ended.
    pub(super) fn walk_up_to(
        &mut self,
        nodes: u64,
        search: &mut Search,
        budget: &Budget,
    ) -> Option<Answer<Count>> {
        while self.nodes < nodes {
            let pause = nodes - self.past.stats.nodes;
            let look = self.part.looks_at.div_ceil(self.node);
            let run = self.run.as_mut()?;
            run.go_on(pause.min(look));
            let answer = search.walk_on(run);
            self.measure(&answer, search);
            let step = match answer.stop {
                // The pause and the limit of the question stop the run for the same reason.
                Stop::Nodes if budget.nodes_left() == 0 => Err(Stop::Nodes),
                Stop::Nodes if look <= pause => self.use_symmetries(search, budget),
                Stop::Nodes => Ok(()),
                Stop::Exhausted => self.next_part(search, budget),
                stop => Err(stop),
            };
            if let Err(stop) = step {
                return Some(self.answer(stop, search, budget));
            }
        }
        None
    }

    /// Updates the numbers after a step of the run.
    fn measure(&mut self, answer: &Answer<Count>, search: &Search) {
        self.found = answer.value.clone();
        let own = answer.stats.nodes;
        self.nodes = self.past.stats.nodes + own;
        if let Some(work) = self.run.as_ref().and_then(|run| search.work_of(run)) {
            self.node = work.div_ceil(own.max(1));
        }
        let work = own.saturating_mul(self.node);
        self.work = self.past.work.saturating_add(work);
    }

    /// Ends the present part and begins the next. Fails if there is none.
    fn next_part(&mut self, search: &mut Search, budget: &Budget) -> Result<(), Stop> {
        self.past.stats.solutions += &self.part.times * &self.found;
        self.past.share += self.part.share;
        self.end_run(search);
        // Parts may be so short that none of their runs makes a report.
        if let Some(watch) = search.watcher() {
            watch.report_at_times(budget, || Progress {
                share: Some(self.past.share.min(1.0)),
                solutions: self.at_least(),
                nodes: self.nodes,
                ..Progress::default()
            });
        }
        self.part = self.waiting.pop().ok_or(Stop::Exhausted)?;
        self.begin(search, budget);
        Ok(())
    }

    /// Ends the present run and adds its work to the past.
    fn end_run(&mut self, search: &Search) {
        if let Some(run) = self.run.take() {
            // Its solutions were added with the number of parts that it stands for, or it is
            // abandoned.
            let solutions = std::mem::take(&mut self.past.stats.solutions);
            self.past.stats += &search.stats(&run);
            self.past.stats.solutions = solutions;
        }
        self.past.work = self.work;
        self.found = Count::ZERO;
    }

    /// Begins the present part.
    fn begin(&mut self, search: &mut Search, budget: &Budget) {
        let policies = search.solver().policies();
        let uses = search.solver().problem().use_count() as u64;
        let looking = uses.saturating_mul(policies.symmetry.enough);
        let failures = self.failures.get(self.part.forced.len()).copied();
        // Where searches for symmetries found none, parts of the same depth rarely have any: the
        // next search waits twice as long.
        let times = 1_u64.checked_shl(failures.unwrap_or(0));
        let enough = looking.saturating_add(policies.race.turn);
        self.part.looks_at = enough.saturating_mul(times.unwrap_or(u64::MAX));
        let mut assumptions = self.assumptions.clone();
        assumptions.force_all(&self.part.forced);
        let place = Place {
            times: self.part.times.clone(),
            share: self.part.share,
            walked: self.past.share,
            solutions: self.past.stats.solutions.clone(),
            proved: self.proved.clone(),
            nodes: self.past.stats.nodes,
        };
        self.run = Some(search.assume(assumptions).start_walk(budget, place));
    }

    /// Looks for symmetries of the present part. If they are worth it, walks one option of each
    /// orbit instead of the part as it is.
    fn use_symmetries(&mut self, search: &mut Search, budget: &Budget) -> Result<(), Stop> {
        let (problem, policies) = (search.solver().problem(), search.solver().policies());
        let policies = policies.symmetry;
        // To begin again is to lose solutions, so a question for a number of them does not.
        let is_limited = budget.solutions_left().is_some();
        if is_limited || symmetry::memory(problem, budget).is_none() {
            self.part.looks_at = u64::MAX;
            return Ok(());
        }
        let work = self.work.saturating_sub(self.past.work);
        let most = work.saturating_mul(policies.effort);
        let assumptions = search.assumptions();
        let found = symmetry::orbits(problem, assumptions, policies, most, &mut budget.meter())?;
        self.past.work = self.past.work.saturating_add(found.work);
        self.work = self.work.saturating_add(found.work);
        let depth = self.part.forced.len();
        if self.failures.len() <= depth {
            self.failures.resize(depth + 1, 0);
        }
        let Some(orbits) = found.orbits else {
            self.failures[depth] += 1;
            // A search that was complete would find nothing again.
            self.part.looks_at = if found.is_complete {
                u64::MAX
            } else {
                work.saturating_mul(policies.again)
            };
            return Ok(());
        };
        self.failures[depth] = 0;
        let options: usize = orbits.iter().map(|orbit| orbit.options.len()).sum();
        // If the options of an item had equal subtrees, this share of the walk would be saved.
        let saved = 1.0 - orbits.len() as f64 / options as f64;
        // The part is begun again for each orbit.
        let share = self.run.as_ref().map_or(0.0, |run| search.share_of(run));
        let start = (problem.use_count() as u64).saturating_mul(policies.part);
        let starts = start as f64 * orbits.len() as f64;
        if saved * Standing::covered(work, share).left < starts {
            self.part.looks_at = u64::MAX;
            return Ok(());
        }
        self.split(&orbits, saved, work, search, budget)
    }

    /// Replaces the present part, which took this much work so far, by a part for each orbit. Of
    /// the walk of the part, this share is `saved`.
    fn split(
        &mut self,
        orbits: &[Orbit],
        saved: f64,
        work: u64,
        search: &mut Search,
        budget: &Budget,
    ) -> Result<(), Stop> {
        // The run is abandoned, but what it has found is a lower bound still.
        self.proved = self.at_least();
        self.end_run(search);
        self.past.abandoned = self.past.abandoned.saturating_add(work);
        let open = (1.0 - self.past.share).max(self.part.share);
        let left = self.standing().left;
        self.prediction = Prediction {
            left: left * (1.0 - saved * (self.part.share / open.max(f64::MIN_POSITIVE))),
            at: self.work,
        };
        // The part that is split was counted, unless it is the whole.
        self.parts += orbits.len() as u64 - u64::from(self.parts > 0);
        // The last one in the list is walked first.
        for orbit in orbits.iter().rev() {
            let mut part = self.part.clone();
            part.forced.push(orbit.options[0]);
            part.times *= orbit.options.len() as u64;
            part.share /= orbits.len() as f64;
            self.waiting.push(part);
        }
        self.part = self.waiting.pop().ok_or(Stop::Exhausted)?;
        self.begin(search, budget);
        Ok(())
    }

    fn answer(&self, stop: Stop, search: &Search, budget: &Budget) -> Answer<Count> {
        let mut stats = self.past.stats.clone();
        if let Some(run) = &self.run {
            stats += &search.stats(run);
        }
        stats.solutions = self.at_least();
        stats.elapsed = budget.elapsed();
        Answer {
            value: stats.solutions.clone(),
            stop,
            stats,
        }
    }

    /// Predicts the work that is left by the share of the whole that was covered, or by the share
    /// of the needed solutions that were found.
    pub(super) fn predict(&mut self, search: &Search, budget: &Budget) {
        // The share is found by a copy of the engine. Where there is no room for it, the rivals are
        // expected to end first: a walk of a large problem rarely does.
        let has_room = search.solver().has_room_for_engine(budget);
        let run = self.run.as_ref().filter(|_| has_room);
        let own = run.map_or(0.0, |run| search.share_of(run));
        let share = self.past.share + self.part.share * own;
        let found = self.found.to_u64().unwrap_or(u64::MAX) as f64;
        let needed = budget.solutions_left();
        let share = needed.map_or(share, |needed| share.max(found / needed.max(1) as f64));
        // Abandoned runs covered nothing of the share.
        let work = self.work.saturating_sub(self.past.abandoned);
        self.prediction = Prediction {
            left: Standing::covered(work, share).left,
            at: self.work,
        };
    }

    pub(super) fn standing(&self) -> Standing {
        let since = self.work.saturating_sub(self.prediction.at);
        Standing {
            work: self.work,
            left: (self.prediction.left - since as f64).max(0.0),
        }
    }
}
