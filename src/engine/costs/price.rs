//! Prices of items, and the lower bound that they give. See the module `costs` for what they mean.
//!
//! A climb begins with the prices of the node above, which are near the best for the node. So every
//! level saves its prices: with those that the subtree before has left, Langford 16 takes twice as
//! many nodes.
//!
//! Nodes and user seconds to find the least cost and all who share it, by the number of steps of a climb
//! (`costs.steps` in the table of policies); the crews are 3,010 random options of 2 to 5 of 40 flights:
//!
//! ```text
//!                       0 steps         3 steps        10 steps       30 steps
//! Langford 16       128,703 0.29   115,729 0.42    68,800 0.51    47,941 0.63
//! crews              65,951 1.59     2,831 0.42     1,275 0.21       996 0.15
//! pentominoes 6x10    9,305 0.35     5,283 0.41     2,026 0.36     1,692 0.38
//! 15 queens           3,155 0.028      428 0.017      224 0.013      190 0.015
//! ```

use super::compile::Tables;
use super::state::State;
use crate::ask::{Meter, Stop};

/// The prices, and what was found with them.
#[derive(Clone, Debug)]
pub(super) struct Prices {
    /// In fine units, at most `limit` up or down; 0 for items without a price.
    prices: Vec<i64>,
    /// The prices that gave the best bound of this climb.
    best: Vec<i64>,
    /// Where each price is drawn: the present subgradient and, ever weaker, those before.
    pull: Vec<f64>,
    /// How many options with a negative reduced cost an open item has.
    wanted: Vec<u32>,
    /// The reduced costs of the options that were alive when the bound was last computed.
    reduced: Vec<i64>,
    /// Options that every cover within the ceiling uses.
    musts: Vec<u32>,
    /// The prices of the open items at every level, end to end.
    saved: Vec<(u32, i64)>,
    limit: i64,
    /// The most that a cover may cost, in fine units.
    ceiling: Option<i128>,
}

/// A climb under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Climb {
    /// The best bound so far.
    pub(super) best: i128,
    /// How many bounds since were no better.
    stalled: u32,
    /// How far a step is to raise the bound.
    rise: f64,
    /// How many steps are left.
    steps: usize,
}

impl Prices {
    pub(super) fn new(tables: &Tables) -> Self {
        let lengths = (0..tables.option_count() as u32).map(|option| tables.uses.of(option).len());
        let longest = lengths.max().unwrap_or(0).max(1) as i64;
        let items = tables.item_count();
        Self {
            prices: vec![0; items],
            best: vec![0; items],
            pull: vec![0.0; items],
            wanted: vec![0; items],
            reduced: vec![0; tables.option_count()],
            musts: Vec::new(),
            saved: Vec::new(),
            limit: (1 << 60) / longest,
            ceiling: None,
        }
    }

    pub(super) fn set_ceiling(&mut self, tables: &Tables, ceiling: Option<u64>) {
        // A cost of the ceiling is within it, whatever was rounded down.
        self.ceiling = ceiling.map(|cost| tables.fine(cost));
    }

    /// Saves the prices of the open items. Returns where they begin.
    pub(super) fn save(&mut self, tables: &Tables, state: &State) -> usize {
        let start = self.saved.len();
        if start < tables.policies.saved {
            let open = state.open.all().iter();
            self.saved
                .extend(open.map(|&item| (item, self.prices[item as usize])));
        }
        start
    }

    /// Sets the prices back that were last saved, from `start` on.
    pub(super) fn restore(&mut self, start: usize) {
        for &(item, price) in &self.saved[start..] {
            self.prices[item as usize] = price;
        }
    }

    /// The reduced cost of an option that is alive, by the prices that were saved from `start` on
    /// and are set back; 0 if none were.
    pub(super) fn reduced(&self, tables: &Tables, start: usize, option: u32) -> i64 {
        if start < tables.policies.saved {
            self.reduced_cost(tables, option)
        } else {
            0
        }
    }

    /// What is left of the cost of an option when its items have paid their prices.
    #[inline]
    fn reduced_cost(&self, tables: &Tables, option: u32) -> i64 {
        let uses = tables.uses.of(option).iter();
        let prices = uses.map(|used| self.prices[used.item as usize]);
        tables.fine[option as usize] - prices.sum::<i64>()
    }

    /// Takes prices out that were saved from `start` on.
    pub(super) fn forget(&mut self, start: usize) {
        self.saved.truncate(start);
    }

    /// Whether a bound, raised by the reduced cost of an option, is above the ceiling.
    #[inline]
    pub(super) fn too_dear(&self, bound: i128, more: i64) -> bool {
        let bound = bound + i128::from(more.max(0));
        self.ceiling.is_some_and(|ceiling| bound > ceiling)
    }

    /// Sets out for the prices of the root, from each item's share in its cheapest option. Returns
    /// the bound of these shares too.
    pub(super) fn set_out(
        &mut self,
        tables: &Tables,
        state: &State,
        meter: &mut Meter<'_>,
    ) -> Result<(Climb, i128), Stop> {
        let policies = &tables.policies;
        self.share(tables, state, meter)?;
        let bound = self.evaluate(tables, state, meter)?;
        let mean = state
            .alive
            .all()
            .iter()
            .map(|&o| tables.fine[o as usize] as f64);
        let mean = mean.sum::<f64>() / state.alive.len().max(1) as f64;
        let rise = (bound as f64).abs().max(mean) / policies.root_part;
        let steps = policies.root_work / tables.uses.all().len().max(1);
        let steps = steps.min(policies.root_steps).max(policies.steps);
        Ok((self.start(state, rise, steps), bound))
    }

    /// Prices the items at any other node. There is no need to while any cover will do.
    pub(super) fn price(
        &mut self,
        tables: &Tables,
        state: &mut State,
        meter: &mut Meter<'_>,
    ) -> Result<Option<i128>, Stop> {
        match self.ceiling {
            None => self.evaluate(tables, state, meter).map(Some),
            Some(ceiling) => {
                let bound = self.evaluate(tables, state, meter)?;
                let rise = (ceiling - bound) as f64 + tables.fine(1).max(1) as f64;
                self.climb(tables, state, rise, tables.policies.steps, meter)
            }
        }
    }

    /// Every item that must be covered pays an equal share of its cheapest option, and it is the
    /// items that must be covered that share.
    fn share(&mut self, tables: &Tables, state: &State, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.prices.fill(0);
        // What each of its items would pay for an option.
        for &option in state.alive.all() {
            let uses = tables.uses.of(option);
            meter.spend(4 * uses.len())?;
            let sharing = uses
                .iter()
                .filter(|used| tables.terms[used.item as usize].low > 0);
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

    /// Climbs to the end, and goes back to the best prices that were met. Returns their bound, or
    /// `None` if it is above the ceiling.
    fn climb(
        &mut self,
        tables: &Tables,
        state: &mut State,
        rise: f64,
        steps: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<i128>, Stop> {
        let mut climb = self.start(state, rise, steps);
        loop {
            match self.climb_on(&mut climb, tables, state, meter)? {
                Some(true) => {}
                Some(false) => break,
                None => return Ok(None),
            }
        }
        self.go_back(state);
        let bound = self.evaluate(tables, state, meter)?;
        Ok(self.cut(tables, state, bound).then_some(bound))
    }

    /// The start of a climb of so many steps along subgradients, at first so far as would raise the
    /// bound by `rise` if it were linear.
    fn start(&mut self, state: &State, rise: f64, steps: usize) -> Climb {
        for &item in state.open.all() {
            self.pull[item as usize] = 0.0;
        }
        Climb {
            best: i128::MIN,
            stalled: 0,
            rise,
            steps,
        }
    }

    /// Looks at the bound, drops and takes what the ceiling demands, and makes a step. Returns
    /// whether there was one left to make; `None` if the bound is above the ceiling.
    pub(super) fn climb_on(
        &mut self,
        climb: &mut Climb,
        tables: &Tables,
        state: &mut State,
        meter: &mut Meter<'_>,
    ) -> Result<Option<bool>, Stop> {
        let bound = self.evaluate(tables, state, meter)?;
        if bound > climb.best {
            climb.best = bound;
            climb.stalled = 0;
            for &item in state.open.all() {
                self.best[item as usize] = self.prices[item as usize];
            }
            if !self.cut(tables, state, bound) {
                return Ok(None);
            }
        } else {
            climb.stalled += 1;
            if climb.stalled == tables.policies.patience {
                climb.stalled = 0;
                climb.rise /= 2.0;
            }
        }
        if climb.steps == 0 {
            return Ok(Some(false));
        }
        climb.steps -= 1;
        let rise = climb.rise + (climb.best - bound) as f64;
        Ok(Some(self.step(tables, state, rise)))
    }

    /// Goes back to the best prices of a climb.
    pub(super) fn go_back(&mut self, state: &State) {
        for &item in state.open.all() {
            self.prices[item as usize] = self.best[item as usize];
        }
    }

    /// The lower bound that the present prices give, in fine units, and the reduced costs.
    fn evaluate(
        &mut self,
        tables: &Tables,
        state: &State,
        meter: &mut Meter<'_>,
    ) -> Result<i128, Stop> {
        let mut bound = state.fine;
        for &item in state.open.all() {
            self.wanted[item as usize] = 0;
            let price = self.prices[item as usize];
            let times = match price {
                0 => continue,
                1.. => state.need(tables, item),
                _ => state.room(item),
            };
            bound += i128::from(price) * i128::from(times);
        }
        // What takes no time is charged at once: a call for each option would cost a third of this.
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
                    self.wanted[used.item as usize] += 1;
                }
            }
        }
        Ok(bound)
    }

    /// Drops the options that would raise the bound above the ceiling if they were taken, and
    /// takes those that would if they were not. Returns false if nothing can stay below.
    fn cut(&mut self, tables: &Tables, state: &mut State, bound: i128) -> bool {
        let Some(ceiling) = self.ceiling else {
            return true;
        };
        let room = ceiling - bound;
        if room < 0 {
            return false;
        }
        self.musts.clear();
        let mut place = 0;
        while let Some(option) = state.alive.get(place) {
            let reduced = i128::from(self.reduced[option as usize]);
            if reduced > room {
                state.alive.remove(option);
                continue;
            }
            if -reduced > room {
                self.musts.push(option);
            }
            place += 1;
        }
        self.musts.iter().all(|&option| {
            let possible = state.admits(tables, option);
            if possible {
                state.commit(tables, option);
            }
            possible
        })
    }

    /// Makes a step that would raise the bound by `rise` if it were linear. Returns false at a
    /// peak.
    fn step(&mut self, tables: &Tables, state: &State, rise: f64) -> bool {
        let mut norm = 0.0;
        for &item in state.open.all() {
            let place = item as usize;
            if !tables.terms[place].priced {
                continue;
            }
            let (need, room) = (state.need(tables, item), state.room(item));
            let wanted = i64::from(self.wanted[place]);
            let price = self.prices[place];
            // How often it would have to be covered more to be covered as the price supposes.
            let lack = match price {
                1.. => i64::from(need) - wanted,
                0 => wanted.clamp(i64::from(need), i64::from(room).max(i64::from(need))) - wanted,
                _ => i64::from(room) - wanted,
            };
            let mut pull = self.pull[place] / 2.0 + lack as f64;
            if need == 0 && price >= 0 {
                pull = pull.min(0.0);
            }
            self.pull[place] = pull;
            norm += pull * pull;
        }
        if norm == 0.0 {
            return false;
        }
        let length = rise / norm;
        for &item in state.open.all() {
            let place = item as usize;
            if tables.terms[place].priced {
                let top = if state.need(tables, item) == 0 {
                    0
                } else {
                    self.limit
                };
                let step = (length * self.pull[place]) as i64;
                let price = self.prices[place].saturating_add(step);
                self.prices[place] = price.clamp(-self.limit, top);
            }
        }
        true
    }
}
