//! Asks whether sets of items can be covered together, and leaves out what is not needed.

use std::sync::Arc;

use super::cores::{Core, Cores};
use super::explanation::{Conflict, ExplainProgress, Explanation};
use crate::ask::{Assumptions, Budget, Limits, Meter, Stats, Stop, Threads};
use crate::colouring::{Colouring, colouring_with};
use crate::engine::{EngineChoice, EngineName, Settings};
use crate::policy::Policies;
use crate::problem::{Demand, ItemId, OptionId, Problem};
use crate::reduce::{NoCover, reduce_with};
use crate::solver::{Solution, Solver};

/// Asks whether sets of items can be covered together, under one budget.
pub(super) struct Questions<'p> {
    pub(super) problem: &'p Problem,
    pub(super) budget: &'p Budget,
    pub(super) threads: &'p Threads,
    pub(super) policies: Arc<Policies>,
    pub(super) stats: &'p mut Stats,
    pub(super) watch: &'p mut dyn FnMut(ExplainProgress),
    /// The weights that prove the conflict of the first question.
    pub(super) colouring: Option<Colouring>,
}

/// The answer to one question.
enum Verdict {
    Cover(Vec<OptionId>),
    /// These items of the set cannot be covered together; ascending.
    Conflict(Vec<ItemId>),
    /// A limit stopped the search.
    Stopped(Stop),
}

impl Questions<'_> {
    /// Explains why the problem has no solution, or finds one.
    pub(super) fn explain(&mut self) -> (Explanation, Stop) {
        let must = |&item: &ItemId| self.problem.bounds(item).0 > 0;
        let all: Vec<ItemId> = self.problem.items().filter(must).collect();
        match self.ask(&all, u64::MAX) {
            Verdict::Cover(cover) => (Explanation::Cover(Solution::new(&cover)), Stop::Solutions),
            Verdict::Stopped(stop) => (Explanation::Unknown, stop),
            Verdict::Conflict(items) => match self.colouring.take() {
                Some(argument) => (Explanation::Colouring(argument), Stop::Exhausted),
                None => {
                    // The rules find short proofs. A search needs all items at first.
                    let items = if items.len() == all.len() {
                        self.core(items)
                    } else {
                        items
                    };
                    let (conflict, stop) = self.shrink(items);
                    (Explanation::Conflict(conflict), stop)
                }
            },
        }
    }

    /// Finds a part of the conflict of all items by learning: a core of the assumptions that they
    /// are covered. Returns the conflict itself if a limit is reached.
    fn core(&mut self, mut set: Vec<ItemId>) -> Vec<ItemId> {
        let times = set
            .iter()
            .map(|&item| u64::from(self.problem.bounds(item).0));
        // More options than this would take too much memory.
        if self.policies.explain.core == 0 || times.sum::<u64>() > self.problem.size() as u64 {
            return set;
        }
        let Ok((mut cores, added)) = self.cores(&set) else {
            return set;
        };
        // Most of the nodes are left to the rounds.
        let nodes = self.policies.explain.core.min(self.budget.nodes_left() / 8);
        for _ in 0..self.policies.explain.cores {
            let mut assumptions = Assumptions::new();
            for (&item, number) in added.iter().zip(self.problem.option_count() as u32..) {
                if set.binary_search(&item).is_ok() {
                    assumptions.forbid(OptionId::new(number));
                }
            }
            let part = self.budget.part(&Limits::new().nodes(nodes));
            let answer = cores.find(&assumptions, &part);
            *self.stats += &answer.stats;
            let Core::Core(core) = answer.value else {
                return set;
            };
            let own = |option: &OptionId| added.get(option.index() - self.problem.option_count());
            let mut smaller: Vec<ItemId> =
                core.forbidden().iter().filter_map(own).copied().collect();
            smaller.dedup();
            let is_smaller = smaller.len() < set.len();
            set = smaller;
            if !is_smaller {
                break;
            }
        }
        set
    }

    /// Compiles the problem with options that leave these items uncovered, which are all that must
    /// be covered. Returns the items of these options.
    fn cores(&self, set: &[ItemId]) -> Result<(Cores, Vec<ItemId>), Stop> {
        let mut meter = self.budget.meter();
        let (relaxed, added) = self.problem.relaxed(set, |work| meter.spend(work))?;
        let memory = self.budget.most_memory();
        let cores = Cores::of(&relaxed, self.policies.learn, memory, self.budget)?;
        Ok((cores, added))
    }

    /// Leaves items out of a conflict until it is minimal, or a limit is reached.
    fn shrink(&mut self, mut set: Vec<ItemId>) -> (Conflict, Stop) {
        let mut is_undecided = self.flags(&set);
        let mut nodes = self.policies.explain.nodes;
        let mut stop = Stop::Exhausted;
        self.report(&set, &is_undecided);
        while stop == Stop::Exhausted && set.iter().any(|item| is_undecided[item.index()]) {
            stop = self.ask_in_chunks(&mut set, &mut is_undecided, nodes);
            nodes = nodes.saturating_mul(self.policies.explain.growth);
        }
        let proof = match stop {
            Stop::Time | Stop::Cancelled => None,
            _ => self.prove(&set),
        };
        if let Some(proof) = &proof {
            // After a stop, the proof can need fewer of the items that are undecided.
            set = proof.items();
        }
        let undecided = set.iter().copied();
        let conflict = Conflict {
            undecided: undecided
                .filter(|item| is_undecided[item.index()])
                .collect(),
            options: Vec::new(),
            undecided_options: Vec::new(),
            proof,
            items: set,
        };
        if conflict.is_minimal() {
            stop = Stop::Exhausted;
        }
        (conflict, stop)
    }

    fn report(&mut self, set: &[ItemId], is_undecided: &[bool]) {
        let undecided = set.iter().filter(|item| is_undecided[item.index()]);
        (self.watch)(ExplainProgress {
            size: set.len(),
            undecided: undecided.count(),
        });
    }

    /// Proves that a set is a conflict, if the rules of [`reduce`](crate::reduce::reduce) can do so
    /// in time. The proof is made with all options, so that they keep their numbers.
    fn prove(&self, set: &[ItemId]) -> Option<NoCover> {
        let options = self.problem.options();
        let part = self.part(options, set, &mut self.budget.meter()).ok()?;
        reduce_with(Arc::new(part), self.budget, self.policies.reduce).err()
    }

    /// Makes one round: asks about every undecided item, first in chunks, in the end one by one.
    /// Only a limit stops it earlier.
    fn ask_in_chunks(
        &mut self,
        set: &mut Vec<ItemId>,
        is_undecided: &mut [bool],
        nodes: u64,
    ) -> Stop {
        let mut chunks = vec![set.clone()];
        while let Some(mut chunk) = chunks.pop() {
            chunk.retain(|item| is_undecided[item.index()] && set.binary_search(item).is_ok());
            if chunk.is_empty() {
                continue;
            }
            let is_kept = |item: &ItemId| chunk.binary_search(item).is_err();
            let rest: Vec<ItemId> = set.iter().copied().filter(is_kept).collect();
            let verdict = self.ask(&rest, nodes);
            let is_conflict = matches!(verdict, Verdict::Conflict(_));
            match verdict {
                Verdict::Conflict(smaller) => *set = smaller,
                Verdict::Cover(cover) => {
                    // A cover of all other items of the set shows that this one is needed.
                    if let [needed] = self.missing(set, &cover)[..] {
                        is_undecided[needed.index()] = false;
                    }
                }
                Verdict::Stopped(Stop::Nodes) => {
                    if self.budget.nodes_left() == 0 {
                        return Stop::Nodes;
                    }
                }
                Verdict::Stopped(stop) => return stop,
            }
            if !is_conflict && chunk.len() > 1 {
                // Some item of the chunk is needed, or was too hard to leave out: halves tell
                // which.
                let half = chunk.split_off(chunk.len() / 2);
                chunks.extend([half, chunk]);
            }
            self.report(set, is_undecided);
        }
        Stop::Exhausted
    }

    /// Asks whether these items can be covered together, with at most this many nodes.
    fn ask(&mut self, set: &[ItemId], nodes: u64) -> Verdict {
        self.try_to_ask(set, nodes).unwrap_or_else(Verdict::Stopped)
    }

    fn try_to_ask(&mut self, set: &[ItemId], nodes: u64) -> Result<Verdict, Stop> {
        self.budget.poll()?;
        let mut meter = self.budget.meter();
        // An option that covers no item of the set is never needed.
        let asked = self.flags(set);
        let mut options = Vec::new();
        for option in self.problem.options() {
            let items = self.problem.items_of(option);
            meter.spend(4 * (1 + items.len()))?;
            if items.iter().any(|item| asked[item.index()]) {
                options.push(option);
            }
        }
        let part = self.part(options.iter().copied(), set, &mut meter)?;
        let reduced = match reduce_with(Arc::new(part), self.budget, self.policies.reduce) {
            Ok(reduced) => reduced,
            Err(no_cover) => return Ok(Verdict::Conflict(no_cover.items())),
        };
        // The first question has no node limit.
        if nodes == u64::MAX {
            let found = colouring_with(self.problem, self.budget, self.policies.colouring);
            self.colouring = match found {
                Err(Stop::TooLarge) => None,
                found => found?,
            };
            if self.colouring.is_some() {
                return Ok(Verdict::Conflict(set.to_vec()));
            }
        }
        // A short search does not repay large tables.
        let engine = if nodes > self.policies.explain.nodes {
            EngineChoice::Auto
        } else {
            EngineChoice::Prefer(EngineName::Links)
        };
        let settings = Settings::new()
            .engine(engine)
            .memory(self.budget.most_memory())
            .with_policies(&self.policies);
        let solver = Solver::within(Arc::clone(reduced.problem()), &settings, self.budget)?;
        let mut search = solver.search();
        // Only a search without a node limit can use several threads.
        let limits = match nodes {
            u64::MAX => Limits::new(),
            nodes => Limits::new().nodes(nodes),
        };
        search.threads(self.threads).budget(self.budget);
        let answer = search.limits(limits).first();
        *self.stats += &answer.stats;
        Ok(match answer.value {
            Some(cover) => {
                let cover = reduced.restore(&cover);
                let original = |option: OptionId| options.get(option.index()).copied();
                Verdict::Cover(cover.into_iter().filter_map(original).collect())
            }
            None if answer.is_complete() => Verdict::Conflict(set.to_vec()),
            None => Verdict::Stopped(answer.stop),
        })
    }

    /// Builds the problem of these options in which only the items of the set must be covered.
    fn part(
        &self,
        options: impl IntoIterator<Item = OptionId>,
        set: &[ItemId],
        meter: &mut Meter<'_>,
    ) -> Result<Problem, Stop> {
        let asked = self.flags(set);
        let demand = |item: ItemId| {
            Some(match self.problem.bounds(item) {
                (low, high) if asked[item.index()] => Demand::Primary { low, high },
                (_, high) if high > 1 => Demand::Primary { low: 0, high },
                _ => Demand::Secondary,
            })
        };
        self.problem.part(options, demand, |work| meter.spend(work))
    }

    /// Returns the items of a set that have too few options in a cover.
    fn missing(&self, set: &[ItemId], cover: &[OptionId]) -> Vec<ItemId> {
        let mut times = vec![0; self.problem.item_count()];
        for &option in cover {
            for item in self.problem.items_of(option) {
                times[item.index()] += 1;
            }
        }
        let missing = |item: &ItemId| times[item.index()] < self.problem.bounds(*item).0;
        set.iter().copied().filter(missing).collect()
    }

    /// Returns for each item of the problem whether it is in the set.
    fn flags(&self, set: &[ItemId]) -> Vec<bool> {
        let mut flags = vec![false; self.problem.item_count()];
        for item in set {
            flags[item.index()] = true;
        }
        flags
    }
}
