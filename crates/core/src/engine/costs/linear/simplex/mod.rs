//! The dual simplex method for the linear relaxation of a problem:
//!
//! ```text
//! least sum of c[o] x[o]   so that   sum of x[o] over the options of an item = 1, or <= 1,
//!                                    sum of a[o] x[o] <= h for each cut,   x >= 0
//! ```
//!
//! The rows are the items, followed by the [`cuts`](super::cuts). In a tree of nodes
//! only the options that are live change: an option that is not is fixed at 0. So the prices of a
//! node are a start for its children, and the dual simplex method needs few pivots.
//!
//! The leaving row is chosen by steepest edge (J. J. Forrest and D. Goldfarb, "Steepest-edge simplex
//! algorithms for linear programming", 1992), the entering variable by the ratio test of P. M. J.
//! Harris (1973). Costs are lowered by tiny random amounts, because exact covers are degenerate. All
//! this is floating-point arithmetic, which proves nothing: only the prices are used, and
//! [`Linear`](super::Linear) computes the bound that they give in whole numbers.

mod basis;
mod pivot;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

use super::cut::Cut;
use super::factors::Factors;
use super::sparse::Vectors;
use crate::ask::{Meter, Stop};
use crate::engine::costs::compile::Tables;
use crate::problem::Lists;

/// A value of a variable below this is 0.
const ZERO: f64 = 1e-7;
/// Costs are lowered by up to 1.5 of this share of the mean cost.
const LOWERED: f64 = 1e-6;
/// The basis is factored anew after so many pivots.
const MOST_ETAS: usize = 100;
const MOST_ETAS_AT_START: usize = 50;
/// New factors, because a pivot was not what it should be, or because columns depend on others.
const MOST_REPAIRS: u32 = 4;

/// How a call of [`Simplex::run`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Optimal,
    /// The bound exceeds the given one.
    Above,
    /// There is no solution. The prices can be changed along the ray without limit.
    Infeasible,
    /// The limit of pivots is reached.
    Limit,
    /// The numbers are too bad to go on.
    Lost,
}

/// A variable of the basis: it may be above 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Basic {
    Option(u32),
    /// What is missing to the right side of a row `<=`.
    Slack(u32),
    /// What is missing to the right side of a row: it must become 0.
    Artificial(u32),
}

/// A basis, with what belongs to it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Basis {
    /// The variable of each slot, its value, and the weight of its steepest edge.
    basic: Vec<Basic>,
    values: Vec<f64>,
    weights: Vec<f64>,
    /// The price of each row.
    pub(super) prices: Vec<f64>,
}

/// A basis to go back to.
#[derive(Clone, Debug)]
pub(super) struct Saved {
    basis: Basis,
    generation: u64,
    etas: usize,
}

const NOWHERE: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub(super) struct Simplex {
    /// The lowered costs.
    costs: Vec<f64>,
    cuts: Vec<Cut>,
    /// The entries (row, coefficient) of each option in the cuts.
    cut_entries: Vectors,
    pub(super) at: Basis,
    factors: Factors,
    /// Counts the factored bases: a saved basis with the same number has the same factors.
    generation: u64,
    /// The live options, ascending, and the place of each option among them.
    live: Vec<u32>,
    places: Vec<u32>,
    /// The items of the live options, in one piece of memory.
    live_items: Lists<u32>,
    /// For each live option: whether it is basic, and its reduced cost.
    is_basic: Vec<bool>,
    reduced: Vec<f64>,
    /// For each row `<=`: whether its slack is basic, and the reduced cost of the slack.
    is_slack_basic: Vec<bool>,
    slack_reduced: Vec<f64>,
    /// The leaving row of the inverse, where it is not 0, and its products with the live options.
    row: Vec<f64>,
    touched: Vec<u32>,
    products: Vec<f64>,
    candidates: Vec<u32>,
    /// The entering column, and the leaving row, times the inverse.
    column: Vec<f64>,
    edge: Vec<f64>,
    /// The direction of the prices that proves that there is no solution.
    pub(super) ray: Vec<f64>,
}

impl Simplex {
    /// Starts with artificial variables and these costs and prices. Prices are lowered until no
    /// live option has a negative reduced cost.
    pub(super) fn new(tables: &Tables, costs: &[f64], prices: Vec<f64>, live: &[u32]) -> Self {
        let (rows, options) = (tables.item_count(), tables.option_count());
        let mean = costs.iter().map(|cost| cost.abs()).sum::<f64>() / options.max(1) as f64;
        let mut random = Pcg32::seed_from_u64(0);
        let mut lower = |cost: &f64| cost - LOWERED * mean.max(1.0) * random.random_range(0.5..1.5);
        let mut simplex = Self {
            costs: costs.iter().map(&mut lower).collect(),
            cuts: Vec::new(),
            cut_entries: Vectors::default(),
            at: Basis {
                basic: (0..rows as u32).map(Basic::Artificial).collect(),
                values: vec![1.0; rows],
                weights: vec![1.0; rows],
                prices,
            },
            factors: Factors::default(),
            generation: 0,
            live: Vec::new(),
            places: vec![NOWHERE; options],
            live_items: Lists::default(),
            is_basic: Vec::new(),
            reduced: Vec::new(),
            is_slack_basic: Vec::new(),
            slack_reduced: Vec::new(),
            row: Vec::new(),
            touched: Vec::new(),
            products: Vec::new(),
            candidates: Vec::new(),
            column: Vec::new(),
            edge: Vec::new(),
            ray: Vec::new(),
        };
        (0..options).for_each(|_| simplex.cut_entries.close());
        for &option in live {
            let reduced = simplex.reduced_cost(tables, option);
            if reduced < 0.0 {
                let uses = tables.uses.of(option);
                for used in uses {
                    simplex.at.prices[used.item as usize] += reduced / uses.len() as f64;
                }
            }
        }
        simplex.factor(tables);
        simplex
    }

    pub(super) fn cuts(&self) -> &[Cut] {
        &self.cuts
    }

    /// The entries (row, coefficient) of an option in the cuts.
    pub(super) fn in_cuts(&self, option: u32) -> impl Iterator<Item = (usize, f64)> {
        self.cut_entries.of(option as usize)
    }

    /// The live options, ascending.
    pub(super) fn live(&self) -> &[u32] {
        &self.live
    }

    fn row_count(&self) -> usize {
        self.at.basic.len()
    }

    /// Whether a row is `<=`.
    fn is_limit(tables: &Tables, row: usize) -> bool {
        tables
            .requirements
            .get(row)
            .is_none_or(|item| item.low == 0)
    }

    fn right_side(&self, tables: &Tables, row: usize) -> f64 {
        let cut = row.checked_sub(tables.item_count());
        cut.map_or(1.0, |cut| f64::from(self.cuts[cut].most))
    }

    fn reduced_cost(&self, tables: &Tables, option: u32) -> f64 {
        let uses = tables.uses.of(option).iter();
        let prices = uses.map(|used| self.at.prices[used.item as usize]);
        let of_cuts = self.cut_entries.times(&self.at.prices, option as usize);
        self.costs[option as usize] - prices.sum::<f64>() - of_cuts
    }

    /// The bound by these prices of the rows, if no reduced cost is negative.
    pub(super) fn bound_of(&self, tables: &Tables, prices: &[f64]) -> f64 {
        let prices = prices.iter().enumerate();
        prices
            .map(|(row, price)| price * self.right_side(tables, row))
            .sum()
    }

    /// The same by the prices of the basis.
    pub(super) fn objective(&self, tables: &Tables) -> f64 {
        self.bound_of(tables, &self.at.prices)
    }

    /// The value of each live option that is above 0.
    pub(super) fn values(&self) -> impl Iterator<Item = (u32, f64)> {
        let slots = self.at.basic.iter().zip(&self.at.values);
        slots.filter_map(|(&basic, &value)| match basic {
            Basic::Option(option) if self.places[option as usize] != NOWHERE => {
                Some((option, value))
            }
            _ => None,
        })
    }

    /// Sets the live options, in ascending order. O(their uses).
    pub(super) fn load(&mut self, tables: &Tables, live: impl Iterator<Item = u32>) {
        for &option in &self.live {
            self.places[option as usize] = NOWHERE;
        }
        self.live.clear();
        self.live.extend(live);
        self.live_items.clear();
        for (place, &option) in self.live.iter().enumerate() {
            self.places[option as usize] = place as u32;
            let uses = tables.uses.of(option).iter();
            self.live_items.add(uses.map(|used| used.item));
        }
    }

    /// Computes what belongs to the live options from the basis.
    fn reload(&mut self, tables: &Tables) {
        let (live, rows) = (self.live.len(), self.row_count());
        self.is_basic.clear();
        self.is_basic.resize(live, false);
        self.is_slack_basic.clear();
        self.is_slack_basic.resize(rows, false);
        for &basic in &self.at.basic {
            match basic {
                Basic::Option(option) => {
                    let place = self.places[option as usize];
                    if let Some(is_basic) = self.is_basic.get_mut(place as usize) {
                        *is_basic = true;
                    }
                }
                Basic::Slack(row) => self.is_slack_basic[row as usize] = true,
                Basic::Artificial(_) => {}
            }
        }
        let reduced = self
            .live
            .iter()
            .map(|&option| self.reduced_cost(tables, option));
        self.reduced = reduced.collect();
        self.slack_reduced.clear();
        self.slack_reduced
            .extend(self.at.prices.iter().map(|price| -price));
        self.products.clear();
        self.products.resize(live, 0.0);
        for dense in [&mut self.row, &mut self.column, &mut self.edge] {
            dense.clear();
            dense.resize(rows, 0.0);
        }
    }

    /// Makes pivots, until the end or at most `limit`. Ends early where the bound exceeds `above`.
    pub(super) fn run(
        &mut self,
        tables: &Tables,
        above: f64,
        limit: usize,
        meter: &mut Meter<'_>,
    ) -> Result<End, Stop> {
        let mut repairs = 0;
        if self.factors.eta_count() > MOST_ETAS_AT_START {
            self.factor(tables);
        }
        self.reload(tables);
        let mut objective = self.objective(tables);
        // The callers load and evaluate all live options before and after, and restore a basis.
        let uses = self.live_items.all().len();
        meter.spend(8 * uses + 4 * self.live.len() + 32 * self.row_count())?;
        let work = self.live.len() + uses + 32 * self.row_count();
        for _ in 0..limit {
            if objective > above {
                return Ok(End::Above);
            }
            let Some(slot) = self.leaving() else {
                return Ok(End::Optimal);
            };
            meter.spend(work)?;
            if self.factors.eta_count() >= MOST_ETAS {
                self.factor(tables);
                self.reload(tables);
                objective = self.objective(tables);
                continue;
            }
            self.compute_row(tables, slot);
            let sign = self.at.values[slot].signum();
            let Some(entering) = self.entering(tables, sign) else {
                self.ray.clear();
                self.ray.extend(self.row.iter().map(|value| value * sign));
                return Ok(End::Infeasible);
            };
            let product = self.compute_column(tables, entering);
            if (self.column[slot] - product).abs() > 1e-9 + 1e-5 * product.abs() {
                repairs += 1;
                if repairs > MOST_REPAIRS {
                    return Ok(End::Lost);
                }
                self.factor(tables);
                self.reload(tables);
                objective = self.objective(tables);
                continue;
            }
            objective += self.pivot(tables, slot, entering, product);
        }
        Ok(End::Limit)
    }
}
