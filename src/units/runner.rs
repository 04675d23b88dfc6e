//! Counts units on several threads, and writes what was counted to a ledger.
//!
//! A walk leaves a rest when it is stopped, so it is saved every few seconds. The other methods
//! save whole units only.

use std::time::Duration;

use super::proof::State;
use super::{Ledger, LedgerError, Record, Unit};
use crate::ask::{
    Answer, Budget, CancelToken, Count, Limits, Method, Parts, Question, Stats, Stop,
};
use crate::engine::EngineName;
use crate::parallel::for_each_unordered;
use crate::solver::{PartState, Progress, Solver};

/// The time between two records of a unit that is being counted.
const EVERY: Duration = Duration::from_secs(1);

/// Counts units, and writes their records to a [`Ledger`].
#[derive(Clone, Debug)]
pub struct Runner {
    solver: Solver,
    threads: usize,
    method: Method,
    limits: Limits,
}

/// The progress of a [`Runner`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RunProgress {
    /// The number of units.
    pub units: usize,
    /// The number of units that are complete.
    pub complete: usize,
    /// The share of the search that is done, from 0 to 1: that of the tree in a walk, else that of
    /// the units.
    pub share: f64,
    /// The number of solutions counted by this run.
    pub solutions: Count,
    /// The number of nodes visited by this run.
    pub nodes: u64,
    /// The time since the start.
    pub elapsed: Duration,
}

/// A unit that is not complete.
struct Open<'u> {
    unit: &'u Unit,
    /// What was known before.
    known: State,
    /// What this run found in the parts of the rest.
    found: Vec<Option<PartState>>,
    /// The time of a node, in seconds of one thread.
    pace: f64,
}

impl Open<'_> {
    fn is_begun(&self) -> bool {
        self.found.iter().any(Option::is_some)
    }

    fn is_complete(&self) -> bool {
        let is_done =
            |state: &Option<PartState>| state.as_ref().is_some_and(|state| state.rest.0.is_empty());
        self.found.iter().all(is_done)
    }

    /// The record of what a walk has found.
    fn walked(&self, solver: &Solver) -> Record {
        let (mut state, mut rest) = (self.known.clone(), Parts::default());
        for (part, found) in self.known.rest.0.iter().zip(&self.found) {
            match found {
                None => rest.0.push(part.clone()),
                Some(found) => {
                    state.count += &found.solutions;
                    state.nodes = state.nodes.saturating_add(found.nodes);
                    state.seconds += self.pace * found.nodes as f64;
                    rest.0.extend_from_slice(&found.rest.0);
                }
            }
        }
        state.rest = rest;
        self.record(state, Method::Walk, Some(solver.engine()))
    }

    fn record(&self, state: State, method: Method, engine: Option<EngineName>) -> Record {
        Record {
            unit: self.unit.clone(),
            count: state.count,
            rest: state.rest,
            nodes: state.nodes,
            seconds: (state.seconds * 1e6).round() / 1e6,
            engine,
            method,
            program: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

impl Runner {
    /// Makes a runner with one thread that walks.
    #[must_use]
    pub fn new(solver: &Solver) -> Self {
        Self {
            solver: solver.clone(),
            threads: 1,
            method: Method::Walk,
            limits: Limits::new(),
        }
    }

    /// Sets the number of threads; 0 means 1.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Sets the method. Only a walk can be continued inside a unit. With other methods each thread
    /// counts one unit at a time, and a unit that is stopped is counted again from its start.
    #[must_use]
    pub fn method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }

    /// Sets the limits of the whole run. The memory limit applies to each thread. A limit of
    /// solutions is ignored.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Counts the units that are not complete in the ledger, and continues their rests. Calls
    /// `watch` every few seconds and at the end. The value is the number of units that are still
    /// not complete; each record of a unit that was stopped has a rest.
    ///
    /// # Errors
    /// A [`LedgerError`] if a unit belongs to another problem, if the records of the ledger
    /// contradict each other, if the ledger cannot be written, or if no thread can be started.
    pub fn run(
        &self,
        units: &[Unit],
        ledger: &mut Ledger,
        mut watch: impl FnMut(&RunProgress),
    ) -> Result<Answer<usize>, LedgerError> {
        let problem = self.solver.problem();
        let fingerprint = problem.fingerprint();
        let options = problem.option_count();
        for unit in units {
            if unit.problem != fingerprint || !unit.is_valid(options) {
                let unit = unit.part.clone();
                return Err(LedgerError::Unit { unit });
            }
        }
        let states = ledger.records().states_of(units)?.into_iter();
        let open = units.iter().zip(states).map(|(unit, known)| Open {
            unit,
            found: known.rest.0.iter().map(|_| None).collect(),
            known,
            pace: 0.0,
        });
        let mut open: Vec<Open<'_>> = open.filter(|open| !open.is_complete()).collect();
        let mut run = Run {
            runner: self,
            budget: Budget::start(&self.limits).without_solutions(),
            progress: RunProgress {
                units: units.len(),
                complete: units.len() - open.len(),
                ..RunProgress::default()
            },
            cancel: CancelToken::new(),
            failure: None,
            stop: Stop::Exhausted,
            ledger,
        };
        match self.method {
            Method::Walk => run.walk(&mut open, &mut watch),
            method => run.count(method, &open, &mut watch)?,
        }
        if let Some(failure) = run.failure {
            return Err(failure);
        }
        run.ledger.sync()?;
        let (mut progress, elapsed) = (run.progress, run.budget.elapsed());
        progress.elapsed = elapsed;
        watch(&progress);
        let stats = Stats {
            solutions: progress.solutions,
            nodes: progress.nodes,
            threads: self.threads,
            elapsed,
            ..Stats::default()
        };
        Ok(Answer::new(
            progress.units - progress.complete,
            run.stop,
            stats,
        ))
    }
}

/// A run in progress.
struct Run<'r> {
    runner: &'r Runner,
    budget: Budget,
    progress: RunProgress,
    /// Stops the work after a failure.
    cancel: CancelToken,
    failure: Option<LedgerError>,
    stop: Stop,
    ledger: &'r mut Ledger,
}

impl Run<'_> {
    /// Walks through all units. Units with the same assumptions are walked together.
    fn walk(&mut self, open: &mut [Open<'_>], watch: &mut impl FnMut(&RunProgress)) {
        let all: usize = open.iter().map(|open| open.known.rest.0.len()).sum();
        let mut before = RunProgress::default();
        // A stable sort: units keep their order.
        let mut questions: Vec<&Question> = Vec::new();
        for unit in open.iter().map(|open| open.unit) {
            if questions.last() != Some(&&unit.question) && !questions.contains(&&unit.question) {
                questions.push(&unit.question);
            }
        }
        for question in questions {
            let (mut parts, mut owners) = (Parts::default(), Vec::new());
            for (place, open) in open.iter().enumerate() {
                if open.unit.question == *question {
                    let rest = &open.known.rest.0;
                    parts.0.extend_from_slice(rest);
                    owners.extend((0..rest.len()).map(|part| (place, part)));
                }
            }
            let weight = parts.0.len() as f64 / all.max(1) as f64;
            let mut search = self.runner.solver.search();
            search
                .assume(question.assumptions.clone())
                .threads(self.runner.threads)
                .budget(&self.budget)
                .limits(Limits::new().cancel(&self.cancel));
            let answer = search.walk_parts(&parts, EVERY, |progress| {
                let share = progress.share.unwrap_or(0.0);
                self.progress.share = weight.mul_add(share, before.share);
                self.progress.solutions = &before.solutions + &progress.solutions;
                self.progress.nodes = before.nodes + progress.nodes;
                self.progress.elapsed = self.budget.elapsed();
                self.save_parts(open, &owners, progress);
                watch(&self.progress);
            });
            before = self.progress.clone();
            self.stop = answer.stop;
            if self.failure.is_some() || !answer.is_complete() {
                break;
            }
        }
        if !self.ledger.keeps_rests() {
            let stopped = open
                .iter()
                .filter(|open| open.is_begun() && !open.is_complete());
            for open in stopped {
                self.save(open.walked(&self.runner.solver));
            }
        }
    }

    /// Saves the units of the parts that changed.
    fn save_parts(
        &mut self,
        open: &mut [Open<'_>],
        owners: &[(usize, usize)],
        progress: &Progress,
    ) {
        let mut changed = Vec::new();
        for state in &progress.parts {
            let Some(&(unit, part)) = owners.get(state.part) else {
                continue;
            };
            open[unit].found[part] = Some(state.clone());
            changed.push(unit);
        }
        changed.sort_unstable();
        changed.dedup();
        // The time of all threads is divided among the units by their nodes.
        let seconds = progress.elapsed.as_secs_f64() * self.runner.threads as f64;
        let pace = seconds / progress.nodes.max(1) as f64;
        for unit in changed {
            open[unit].pace = pace;
            let record = open[unit].walked(&self.runner.solver);
            let is_complete = record.is_complete();
            self.progress.complete += usize::from(is_complete);
            let is_news = record.rest != open[unit].known.rest;
            if is_complete || is_news && self.ledger.keeps_rests() {
                self.save(record);
            }
        }
        if let Err(error) = self.ledger.sync_sometimes() {
            self.fail(error);
        }
    }

    /// Counts all units by a method that leaves no rest.
    fn count(
        &mut self,
        method: Method,
        open: &[Open<'_>],
        watch: &mut impl FnMut(&RunProgress),
    ) -> Result<(), LedgerError> {
        let (solver, budget) = (&self.runner.solver, self.budget.clone());
        let cancel = self.cancel.clone();
        let work = |place: usize| {
            let open = &open[place];
            let mut search = solver.search();
            search.budget(&budget).limits(Limits::new().cancel(&cancel));
            let (mut state, mut stats) = (open.known.clone(), Stats::default());
            for part in std::mem::take(&mut state.rest).0 {
                let mut assumptions = open.unit.question.assumptions.clone();
                part.assume_in(&mut assumptions);
                let answer = search.assume(assumptions).count_by(method);
                stats += &answer.stats;
                if !answer.is_complete() {
                    return Some(Err(answer.stop));
                }
                state.count += &answer.value;
            }
            state.nodes = state.nodes.saturating_add(stats.nodes);
            state.seconds += stats.elapsed.as_secs_f64();
            let method = stats
                .counted
                .as_ref()
                .map_or(method, |counted| counted.method);
            let engine = (method == Method::Walk).then_some(solver.engine());
            Some(Ok((open.record(state, method, engine), stats)))
        };
        let threads = self.runner.threads;
        let done = for_each_unordered(threads, open.len(), EVERY, work, |answer| {
            match answer {
                None => {}
                Some((_, Err(stop))) => self.stop = stop,
                Some((_, Ok((record, stats)))) => {
                    self.progress.solutions += &stats.solutions;
                    self.progress.nodes += stats.nodes;
                    self.progress.complete += 1;
                    self.save(record);
                }
            }
            if let Err(error) = self.ledger.sync_sometimes() {
                self.fail(error);
            }
            self.progress.share = self.progress.complete as f64 / self.progress.units.max(1) as f64;
            self.progress.elapsed = self.budget.elapsed();
            watch(&self.progress);
        });
        done.map_err(LedgerError::Thread)
    }

    fn save(&mut self, record: Record) {
        if self.failure.is_none()
            && let Err(error) = self.ledger.append(record)
        {
            self.fail(error);
        }
    }

    fn fail(&mut self, error: LedgerError) {
        self.failure.get_or_insert(error);
        self.cancel.cancel();
    }
}
