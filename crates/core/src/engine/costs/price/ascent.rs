//! The ascent: steps of the prices towards a better bound.
//!
//! Subgradient ascent starts from the prices of the node above, which are near the best prices for
//! the node. That is why every level saves its prices: starting from those that the previous
//! subtree left, Langford 16 takes twice as many nodes. The number of steps (policy `costs.steps`)
//! is a trade of time for nodes: see measured.md.

use super::Prices;
use crate::ask::{Meter, Stop};
use crate::engine::costs::compile::Tables;
use crate::engine::costs::state::State;

/// A subgradient ascent under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ascent {
    /// The best bound so far.
    pub(crate) best: i128,
    /// The number of steps since the bound improved.
    stalled: u32,
    /// The bound that the first step aims at; `None` once `rise` is known.
    aim: Option<i128>,
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
    /// Starts the ascent at the root from equal shares of the cheapest options. Returns it with the
    /// bound of these shares.
    pub(crate) fn start_root(
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
            rise,
            ..self.start(state, steps, policies.root_patience)
        };
        Ok((ascent, bound))
    }

    /// Prices the items at a node from the prices of the node above, in an ascent of at most `steps`
    /// steps. Without a ceiling one evaluation is enough.
    pub(crate) fn price(
        &mut self,
        tables: &Tables,
        state: &mut State,
        steps: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<i128>, Stop> {
        match self.ceiling {
            None => self.evaluate(tables, state, meter).map(Some),
            // To aim a little above the ceiling is enough: then the node is cut off.
            Some(ceiling) => {
                let aim = ceiling + tables.fine(1).max(1);
                self.ascend(tables, state, aim, steps, meter)
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
        aim: i128,
        steps: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<i128>, Stop> {
        let mut ascent = Ascent {
            aim: Some(aim),
            ..self.start(state, steps, tables.policies.patience)
        };
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

    /// Replaces the best prices by the mean of all prices of the ascent, where the bound is so close to
    /// the ceiling that only a contradiction could raise it above. Returns the bound by the new prices;
    /// `None` if it exceeds the ceiling. If the mean is much worse, keeps the best prices.
    ///
    /// At the best prices, nearly all options that are left have reduced cost 0, so their order is
    /// arbitrary. At the mean prices, the reduced costs differ. For a timetable of 40 lessons, the
    /// search with the best prices found no cheapest cover in 15 seconds; with the mean, it takes 0.1.
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

    /// Starts an ascent of at most `steps` steps. The first step is as long as would reach the aim, or
    /// raise the bound by the rise, if the bound were linear.
    fn start(&mut self, state: &State, steps: usize, patience: u32) -> Ascent {
        for &item in state.open.all() {
            self.direction[item as usize] = 0.0;
            self.sums[item as usize] = 0;
        }
        Ascent {
            best: i128::MIN,
            stalled: 0,
            aim: None,
            rise: 0.0,
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
    pub(crate) fn ascend_once(
        &mut self,
        ascent: &mut Ascent,
        tables: &Tables,
        state: &mut State,
        meter: &mut Meter<'_>,
    ) -> Result<Option<bool>, Stop> {
        let bound = self.evaluate(tables, state, meter)?;
        if let Some(aim) = ascent.aim.take() {
            ascent.rise = (aim - bound) as f64;
        }
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
    pub(crate) fn restore_best(&mut self, state: &State) {
        for &item in state.open.all() {
            self.prices[item as usize] = self.best[item as usize];
        }
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
