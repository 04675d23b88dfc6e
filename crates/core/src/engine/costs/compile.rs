//! The tables of the engine for costs: a problem as arrays that never change.

use crate::ask::{Meter, Stop};
use crate::policy::CostsPolicies;
use crate::problem::{Lists, OptionId, Problem, Sense};

/// The requirements of an item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Requirements {
    /// The number of times that it must be covered; 0 for a secondary item.
    pub(super) low: u32,
    /// The number of times that it may be covered. For a secondary item it is 1, except for uses in
    /// one colour.
    pub(super) high: u32,
    pub(super) primary: bool,
    /// Whether the item has a price. Items that can be covered any number of times in one colour
    /// have none.
    pub(super) priced: bool,
}

impl Requirements {
    /// Those of each item, as if none had colours.
    fn of_items(problem: &Problem) -> impl Iterator<Item = Self> {
        problem.items().map(|item| {
            let (low, high) = problem.bounds(item);
            Self {
                low,
                high,
                primary: problem.is_primary(item),
                priced: true,
            }
        })
    }
}

/// One item of an option, with its colour or 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    pub(super) item: u32,
    pub(super) colour: u32,
}

/// The problem. Dropped options have no uses and are in no list.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    pub(super) policies: CostsPolicies,
    pub(super) requirements: Vec<Requirements>,
    pub(super) uses: Lists<Use>,
    /// The options of each item, ascending.
    pub(super) options: Lists<u32>,
    /// The cost of each option.
    pub(super) costs: Vec<i64>,
    /// The costs in fine units, rounded down.
    pub(super) fine: Vec<i64>,
    /// The sum of the negative costs: no cover costs less. The same in fine units, rounded down.
    least: i64,
    pub(super) floor: i128,
    /// A cost of 1 has 2^scale fine units. If `scale` is negative, a fine unit is more than 1.
    scale: i32,
}

/// All costs together, without their signs, are less than 2^44 fine units, and 1 for each rounding,
/// so that sums fit in an `i64`. A cost of 1 has at most 2^20 of them, which is fine enough for the
/// steps of prices.
const TOTAL_BITS: i32 = 44;
const FINEST: i32 = 20;

impl Tables {
    /// O(total size of the problem).
    pub(super) fn compile(
        problem: &Problem,
        sense: Sense,
        policies: CostsPolicies,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        meter.spend(4 * problem.item_count())?;
        let mut requirements: Vec<Requirements> = Requirements::of_items(problem).collect();
        let mut uses = Lists::with_capacity(problem.option_count(), 0);
        for option in problem.options() {
            if !problem.is_dropped(option) {
                for (item, colour) in problem.uses_of(option) {
                    requirements[item.index()].priced &= colour.is_none();
                    uses.push(Use {
                        item: item.index() as u32,
                        colour: colour.map_or(0, |colour| colour.code()),
                    });
                }
            }
            // Dropped options keep an empty list, so that numbers of options stay those of the
            // problem.
            uses.close();
            meter.spend(4 * problem.items_of(option).len() + 4)?;
        }
        let number = |option: OptionId, _| option.index() as u32;
        let options = problem.users(number, |work| meter.spend(work))?;
        let costs: Vec<i64> = problem
            .options()
            .map(|option| sense.loss(problem.cost(option)))
            .collect();
        // The builder keeps this sum below 2^63.
        let sum: u64 = costs.iter().map(|cost| cost.unsigned_abs()).sum();
        let bits = 64 - sum.leading_zeros() as i32;
        let mut tables = Self {
            policies,
            requirements,
            uses,
            options,
            fine: Vec::new(),
            least: costs.iter().map(|&cost| cost.min(0)).sum(),
            floor: 0,
            scale: (TOTAL_BITS - bits).min(FINEST),
            costs,
        };
        tables.fine = tables
            .costs
            .iter()
            .map(|&c| tables.fine(c) as i64)
            .collect();
        tables.floor = tables.fine(tables.least);
        meter.spend(4 * tables.costs.len())?;
        Ok(tables)
    }

    /// Converts a cost to fine units, rounding down.
    pub(super) fn fine(&self, cost: i64) -> i128 {
        let cost = i128::from(cost);
        if self.scale < 0 {
            cost >> -self.scale
        } else {
            cost << self.scale
        }
    }

    /// The steps of an ascent at the root, at most `most`: a step reads all uses, so a large problem
    /// gets fewer.
    pub(super) fn root_steps(&self, most: usize) -> usize {
        let steps = self.policies.root_work / self.uses.all().len().max(1);
        steps.min(most).max(self.policies.steps)
    }

    /// The number of fine units of a cost of 1.
    pub(super) fn unit(&self) -> f64 {
        2.0_f64.powi(self.scale)
    }

    /// Converts a bound in fine units to a cost, rounding up.
    pub(super) fn cost_of(&self, bound: i128) -> i64 {
        // The floor is a bound too, and small enough to be shifted.
        let bound = bound.max(self.floor);
        let cost = if self.scale < 0 {
            bound << -self.scale
        } else {
            (bound + (1 << self.scale) - 1) >> self.scale
        };
        let cost = cost.max(self.least.into());
        i64::try_from(cost).unwrap_or(i64::MAX)
    }

    pub(super) fn option_count(&self) -> usize {
        self.uses.len()
    }

    pub(super) fn item_count(&self) -> usize {
        self.requirements.len()
    }
}
