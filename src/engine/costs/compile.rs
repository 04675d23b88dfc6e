//! What never changes: a problem laid out as arrays.

use crate::ask::{Meter, Stop};
use crate::policy::CostsPolicies;
use crate::problem::{Lists, OptionId, Problem};

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

/// One item of an option, and its colour, or 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Used {
    pub(super) item: u32,
    pub(super) colour: u32,
}

/// The problem. Dropped options have no uses and stand in no list.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    pub(super) policies: CostsPolicies,
    pub(super) terms: Vec<Terms>,
    pub(super) uses: Lists<Used>,
    /// The options of each item, ascending.
    pub(super) options: Lists<u32>,
    /// What each option costs.
    pub(super) costs: Vec<u64>,
    /// The same in fine units, rounded down.
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
        problem: &Problem,
        policies: CostsPolicies,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        meter.spend(4 * problem.item_count())?;
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
        let mut uses = Lists::with_capacity(problem.option_count(), 0);
        for option in problem.options() {
            if !problem.is_dropped(option) {
                for (item, colour) in problem.uses_of(option) {
                    terms[item.index()].priced &= colour.is_none();
                    uses.push(Used {
                        item: item.index() as u32,
                        colour: colour.map_or(0, |colour| colour.code()),
                    });
                }
            }
            uses.close();
            meter.spend(4 * problem.items_of(option).len() + 4)?;
        }
        let number = |option: OptionId, _| option.index() as u32;
        let options = problem.users(number, |work| meter.spend(work))?;
        let costs: Vec<u64> = problem.options().map(|o| problem.cost(o)).collect();
        let bits = 64 - costs.iter().sum::<u64>().leading_zeros() as i32;
        let mut tables = Self {
            policies,
            terms,
            uses,
            options,
            fine: Vec::new(),
            scale: (TOTAL_BITS - bits).min(FINEST),
            costs,
        };
        tables.fine = tables
            .costs
            .iter()
            .map(|&c| tables.fine(c) as i64)
            .collect();
        meter.spend(4 * tables.costs.len())?;
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

    pub(super) fn option_count(&self) -> usize {
        self.uses.len()
    }

    pub(super) fn item_count(&self) -> usize {
        self.terms.len()
    }
}
