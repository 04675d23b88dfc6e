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
mod explanation;
mod questions;

use std::borrow::Cow;
use std::sync::Arc;

pub use self::cores::{Core, Cores};
pub use self::explanation::{Conflict, ExplainProgress, Explanation};
use self::questions::Questions;
use crate::ask::{Answer, Assumptions, Budget, Stats, Threads};
use crate::policy::Policies;
use crate::problem::{ItemId, OptionId, Problem};
use crate::solver::Search;

/// Finds a minimal set of primary items that cannot be covered together, if the problem has no
/// solution. There may be other minimal sets, and some may be smaller.
///
/// If the rules of [`reduce`](crate::reduce::reduce) find no conflict, this looks for a
/// [`Colouring`](crate::Colouring) first, which proves without a search that there is no solution.
/// [`explain_conflict`] does not.
///
/// An item with the multiplicity `low..=high` that is not in the set may be covered any number of
/// times up to `high`. An item with `low` 0 is never in the set.
///
/// The answer takes about `2 k log(n)` questions to find `k` of `n` items. Each question reduces,
/// compiles and searches a part of the problem, which takes exponential time in the worst case. All
/// questions share the limits, which are checked in every step; the solution limit does not apply.
/// If a limit is reached when the problem is already known to have no solution, the answer is the
/// smallest conflict so far, which may not be minimal. The answer is complete if the conflict is
/// minimal, or if it is a colouring. If there is a solution, the answer is that solution, with
/// [`Stop::Solutions`](crate::Stop::Solutions).
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
/// by a [`Colouring`](crate::Colouring): see [`explain_with`].
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
    /// there is a solution, returns one. Looks for a [`Colouring`](crate::Colouring) before it
    /// searches, unless the policy `colouring.work` is 0. See [`explain`].
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
    let assumed = if assumptions.is_empty() {
        Ok(Cow::Borrowed(problem))
    } else {
        let (forced, forbidden) = (assumptions.forced(), assumptions.forbidden());
        let mut meter = budget.meter();
        let assumed = problem.assuming(&forced, &forbidden, |work| meter.spend(work));
        assumed.map(Cow::Owned)
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
