//! The work of a runner: walks or counts units, and saves their records.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

use super::open::Open;
use super::{Ledger, LedgerError, Mark, Record, RunProgress, SolutionFile, Subtotal, Unit};
use quadrille_core::OptionId;
use quadrille_core::shared::for_each_unordered;
use quadrille_core::{Budget, CancelToken, Limits, Method, Parts, Question, Stats, Stop, Want};
use quadrille_core::{Progress, Solution, Solver};

/// The time between two records of a unit that is being searched: the longer the record, the
/// longer, from the first to the second.
const EVERY: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(4);

/// This many bytes of a record lengthen the time to the next one by a second.
const LENGTH_PER_SECOND: u64 = 1 << 14;

/// A run in progress.
pub(super) struct Run<'r> {
    pub(super) solver: &'r Solver,
    pub(super) threads: usize,
    pub(super) budget: Budget,
    pub(super) progress: RunProgress,
    /// Stops the work after a failure.
    pub(super) cancel: CancelToken,
    pub(super) failure: Option<LedgerError>,
    pub(super) stop: Stop,
    pub(super) ledger: &'r mut Ledger,
}

/// The file of solutions, if there is one. Visiting writes to it, and each record needs its end.
type SharedFile<'f, 'w> = RefCell<Option<&'f mut SolutionFile<'w>>>;

/// Where the solutions of a file end, if there is one.
fn mark(file: &SharedFile<'_, '_>) -> Result<Option<Mark>, LedgerError> {
    let mut file = file.borrow_mut();
    file.as_mut().map(|file| file.mark()).transpose()
}

impl Run<'_> {
    /// Walks through all units.
    pub(super) fn walk(
        &mut self,
        open: &mut [Open<'_>],
        file: Option<&mut SolutionFile<'_>>,
        watch: &mut impl FnMut(&RunProgress),
    ) {
        let file = RefCell::new(file);
        for group in groups(open) {
            self.walk_group(open, &group, &file, watch);
            if self.failure.is_some() || self.stop != Stop::Exhausted {
                break;
            }
        }
        if !self.ledger.keeps_rests() {
            let stopped = open
                .iter()
                .filter(|open| open.is_begun() && !open.is_complete());
            let records: Vec<Record> = stopped.map(|open| open.walked(self.solver, None)).collect();
            for record in records {
                self.save(record);
            }
        }
    }

    /// Walks through units that are searched together.
    fn walk_group(
        &mut self,
        open: &mut [Open<'_>],
        group: &[usize],
        file: &SharedFile<'_, '_>,
        watch: &mut impl FnMut(&RunProgress),
    ) {
        let (parts, owners) = rests(open, group);
        let question = &open[group[0]].unit.question;
        let mut search = self.solver.search();
        search
            .assume(question.assumptions.clone())
            .threads(self.threads)
            .budget(&self.budget)
            .limits(Limits::new().cancel(&self.cancel));
        let ceiling = self.take_best(open, question);
        let (cancel, mut failed) = (self.cancel.clone(), None);
        // Each walk counts from 0.
        let (solutions, nodes) = (self.progress.solutions.clone(), self.progress.nodes);
        let report = |progress: &Progress| {
            self.progress.solutions = &solutions + &progress.solutions;
            self.progress.nodes = nodes + progress.nodes;
            self.progress.elapsed = self.budget.elapsed();
            self.note_costs(progress);
            match mark(file) {
                Ok(mark) => self.save_parts(open, &owners, progress, mark.as_ref()),
                Err(error) => self.fail(error),
            }
            self.progress.share = share(open);
            watch(&self.progress);
        };
        let visit = |options: &[OptionId]| {
            let solution = Solution::new(options);
            let mut file = file.borrow_mut();
            let written = file.as_mut().map_or(Ok(()), |file| file.write(&solution));
            written.map_or_else(
                |error| {
                    failed = Some(error);
                    cancel.cancel();
                    ControlFlow::Break(())
                },
                ControlFlow::Continue,
            )
        };
        self.stop = match question.want {
            Want::Best(k, sense) => {
                let best = (sense, k);
                search.best_parts(&parts, best, ceiling, EVERY, report).stop
            }
            Want::All => search.visit_parts(&parts, EVERY, visit, report).stop,
            _ => search.walk_parts(&parts, EVERY, report).stop,
        };
        if let Some(error) = failed {
            self.fail(error);
        } else if self.ledger.keeps_rests() {
            match mark(file) {
                Ok(mark) => self.save_rests(open, group, mark.as_ref()),
                Err(error) => self.fail(error),
            }
        }
    }

    /// Takes over the best solutions of earlier runs. Returns the highest cost of interest.
    fn take_best(&mut self, open: &[Open<'_>], question: &Question) -> Option<i64> {
        let Want::Best(k, _) = question.want else {
            return None;
        };
        let known = known(open, question);
        self.progress.best = known.best.first().cloned();
        known.ceiling(k)
    }

    /// Notes what is known about the costs, with what was found before this run.
    fn note_costs(&mut self, progress: &Progress) {
        self.progress.costs = progress.costs;
        let Some(costs) = &mut self.progress.costs else {
            return;
        };
        let sense = costs.sense;
        let loss = |cost| sense.loss(cost);
        for part in progress
            .parts
            .iter()
            .filter_map(|state| state.best.as_ref())
        {
            let best = self.progress.best.iter().chain(part.solutions.first());
            let best = best.min_by_key(|found| loss(found.cost)).cloned();
            self.progress.best = best;
        }
        let known = self.progress.best.iter().map(|found| found.cost);
        let better = |one: Option<i64>| known.clone().chain(one).min_by_key(|&cost| loss(cost));
        (costs.best, costs.bound) = (better(costs.best), better(costs.bound));
    }

    /// Saves the units of the parts that changed.
    fn save_parts(
        &mut self,
        open: &mut [Open<'_>],
        owners: &[(usize, usize)],
        progress: &Progress,
        mark: Option<&Mark>,
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
        let seconds = progress.elapsed.as_secs_f64() * self.threads as f64;
        let pace = seconds / progress.nodes.max(1) as f64;
        for unit in changed {
            let open = &mut open[unit];
            (open.pace, open.is_unsaved) = (pace, true);
            let is_complete = open.is_complete();
            self.progress.complete += usize::from(is_complete);
            let is_due = progress.elapsed >= open.due && self.ledger.keeps_rests();
            if is_complete || is_due {
                let length = self.save_unit(open, mark);
                let pause = Duration::from_secs(length / LENGTH_PER_SECOND);
                open.due = progress.elapsed + pause.clamp(EVERY, LONGEST);
            }
        }
        if let Err(error) = self.ledger.sync_sometimes() {
            self.fail(error);
        }
    }

    /// Saves what no record has, at the end of a walk.
    fn save_rests(&mut self, open: &mut [Open<'_>], group: &[usize], mark: Option<&Mark>) {
        for &place in group {
            self.save_unit(&mut open[place], mark);
        }
    }

    /// Saves what was found in a unit. Returns the length of the record, in bytes.
    fn save_unit(&mut self, open: &mut Open<'_>, mark: Option<&Mark>) -> u64 {
        if !std::mem::take(&mut open.is_unsaved) {
            return 0;
        }
        let record = open.walked(self.solver, mark.cloned());
        if !record.is_complete() && record.rest == open.known.rest {
            0
        } else {
            self.save(record)
        }
    }

    /// Counts all units by a method that leaves no rest.
    pub(super) fn count(
        &mut self,
        method: Method,
        open: &[Open<'_>],
        watch: &mut impl FnMut(&RunProgress),
    ) -> Result<(), LedgerError> {
        let all: f64 = open.iter().map(|open| weight(open.unit)).sum();
        let mut done = share(open) * all;
        let open: Vec<&Open<'_>> = open.iter().filter(|open| !open.is_complete()).collect();
        let (solver, budget) = (self.solver, self.budget.clone());
        let cancel = self.cancel.clone();
        let work = |place: usize| Some(count_unit(open[place], solver, &budget, &cancel, method));
        let threads = self.threads;
        let done = for_each_unordered(threads, open.len(), EVERY, work, |answer| {
            match answer {
                None => {}
                Some((_, Err(stop))) => self.stop = stop,
                Some((place, Ok((record, stats)))) => {
                    done += weight(open[place].unit);
                    self.progress.solutions += &stats.solutions;
                    self.progress.nodes += stats.nodes;
                    self.progress.complete += 1;
                    self.save(record);
                }
            }
            if let Err(error) = self.ledger.sync_sometimes() {
                self.fail(error);
            }
            self.progress.share = done / all.max(f64::MIN_POSITIVE);
            self.progress.elapsed = self.budget.elapsed();
            watch(&self.progress);
        });
        done.map_err(LedgerError::Thread)
    }

    /// Appends a record. Returns its length, in bytes.
    fn save(&mut self, record: Record) -> u64 {
        if self.failure.is_some() {
            return 0;
        }
        let length = self.ledger.append(record);
        length.unwrap_or_else(|error| {
            self.fail(error);
            0
        })
    }

    fn fail(&mut self, error: LedgerError) {
        self.failure.get_or_insert(error);
        self.cancel.cancel();
    }
}

/// Counts what is left of a unit. The error says what stopped the count: a method other than a walk
/// leaves no rest, so there is no record then.
fn count_unit(
    open: &Open<'_>,
    solver: &Solver,
    budget: &Budget,
    cancel: &CancelToken,
    method: Method,
) -> Result<(Record, Stats), Stop> {
    budget.poll()?;
    let mut search = solver.search();
    search.budget(budget).limits(Limits::new().cancel(cancel));
    let (mut state, mut stats) = (open.known.clone(), Stats::default());
    for part in std::mem::take(&mut state.rest).iter() {
        let mut assumptions = open.unit.question.assumptions.clone();
        part.assume_in(&mut assumptions);
        let answer = search.assume(assumptions).count_by(method);
        stats += &answer.stats;
        if !answer.is_complete() {
            return Err(answer.stop);
        }
        state.found.count += &answer.value;
    }
    state.share = 1.0;
    state.nodes = state.nodes.saturating_add(stats.nodes);
    state.seconds += stats.elapsed.as_secs_f64();
    let counted = stats.counted.as_ref();
    let method = counted.map_or(method, |counted| counted.method);
    let engine = (method == Method::Walk).then_some(solver.engine());
    Ok((open.record(state, method, engine), stats))
}

/// The rests of some units, and for each part of them its unit and its place there.
fn rests(open: &[Open<'_>], group: &[usize]) -> (Parts, Vec<(usize, usize)>) {
    let (mut parts, mut owners) = (Parts::new(), Vec::new());
    for &place in group {
        let rest = &open[place].known.rest;
        parts.extend_from(rest);
        owners.extend((0..rest.len()).map(|part| (place, part)));
    }
    (parts, owners)
}

/// The weight of a unit in the progress.
fn weight(unit: &Unit) -> f64 {
    unit.weight.map_or(1.0, |nodes| nodes.max(1) as f64)
}

/// The share of all units that is done.
pub(super) fn share(open: &[Open<'_>]) -> f64 {
    let (mut done, mut all) = (0.0, 0.0);
    for open in open {
        let weight = weight(open.unit);
        done += weight * open.share();
        all += weight;
    }
    if all > 0.0 { done / all } else { 1.0 }
}

/// The places of the units that are searched together. Units of a count with the same assumptions
/// share the threads. Other units are searched one by one, because they may overlap: a solution
/// that is found twice is still one of the cheapest, not two.
fn groups(open: &[Open<'_>]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut by_question: HashMap<&Question, usize> = HashMap::new();
    for (place, open) in open.iter().enumerate() {
        if open.is_complete() {
            continue;
        }
        let question = &open.unit.question;
        let next = groups.len();
        let group = match question.want {
            Want::Count(_) => *by_question.entry(question).or_insert(next),
            _ => next,
        };
        match groups.get_mut(group) {
            Some(group) => group.push(place),
            None => groups.push(vec![place]),
        }
    }
    groups
}

/// What was found for a question before.
fn known(open: &[Open<'_>], question: &Question) -> Subtotal {
    let mut known = Subtotal::default();
    for open in open.iter().filter(|open| open.unit.question == *question) {
        known.add(&open.all_found(), question.want);
    }
    known
}
