//! Makes a problem smaller without losing a cover, before it is solved.
//!
//! ```text
//! while there is something to do:
//!     if an item needs all options that it has left:  force them; what cannot stand beside them is out
//!     else, for an item that lost an option:          what blocks it is out
//! items whose demand is met by every cover of the others are spare
//! ```
//!
//! Each rule holds for the whole language, with colours, multiplicities and costs, and each is
//! proved where it stands: forcing below, blocking and spare items in their files. No cover is lost
//! and none is made, so that the covers of what remains, with the forced options, are exactly those
//! of the problem; equal options stay two.
//!
//! *Forcing.* An item that must be covered `low` times and has `low` options left needs them all:
//! they are in every cover. Each of its items may then be covered once less, and must be once
//! less. When it may be covered no more, its other options are in no cover; nor are those that use
//! a secondary item of the forced option, unless both do in one colour. An item with fewer options
//! than it needs proves that there is no cover, and what became of its options is the proof.
//!
//! *Stopping.* Each step holds by itself, so that a limit can end the work after any of them; only a
//! forced option must be undone if not all that it excludes is out yet (`Remains::settle`).
//!
//! Knuth's program DLX-PRE does the same for options (TAOCP, volume 4B, section 7.2.2.1), and
//! does without multiplicities.

mod blocking;
mod effort;
mod proof;
mod remains;
mod spare;
#[cfg(test)]
mod stopped;

use std::sync::Arc;

use blocking::Blocking;
use effort::{Effort, Overtime};
pub use proof::{NoCover, Step};
use remains::{Fate, Halt, Remains};

use crate::ask::{Assumptions, Budget, Meter, Stop};
use crate::policy::{Policies, ReducePolicies};
use crate::problem::{Demand, ItemId, OptionId, Problem};
use crate::solver::Solution;

/// A problem without the options that are in no cover or in all, and without the items that make
/// no difference; and the way back.
#[derive(Clone, Debug)]
pub struct Reduced {
    problem: Arc<Problem>,
    /// For each option of the reduced problem, the original one; `None` if the problem is the
    /// original one.
    origins: Option<Vec<OptionId>>,
    forced: Vec<OptionId>,
    forced_cost: u64,
    report: Report,
}

/// What each rule did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Report {
    /// Options that are in every cover.
    pub forced: usize,
    /// Options that cannot stand beside a forced one.
    pub excluded: usize,
    /// Options beside which an item could not be covered.
    pub blocked: usize,
    /// Options that were dropped before, because they have no primary item.
    pub dropped: usize,
    /// Items that ask for nothing any more, or for nothing that other items do not ask for.
    pub spare: usize,
    /// Whether everything that the rules can do was done. If not, what they did stands. They give
    /// up at a limit, and after work that is a large multiple of the size of the problem.
    pub complete: bool,
    /// Why the reduction stopped: [`Stop::Exhausted`] unless a limit was reached.
    pub stop: Stop,
}

/// Makes a problem smaller without losing a cover.
///
/// O(size of the problem) memory: some 20 bytes for a use of an item and 50 for an option. Forcing
/// is O(size of the problem) time. All else is asking items what they block and which are spare,
/// usually 1 to 50 times that size. Each is stopped after 2^26 looks at an item of an option, or 64
/// times the size if that is more, and [`Report::complete`] says whether this was enough.
///
/// When the time, the deadline or the cancel token of the limits ends the work, the answer is the
/// problem as far as it was reduced: its covers are those of the original all the same.
/// [`Report::stop`] says which limit it was. Where a problem is so large that it takes long to put
/// the rest together, the answer is the problem unchanged. Limits of nodes and solutions do not
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
/// let reduced = reduce(problem.clone(), &Limits::new()).expect("nothing speaks against a cover");
/// assert_eq!(reduced.forced().len(), 1); // "a" is in every cover
/// assert_eq!(reduced.problem().option_count(), 5);
///
/// let solver = Solver::new(reduced.problem().clone());
/// for cover in solver.search().solutions() {
///     let cover = reduced.restore(&cover);
///     assert_eq!(quadrille::verify(&problem, cover.options()), Ok(()));
/// }
/// # Ok::<(), quadrille::BuildError>(())
/// ```
///
/// # Errors
/// [`NoCover`], the proof that there is none, if the rules alone find it.
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
///     "item \"c\" cannot be covered: no option is left
///   option 0 (a b) is in every cover: item \"a\" has no other option
///   option 1 (b c) is in no cover: item \"b\" does not allow it beside option 0 (a b)"
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

/// Reduces a problem until the meter ends it; then there is some time to put together what is known.
fn reduce_by(
    problem: Arc<Problem>,
    meter: Meter<'_>,
    policies: ReducePolicies,
) -> Result<Reduced, NoCover> {
    let mut effort = Effort::new(&problem, policies, meter);
    let mut remains = match Remains::new(&problem, &mut effort) {
        Ok(remains) => remains,
        Err(stop) => return Ok(Reduced::unchanged(Arc::clone(&problem), stop)),
    };
    let end = apply(&mut remains, &mut effort);
    let mut overtime = Overtime::new(effort.meter.clone(), policies);
    let stop = match end {
        Ok(()) => Stop::Exhausted,
        Err(Halt::Stopped(stop)) => stop,
        Err(Halt::Short(item)) => match NoCover::new(&remains, item, &mut overtime) {
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
        let mut effort = Effort::new(&problem, policies, effort.meter);
        if let Err(stop) = spare::mark_spare(&remains, &mut spare, &mut effort) {
            report.stop = stop;
        }
        report.complete &= report.stop == Stop::Exhausted && !effort.is_spent();
    } else {
        remains.settle();
        // More is not known of items whose options may have become too few.
        for (spare, item) in spare.iter_mut().zip(&remains.items) {
            *spare = item.high == 0;
        }
    }
    match Reduced::new(&problem, &remains, &spare, report, &mut overtime) {
        Ok(reduced) => Ok(reduced),
        Err(stop) => Ok(Reduced::unchanged(Arc::clone(&problem), stop)),
    }
}

/// Applies the rules that remove options, until none does or the effort is spent.
fn apply(remains: &mut Remains<'_>, effort: &mut Effort<'_>) -> Result<(), Halt> {
    let mut blocking = Blocking::new(remains, effort)?;
    for item in remains.problem.items() {
        effort.step(2)?;
        remains.check(item)?;
    }
    loop {
        effort.step(1)?;
        if let Some(item) = remains.next_tight() {
            force_all(remains, item, effort)?;
        } else if effort.is_spent() {
            return Ok(());
        } else if remains.has_narrowed() {
            remains.wake(effort)?;
        } else if let Some(item) = remains.next_waiting() {
            blocking.block(remains, item, effort)?;
        } else {
            return Ok(());
        }
    }
}

/// Forces the options that an item has left, if it still needs them all.
fn force_all(remains: &mut Remains<'_>, item: ItemId, effort: &mut Effort<'_>) -> Result<(), Halt> {
    loop {
        let state = remains.item(item);
        let needy = state.low > 0 && state.low == state.left;
        let Some(option) = remains.options(item).next().filter(|_| needy) else {
            return Ok(());
        };
        effort.step(4 * remains.size(option.of) as usize)?;
        remains.force(option.of, item, effort)?;
    }
}

impl Reduced {
    /// What remains, as a problem. O(size of the original).
    fn new(
        problem: &Arc<Problem>,
        remains: &Remains<'_>,
        spare: &[bool],
        mut report: Report,
        overtime: &mut Overtime<'_>,
    ) -> Result<Self, Stop> {
        let (mut origins, mut forced) = (Vec::new(), Vec::new());
        for (option, fate) in problem.options().zip(&remains.fates) {
            overtime.spend(2)?;
            match fate {
                Fate::Left => origins.push(option),
                Fate::Forced(_) => forced.push(option),
                Fate::Excluded(..) => report.excluded += 1,
                Fate::Blocked(_) => report.blocked += 1,
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
        let demand = |item: ItemId| match remains.item(item) {
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

    /// The problem as it is, because there was no time to make it smaller.
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

    /// The reduced problem. Its options are some of the original ones, in the same order, numbered
    /// anew; its items keep their names. If nothing changed it is the original problem, shared.
    #[must_use]
    pub fn problem(&self) -> &Arc<Problem> {
        &self.problem
    }

    /// The original options that every cover holds, ascending.
    #[must_use]
    pub fn forced(&self) -> &[OptionId] {
        &self.forced
    }

    /// The cost of the forced options together: what a cover of the reduced problem costs less
    /// than the original one.
    #[must_use]
    pub fn forced_cost(&self) -> u64 {
        self.forced_cost
    }

    /// The original option that an option of the reduced problem is; `None` if it has no such
    /// option.
    #[must_use]
    pub fn origin(&self, option: OptionId) -> Option<OptionId> {
        match &self.origins {
            Some(origins) => origins.get(option.index()).copied(),
            None => (option.index() < self.problem.option_count()).then_some(option),
        }
    }

    /// The cover of the original problem that a cover of the reduced one is: its options by their
    /// original numbers, and the forced ones. Every cover of the original problem is that of
    /// exactly one of the reduced one. O(its options).
    ///
    /// Options that the reduced problem does not have are left out.
    #[must_use]
    pub fn restore(&self, cover: impl IntoIterator<Item = OptionId>) -> Solution {
        let mut options = self.forced.clone();
        options.extend(cover.into_iter().filter_map(|option| self.origin(option)));
        Solution::new(&options)
    }

    /// Translates assumptions about the options of the original problem into assumptions about those of
    /// the reduced one. The solutions under the original assumptions are those of the reduced problem
    /// under the translated ones, [restored](Self::restore). If the reduction contradicts an assumption,
    /// the translation forces an option that does not exist, which no solution satisfies.
    /// O(assumptions x log(options)).
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

    /// The option of the reduced problem that an original option is; `None` if it was removed.
    fn image(&self, option: OptionId) -> Option<OptionId> {
        match &self.origins {
            Some(origins) => {
                let place = origins.binary_search(&option).ok()?;
                Some(OptionId::new(place as u32))
            }
            None => Some(option),
        }
    }

    /// What each rule did.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }
}
