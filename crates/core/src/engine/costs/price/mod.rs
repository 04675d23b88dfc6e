//! Prices of items and the lower bound that they give. The module `costs` explains them, and
//! [`ascent`] improves them.

mod ascent;

use super::compile::Tables;
use super::state::State;
use crate::ask::{Meter, Stop};
pub(super) use ascent::Ascent;

/// The weight of a try that raises the bound by `gain`, where so much is left below the ceiling: a
/// guess of the size of its subtree.
pub(super) fn weight(gain: f64, left: f64) -> f64 {
    let unused = (1.0 - gain / left).max(0.0);
    (unused * unused) * (unused * unused)
}

/// The prices, and what was computed from them.
#[derive(Clone, Debug)]
pub(super) struct Prices {
    /// In fine units, from `-limit` to `limit`; 0 for items without a price.
    prices: Vec<i64>,
    /// The prices that gave the best bound of this ascent.
    best: Vec<i64>,
    /// The sum of the prices at all steps of this ascent.
    sums: Vec<i128>,
    /// The direction of the next step for each price: the present subgradient and, with decreasing
    /// weight, the earlier ones.
    direction: Vec<f64>,
    /// For each open item the number of its options with a negative reduced cost.
    demand: Vec<u32>,
    /// The reduced costs of the live options when the bound was last computed.
    reduced: Vec<i64>,
    /// Options that are in every cover within the ceiling.
    required: Vec<u32>,
    /// The prices of the open items at every level, end to end.
    saved: Vec<(u32, i64)>,
    limit: i64,
    /// The highest cost of a cover that is still of interest, in fine units.
    ceiling: Option<i128>,
}

impl Prices {
    pub(super) fn new(tables: &Tables) -> Self {
        let lengths = (0..tables.option_count() as u32).map(|option| tables.uses.of(option).len());
        let longest = lengths.max().unwrap_or(0).max(1) as i64;
        let items = tables.item_count();
        Self {
            prices: vec![0; items],
            best: vec![0; items],
            sums: vec![0; items],
            direction: vec![0.0; items],
            demand: vec![0; items],
            reduced: vec![0; tables.option_count()],
            required: Vec::new(),
            saved: Vec::new(),
            // The prices of all items of an option, added up, stay below 2^60 in size.
            limit: (1 << 60) / longest,
            ceiling: None,
        }
    }

    /// The price of each item.
    pub(super) fn all(&self) -> &[i64] {
        &self.prices
    }

    /// The largest size of a price.
    pub(super) fn limit(&self) -> i64 {
        self.limit
    }

    /// The highest cost of a cover that is still of interest, in fine units.
    pub(super) fn ceiling(&self) -> Option<i128> {
        self.ceiling
    }

    /// Sets the reduced cost of a live option.
    pub(super) fn set_reduced(&mut self, option: u32, reduced: i64) {
        self.reduced[option as usize] = reduced;
    }

    /// Sets the price of each item.
    pub(super) fn set(&mut self, prices: &[i64]) {
        self.prices.copy_from_slice(prices);
    }

    pub(super) fn set_ceiling(&mut self, tables: &Tables, ceiling: Option<i64>) {
        // Rounding down keeps a cover that costs exactly the ceiling within it.
        self.ceiling = ceiling.map(|cost| tables.fine(cost));
    }

    /// Saves the prices of the open items. Returns the index of the first.
    pub(super) fn save(&mut self, tables: &Tables, state: &State) -> usize {
        let start = self.saved.len();
        // Without saved prices, the children of this level start from those that the last subtree
        // left.
        if start < tables.policies.saved {
            let open = state.open.all().iter();
            self.saved
                .extend(open.map(|&item| (item, self.prices[item as usize])));
        }
        start
    }

    /// Restores the prices that were saved last, from index `start` on.
    pub(super) fn restore(&mut self, start: usize) {
        for &(item, price) in &self.saved[start..] {
            self.prices[item as usize] = price;
        }
    }

    /// A copy of the present prices, with none of those that were saved.
    pub(super) fn unsaved(&self) -> Self {
        Self {
            prices: self.prices.clone(),
            best: Vec::new(),
            sums: Vec::new(),
            direction: Vec::new(),
            demand: Vec::new(),
            reduced: Vec::new(),
            required: Vec::new(),
            saved: Vec::new(),
            ..*self
        }
    }

    /// Restores the prices that another value saved from index `start` on, and before `end`.
    /// Returns `start`.
    pub(super) fn restore_of(&mut self, other: &Self, start: usize, end: Option<usize>) -> usize {
        for &(item, price) in &other.saved[start..end.unwrap_or(other.saved.len())] {
            self.prices[item as usize] = price;
        }
        start
    }

    /// The reduced cost of a live option by the restored prices of a level; 0 if the level saved
    /// none.
    pub(super) fn reduced(&self, tables: &Tables, start: usize, option: u32) -> i64 {
        if start < tables.policies.saved {
            self.reduced_cost(tables, option)
        } else {
            0
        }
    }

    /// The cost of an option minus the prices of its items.
    #[inline]
    pub(super) fn reduced_cost(&self, tables: &Tables, option: u32) -> i64 {
        let uses = tables.uses.of(option).iter();
        let prices = uses.map(|used| self.prices[used.item as usize]);
        tables.fine[option as usize] - prices.sum::<i64>()
    }

    /// Discards the prices that were saved from index `start` on.
    pub(super) fn discard_saved(&mut self, start: usize) {
        self.saved.truncate(start);
    }

    /// Whether a bound, raised by the reduced cost of an option, exceeds the ceiling.
    #[inline]
    pub(super) fn exceeds_ceiling(&self, bound: i128, more: i64) -> bool {
        let bound = bound + i128::from(more.max(0));
        self.ceiling.is_some_and(|ceiling| bound > ceiling)
    }

    /// Computes the lower bound by the present prices, in fine units, and the reduced costs.
    fn evaluate(
        &mut self,
        tables: &Tables,
        state: &State,
        meter: &mut Meter<'_>,
    ) -> Result<i128, Stop> {
        let mut bound = state.fine;
        for &item in state.open.all() {
            self.demand[item as usize] = 0;
            let price = self.prices[item as usize];
            let times = match price {
                0 => continue,
                1.. => state.need(tables, item),
                _ => state.room(item),
            };
            bound += i128::from(price) * i128::from(times);
        }
        // In small problems the meter is charged once: a call for each option costs a third of the
        // time.
        let is_short = tables.uses.all().len() <= tables.policies.short;
        if is_short {
            meter.spend(2 * tables.uses.all().len())?;
        }
        for &option in state.alive.all() {
            if !is_short {
                meter.spend(2 * tables.uses.of(option).len())?;
            }
            let reduced = self.reduced_cost(tables, option);
            self.reduced[option as usize] = reduced;
            if reduced < 0 {
                bound += i128::from(reduced);
                for used in tables.uses.of(option) {
                    self.demand[used.item as usize] += 1;
                }
            }
        }
        Ok(bound)
    }

    /// For each open item, the weights of its options together, by the reduced costs of the last
    /// evaluation. The module `costs` says what the weight of an option is.
    pub(super) fn weigh(&mut self, tables: &Tables, state: &State, bound: i128) -> &[f64] {
        // The ascent starts anew at the next node, so its directions are no longer needed.
        let weights = &mut self.direction;
        for &item in state.open.all() {
            weights[item as usize] = 0.0;
        }
        // A cover that costs exactly the ceiling is of interest: what is left is never 0.
        let left = self.ceiling.map(|ceiling| (ceiling - bound) as f64 + 1.0);
        for &option in state.alive.all() {
            let reduced = self.reduced[option as usize].max(0) as f64;
            let weight = left.map_or(1.0, |left| weight(reduced, left));
            for used in tables.uses.of(option) {
                weights[used.item as usize] += weight;
            }
        }
        weights
    }

    /// Drops the options whose use would raise the bound above the ceiling, and uses those whose
    /// absence would. Returns false if no cover can stay within the ceiling.
    pub(super) fn cut(&mut self, tables: &Tables, state: &mut State, bound: i128) -> bool {
        let Some(ceiling) = self.ceiling else {
            return true;
        };
        let room = ceiling - bound;
        if room < 0 {
            return false;
        }
        self.required.clear();
        let mut place = 0;
        while let Some(option) = state.alive.get(place) {
            let reduced = i128::from(self.reduced[option as usize]);
            if reduced > room {
                state.alive.remove(option);
                continue;
            }
            if -reduced > room {
                // Used after the loop: using an option moves others in the set.
                self.required.push(option);
            }
            place += 1;
        }
        self.required.iter().all(|&option| {
            // Two required options can conflict: then no cover stays within the ceiling.
            let possible = state.admits(tables, option);
            if possible {
                state.commit(tables, option);
            }
            possible
        })
    }
}
