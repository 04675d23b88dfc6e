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
//! Knuth's program DLX-PRE does the same for options (TAOCP, volume 4B, section 7.2.2.1), and
//! does without multiplicities.

mod blocking;
mod effort;
mod proof;
mod remains;
mod spare;

use std::sync::Arc;

use blocking::Blocking;
use effort::Effort;
pub use proof::{NoCover, Step};
use remains::{Fate, Remains, Short};

use crate::problem::{Demand, ItemId, OptionId, Problem};
use crate::solver::Solution;

/// A problem without the options that are in no cover or in all, and without the items that make
/// no difference; and the way back.
#[derive(Clone, Debug)]
pub struct Reduced {
    problem: Arc<Problem>,
    /// For each option of the reduced problem, the original one.
    origins: Vec<OptionId>,
    forced: Vec<OptionId>,
    forced_cost: u64,
    report: Report,
}

/// What each rule did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
    /// Whether everything that the rules can do was done. They give up after work that is a large
    /// multiple of the size of the problem; what they did until then stands.
    pub complete: bool,
}

/// Makes a problem smaller without losing a cover.
///
/// O(size of the problem) memory: some 20 bytes for a use of an item and 50 for an option. Forcing
/// is O(size of the problem) time. All else is asking items what they block and which are spare,
/// usually 1 to 50 times that size. Each is stopped after 2^26 looks at an item of an option, or 64
/// times the size if that is more, and [`Report::complete`] tells if this was not enough.
///
/// ```
/// use quadrille::{Problem, Solver, reduce};
///
/// let mut builder = Problem::builder();
/// for item in ["a", "b", "c", "d"] {
///     builder.primary(item)?;
/// }
/// for option in ["a", "b c", "c d", "b", "c", "d"] {
///     builder.option(option.split(' '))?;
/// }
/// let problem = builder.build();
/// let reduced = reduce(&problem).expect("nothing speaks against a cover");
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
/// # use quadrille::{Problem, reduce};
/// let mut builder = Problem::builder();
/// for item in ["a", "b", "c"] {
///     builder.primary(item)?;
/// }
/// for option in ["a b", "b c"] {
///     builder.option(option.split(' '))?;
/// }
/// let problem = builder.build();
/// let no_cover = reduce(&problem).unwrap_err();
/// assert_eq!(
///     no_cover.display(&problem).to_string(),
///     "item \"c\" cannot be covered: no option is left
///   option 0 (a b) is in every cover: item \"a\" has no other option
///   option 1 (b c) is in no cover: item \"b\" does not allow it beside option 0 (a b)"
/// );
/// # Ok::<(), quadrille::BuildError>(())
/// ```
pub fn reduce(problem: &Problem) -> Result<Reduced, NoCover> {
    let mut remains = Remains::new(problem);
    let mut effort = Effort::new(problem);
    match apply(&mut remains, &mut effort) {
        Ok(()) => Ok(Reduced::new(&remains, &effort)),
        Err(Short(item)) => Err(NoCover::new(&remains, item)),
    }
}

/// Applies the rules that remove options, until none does or the effort is spent.
fn apply(remains: &mut Remains<'_>, effort: &mut Effort) -> Result<(), Short> {
    let mut blocking = Blocking::new(remains);
    for item in remains.problem.items() {
        remains.check(item)?;
    }
    loop {
        if let Some(item) = remains.next_tight() {
            force_all(remains, item)?;
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
fn force_all(remains: &mut Remains<'_>, item: ItemId) -> Result<(), Short> {
    loop {
        let state = remains.item(item);
        let needy = state.low > 0 && state.low == state.left;
        let Some(option) = remains.options(item).next().filter(|_| needy) else {
            return Ok(());
        };
        remains.force(option.of, item)?;
    }
}

impl Reduced {
    /// What remains, as a problem. O(size of the original).
    fn new(remains: &Remains<'_>, effort: &Effort) -> Self {
        let problem = remains.problem;
        let with = |wanted: fn(Fate) -> bool| {
            let is = move |&option: &OptionId| wanted(remains.fates[option.index()]);
            problem.options().filter(is)
        };
        let mut more = Effort::new(problem);
        let spare = spare::spare(remains, &mut more);
        let demand = |item: ItemId| match remains.item(item) {
            _ if spare[item.index()] => None,
            item if item.primary => Some(Demand::Primary {
                low: item.low,
                high: item.high,
            }),
            _ => Some(Demand::Secondary),
        };
        let origins: Vec<_> = with(|fate| fate == Fate::Left).collect();
        let forced: Vec<_> = with(|fate| matches!(fate, Fate::Forced(_))).collect();
        Self {
            problem: Arc::new(problem.part(origins.iter().copied(), demand)),
            forced_cost: forced.iter().map(|&option| problem.cost(option)).sum(),
            report: Report {
                forced: forced.len(),
                excluded: with(|fate| matches!(fate, Fate::Excluded(..))).count(),
                blocked: with(|fate| matches!(fate, Fate::Blocked(_))).count(),
                dropped: with(|fate| fate == Fate::Dropped).count(),
                spare: spare.iter().filter(|&&spare| spare).count(),
                complete: !effort.is_spent() && !more.is_spent(),
            },
            origins,
            forced,
        }
    }

    /// The reduced problem. Its options are some of the original ones, in the same order, numbered
    /// anew; its items keep their names.
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
        self.origins.get(option.index()).copied()
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

    /// What each rule did.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }
}
