//! Prices of items and the lower bound that they give. The module `costs` explains them.
//!
//! Subgradient ascent starts from the prices of the node above, which are near the best prices for
//! the node. That is why every level saves its prices: starting from those that the previous
//! subtree left, Langford 16 takes twice as many nodes. The number of steps (policy `costs.steps`)
//! is a trade of time for nodes: see measured.md.

use super::compile::Tables;
use super::state::State;
use crate::ask::{Meter, Stop};

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

/// A subgradient ascent under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ascent {
    /// The best bound so far.
    pub(super) best: i128,
    /// The number of steps since the bound improved.
    stalled: u32,
    /// The amount by which the next step should raise the bound.
    rise: f64,
    /// The number of steps left, and of those made.
    steps: usize,
    made: i128,
    /// Steps without a better bound before the rise is halved.
    patience: u32,
    /// Whether options are dropped and used as the ceiling demands.
    cuts: bool,
    /// The bound at the last look, and the number of steps until the next one: an ascent that gains
    /// almost nothing between two looks ends.
    seen: i128,
    look: usize,
}

/// After a step that brings a better bound, the next one is longer by this factor. Without it, the
/// ascent for nw18 ends at 330,234 after 2,801 steps; with it, at 338,754 after 1,568. The linear
/// relaxation has 338,864.
const GROWTH: f64 = 1.2;

/// The number of steps between two looks at the progress of an ascent, and the share of the bound
/// that it must have gained meanwhile to go on.
const LOOK: usize = 200;
const LEAST_GAIN: f64 = 1e-5;

impl Ascent {
    /// Whether the last steps have gained almost nothing.
    fn has_stalled(&mut self) -> bool {
        self.look -= 1;
        if self.look > 0 {
            return false;
        }
        let gain = (self.best - self.seen) as f64;
        (self.look, self.seen) = (LOOK, self.best);
        gain < LEAST_GAIN * (self.best as f64).abs()
    }
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
    fn reduced_cost(&self, tables: &Tables, option: u32) -> i64 {
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

    /// Starts the ascent at the root from equal shares of the cheapest options. Returns it with the
    /// bound of these shares.
    pub(super) fn start_root(
        &mut self,
        tables: &Tables,
        state: &State,
        meter: &mut Meter<'_>,
    ) -> Result<(Ascent, i128), Stop> {
        let policies = &tables.policies;
        self.share_costs(tables, state, meter)?;
        let bound = self.evaluate(tables, state, meter)?;
        let mean = state
            .alive
            .all()
            .iter()
            .map(|&o| tables.fine[o as usize].abs() as f64);
        let mean = mean.sum::<f64>() / state.alive.len().max(1) as f64;
        let rise = (bound as f64).abs().max(mean) / policies.root_part;
        let steps = tables.root_steps(policies.root_steps);
        // The prices are kept for later walks under other ceilings, so they depend on none.
        let ascent = Ascent {
            cuts: false,
            ..self.start(state, rise, steps, policies.root_patience)
        };
        Ok((ascent, bound))
    }

    /// Prices the items at a node from the prices of the node above, in an ascent of at most `steps`
    /// steps. Without a ceiling one evaluation is enough.
    pub(super) fn price(
        &mut self,
        tables: &Tables,
        state: &mut State,
        steps: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<i128>, Stop> {
        match self.ceiling {
            None => self.evaluate(tables, state, meter).map(Some),
            Some(ceiling) => {
                let bound = self.evaluate(tables, state, meter)?;
                // To aim a little above the ceiling is enough: then the node is cut off.
                let rise = (ceiling - bound) as f64 + tables.fine(1).max(1) as f64;
                self.ascend(tables, state, rise, steps, meter)
            }
        }
    }

    /// Sets initial prices: every item that must be covered pays its share of its cheapest option.
    /// The cost of an option is shared equally by its items that must be covered.
    fn share_costs(
        &mut self,
        tables: &Tables,
        state: &State,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        self.prices.fill(0);
        // The share that each of its items would pay for an option.
        for &option in state.alive.all() {
            let uses = tables.uses.of(option);
            meter.spend(4 * uses.len())?;
            let sharing = uses
                .iter()
                .filter(|used| tables.requirements[used.item as usize].low > 0);
            let share = tables.fine[option as usize] / sharing.count().max(1) as i64;
            self.reduced[option as usize] = share;
        }
        for &item in state.open.all() {
            if state.need(tables, item) == 0 {
                continue;
            }
            let options = tables.options.of(item);
            meter.spend(4 * options.len())?;
            let usable = options.iter().filter(|&&option| state.alive.has(option));
            let shares = usable.map(|&option| self.reduced[option as usize]);
            self.prices[item as usize] = shares.min().unwrap_or(0).min(self.limit);
        }
        Ok(())
    }

    /// Runs an ascent to its end and returns to the best prices. Returns their bound, or `None` if
    /// it exceeds the ceiling.
    fn ascend(
        &mut self,
        tables: &Tables,
        state: &mut State,
        rise: f64,
        steps: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<i128>, Stop> {
        let mut ascent = self.start(state, rise, steps, tables.policies.patience);
        loop {
            match self.ascend_once(&mut ascent, tables, state, meter)? {
                Some(true) => {}
                Some(false) => break,
                None => return Ok(None),
            }
        }
        self.restore_best(state);
        let bound = self.evaluate(tables, state, meter)?;
        if !self.cut(tables, state, bound) {
            return Ok(None);
        }
        self.soften(&ascent, bound, tables, state, meter)
    }

    /// Where the bound is so close to the ceiling that only a contradiction could raise it above,
    /// replaces the best prices by the mean of all prices of the ascent, unless their bound is much
    /// lower. At the best prices nearly all options that are left have the same reduced cost, 0, so
    /// they do not tell which option is to be tried first; near them they do. Returns the bound by the
    /// new prices; `None` if it exceeds the ceiling. (Timetable time40:
    /// with the best prices no cheapest cover in 15 seconds; with the means, after 60 nodes.)
    fn soften(
        &mut self,
        ascent: &Ascent,
        bound: i128,
        tables: &Tables,
        state: &State,
        meter: &mut Meter<'_>,
    ) -> Result<Option<i128>, Stop> {
        let unit = tables.fine(1).max(1);
        let ceiling = match self.ceiling {
            Some(ceiling) if ceiling - bound < unit && ascent.made > 0 => ceiling,
            _ => return Ok(Some(bound)),
        };
        for &item in state.open.all() {
            self.prices[item as usize] = (self.sums[item as usize] / ascent.made) as i64;
        }
        let mean = self.evaluate(tables, state, meter)?;
        if ceiling - mean < unit {
            return Ok((mean <= ceiling).then_some(mean));
        }
        self.restore_best(state);
        self.evaluate(tables, state, meter).map(Some)
    }

    /// Starts an ascent of at most `steps` steps. The first step is as long as would raise the
    /// bound by `rise` if the bound were linear.
    fn start(&mut self, state: &State, rise: f64, steps: usize, patience: u32) -> Ascent {
        for &item in state.open.all() {
            self.direction[item as usize] = 0.0;
            self.sums[item as usize] = 0;
        }
        Ascent {
            best: i128::MIN,
            stalled: 0,
            rise,
            steps,
            made: 0,
            patience,
            cuts: true,
            seen: 0,
            look: LOOK,
        }
    }

    /// Evaluates the bound, drops and uses options as the ceiling demands, and makes a step.
    /// Returns whether a step was made; `None` if the bound exceeds the ceiling.
    pub(super) fn ascend_once(
        &mut self,
        ascent: &mut Ascent,
        tables: &Tables,
        state: &mut State,
        meter: &mut Meter<'_>,
    ) -> Result<Option<bool>, Stop> {
        let bound = self.evaluate(tables, state, meter)?;
        if bound > ascent.best {
            ascent.best = bound;
            ascent.stalled = 0;
            ascent.rise *= GROWTH;
            for &item in state.open.all() {
                self.best[item as usize] = self.prices[item as usize];
            }
            if ascent.cuts && !self.cut(tables, state, bound) {
                return Ok(None);
            }
        } else {
            // Steps that bring no gain are probably too long: they pass over the top.
            ascent.stalled += 1;
            if ascent.stalled == ascent.patience {
                ascent.stalled = 0;
                ascent.rise /= 2.0;
            }
        }
        if ascent.steps == 0 || ascent.has_stalled() {
            return Ok(Some(false));
        }
        ascent.steps -= 1;
        // A step from lower down has the way back up to make, too.
        let rise = ascent.rise + (ascent.best - bound) as f64;
        ascent.made += 1;
        for &item in state.open.all() {
            self.sums[item as usize] += i128::from(self.prices[item as usize]);
        }
        Ok(Some(self.step(tables, state, rise)))
    }

    /// Returns to the best prices of the ascent.
    pub(super) fn restore_best(&mut self, state: &State) {
        for &item in state.open.all() {
            self.prices[item as usize] = self.best[item as usize];
        }
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
            let weight = left.map_or(1.0, |left| {
                let reduced = self.reduced[option as usize].max(0) as f64;
                let unused = (1.0 - reduced / left).max(0.0);
                (unused * unused) * (unused * unused)
            });
            for used in tables.uses.of(option) {
                weights[used.item as usize] += weight;
            }
        }
        weights
    }

    /// Drops the options whose use would raise the bound above the ceiling, and uses those whose
    /// absence would. Returns false if no cover can stay within the ceiling.
    fn cut(&mut self, tables: &Tables, state: &mut State, bound: i128) -> bool {
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

    /// Makes a step that would raise the bound by `rise` if the bound were linear. Returns false at
    /// a maximum.
    fn step(&mut self, tables: &Tables, state: &State, rise: f64) -> bool {
        let mut norm = 0.0;
        for &item in state.open.all() {
            let place = item as usize;
            if !tables.requirements[place].priced {
                continue;
            }
            let (need, room) = (state.need(tables, item), state.room(item));
            let demand = i64::from(self.demand[place]);
            let price = self.prices[place];
            // The subgradient: the number of uses that the item lacks under the present prices.
            let lack = match price {
                1.. => i64::from(need) - demand,
                0 => demand.clamp(i64::from(need), i64::from(room).max(i64::from(need))) - demand,
                _ => i64::from(room) - demand,
            };
            // Half of the last direction is kept, because plain subgradients zigzag.
            let mut direction = self.direction[place] / 2.0 + lack as f64;
            // A positive price of an item that need not be covered adds nothing to the bound, and
            // only lowers the reduced costs of its options.
            if need == 0 && price >= 0 {
                direction = direction.min(0.0);
            }
            self.direction[place] = direction;
            norm += direction * direction;
        }
        if norm == 0.0 {
            return false;
        }
        let length = rise / norm;
        for &item in state.open.all() {
            let place = item as usize;
            if tables.requirements[place].priced {
                let top = if state.need(tables, item) == 0 {
                    0
                } else {
                    self.limit
                };
                let step = (length * self.direction[place]) as i64;
                let price = self.prices[place].saturating_add(step);
                self.prices[place] = price.clamp(-self.limit, top);
            }
        }
        true
    }
}
