//! The linear relaxation of a problem, with the bound that its prices prove.
//!
//! Subgradient ascent comes near the bound of the linear relaxation, at little cost. The simplex
//! method ([`simplex`]) reaches it, together with a fractional solution: how much each option is
//! used. That tells on which option to branch, and which [`cuts`] raise the bound. It
//! pays where the bound is near the least cost and only a small gap is left, as in crew schedules
//! and matchings; in tilings the linear relaxation says little.
//!
//! The relaxation supports items that are covered at most once, without colours.

mod bits;
mod cliques;
mod cut;
mod cuts;
mod elimination;
mod factors;
mod odd_sets;
mod simplex;
mod sparse;

use std::mem;
use std::sync::Arc;

use super::compile::Tables;
use super::price::Prices;
use super::state::State;
use crate::ask::{Meter, Stop};
use simplex::{End, Saved, Simplex};

/// A value so close to a whole number is taken for it.
const WHOLE: f64 = 1e-4;
/// The mean cost in the units of the simplex method has this magnitude, whatever the costs are: its
/// tolerances are absolute.
const MEAN: f64 = 1024.0;

/// What the relaxation says about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// No cover within the ceiling is below the node. This is proved.
    Dead,
    /// A lower bound, in fine units, and whether the values are those of a solution of the
    /// relaxation.
    Bound { bound: i128, is_optimal: bool },
}

#[derive(Clone, Debug)]
pub(super) struct Linear {
    simplex: Simplex,
    /// The costs in the units of the simplex method, and the number of fine units of one.
    costs: Vec<f64>,
    unit: f64,
    /// The basis of the root, and of each level. Levels without a pivot between them share one.
    saved: Vec<Arc<Saved>>,
    is_used: Vec<bool>,
    /// The items of an option that is tried.
    is_met: Vec<bool>,
    /// The prices of the rows in fine units.
    whole: Vec<i64>,
}

/// Whether the relaxation supports a problem. The memory of cuts grows with the square of the items.
pub(super) fn supports(tables: &Tables) -> bool {
    let mut items = tables.requirements.iter();
    let is_small = tables.item_count() <= tables.policies.relaxed_items;
    is_small && items.all(|item| item.high == 1 && item.priced)
}

impl Linear {
    /// Starts from the prices of the ascent.
    pub(super) fn new(tables: &Tables, state: &State, prices: &Prices) -> Self {
        let sum: f64 = tables.fine.iter().map(|&cost| (cost as f64).abs()).sum();
        let mean = sum / tables.option_count().max(1) as f64;
        let unit = if mean > 0.0 { mean / MEAN } else { 1.0 };
        let costs: Vec<f64> = tables.fine.iter().map(|&cost| cost as f64 / unit).collect();
        let start = prices.all().iter().map(|&price| price as f64 / unit);
        let mut linear = Self {
            simplex: Simplex::new(tables, &costs, start.collect(), state.alive.all()),
            costs,
            unit,
            saved: Vec::new(),
            is_used: vec![false; tables.option_count()],
            is_met: vec![false; tables.item_count()],
            whole: Vec::new(),
        };
        linear.save();
        linear
    }

    /// Saves the basis for the nodes below.
    pub(super) fn save(&mut self) {
        let last = self.saved.last();
        let saved = match last.filter(|saved| self.simplex.is_at(saved)) {
            Some(saved) => Arc::clone(saved),
            None => Arc::new(self.simplex.save()),
        };
        self.saved.push(saved);
    }

    /// Forgets the basis of the last level.
    pub(super) fn forget(&mut self) {
        self.saved.pop();
    }

    /// Goes back to the basis that was saved last.
    pub(super) fn restore(&mut self, tables: &Tables) {
        if let Some(saved) = self.saved.last_mut() {
            self.simplex.restore(tables, Arc::make_mut(saved));
        }
    }

    /// Makes the live options of a state those of the relaxation. `keep` may leave some out.
    fn load(&mut self, tables: &Tables, state: &State, mut keep: impl FnMut(u32) -> bool) {
        for &option in &state.trail {
            self.is_used[option as usize] = true;
        }
        let (alive, is_used) = (&state.alive, &self.is_used);
        let all = 0..tables.option_count() as u32;
        let live =
            all.filter(|&option| is_used[option as usize] || (alive.has(option) && keep(option)));
        self.simplex.load(tables, live);
        for &option in &state.trail {
            self.is_used[option as usize] = false;
        }
    }

    /// Solves the relaxation of a state from the present basis. The reduced costs of the live options
    /// and the prices of the items go to `prices`.
    pub(super) fn solve(
        &mut self,
        tables: &Tables,
        state: &State,
        prices: &mut Prices,
        meter: &mut Meter<'_>,
    ) -> Result<Verdict, Stop> {
        self.load(tables, state, |_| true);
        let mut end = self.run(tables, prices, tables.policies.pivots, meter)?;
        if end == End::Lost {
            self.simplex.factor(tables);
            end = self.run(tables, prices, tables.policies.pivots, meter)?;
        }
        let verdict = self.verdict(tables, prices, end);
        let Verdict::Bound {
            bound,
            is_optimal: true,
        } = verdict
        else {
            return Ok(verdict);
        };
        if !self.is_whole() {
            return Ok(verdict);
        }
        // The costs were lowered a little, which can hide a whole unit.
        let better = self.simplex.prices_for(&self.costs);
        let true_bound = self.bound(tables, prices, &better);
        let bound = match prices.exceeds_ceiling(true_bound, 0) {
            true => return Ok(Verdict::Dead),
            false if true_bound >= bound => true_bound,
            false => self.bound_of_basis(tables, prices),
        };
        Ok(Verdict::Bound {
            bound,
            is_optimal: true,
        })
    }

    /// Prepares trials of options at the present basis.
    pub(super) fn begin_probes(&mut self, tables: &Tables) {
        self.simplex.tidy(tables);
    }

    /// Tries an option: the bounds with and without it after a few pivots, from the present basis.
    /// `None` stands for a side without covers.
    pub(super) fn probe(
        &mut self,
        tables: &Tables,
        state: &State,
        prices: &mut Prices,
        option: u32,
        meter: &mut Meter<'_>,
    ) -> Result<[Option<i128>; 2], Stop> {
        for used in tables.uses.of(option) {
            self.is_met[used.item as usize] = true;
        }
        let is_met = mem::take(&mut self.is_met);
        let meets = |other: u32| {
            let mut uses = tables.uses.of(other).iter();
            uses.any(|used| is_met[used.item as usize])
        };
        self.load(tables, state, |other| other == option || !meets(other));
        self.is_met = is_met;
        for used in tables.uses.of(option) {
            self.is_met[used.item as usize] = false;
        }
        let with = self.probe_loaded(tables, prices, meter)?;
        self.load(tables, state, |other| other != option);
        let without = self.probe_loaded(tables, prices, meter)?;
        Ok([with, without])
    }

    /// The bound of the options that are loaded, after a few pivots. Goes back to the basis.
    fn probe_loaded(
        &mut self,
        tables: &Tables,
        prices: &mut Prices,
        meter: &mut Meter<'_>,
    ) -> Result<Option<i128>, Stop> {
        let mut saved = self.simplex.save();
        let end = self.run(tables, prices, tables.policies.probe, meter)?;
        let verdict = self.verdict(tables, prices, end);
        self.simplex.restore(tables, &mut saved);
        Ok(match verdict {
            Verdict::Bound { bound, .. } => Some(bound),
            Verdict::Dead => None,
        })
    }

    /// Ends the trials of a node: computes the bound and the reduced costs of the node again.
    pub(super) fn end_probes(
        &mut self,
        tables: &Tables,
        state: &State,
        prices: &mut Prices,
    ) -> i128 {
        self.load(tables, state, |_| true);
        self.bound_of_basis(tables, prices)
    }

    /// Adds cuts that the present values violate, at the root. Returns whether there are any.
    pub(super) fn add_cuts(
        &mut self,
        tables: &Tables,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        let seed = self.simplex.cuts().len() as u64;
        let cuts = cuts::find(tables, &self.simplex, seed, meter)?;
        let is_cut = !cuts.is_empty();
        if is_cut {
            self.simplex.add_cuts(tables, cuts);
            // A basis without the cuts would be no start any more.
            self.saved.clear();
            self.save();
        }
        Ok(is_cut)
    }

    /// The values of the options that are neither 0 nor 1.
    pub(super) fn fractions(&self) -> impl Iterator<Item = (u32, f64)> {
        let is_fraction = |&(_, value): &(u32, f64)| (WHOLE..1.0 - WHOLE).contains(&value);
        self.simplex.values().filter(is_fraction)
    }

    /// The options of which more than a half is used.
    pub(super) fn chosen(&self) -> impl Iterator<Item = u32> {
        let is_chosen = |&(_, value): &(u32, f64)| value > 0.5;
        self.simplex
            .values()
            .filter(is_chosen)
            .map(|(option, _)| option)
    }

    fn is_whole(&self) -> bool {
        self.fractions().next().is_none()
    }

    fn run(
        &mut self,
        tables: &Tables,
        prices: &Prices,
        limit: usize,
        meter: &mut Meter<'_>,
    ) -> Result<End, Stop> {
        // A little above, since the costs were lowered.
        let above = prices.ceiling().map_or(f64::INFINITY, |ceiling| {
            let fine = ceiling as f64 + 0.01 * tables.fine(1) as f64;
            fine / self.unit + 1e-6
        });
        self.simplex.run(tables, above, limit, meter)
    }

    /// What the prices prove after a run.
    fn verdict(&mut self, tables: &Tables, prices: &mut Prices, end: End) -> Verdict {
        if end == End::Infeasible && self.is_infeasible(tables, prices) {
            return Verdict::Dead;
        }
        let bound = self.bound_of_basis(tables, prices);
        if prices.exceeds_ceiling(bound, 0) {
            return Verdict::Dead;
        }
        Verdict::Bound {
            bound,
            is_optimal: end == End::Optimal,
        }
    }

    /// Whether prices far enough along the ray give a bound above the ceiling.
    fn is_infeasible(&mut self, tables: &Tables, prices: &mut Prices) -> bool {
        let Some(ceiling) = prices.ceiling() else {
            return false;
        };
        let at: Vec<f64> = self.simplex.at.prices.clone();
        let ray = mem::take(&mut self.simplex.ray);
        let gain = self.simplex.bound_of(tables, &ray).max(1e-9);
        let lack = ceiling as f64 / self.unit - self.simplex.objective(tables) + 1.0;
        // The farther, the more rounding: so not farther than needed at first.
        let is_proved = [1.01, 4.0].into_iter().any(|far| {
            let steps = at.iter().zip(&ray);
            let prices_there: Vec<f64> = steps
                .map(|(price, ray)| price + far * lack / gain * ray)
                .collect();
            let bound = self.bound(tables, prices, &prices_there);
            prices.exceeds_ceiling(bound, 0)
        });
        self.simplex.ray = ray;
        is_proved
    }

    fn bound_of_basis(&mut self, tables: &Tables, prices: &mut Prices) -> i128 {
        let at = mem::take(&mut self.simplex.at.prices);
        let bound = self.bound(tables, prices, &at);
        self.simplex.at.prices = at;
        bound
    }

    /// The Lagrangian bound by these prices, rounded to fine units: true whatever they are. The
    /// prices of the items and the reduced costs of the live options go to `prices`.
    fn bound(&mut self, tables: &Tables, prices: &mut Prices, of_rows: &[f64]) -> i128 {
        let limit = prices.limit() as f64;
        self.whole.clear();
        let whole = of_rows
            .iter()
            .map(|price| (price * self.unit).clamp(-limit, limit) as i64);
        self.whole.extend(whole);
        let mut bound = 0;
        let items = tables.item_count();
        for (item, price) in self.whole[..items].iter_mut().enumerate() {
            if tables.requirements[item].low == 0 {
                *price = (*price).min(0);
            }
            bound += i128::from(*price);
        }
        for (price, cut) in self.whole[items..].iter_mut().zip(self.simplex.cuts()) {
            *price = (*price).min(0);
            bound += i128::from(*price) * i128::from(cut.most);
        }
        prices.set(&self.whole[..items]);
        for &option in self.simplex.live() {
            let mut reduced = i128::from(prices.reduced_cost(tables, option));
            for (row, times) in self.simplex.in_cuts(option) {
                reduced -= i128::from(self.whole[row]) * times as i128;
            }
            bound += reduced.min(0);
            // Only its comparison with what is left below the ceiling is of interest.
            let most = i128::from(i64::MAX / 2);
            prices.set_reduced(option, reduced.clamp(-most, most) as i64);
        }
        bound
    }
}
