//! What never changes: the problem, and what it says of options and items.

use std::sync::Arc;

use crate::ask::{Meter, Stop};
use crate::policy::CostsPolicies;
use crate::problem::{Colour, ItemId, Lists, OptionId, Problem};

/// What an item asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    /// How often it must be covered; 0 for a secondary item.
    pub(super) low: u32,
    /// How often it may be covered; 1 for a secondary item, uses in one colour apart.
    pub(super) high: u32,
    pub(super) primary: bool,
    /// Whether it has a price: not if it may be covered any number of times, in one colour.
    pub(super) priced: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Tables {
    pub(super) policies: CostsPolicies,
    pub(super) problem: Arc<Problem>,
    pub(super) terms: Vec<Terms>,
    /// The options of each item that are not dropped, ascending.
    pub(super) options: Lists<u32>,
    /// What each option costs, in fine units, rounded down.
    pub(super) fine: Vec<i64>,
    /// A fine unit is 1/2^scale of a cost; more than a cost if that is negative.
    scale: i32,
}

/// The costs of all options together are less than 2^44 fine units, and a cost is at most 2^20 of
/// them, so that sums have room in an `i64` and steps of prices are fine enough.
const TOTAL_BITS: i32 = 44;
const FINEST: i32 = 20;

impl Tables {
    /// O(total size of the problem).
    pub(super) fn compile(
        problem: &Arc<Problem>,
        policies: CostsPolicies,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        meter.spend(4 * problem.size())?;
        let mut terms: Vec<Terms> = problem
            .items()
            .map(|item| {
                let (low, high) = problem.bounds(item);
                Terms {
                    low,
                    high,
                    primary: problem.is_primary(item),
                    priced: true,
                }
            })
            .collect();
        let uses = problem.kept().flat_map(|option| problem.uses_of(option));
        uses.for_each(|(item, colour)| terms[item.index()].priced &= colour.is_none());
        let number = |option: OptionId, _| option.index() as u32;
        let options = problem.users(number, |work| meter.spend(work))?;
        let costs = || problem.options().map(|option| problem.cost(option));
        let bits = 64 - costs().sum::<u64>().leading_zeros() as i32;
        let mut tables = Self {
            policies,
            problem: Arc::clone(problem),
            terms,
            options,
            fine: Vec::new(),
            scale: (TOTAL_BITS - bits).min(FINEST),
        };
        tables.fine = costs().map(|cost| tables.fine(cost) as i64).collect();
        meter.spend(4 * problem.option_count())?;
        Ok(tables)
    }

    /// A cost in fine units, rounded down.
    pub(super) fn fine(&self, cost: u64) -> i128 {
        let cost = i128::from(cost);
        if self.scale < 0 {
            cost >> -self.scale
        } else {
            cost << self.scale
        }
    }

    /// The least cost that is not below a bound in fine units.
    pub(super) fn cost_of(&self, bound: i128) -> u64 {
        let cost = if self.scale < 0 {
            bound << -self.scale
        } else {
            (bound + (1 << self.scale) - 1) >> self.scale
        };
        u64::try_from(cost.max(0)).unwrap_or(u64::MAX)
    }

    pub(super) fn cost(&self, option: u32) -> u64 {
        self.problem.cost(OptionId::new(option))
    }

    #[inline]
    pub(super) fn items(&self, option: u32) -> &[ItemId] {
        self.problem.uses().of(option)
    }

    #[inline]
    pub(super) fn uses(&self, option: u32) -> impl Iterator<Item = (ItemId, Option<Colour>)> {
        self.problem.uses_of(OptionId::new(option))
    }

    /// How many uses all options have together.
    pub(super) fn use_count(&self) -> usize {
        self.options.all().len()
    }

    pub(super) fn option_count(&self) -> usize {
        self.fine.len()
    }

    pub(super) fn item_count(&self) -> usize {
        self.terms.len()
    }
}
