//! Why a problem has no cover: a smallest quarrel among its items.
//!
//! A set of primary items is a *conflict* if they cannot be covered together, even where all other
//! primary items may stay uncovered; none may ever be covered too often. A conflict is *minimal* if
//! without any one of its items it is none. A superset of a conflict is one too, which leads to one:
//!
//! ```text
//! set = all items that must be covered; it is a conflict, or there is a cover
//! while it is not known of some items of the set whether they are needed:
//!     ask for a cover of the set without some of these, a chunk
//!     no cover:              the rest is a conflict: set = what the proof uses of the rest
//!     a cover:               if it misses one item only, that is needed, now and later
//!     too many nodes so far: ask again later, for more nodes
//!     unless there is no cover, split the chunk and ask for its halves
//! ```
//!
//! This is deletion of constraints as in Junker's QuickXplain (AAAI 2004), by halves, so that a few
//! items are found among many by few questions. Every question is first put to
//! [`reduce`](crate::reduce::reduce), whose proof names the few items that it uses; only then there is a search, for
//! few nodes at first, since a set that lacks the wrong item can be hard to search.

use std::borrow::Cow;
use std::sync::Arc;

use crate::ask::{Answer, Assumptions, Budget, Limits, Meter, Stats, Stop};
use crate::engine::{EngineChoice, EngineName, Settings};
use crate::policy::Policies;
use crate::problem::{Demand, ItemId, OptionId, Problem};
use crate::reduce::{NoCover, reduce_with};
use crate::solver::{Search, Solution, Solver};

/// What [`explain`] finds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
#[cfg_attr(feature = "json", serde(rename_all = "lowercase"))]
pub enum Explanation {
    /// There is nothing to explain: this is a cover.
    Cover(Solution),
    /// These items cannot be covered together.
    Conflict(Conflict),
    /// A limit stopped the search before it was known whether there is a cover.
    Unknown,
}

/// Primary items that cannot be covered together, even where no other primary item need be
/// covered as often as it must.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Conflict {
    /// The items, ascending.
    pub items: Vec<ItemId>,
    /// The options that were forced for the question and are part of the conflict, ascending: the items
    /// cannot be covered by a solution that holds them all.
    pub options: Vec<OptionId>,
    /// Those of the items that may not be needed: a limit stopped the search before it was known.
    /// Without any one of the others, the rest can be covered together. Ascending.
    pub undecided: Vec<ItemId>,
    /// Likewise those of the options.
    pub undecided_options: Vec<OptionId>,
    /// Why they cannot be covered together, if this follows from the rules of
    /// [`reduce`](crate::reduce::reduce) without a search. There is none if the time is over or the token cancelled
    /// before it is found, or if options of the conflict were forced.
    pub proof: Option<NoCover>,
}

impl Conflict {
    /// Whether it is known of all of its items and options that they are needed.
    #[must_use]
    pub fn is_minimal(&self) -> bool {
        self.undecided.is_empty() && self.undecided_options.is_empty()
    }
}

/// Finds primary items of a problem without a cover that cannot be covered together, as few as
/// can be: none of them can be left out. There may be other such sets, also smaller ones.
///
/// An item with the multiplicity `low..=high` that is not among them may be covered any number of
/// times up to `high`. An item that may stay uncovered anyway is never among them.
///
/// Each of some `2 k log(n)` questions, for `k` of `n` items, reduces and compiles a part of the
/// problem and searches it, which is exponential at worst. The limits are those of all of them
/// together, and hold in every step; a limit of solutions does not apply. If one is reached when it is known already that there is no
/// cover, the answer is a conflict that may not be minimal. The answer is complete if the conflict
/// is minimal.
///
/// ```
/// use quadrille::{Explanation, Limits, Problem, explain};
///
/// // Three people for two chairs; the table is easily laid.
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
/// let Explanation::Conflict(conflict) = answer.value else { panic!("there is no cover") };
/// let names: Vec<&str> = conflict.items.iter().map(|&item| problem.name(item)).collect();
/// assert_eq!(names, ["Ann", "Bob", "Cleo"]);
/// assert!(conflict.is_minimal());
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[must_use]
pub fn explain(problem: &Problem, budget: impl Into<Budget>) -> Answer<Explanation> {
    explain_under(
        problem,
        &Assumptions::new(),
        budget.into(),
        Policies::shared(),
    )
}

impl Search {
    /// Why there is no solution, under the assumptions and limits of this search: primary items that
    /// cannot be covered together, and options that were forced, as few as can be. Else there is a
    /// solution, and this is one. See [`explain`].
    #[must_use]
    pub fn why(&mut self) -> Answer<Explanation> {
        let budget = self.start_budget();
        let policies = Arc::clone(self.solver().policies());
        explain_under(
            self.solver().problem(),
            self.assumptions(),
            budget,
            policies,
        )
    }
}

fn explain_under(
    problem: &Problem,
    assumptions: &Assumptions,
    budget: Budget,
    policies: Arc<Policies>,
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
        Ok(assumed) => Questions::explain(&assumed, &budget, policies, &mut stats),
        Err(stop) => (Explanation::Unknown, stop),
    };
    if let Explanation::Conflict(conflict) = &mut value {
        let forced = assumptions.forced();
        conflict.options = take_options(&mut conflict.items, problem, &forced);
        conflict.undecided_options = take_options(&mut conflict.undecided, problem, &forced);
        if !conflict.options.is_empty() {
            // It would name items that the problem does not have.
            conflict.proof = None;
        }
    }
    // Reducing and compiling takes time too.
    stats.elapsed = budget.elapsed();
    Answer { value, stop, stats }
}

/// Takes the items that stand for forced options out of others, all ascending.
fn take_options(items: &mut Vec<ItemId>, problem: &Problem, forced: &[OptionId]) -> Vec<OptionId> {
    let own = items.partition_point(|item| item.index() < problem.item_count());
    let options = items.drain(own..);
    options
        .filter_map(|item| forced.get(item.index() - problem.item_count()).copied())
        .collect()
}

/// Questions whether some items can be covered together, under one budget.
struct Questions<'p> {
    problem: &'p Problem,
    budget: &'p Budget,
    policies: Arc<Policies>,
    stats: &'p mut Stats,
}

enum Verdict {
    Cover(Vec<OptionId>),
    /// These items, of those that were asked for, cannot be covered together; ascending.
    Conflict(Vec<ItemId>),
    /// It is not known.
    Stopped(Stop),
}

impl<'p> Questions<'p> {
    fn explain(
        problem: &'p Problem,
        budget: &'p Budget,
        policies: Arc<Policies>,
        stats: &'p mut Stats,
    ) -> (Explanation, Stop) {
        let mut questions = Self {
            problem,
            budget,
            policies,
            stats,
        };
        let must = |&item: &ItemId| problem.bounds(item).0 > 0;
        let all: Vec<ItemId> = problem.items().filter(must).collect();
        match questions.ask(&all, u64::MAX) {
            Verdict::Cover(cover) => (Explanation::Cover(Solution::new(&cover)), Stop::Solutions),
            Verdict::Stopped(stop) => (Explanation::Unknown, stop),
            Verdict::Conflict(items) => {
                let (conflict, stop) = questions.shrink(items);
                (Explanation::Conflict(conflict), stop)
            }
        }
    }

    /// Leaves items out of a conflict until it is minimal. The stop is that of the search.
    fn shrink(&mut self, mut set: Vec<ItemId>) -> (Conflict, Stop) {
        // Of which items it is not known whether they are needed.
        let mut open = self.flags(&set);
        let mut nodes = self.policies.explain.nodes;
        let mut stop = Stop::Exhausted;
        while stop == Stop::Exhausted && set.iter().any(|item| open[item.index()]) {
            stop = self.round(&mut set, &mut open, nodes);
            nodes = nodes.saturating_mul(self.policies.explain.growth);
        }
        let undecided = set.iter().copied().filter(|item| open[item.index()]);
        let conflict = Conflict {
            undecided: undecided.collect(),
            options: Vec::new(),
            undecided_options: Vec::new(),
            proof: match stop {
                Stop::Time | Stop::Cancelled => None,
                // Of all options, so that the proof tells them by their own numbers.
                _ => self.prove(&set),
            },
            items: set,
        };
        (conflict, stop)
    }

    /// The proof that a conflict is one, if the rules of [`reduce`](crate::reduce::reduce) find it in time.
    fn prove(&self, set: &[ItemId]) -> Option<NoCover> {
        let options = self.problem.options();
        let part = self.part(options, set, &mut self.budget.meter()).ok()?;
        reduce_with(Arc::new(part), self.budget, self.policies.reduce).err()
    }

    /// Asks once about every open item of the set, at last of each alone. Only a limit stops it
    /// before.
    fn round(&mut self, set: &mut Vec<ItemId>, open: &mut [bool], nodes: u64) -> Stop {
        let mut chunks = vec![set.clone()];
        while let Some(mut chunk) = chunks.pop() {
            chunk.retain(|item| open[item.index()] && set.binary_search(item).is_ok());
            if chunk.is_empty() {
                continue;
            }
            let leaves = |item: &ItemId| chunk.binary_search(item).is_err();
            let rest: Vec<ItemId> = set.iter().copied().filter(leaves).collect();
            match self.ask(&rest, nodes) {
                Verdict::Conflict(smaller) => {
                    *set = smaller;
                    continue;
                }
                // A cover without one item only misses that one.
                Verdict::Cover(cover) => {
                    if let [needed] = self.missing(set, &cover)[..] {
                        open[needed.index()] = false;
                    }
                }
                Verdict::Stopped(Stop::Nodes) => {
                    if self.budget.nodes_left() == 0 {
                        return Stop::Nodes;
                    }
                }
                Verdict::Stopped(stop) => return stop,
            }
            if chunk.len() > 1 {
                let half = chunk.split_off(chunk.len() / 2);
                chunks.extend([half, chunk]);
            }
        }
        Stop::Exhausted
    }

    /// Whether these items can be covered together, by a search of so many nodes.
    fn ask(&mut self, set: &[ItemId], nodes: u64) -> Verdict {
        self.try_to_ask(set, nodes).unwrap_or_else(Verdict::Stopped)
    }

    fn try_to_ask(&mut self, set: &[ItemId], nodes: u64) -> Result<Verdict, Stop> {
        self.budget.poll()?;
        let mut meter = self.budget.meter();
        // Options without an item that is asked for would be in the way: covers need none.
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
        // Large tables do not pay for a short search.
        let engine = if nodes > self.policies.explain.nodes {
            EngineChoice::Auto
        } else {
            EngineChoice::Prefer(EngineName::Links)
        };
        let settings = Settings::new().engine(engine).with_policies(&self.policies);
        let solver = Solver::within(Arc::clone(reduced.problem()), &settings, self.budget)?;
        let mut search = solver.search();
        let limits = Limits::new().nodes(nodes);
        let answer = search.budget(self.budget).limits(limits).first();
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

    /// The problem of these options in which only these items must be covered.
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

    /// The items of a set that a cover covers less often than they must be.
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

    fn flags(&self, set: &[ItemId]) -> Vec<bool> {
        let mut flags = vec![false; self.problem.item_count()];
        for item in set {
            flags[item.index()] = true;
        }
        flags
    }
}
