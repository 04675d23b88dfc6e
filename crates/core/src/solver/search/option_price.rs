//! What it costs to use an option, or to do without it.

use super::{Prices, Search};
use crate::ask::{Answer, Assumptions, Stop};
use crate::problem::{OptionId, Problem, Sense};
use crate::solver::ranking::CostRange;

/// The costs of the solutions that use an option, and of those that do not.
///
/// A side without a bound has no solution. The best cost of all solutions is the better one of the
/// two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OptionPrice {
    /// The option.
    pub option: OptionId,
    /// The costs of the solutions that use the option.
    pub with: CostRange,
    /// The costs of the solutions that do not use the option.
    pub without: CostRange,
}

impl OptionPrice {
    /// Returns what is known before a search, like [`Best::before`](crate::Best::before).
    #[must_use]
    pub fn before(problem: &Problem, sense: Sense, option: OptionId) -> Self {
        Self::new(problem, option, sense, Some(problem.best_sum(sense)))
    }

    /// Nothing but a bound of all costs is known.
    fn new(problem: &Problem, option: OptionId, sense: Sense, bound: Option<i64>) -> Self {
        let range = CostRange {
            sense,
            decimals: problem.cost_decimals(),
            best: None,
            bound,
        };
        Self {
            option,
            with: range,
            without: range,
        }
    }

    /// The side that uses the option, or the other one.
    fn side(&mut self, uses: bool) -> &mut CostRange {
        if uses {
            &mut self.with
        } else {
            &mut self.without
        }
    }
}

impl Search {
    /// Finds bounds of the costs of the solutions that use an option, and of those that do not,
    /// without a search for solutions: from the prices of the items, as [`prices`](Self::prices)
    /// finds them, and the reduced cost of the option. If a limit stops it, the bounds hold.
    ///
    /// ```
    /// use quadrille::{Sense, Solver, text::dlx};
    ///
    /// let solver = Solver::new(dlx::read(b"a b\na |3\nb |4\na b |9\n")?);
    /// let long = solver.problem().options().last().expect("an option");
    /// let price = solver.search().price_bounds(Sense::Min, long).value;
    /// assert_eq!((price.without.bound, price.with.bound), (Some(7), Some(9)));
    /// # Ok::<(), quadrille::text::TextError>(())
    /// ```
    #[must_use]
    pub fn price_bounds(&mut self, sense: Sense, option: OptionId) -> Answer<OptionPrice> {
        let priced = self.losses_by(sense);
        let problem = self.solver().problem();
        let loss = |cost| sense.loss(cost);
        let mut price = OptionPrice::new(problem, option, sense, priced.value.bound.map(loss));
        let proved = Relaxation::of(problem, self.assumptions(), sense, &priced.value);
        for uses in [true, false] {
            let side = price.side(uses);
            if !is_possible(problem, self.assumptions(), option, uses) {
                side.bound = None;
            } else if let (Some(bound), Some(proved)) = (priced.value.bound, &proved) {
                let raised = proved.bound(problem, option, uses);
                side.bound = Some(loss(raised.map_or(bound, |raised| bound.max(raised))));
            }
        }
        Answer::new(price, priced.stop, priced.stats)
    }

    /// Finds the best cost of the solutions that use an option, and of those that do not: what it
    /// costs to force the option, or to forbid it. The other assumptions hold on both sides.
    ///
    /// It finds one of the best solutions, like [`cheapest`](Self::cheapest) or
    /// [`dearest`](Self::dearest), and then one of the best on the other side. If a limit stops it,
    /// what was found and the bounds hold.
    ///
    /// ```
    /// use quadrille::{Sense, Solver, text::dlx};
    ///
    /// let solver = Solver::new(dlx::read(b"a b\na |3\nb |4\na b |9\n")?);
    /// let long = solver.problem().options().last().expect("an option");
    /// let price = solver.search().price_of(Sense::Min, long).value;
    /// assert_eq!((price.without.best, price.with.best), (Some(7), Some(9)));
    /// # Ok::<(), quadrille::text::TextError>(())
    /// ```
    #[must_use]
    pub fn price_of(&mut self, sense: Sense, option: OptionId) -> Answer<OptionPrice> {
        let budget = self.start_budget();
        let own = self.replace_bounds(&budget);
        let assumptions = self.assumptions().clone();
        let first = self.best_of(sense, 1, false);
        let mut price = OptionPrice::new(self.solver().problem(), option, sense, first.value.bound);
        let (mut stop, mut stats) = (first.stop, first.stats);
        if let Some(found) = first.value.solutions.first() {
            let uses = found.solution.options().binary_search(&option).is_ok();
            price.side(uses).best = Some(found.cost);
            if stop == Stop::Exhausted {
                if uses {
                    self.forbid(option);
                } else {
                    self.force(option);
                }
                let other = self.best_of(sense, 1, false);
                let side = price.side(!uses);
                side.best = other.value.cost();
                // No solution of the other side is better than the best of all.
                let worse = |bound| sense.loss(sense.loss(bound).max(sense.loss(found.cost)));
                side.bound = other.value.bound.map(worse);
                stop = other.stop;
                stats += &other.stats;
            }
        }
        self.assume(assumptions);
        self.restore_bounds(own);
        Answer::new(price, stop, stats)
    }
}

/// Whether some solution may use an option, or do without it, as far as the assumptions say.
fn is_possible(problem: &Problem, assumptions: &Assumptions, option: OptionId, uses: bool) -> bool {
    if uses {
        let is_known = option.index() < problem.option_count() && !problem.is_dropped(option);
        is_known && !assumptions.forbidden().contains(&option)
    } else {
        !assumptions.forced().contains(&option)
    }
}

/// The binary digits after the point of the numbers in a [`Relaxation`].
const FRACTION: u32 = 16;

/// The bound that prices of items prove, whatever they are: each solution costs the prices of its
/// items, as often as it covers them, and the reduced costs of its options (the module `costs`
/// explains this). The numbers are integers, so rounding cannot make it false.
struct Relaxation<'a> {
    prices: &'a Prices,
    sense: Sense,
    /// The bound without the reduced cost of any option that may be used or not.
    sum: i128,
    assumptions: &'a Assumptions,
}

impl<'a> Relaxation<'a> {
    /// `None` without prices, or if a number is too large.
    fn of(
        problem: &Problem,
        assumptions: &'a Assumptions,
        sense: Sense,
        prices: &'a Prices,
    ) -> Option<Self> {
        if prices.items.is_empty() {
            return None;
        }
        let mut relaxation = Self {
            prices,
            sense,
            sum: 0,
            assumptions,
        };
        let mut sum = 0_i128;
        for item in problem.items() {
            let price = fine(prices.of(item));
            // A price of a secondary item is not positive, and 0 if the item has colours.
            let times = problem.multiplicity(item).unwrap_or(0..=1);
            let times = if price > 0 {
                *times.start()
            } else {
                *times.end()
            };
            sum = sum.checked_add(price.checked_mul(times.into())?)?;
        }
        let (forced, forbidden) = (assumptions.forced(), assumptions.forbidden());
        for option in problem
            .options()
            .filter(|&option| !problem.is_dropped(option))
        {
            let reduced = relaxation.reduced(problem, option)?;
            let least = if forced.binary_search(&option).is_ok() {
                reduced
            } else if forbidden.binary_search(&option).is_ok() {
                0
            } else {
                reduced.min(0)
            };
            sum = sum.checked_add(least)?;
        }
        relaxation.sum = sum;
        Some(relaxation)
    }

    /// The reduced cost of an option.
    fn reduced(&self, problem: &Problem, option: OptionId) -> Option<i128> {
        let cost = i128::from(self.sense.loss(problem.cost(option))) << FRACTION;
        let mut prices = problem
            .items_of(option)
            .iter()
            .map(|&item| fine(self.prices.of(item)));
        prices.try_fold(cost, i128::checked_sub)
    }

    /// A bound of the losses of the solutions that use an option, or of those that do not.
    fn bound(&self, problem: &Problem, option: OptionId, uses: bool) -> Option<i64> {
        let is_free = !self.assumptions.forced().contains(&option)
            && !self.assumptions.forbidden().contains(&option)
            && !problem.is_dropped(option);
        let more = match self.reduced(problem, option)? {
            _ if !is_free => 0,
            reduced if uses => reduced.max(0),
            reduced => (-reduced).max(0),
        };
        let least = self.sum.checked_add(more)?;
        // Costs are integers: round up.
        i64::try_from(-((-least) >> FRACTION)).ok()
    }
}

/// A price in units of [`FRACTION`]. Any number near it is as true a price.
fn fine(price: f64) -> i128 {
    (price * f64::from(1_u32 << FRACTION)) as i128
}
