//! Makes a problem smaller before it is solved, without losing a solution.
//!
//! ```text
//! repeat until no rule applies:
//!     if an item needs all options that it has left:  force them; remove what conflicts with them
//!     else, for an item that has lost an option:      remove the options that it does not support
//! remove the items that every solution of the rest satisfies anyway (spare items)
//! ```
//!
//! The rules are valid for all problems, also with colours, multiplicities and costs. Forcing is
//! proved below, the support rule and spare items in their files. No solution is lost and none is
//! added: the solutions of the reduced problem, each with the forced options, are exactly those of
//! the original one. Two equal options remain two.
//!
//! *Forcing.* If an item must be covered `low` more times and has `low` options left, they are in
//! every solution. So the bounds of each of their items decrease by one. When the upper bound of an
//! item reaches 0, its other options are in no solution. The same holds for the options that share
//! a secondary item with a forced option, unless both use it in the same colour. If an item has
//! fewer options left than it needs, there is no solution; the proof lists why its options are
//! gone.
//!
//! *Stopping.* Every step is valid on its own, so a limit can end the work after any step. Only a
//! forced option must be undone if some options that conflict with it are still left
//! (`OpenProblem::settle`).
//!
//! Knuth's program DLX-PRE applies such rules to options (TAOCP, volume 4B, section 7.2.2.1),
//! without multiplicities.

mod effort;
mod open;
mod proof;
mod spare;
#[cfg(test)]
mod stopped;
mod support;

use std::sync::Arc;

use effort::{Effort, Overtime};
use open::{Fate, Halt, OpenProblem, Short};
pub use proof::{NoCover, Step};
use support::SupportRule;

use crate::ask::{Assumptions, Budget, Meter, Stop};
use crate::policy::{Policies, ReducePolicies};
use crate::problem::{Demand, ItemId, OptionId, Problem};
use crate::solver::Solution;

/// A reduced problem: without the options that are in no solution or in all, and without the items
/// that make no difference. [`restore`](Self::restore) turns its solutions into those of the
/// original problem.
#[derive(Clone, Debug)]
pub struct Reduced {
    problem: Arc<Problem>,
    /// For each option of the reduced problem, the original one, ascending. `None` if nothing
    /// changed.
    origins: Option<Vec<OptionId>>,
    forced: Vec<OptionId>,
    forced_cost: i64,
    report: Report,
}

/// The numbers of options and items that each rule removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Report {
    /// Options that are in every solution.
    pub forced: usize,
    /// Options that conflict with a forced option.
    pub excluded: usize,
    /// Options that the support rule removed: they conflict with every remaining option of some
    /// item that must be covered. With a multiplicity: they leave fewer options than the item
    /// needs.
    pub unsupported: usize,
    /// Options without a primary item, which the problem had dropped before.
    pub dropped: usize,
    /// Items that can be left out, because every solution of the rest satisfies them anyway.
    pub spare: usize,
    /// Whether the rules ran until none applied. If not, they stopped at a limit, or because they
    /// took too much work; the reduced problem is still valid.
    pub complete: bool,
    /// The reason why the reduction stopped: [`Stop::Exhausted`] unless a limit was reached.
    pub stop: Stop,
}

/// Makes a problem smaller without losing a solution.
///
/// Memory: about 20 bytes for each use of an item and 50 for each option. Time: forcing takes
/// O(size of the problem). The support rule and spare items usually take 1 to 50 times that. Each
/// of the two gives up after reading 2^26 uses, or 64 times the size of the problem if that is
/// more; then [`Report::complete`] is false.
///
/// If the time limit, the deadline or the cancel token ends the work, the answer is the problem as
/// far as it was reduced, and [`Report::stop`] names the limit. If there is not even time to
/// assemble that problem, the answer is the unchanged one. Limits of nodes and solutions do not
/// apply.
///
/// ```
/// use quadrille::reduce::reduce;
/// use quadrille::{Limits, Problem, Solver};
///
/// let mut builder = Problem::builder();
/// for item in ["a", "b", "c", "d"] {
///     builder.primary(item)?;
/// }
/// for option in ["a", "b c", "c d", "b", "c", "d"] {
///     builder.option(option.split(' '))?;
/// }
/// let problem = builder.build();
/// let reduced = reduce(problem.clone(), &Limits::new()).expect("no proof against a solution");
/// assert_eq!(reduced.forced().len(), 1); // "a" is in every solution
/// assert_eq!(reduced.problem().option_count(), 5);
///
/// let solver = Solver::new(reduced.problem().clone());
/// for solution in solver.search().solutions() {
///     let solution = reduced.restore(&solution);
///     assert_eq!(quadrille::verify(&problem, solution.options()), Ok(()));
/// }
/// # Ok::<(), quadrille::BuildError>(())
/// ```
///
/// # Errors
/// [`NoCover`], a proof that there is no solution, if the rules alone find one.
///
/// ```
/// # use quadrille::{Limits, Problem, reduce::reduce};
/// let mut builder = Problem::builder();
/// for item in ["a", "b", "c"] {
///     builder.primary(item)?;
/// }
/// for option in ["a b", "b c"] {
///     builder.option(option.split(' '))?;
/// }
/// let problem = builder.build();
/// let no_cover = reduce(problem.clone(), &Limits::new()).unwrap_err();
/// assert_eq!(
///     no_cover.display(&problem).to_string(),
///     "item \"c\" cannot be covered: it has no option left
///   option 0 (a b) is in every solution: item \"a\" has no other option
///   option 1 (b c) is in no solution: it conflicts with option 0 (a b) over item \"b\""
/// );
/// # Ok::<(), quadrille::BuildError>(())
/// ```
pub fn reduce(
    problem: impl Into<Arc<Problem>>,
    budget: impl Into<Budget>,
) -> Result<Reduced, NoCover> {
    reduce_with(problem.into(), &budget.into(), Policies::default().reduce)
}

pub(crate) fn reduce_with(
    problem: Arc<Problem>,
    budget: &Budget,
    policies: ReducePolicies,
) -> Result<Reduced, NoCover> {
    match budget.poll() {
        Ok(()) => reduce_by(problem, budget.meter(), policies),
        Err(stop) => Ok(Reduced::unchanged(problem, stop)),
    }
}

/// Reduces a problem until no rule applies or the meter reaches a limit. Then there is some extra
/// time to assemble the answer.
fn reduce_by(
    problem: Arc<Problem>,
    meter: Meter<'_>,
    policies: ReducePolicies,
) -> Result<Reduced, NoCover> {
    let mut effort = Effort::new(&problem, policies, meter);
    let mut open = match OpenProblem::new(&problem, &mut effort) {
        Ok(open) => open,
        Err(stop) => return Ok(Reduced::unchanged(Arc::clone(&problem), stop)),
    };
    let end = apply(&mut open, policies, &mut effort);
    let mut overtime = Overtime::new(effort.meter.clone(), policies);
    let stop = match end {
        Ok(()) => Stop::Exhausted,
        Err(Halt::Stopped(stop)) => stop,
        Err(Halt::Because(Short(item))) => match NoCover::new(&open, item, &mut overtime) {
            Ok(no_cover) => return Err(no_cover),
            Err(stop) => stop,
        },
    };
    let mut spare = vec![false; problem.item_count()];
    let mut report = Report {
        stop,
        complete: stop == Stop::Exhausted && !effort.is_spent(),
        ..Report::default()
    };
    if stop == Stop::Exhausted {
        // Sparing items has its own allowance: without it, a problem on which the rules spent
        // theirs would keep all clones.
        let mut effort = Effort::new(&problem, policies, effort.meter);
        if let Err(stop) = spare::mark_spare(&open, &mut spare, &mut effort) {
            report.stop = stop;
        }
        report.complete &= report.stop == Stop::Exhausted && !effort.is_spent();
    } else {
        // An option may be forced only in part.
        open.settle();
        // The other items may have too few options left, so they are kept.
        for (spare, item) in spare.iter_mut().zip(&open.items) {
            *spare = item.high == 0;
        }
    }
    match Reduced::new(&problem, &open, &spare, report, &mut overtime) {
        Ok(reduced) => Ok(reduced),
        Err(stop) => Ok(Reduced::unchanged(Arc::clone(&problem), stop)),
    }
}

/// Applies the rules that remove options until none applies, or the effort is spent.
fn apply(
    open: &mut OpenProblem<'_>,
    policies: ReducePolicies,
    effort: &mut Effort<'_>,
) -> Result<(), Halt> {
    let mut support = SupportRule::new(open, policies, effort)?;
    for item in open.problem.items() {
        effort.step(2)?;
        open.check(item)?;
    }
    loop {
        effort.step(1)?;
        // Forced options come first: what they exclude is less for the support rule to read.
        if let Some(item) = open.next_tight() {
            force_all(open, item, effort)?;
        } else if effort.is_spent() {
            return Ok(());
        } else if open.has_narrowed() {
            open.wake(effort)?;
        } else if let Some(item) = open.next_waiting() {
            support.apply(open, item, effort)?;
        } else {
            return Ok(());
        }
    }
}

/// Forces the options that an item has left, if it still needs all of them.
fn force_all(
    open: &mut OpenProblem<'_>,
    item: ItemId,
    effort: &mut Effort<'_>,
) -> Result<(), Halt> {
    loop {
        let state = open.item(item);
        let needs_all = state.low > 0 && state.low == state.left;
        let Some(option) = open.options(item).next().filter(|_| needs_all) else {
            return Ok(());
        };
        effort.step(4 * open.size(option.of) as usize)?;
        open.force(option.of, item, effort)?;
    }
}

impl Reduced {
    /// Builds the reduced problem. O(size of the original).
    fn new(
        problem: &Arc<Problem>,
        open: &OpenProblem<'_>,
        spare: &[bool],
        mut report: Report,
        overtime: &mut Overtime<'_>,
    ) -> Result<Self, Stop> {
        let (mut origins, mut forced) = (Vec::new(), Vec::new());
        for (option, fate) in problem.options().zip(&open.fates) {
            overtime.spend(2)?;
            match fate {
                Fate::Left => origins.push(option),
                Fate::Forced(_) => forced.push(option),
                Fate::Excluded(..) => report.excluded += 1,
                Fate::Unsupported(_) => report.unsupported += 1,
                Fate::Dropped => report.dropped += 1,
            }
        }
        report.forced = forced.len();
        report.spare = spare.iter().filter(|&&spare| spare).count();
        if origins.len() == problem.option_count() && report.spare == 0 {
            return Ok(Self {
                report,
                ..Self::unchanged(Arc::clone(problem), report.stop)
            });
        }
        let demand = |item: ItemId| match open.item(item) {
            _ if spare[item.index()] => None,
            item if item.primary => Some(Demand::Primary {
                low: item.low,
                high: item.high,
            }),
            _ => Some(Demand::Secondary),
        };
        let part = problem.part(origins.iter().copied(), demand, |work| overtime.spend(work))?;
        Ok(Self {
            problem: Arc::new(part),
            forced_cost: forced.iter().map(|&option| problem.cost(option)).sum(),
            origins: Some(origins),
            forced,
            report,
        })
    }

    /// The problem as it was given, because no time was left to make it smaller.
    fn unchanged(problem: Arc<Problem>, stop: Stop) -> Self {
        Self {
            problem,
            origins: None,
            forced: Vec::new(),
            forced_cost: 0,
            report: Report {
                stop,
                ..Report::default()
            },
        }
    }

    /// Returns the reduced problem. Its options are some of the original ones, in the same order,
    /// with new numbers; its items keep their names. If nothing changed, this is the original
    /// problem, shared.
    #[must_use]
    pub fn problem(&self) -> &Arc<Problem> {
        &self.problem
    }

    /// Returns the options of the original problem that every solution uses, ascending.
    #[must_use]
    pub fn forced(&self) -> &[OptionId] {
        &self.forced
    }

    /// Returns the total cost of the forced options. A solution of the original problem costs this
    /// much more than that of the reduced one.
    #[must_use]
    pub fn forced_cost(&self) -> i64 {
        self.forced_cost
    }

    /// Returns the original number of an option of the reduced problem; `None` if it does not
    /// exist.
    #[must_use]
    pub fn origin(&self, option: OptionId) -> Option<OptionId> {
        match &self.origins {
            Some(origins) => origins.get(option.index()).copied(),
            None => (option.index() < self.problem.option_count()).then_some(option),
        }
    }

    /// Turns a solution of the reduced problem into one of the original problem: its options with
    /// their original numbers, and the forced options. Each solution of the original problem comes
    /// from exactly one of the reduced problem. O(number of its options).
    ///
    /// Options that the reduced problem does not have are ignored.
    #[must_use]
    pub fn restore(&self, solution: impl IntoIterator<Item = OptionId>) -> Solution {
        let mut options = self.forced.clone();
        options.extend(
            solution
                .into_iter()
                .filter_map(|option| self.origin(option)),
        );
        Solution::new(&options)
    }

    /// Translates assumptions about the options of the original problem into assumptions about
    /// those of the reduced one. The solutions under the original assumptions are those of the
    /// reduced problem under the translated ones, [restored](Self::restore). If the reduction
    /// contradicts an assumption, the translation forces an option that does not exist, which no
    /// solution satisfies. O(assumptions x log(options)).
    ///
    /// ```
    /// use quadrille::reduce::reduce;
    /// use quadrille::{Assumptions, Limits, OptionId, Problem, Solver};
    ///
    /// let mut builder = Problem::builder();
    /// for item in ["a", "b", "c"] {
    ///     builder.primary(item)?;
    /// }
    /// for option in ["a", "b c", "b", "c"] {
    ///     builder.option(option.split(' '))?;
    /// }
    /// let reduced = reduce(builder.build(), &Limits::new()).expect("there are solutions");
    /// let mut assumptions = Assumptions::new();
    /// assumptions.force(OptionId::new(2)); // "b"
    /// let mut search = Solver::new(reduced.problem().clone()).search();
    /// let first = search.assume(reduced.translate(&assumptions)).first().value;
    /// let solution = reduced.restore(&first.expect("a, b and c"));
    /// assert_eq!(*solution.options(), [0, 2, 3].map(OptionId::new));
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    #[must_use]
    pub fn translate(&self, assumptions: &Assumptions) -> Assumptions {
        let mut translated = Assumptions::new();
        let impossible = OptionId::new(self.problem.option_count() as u32);
        let is_forced = |option: &OptionId| self.forced.binary_search(option).is_ok();
        for &option in assumptions.forced().iter() {
            if !is_forced(&option) {
                translated.force(self.image(option).unwrap_or(impossible));
            }
        }
        for &option in assumptions.forbidden().iter() {
            if is_forced(&option) {
                translated.force(impossible);
            } else if let Some(image) = self.image(option) {
                translated.forbid(image);
            }
        }
        translated
    }

    /// Returns the number in the reduced problem of an original option; `None` if it was removed.
    fn image(&self, option: OptionId) -> Option<OptionId> {
        match &self.origins {
            Some(origins) => {
                let place = origins.binary_search(&option).ok()?;
                Some(OptionId::new(place as u32))
            }
            None => Some(option),
        }
    }

    /// Returns the numbers of options and items that each rule removed.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }
}
