//! Colouring arguments: weights of items that prove that there is no cover.
//!
//! Dominoes cannot tile a chessboard without two opposite corners: give a white cell the weight +1
//! and a black cell the weight -1. Then the weights of every domino add up to 0, but those of the
//! board add up to 2.
//!
//! In general, let every primary item that must be covered exactly `b` times have a weight, and all
//! other items the weight 0. If the weights of the items of every option add up to 0, so do those
//! of a cover, which are the sum of `b` times the weight over all items. If that sum is not 0,
//! there is no cover. The same holds modulo any number.
//!
//! ```text
//! for the integers, and modulo some powers of primes:
//!     find all weights under which every option adds up to 0     (`elimination.rs`)
//!     take one under which the items do not                      (`integers.rs`, `remainders.rs`)
//!     check it by the definition                                 (`verify.rs`)
//! ```
//!
//! Modulo a prime, weights exist if and only if the linear equations of the problem have no
//! solution modulo that prime. Powers of primes find more: weights modulo 8 prove that
//! T-tetrominoes cannot tile a square of 10 x 10. There is no search, so a proof is found in
//! milliseconds or not at all. Many problems without a cover have no such weights.

mod elimination;
mod integers;
mod remainders;
mod ring;
mod system;
mod verify;
mod work_limit;

use system::System;
use work_limit::{Halt, TooLarge, WorkLimit};

use crate::ask::{Answer, Assumptions, Budget, Stats, Stop};
use crate::policy::{ColouringPolicies, Policies};
use crate::problem::{ItemId, OptionId, Problem};

type Argument = fn(&System<'_>, &mut WorkLimit<'_>) -> Result<Option<Colouring>, Halt>;

/// What is tried, in this order: integers, then the powers of a prime up to the given one.
const ARGUMENTS: &[Argument] = &[
    integers::argument,
    remainders::argument::<2, 64>,
    remainders::argument::<3, 81>,
    remainders::argument::<5, 125>,
    remainders::argument::<7, 49>,
];

/// Weights of items that prove that a problem has no solution: a *colouring argument*.
///
/// The weights of the items of every option add up to 0, but the weights of all items, each as
/// often as it must be covered, add up to `total`. A solution would cover every item as often as it
/// must be covered, so its weights would add up to both.
///
/// [`colouring`] and [`explain`](crate::explain()) find such weights, [`verify`](Self::verify)
/// checks them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Colouring {
    /// The sums are taken modulo this number; `None` if they are sums of integers.
    pub modulus: Option<u32>,
    /// The items with a weight other than 0, ascending. All of them must be covered an exact number
    /// of times. With a modulus `m`, a weight is in `1..m`; otherwise the first weight is positive.
    pub weights: Vec<(ItemId, i64)>,
    /// The sum of all weights, each as often as its item must be covered. Not 0; with a modulus `m`
    /// it is in `1..m`.
    pub total: i64,
    /// The forced options that are part of the argument, ascending, each with a weight of its own.
    /// It is added to the sum of that option and to the total, because every solution uses the
    /// option exactly once. Only [`explain`](crate::explain()) under assumptions needs it.
    pub options: Vec<(OptionId, i64)>,
    /// The forbidden options whose weights do not add up to 0, ascending. The argument proves that
    /// no solution uses all of `options` and none of these.
    pub forbidden: Vec<OptionId>,
}

/// Looks for weights of items that prove that the problem has no solution.
///
/// Tries integers first, then sums modulo powers of 2, 3, 5 and 7. If the answer is complete and
/// the value is `None`, there are no such weights modulo 64, 81, 125 or 49. The problem may have a
/// solution, or none for another reason.
///
/// The policies `colouring.work` and `colouring.entries` limit the work; if that is not enough, the
/// stop reason is [`Stop::TooLarge`]. The limits of nodes and solutions do not apply.
///
/// ```
/// use quadrille::{Limits, Problem, colouring};
///
/// // Dominoes on a board of 3 x 3 cells without the cell b1.
/// let mut builder = Problem::builder();
/// for cell in ["a1", "a2", "a3", "b2", "b3", "c1", "c2", "c3"] {
///     builder.primary(cell)?;
/// }
/// for domino in ["a1 a2", "a2 a3", "b2 b3", "c1 c2", "c2 c3", "a2 b2", "a3 b3", "b2 c2", "b3 c3"] {
///     builder.option(domino.split(' '))?;
/// }
/// let problem = builder.build();
///
/// // The sum over the board is 2: five cells are white, three are black.
/// let argument = colouring(&problem, &Limits::new()).value.expect("an argument");
/// let cells = argument.weights.iter();
/// let cells: Vec<_> = cells.map(|&(cell, weight)| (problem.name(cell), weight)).collect();
/// assert_eq!(cells[..4], [("a1", 1), ("a2", -1), ("a3", 1), ("b2", 1)]);
/// assert_eq!((argument.modulus, argument.total), (None, 2));
/// assert!(argument.verify(&problem));
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[must_use]
pub fn colouring(problem: &Problem, budget: impl Into<Budget>) -> Answer<Option<Colouring>> {
    let budget = budget.into();
    let found = colouring_with(problem, &budget, Policies::default().colouring);
    let (value, stop) = match found {
        Ok(value) => (value, Stop::Exhausted),
        Err(stop) => (None, stop),
    };
    let stats = Stats {
        elapsed: budget.elapsed(),
        ..Stats::default()
    };
    Answer { value, stop, stats }
}

/// Looks for an argument. Fails with [`Stop::TooLarge`] if there is none and some elimination was
/// given up.
pub(crate) fn colouring_with(
    problem: &Problem,
    budget: &Budget,
    policies: ColouringPolicies,
) -> Result<Option<Colouring>, Stop> {
    budget.poll()?;
    let mut limit = WorkLimit::new(budget, policies);
    find(problem, &mut limit)
}

/// Whether there is an argument, as far as the work and this many bytes allow to find out, and the
/// number of entries of matrices that were read. It does not depend on the limits of the budget.
pub(crate) fn has_colouring(
    problem: &Problem,
    bytes: usize,
    budget: &Budget,
    policies: ColouringPolicies,
) -> Result<(bool, usize), Stop> {
    let mut limit = WorkLimit::within(bytes, budget, policies);
    match find(problem, &mut limit) {
        Ok(found) => Ok((found.is_some(), limit.spent())),
        Err(Stop::TooLarge) => Ok((false, limit.spent())),
        Err(stop) => Err(stop),
    }
}

fn find(problem: &Problem, limit: &mut WorkLimit<'_>) -> Result<Option<Colouring>, Stop> {
    let system = System::new(problem, limit).map_err(Halt::stop)?;
    // Large integers convince nobody if there are small remainders.
    let (mut large, mut is_complete) = (None, true);
    for (number, argument) in ARGUMENTS.iter().enumerate() {
        let found = match argument(&system, limit) {
            Ok(found) => found.filter(|found| found.verify(problem)),
            Err(Halt::Because(TooLarge)) => {
                is_complete = false;
                None
            }
            Err(Halt::Stopped(stop)) => return Err(stop),
        };
        match found {
            Some(found) if number > 0 || integers::is_small(&found) => return Ok(Some(found)),
            found => large = large.or(found),
        }
    }
    match large {
        None if !is_complete => Err(Stop::TooLarge),
        _ => Ok(large),
    }
}

impl Colouring {
    /// Makes an argument without assumptions.
    fn new(modulus: Option<u32>, weights: Vec<(ItemId, i64)>, total: i64) -> Self {
        Self {
            modulus,
            weights,
            total,
            options: Vec::new(),
            forbidden: Vec::new(),
        }
    }

    /// Changes an argument about a problem with assumptions built in (`Problem::assuming`) into one
    /// about the original problem: the last items become forced options, and the forbidden options
    /// whose weights do not add up to 0 are listed.
    pub(crate) fn name_assumptions(&mut self, problem: &Problem, assumptions: &Assumptions) {
        let (forced, forbidden) = (assumptions.forced(), assumptions.forbidden());
        let own = |item: ItemId| item.index().checked_sub(problem.item_count());
        let is_own = |&(item, _): &(ItemId, i64)| own(item).is_none();
        let added = self.weights.split_off(self.weights.partition_point(is_own));
        let option = |(item, weight)| Some((*forced.get(own(item)?)?, weight));
        self.options = added.into_iter().filter_map(option).collect();
        self.forbidden = self.unbalanced(problem, &forbidden);
    }

    /// The greatest absolute value of a weight.
    fn greatest(&self) -> u64 {
        let sizes = self.weights.iter().map(|(_, weight)| weight.unsigned_abs());
        sizes.max().unwrap_or(0)
    }
}
