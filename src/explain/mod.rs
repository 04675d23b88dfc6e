//! Explains why a problem has no solution: finds a minimal conflict among its items.
//!
//! A set of primary items is a *conflict* if no solution covers all of them, even if every other
//! primary item may stay uncovered. (No item may ever be covered too often.) A conflict is
//! *minimal* if it is no longer a conflict without any one of its items. Every superset of a
//! conflict is a conflict too, so items can be left out one by one:
//!
//! ```text
//! set = all items that must be covered      (if a solution covers them, there is no conflict)
//! while some items of the set are undecided:
//!     search for a solution that covers the set without a chunk of undecided items
//!     no solution:     the rest is a conflict: set = the items that the proof uses
//!     a solution:      if it misses only one item of the set, that item is needed
//!     too many nodes:  ask again in a later round, with more nodes
//!     unless there was no solution, split the chunk and ask about its halves
//! ```
//!
//! This deletes halves of the constraints, as Junker's QuickXplain does (AAAI 2004): it finds a
//! few items among many with few questions. Each question first goes to
//! [`reduce`](crate::reduce::reduce), whose proof names the items that it uses, often few. If there
//! is no proof, a search begins, with a small node limit at first: without some of the items, the
//! search can be very hard.
//!
//! Before the search of the first question, [`colouring`](crate::colouring()) looks for weights
//! that prove that there is no cover. They explain it without any search, so they are the answer.

mod cores;

use std::borrow::Cow;
use std::sync::Arc;

pub use self::cores::{Core, Cores};
use crate::ask::{Answer, Assumptions, Budget, Limits, Meter, Stats, Stop, Threads};
use crate::colouring::{Colouring, colouring_with};
use crate::engine::{EngineChoice, EngineName, Settings};
use crate::policy::Policies;
use crate::problem::{Demand, ItemId, OptionId, Problem};
use crate::reduce::{NoCover, reduce_with};
use crate::solver::{Search, Solution, Solver};

/// The value of the answer to [`explain`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
#[cfg_attr(feature = "json", serde(rename_all = "lowercase"))]
pub enum Explanation {
    /// The problem has a solution: this one.
    Cover(Solution),
    /// The problem has no solution, because these items cannot be covered together.
    Conflict(Conflict),
    /// The problem has no solution, because of these weights of items.
    Colouring(Colouring),
    /// A limit stopped the search before it was known whether there is a solution.
    Unknown,
}

/// Primary items that no solution covers together, even if every other primary item may stay
/// uncovered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Conflict {
    /// The items, ascending.
    pub items: Vec<ItemId>,
    /// The forced options that are part of the conflict, ascending: no solution that uses all of
    /// them covers the items.
    pub options: Vec<OptionId>,
    /// The items that may not be needed, ascending, because a limit stopped the search before this
    /// was known. Every other item is needed: without it, the rest can be covered together.
    pub undecided: Vec<ItemId>,
    /// The forced options that may not be needed, ascending.
    pub undecided_options: Vec<OptionId>,
    /// The proof that the items cannot be covered together, if the rules of
    /// [`reduce`](crate::reduce::reduce) find one without a search. Also `None` if the time limit
    /// or the cancel token stopped the search, or if forced options are part of the conflict.
    pub proof: Option<NoCover>,
}

impl Conflict {
    /// Returns whether all of the items and options are known to be needed.
    #[must_use]
    pub fn is_minimal(&self) -> bool {
        self.undecided.is_empty() && self.undecided_options.is_empty()
    }
}

/// The progress of [`explain_with`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplainProgress {
    /// The number of items and forced options in the smallest conflict so far.
    pub size: usize,
    /// The number of these that may turn out not to be needed.
    pub undecided: usize,
}

/// Finds a minimal set of primary items that cannot be covered together, if the problem has no
/// solution. There may be other minimal sets, and some may be smaller.
///
/// If the rules of [`reduce`](crate::reduce::reduce) find no conflict, this looks for a
/// [`Colouring`] first, which proves without a search that there is no solution.
/// [`explain_conflict`] does not.
///
/// An item with the multiplicity `low..=high` that is not in the set may be covered any number of
/// times up to `high`. An item with `low` 0 is never in the set.
///
/// The answer takes about `2 k log(n)` questions to find `k` of `n` items. Each question reduces,
/// compiles and searches a part of the problem, which takes exponential time in the worst case. All
/// questions share the limits, which are checked in every step; the solution limit does not
/// apply. If a limit is reached when the problem is already known to have no solution, the answer
/// is the smallest conflict so far, which may not be minimal. The answer is complete if the
/// conflict is minimal, or if it is a colouring. If there is a solution, the answer is that solution, with
/// [`Stop::Solutions`].
///
/// ```
/// use quadrille::{Explanation, Limits, Problem, explain};
///
/// // Three people need a seat each, and there are two seats. The table is no problem.
/// let mut builder = Problem::builder();
/// for item in ["table", "Ann", "Bob", "Cleo"] {
///     builder.primary(item)?;
/// }
/// builder.secondary("chair")?;
/// builder.secondary("stool")?;
/// builder.option(["table"])?;
/// for person in ["Ann", "Bob", "Cleo"] {
///     builder.option([person, "chair"])?;
///     builder.option([person, "stool"])?;
/// }
/// let problem = builder.build();
///
/// let answer = explain(&problem, &Limits::new());
/// let Explanation::Conflict(conflict) = answer.value else { panic!("no solution") };
/// let names: Vec<&str> = conflict.items.iter().map(|&item| problem.name(item)).collect();
/// assert_eq!(names, ["Ann", "Bob", "Cleo"]);
/// assert!(conflict.is_minimal());
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[must_use]
pub fn explain(problem: &Problem, budget: impl Into<Budget>) -> Answer<Explanation> {
    explain_with(problem, &Assumptions::new(), budget, 1, |_| {})
}

/// Explains why a problem has no solution under some assumptions, and reports progress: see
/// [`explain`].
///
/// The conflict also lists the forced options that are part of it. Forbidden options are removed
/// from the problem first, and the conflict does not list them. The first question, whether there
/// is a solution, uses the `threads`; all others use one thread. `watch` is called as soon as the
/// problem is known to have no solution, and after each question from then on.
///
/// ```
/// use quadrille::{Assumptions, Explanation, Limits, OptionId, explain_with, text::dlx};
///
/// let problem = dlx::read(b"a b c\na b\nb c\nc\n")?;
/// let mut assumptions = Assumptions::new();
/// assumptions.force(OptionId::new(1));
/// let answer = explain_with(&problem, &assumptions, &Limits::new(), 1, |_| {});
/// let Explanation::Conflict(conflict) = answer.value else { panic!("no solution") };
/// assert_eq!(problem.name(conflict.items[0]), "a");
/// assert_eq!(conflict.options, [OptionId::new(1)]);
/// # Ok::<(), quadrille::text::TextError>(())
/// ```
#[must_use]
pub fn explain_with(
    problem: &Problem,
    assumptions: &Assumptions,
    budget: impl Into<Budget>,
    threads: impl Into<Threads>,
    mut watch: impl FnMut(ExplainProgress),
) -> Answer<Explanation> {
    explain_under(
        problem,
        assumptions,
        budget.into(),
        &threads.into(),
        Policies::shared(),
        &mut watch,
    )
}

/// Explains why a problem has no solution under some assumptions by a minimal conflict, and never
/// by a [`Colouring`]: see [`explain_with`].
///
/// With [`Search::why`], the policy `colouring.work` = 0 does the same.
///
/// ```
/// use quadrille::{Assumptions, Explanation, Limits, explain, explain_conflict, text::dlx};
///
/// // Five people cannot be split into pairs: 5 is odd.
/// let pairs = b"a b c d e\na b\na c\na d\na e\nb c\nb d\nb e\nc d\nc e\nd e\n";
/// let problem = dlx::read(pairs)?;
/// let Explanation::Colouring(argument) = explain(&problem, &Limits::new()).value else {
///     panic!("no weights")
/// };
/// assert_eq!((argument.modulus, argument.total), (Some(2), 1));
/// let answer = explain_conflict(&problem, &Assumptions::new(), &Limits::new(), 1, |_| {});
/// let Explanation::Conflict(conflict) = answer.value else { panic!("no conflict") };
/// assert_eq!(conflict.items.len(), 5);
/// # Ok::<(), quadrille::text::TextError>(())
/// ```
#[must_use]
pub fn explain_conflict(
    problem: &Problem,
    assumptions: &Assumptions,
    budget: impl Into<Budget>,
    threads: impl Into<Threads>,
    mut watch: impl FnMut(ExplainProgress),
) -> Answer<Explanation> {
    let mut policies = Policies::default();
    policies.colouring.work = 0;
    explain_under(
        problem,
        assumptions,
        budget.into(),
        &threads.into(),
        Arc::new(policies),
        &mut watch,
    )
}

impl Search {
    /// Explains why there is no solution under the assumptions and limits of this search: finds a
    /// minimal set of primary items and forced options that no solution satisfies together. If
    /// there is a solution, returns one. Looks for a [`Colouring`] before it searches, unless the
    /// policy `colouring.work` is 0. See [`explain`].
    #[must_use]
    pub fn why(&mut self) -> Answer<Explanation> {
        let budget = self.start_budget();
        let policies = Arc::clone(self.solver().policies());
        explain_under(
            self.solver().problem(),
            self.assumptions(),
            budget,
            self.shared_threads(),
            policies,
            &mut |_| {},
        )
    }
}

fn explain_under(
    problem: &Problem,
    assumptions: &Assumptions,
    budget: Budget,
    threads: &Threads,
    policies: Arc<Policies>,
    watch: &mut dyn FnMut(ExplainProgress),
) -> Answer<Explanation> {
    let budget = budget.without_solutions();
    let mut stats = Stats::default();
    let assumed = match assumptions.is_empty() {
        true => Ok(Cow::Borrowed(problem)),
        false => {
            let (forced, forbidden) = (assumptions.forced(), assumptions.forbidden());
            let mut meter = budget.meter();
            let assumed = problem.assuming(&forced, &forbidden, |work| meter.spend(work));
            assumed.map(Cow::Owned)
        }
    };
    let (mut value, stop) = match assumed {
        Ok(assumed) => Questions {
            problem: &assumed,
            budget: &budget,
            threads,
            policies,
            stats: &mut stats,
            watch,
            colouring: None,
        }
        .explain(),
        Err(stop) => (Explanation::Unknown, stop),
    };
    if let Explanation::Conflict(conflict) = &mut value {
        let forced = assumptions.forced();
        conflict.options = take_options(&mut conflict.items, problem, &forced);
        conflict.undecided_options = take_options(&mut conflict.undecided, problem, &forced);
        if !conflict.options.is_empty() {
            // The proof would name the items that represent forced options.
            conflict.proof = None;
        }
    }
    if let Explanation::Colouring(argument) = &mut value {
        argument.name_assumptions(problem, assumptions);
    }
    // Reducing and compiling takes time too.
    stats.elapsed = budget.elapsed();
    Answer { value, stop, stats }
}

/// Removes the items that represent forced options from an ascending list of items. Returns these
/// options.
fn take_options(items: &mut Vec<ItemId>, problem: &Problem, forced: &[OptionId]) -> Vec<OptionId> {
    let own = items.partition_point(|item| item.index() < problem.item_count());
    let options = items.drain(own..);
    options
        .filter_map(|item| forced.get(item.index() - problem.item_count()).copied())
        .collect()
}

/// Asks whether sets of items can be covered together, under one budget.
struct Questions<'p> {
    problem: &'p Problem,
    budget: &'p Budget,
    threads: &'p Threads,
    policies: Arc<Policies>,
    stats: &'p mut Stats,
    watch: &'p mut dyn FnMut(ExplainProgress),
    /// The weights that prove the conflict of the first question.
    colouring: Option<Colouring>,
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
    fn explain(&mut self) -> (Explanation, Stop) {
        let must = |&item: &ItemId| self.problem.bounds(item).0 > 0;
        let all: Vec<ItemId> = self.problem.items().filter(must).collect();
        match self.ask(&all, u64::MAX) {
            Verdict::Cover(cover) => (Explanation::Cover(Solution::new(&cover)), Stop::Solutions),
            Verdict::Stopped(stop) => (Explanation::Unknown, stop),
            Verdict::Conflict(items) => match self.colouring.take() {
                Some(argument) => (Explanation::Colouring(argument), Stop::Exhausted),
                None => {
                    // The rules find short proofs. A search needs all items at first.
                    let items = match items.len() == all.len() {
                        true => self.core(items),
                        false => items,
                    };
                    let (conflict, stop) = self.shrink(items);
                    (Explanation::Conflict(conflict), stop)
                }
            },
        }
    }

    /// Finds a part of the conflict of all items by learning: a core of the assumptions that they are
    /// covered. Returns the conflict itself if a limit is reached.
    fn core(&mut self, mut set: Vec<ItemId>) -> Vec<ItemId> {
        let times = set.iter().map(|&item| self.problem.bounds(item).0 as usize);
        // More options than this would take too much memory.
        if self.policies.explain.core == 0 || times.sum::<usize>() > self.problem.size() {
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

    /// Compiles the problem with options that leave these items uncovered, which are all that must be
    /// covered. Returns the items of these options.
    fn cores(&self, set: &[ItemId]) -> Result<(Cores, Vec<ItemId>), Stop> {
        let mut meter = self.budget.meter();
        let (relaxed, added) = self.problem.relaxed(set, |work| meter.spend(work))?;
        let memory = Settings::default().bytes().min(self.budget.most_memory());
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
        let settings = Settings::new().engine(engine).with_policies(&self.policies);
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
