//! The engine for the cheapest covers: branch and bound, with bounds from Lagrangian relaxation.
//!
//! It supports colours, multiplicities and costs. An option is *usable* if every one of its items
//! admits one more such use. The state is a set of options that may still be usable, and the number
//! of times that each item is covered ([`state`]). At every node the engine does this:
//!
//! ```text
//! repeat
//!     propagate: drop unusable options; if an item needs all of its options, use them
//!     price:     compute a lower bound of all covers below; drop what would exceed the ceiling
//! until little changes
//! ```
//!
//! Then it branches on an item whose tries weigh least: a try weighs less, the more its reduced cost
//! uses of what is left below the ceiling ([`Costs::choose`]). It tries the options in order of
//! their reduced costs, so that the first leaf is a good one and the ceiling drops early. Each level
//! tries an option once, so every set of options of an item with multiplicities is tried once. An
//! item that need not be covered again has one more try: none of its untried options. That try has
//! reduced cost 0 and takes its place among the others.
//!
//! # The bound
//!
//! Every item `i` has a *price* `u[i]` ([`price`]). The *reduced cost* `r` of an option is its cost
//! minus the prices of its items. For any prices at all,
//!
//! ```text
//! cost of the options in use
//!     + sum of u[i] x (times that i must still be covered; times that it may, if u[i] < 0)
//!     + sum of the negative r
//! ```
//!
//! is a lower bound of the cost of every cover below the node (Lagrangian relaxation; M. Held and
//! R. Karp, "The traveling-salesman problem and minimum spanning trees", Mathematical Programming 1
//! (1971) 6-25). Using an option with `r > 0` raises the bound by `r`. If that exceeds the ceiling,
//! the option is dropped. Not using an option with `r < 0` raises the bound by `-r`. If that
//! exceeds the ceiling, the option is used.
//!
//! The prices are improved by subgradient ascent, with many steps at the root and a few at every
//! other node. It starts from simple prices: each item pays an equal share of its cheapest option.
//! The taxes of Knuth's program DLX5 are such prices, too. The prices of the root are kept: a later
//! walk with the same assumptions, under another ceiling, starts from them.
//!
//! Where walks under guessed ceilings run out of nodes although the bound is near, the walk uses the
//! linear relaxation instead of the ascent, and branches on options ([`relax`]).
//!
//! Prices and bounds are integers, in fractions of a cost, so the bound is exact whatever the
//! prices are. Only the lengths of the steps are floating-point numbers.

mod compile;
mod linear;
mod price;
mod relax;
mod root;
#[cfg(test)]
mod sanity;
mod state;
mod tries;

use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

use super::rest::RestLevel;
use super::{Branch, Priced, Tree};
use crate::ask::{Budget, Meter, Stop};
use crate::policy::CostsPolicies;
use crate::problem::{OptionId, Problem, Sense};
use compile::Tables;
use linear::Linear;
use price::{Ascent, Prices};
use state::{Halt, Infeasible, State};

/// What the tries of a level are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// Each option of an item.
    Item(u32),
    /// To use an option, or not.
    Option(u32),
    /// No primary item is left to cover.
    Nothing,
}

/// A level of the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Level {
    choice: Choice,
    /// The number of times that the item must still be covered; 0 for an option.
    need: usize,
    /// The state in which the level was entered, minus the options tried since.
    mark: state::Mark,
    /// The number of live options when the level was entered.
    alive: usize,
    /// The try that is committed.
    tried: Option<Try>,
    /// Whether the try of no option is still to be made.
    null_left: bool,
    /// The index of the level's first saved price.
    prices: usize,
    /// A lower bound of all covers below the level.
    bound: i128,
}

/// A try: its reduced cost by the prices of the level, and the option. `None` stands for none of
/// the untried options; its reduced cost is 0.
type Try = (i64, Option<u32>);

/// The progress of pricing at the root.
#[derive(Clone, Copy, Debug)]
enum Root {
    New,
    Ascending(Ascent),
    Priced,
}

/// The prices that an ascent at the root found, and the question that it was for.
#[derive(Clone, Debug)]
struct Known {
    trail: Vec<u32>,
    alive: Vec<u32>,
    prices: Vec<i64>,
}

/// The engine. Clones share the tables.
#[derive(Clone, Debug)]
pub(crate) struct Costs {
    tables: Arc<Tables>,
    state: State,
    prices: Prices,
    levels: Vec<Level>,
    /// The highest cost that is still of interest.
    ceiling: Option<i64>,
    /// A lower bound of all covers below the last node.
    bound: i128,
    root: Root,
    /// Whether the root is priced before the first conclusions.
    prices_all: bool,
    /// Kept by `reset`: the next question may have the same assumptions, under another ceiling.
    known: Option<Arc<Known>>,
    /// What `branch` chose last.
    chosen: Choice,
    /// Whether walks use the linear relaxation, and the relaxation, if this one does.
    relaxes: bool,
    linear: Option<Box<Linear>>,
    random: Option<Pcg32>,
}

impl Costs {
    /// Compiles a problem. For the dearest covers, costs and bounds have the opposite sign
    /// everywhere in the engine. O(its total size).
    pub(crate) fn compile(
        problem: &Problem,
        sense: Sense,
        policies: CostsPolicies,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let tables = Tables::compile(problem, sense, policies, meter)?;
        Ok(Self {
            state: State::new(&tables),
            prices: Prices::new(&tables),
            levels: Vec::new(),
            ceiling: None,
            bound: tables.floor,
            tables: Arc::new(tables),
            root: Root::New,
            prices_all: false,
            known: None,
            chosen: Choice::Nothing,
            relaxes: false,
            linear: None,
            random: None,
        })
    }

    /// Propagates and prices until little changes. Returns a lower bound of all covers below the
    /// node, or `None` if there are none within the ceiling.
    fn propagate_and_price(&mut self, meter: &mut Meter<'_>) -> Result<Option<i128>, Stop> {
        // Pricing the root may take a second, so the clock is read between its parts.
        while self.price_root_once(meter)? {
            meter.poll()?;
        }
        self.begin_relaxation();
        if let Some(mut linear) = self.linear.take() {
            let bound = self.relax(&mut linear, meter);
            self.linear = Some(linear);
            return bound;
        }
        let mut found = None;
        let (tables, levels) = (&self.tables, &self.levels);
        // The options that are dropped at the root are dropped for the whole walk.
        let steps = match levels.is_empty() {
            true => tables.root_steps(tables.policies.root_again),
            false => tables.policies.steps,
        };
        loop {
            if !self.propagate(meter)? {
                return Ok(None);
            }
            let Self {
                tables,
                state,
                prices,
                ..
            } = self;
            let alive = state.alive.len();
            match found {
                // Nothing is left to price: the cost of the options in use is the bound.
                _ if alive == 0 => return Ok(Some(state.fine)),
                // A pricing makes many passes over the options, so it is repeated only if much has
                // changed.
                Some((bound, before)) if alive * 100 > before * tables.policies.again => {
                    return Ok(Some(bound));
                }
                _ => {}
            }
            let Some(bound) = prices.price(tables, state, steps, meter)? else {
                return Ok(None);
            };
            found = Some((bound, alive));
        }
    }

    /// Propagates. Returns whether there may be a cover.
    fn propagate(&mut self, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        match self.state.propagate(&self.tables, meter) {
            Ok(()) => Ok(true),
            Err(Halt::Because(Infeasible)) => Ok(false),
            Err(Halt::Stopped(stop)) => Err(stop),
        }
    }

    /// The item whose tries weigh least, the first on a tie; `None` if no item is left to branch on.
    ///
    /// The weight of a try is a guess of the size of its subtree. An option that raises the bound to
    /// the ceiling leaves nothing below it, so a try weighs less, the more its reduced cost uses of
    /// what is left: (1 - share used)^4. Without a ceiling all tries weigh the same.
    fn choose(&mut self) -> Option<Choice> {
        let Self {
            tables,
            state,
            prices,
            random,
            ..
        } = self;
        let weights = prices.weigh(tables, state, self.bound);
        let open = state.open.all().iter().copied();
        let primary = open.filter(|&item| tables.requirements[item as usize].primary);
        let keyed = primary.map(|item| {
            let weight = weights[item as usize] - f64::from(state.need(tables, item));
            (weight, random.as_mut().map(Rng::random::<u32>), item)
        });
        let least =
            keyed.min_by(|(a, c, i), (b, d, j)| a.total_cmp(b).then_with(|| (c, i).cmp(&(d, j))));
        least.map(|(_, _, item)| Choice::Item(item))
    }

    /// Undoes the present try of the last level and removes its option from the level.
    fn undo(&mut self) {
        let Some(level) = self.levels.last_mut() else {
            return;
        };
        self.state.restore(&self.tables, level.mark);
        self.prices.restore(level.prices);
        // An option that was tried is out of the level: so no set of options is tried in two
        // orders.
        if let Some((_, Some(option))) = level.tried.take() {
            self.state.alive.remove(option);
            level.mark.alive -= 1;
        }
    }

    /// Visits the levels from the deepest to the level `floor`, each with a state that can be
    /// restored to it and its prices. Nothing is left: a copy of the whole engine, with the prices
    /// of all levels, may be very large.
    fn visit_levels(&self, floor: usize, mut visit: impl FnMut(&Level, &mut State, &Prices)) {
        let (mut state, mut prices) = (self.state.clone(), self.prices.unsaved());
        let mut end = None;
        for level in self.levels.iter().skip(floor).rev() {
            end = Some(prices.restore_of(&self.prices, level.prices, end));
            visit(level, &mut state, &prices);
        }
    }

    /// Whether an option exists and is not dropped, forbidden or forced.
    fn is_alive(&self, option: u32) -> bool {
        (option as usize) < self.tables.option_count() && self.state.alive.has(option)
    }
}

impl Tree for Costs {
    fn reset(&mut self, _: &mut Meter<'_>) -> Result<(), Stop> {
        self.levels.clear();
        self.prices.discard_saved(0);
        let nothing = state::Mark::default();
        self.state.restore(&self.tables, nothing);
        // The natural order, on which sums of floating-point numbers depend.
        self.state.fill(&self.tables);
        self.bound = self.tables.floor;
        self.ceiling = None;
        self.prices.set_ceiling(&self.tables, None);
        self.root = Root::New;
        self.prices_all = false;
        self.linear = None;
        self.random = None;
        Ok(())
    }

    fn forbid(&mut self, option: OptionId) {
        let option = option.index() as u32;
        if self.is_alive(option) {
            self.state.alive.remove(option);
        }
    }

    fn force(&mut self, option: OptionId) -> bool {
        let option = option.index() as u32;
        let possible = self.is_alive(option) && self.state.admits(&self.tables, option);
        if possible {
            self.state.commit(&self.tables, option);
        }
        possible
    }

    fn randomise(&mut self, seed: u64, _: &mut Meter<'_>) -> Result<(), Stop> {
        self.random = Some(Pcg32::seed_from_u64(seed));
        Ok(())
    }

    fn branch(&mut self) -> Branch {
        let branch = self.branch_within(&mut Budget::unlimited().meter());
        branch.unwrap_or(Branch::Dead)
    }

    fn branch_within(&mut self, meter: &mut Meter<'_>) -> Result<Branch, Stop> {
        let bound = self.propagate_and_price(meter).inspect_err(|_| {
            // Only the bound of the try above this node is known.
            if !self.levels.is_empty() {
                self.bound = i128::MIN;
            }
        });
        let Some(bound) = bound? else {
            return Ok(Branch::Dead);
        };
        self.bound = bound;
        if self.linear.is_none() {
            self.chosen = self.choose().unwrap_or(Choice::Nothing);
        }
        Ok(match self.chosen {
            Choice::Item(_) | Choice::Option(_) => Branch::Open,
            // The bound is rounded down, so it can miss that a cover costs too much.
            Choice::Nothing if self.ceiling.is_some_and(|most| self.state.cost > most) => {
                Branch::Dead
            }
            Choice::Nothing => Branch::Solved,
        })
    }

    fn options(&mut self) -> Vec<Option<OptionId>> {
        self.enter();
        let level = self.levels.last();
        let tries =
            level.map(|level| Self::tries(&self.tables, level, (&self.state, &self.prices)));
        self.leave();
        tries.unwrap_or_default()
    }

    /// Levels of one item have nearly the same choices, so only those that are asked for are
    /// listed.
    fn rests(&self, tried: &[u32], is_listed: &dyn Fn(usize) -> bool) -> Vec<RestLevel> {
        let (mut rests, mut number) = (Vec::with_capacity(tried.len()), tried.len());
        self.visit_levels(0, |level, state, prices| {
            let entered = state::Mark {
                alive: level.alive,
                ..level.mark
            };
            state.restore(&self.tables, entered);
            number -= 1;
            let passed = Self::passed(&self.tables, level, (state, prices));
            let left = if is_listed(number) {
                Self::tries(&self.tables, level, (state, prices))
            } else {
                Vec::new()
            };
            rests.push(RestLevel {
                count: Self::count_tries(&self.tables, level, (state, prices)),
                left: left.into_iter().skip(passed.len()).collect(),
                passed,
            });
        });
        rests
    }

    fn enter(&mut self) {
        let need = match self.chosen {
            Choice::Item(item) => self.state.need(&self.tables, item) as usize,
            Choice::Option(_) | Choice::Nothing => 0,
        };
        if let Some(linear) = &mut self.linear {
            linear.save();
        }
        self.levels.push(Level {
            choice: self.chosen,
            need,
            mark: self.state.mark(),
            alive: self.state.alive.len(),
            tried: None,
            null_left: need == 0,
            prices: self.prices.save(&self.tables, &self.state),
            bound: self.bound,
        });
    }

    fn advance(&mut self) -> bool {
        self.undo();
        let Some(level) = self.levels.last_mut() else {
            return false;
        };
        let present = (&self.state, &self.prices);
        let next = Self::next_try(&self.tables, level, present, &mut self.random);
        // Tries come in order of their reduced costs: if this one exceeds the ceiling, so do all
        // later ones.
        level.tried =
            next.filter(|&(reduced, _)| !self.prices.exceeds_ceiling(level.bound, reduced));
        match level.tried {
            None => return false,
            Some((_, Some(option))) => self.state.commit(&self.tables, option),
            Some((_, None)) => {
                level.null_left = false;
                // Below this try, no untried option of the item is used: those covers belong to
                // other tries.
                if let Choice::Item(item) = level.choice {
                    for &option in self.tables.options.of(item) {
                        self.state.alive.discard(option);
                    }
                }
            }
        }
        true
    }

    fn leave(&mut self) {
        if let Some(level) = self.levels.pop() {
            let mark = state::Mark {
                alive: level.alive,
                ..level.mark
            };
            self.state.restore(&self.tables, mark);
            self.prices.restore(level.prices);
            self.prices.discard_saved(level.prices);
            (self.chosen, self.bound) = (level.choice, level.bound);
            if let Some(linear) = &mut self.linear {
                linear.forget();
            }
        }
    }

    fn tried(&self) -> Option<OptionId> {
        let (_, option) = self.levels.last()?.tried?;
        option.map(OptionId::new)
    }

    fn trail(&self, out: &mut Vec<OptionId>) {
        out.extend(self.state.trail.iter().map(|&option| OptionId::new(option)));
    }

    fn priced(&mut self) -> Option<&mut dyn Priced> {
        Some(self)
    }

    fn remaining_bound(&self, floor: usize) -> i64 {
        // Examining the remaining tries of many wide levels would take as long as a walk. The bound
        // of the first level holds for all of them.
        let tries = |level: &Level| match level.choice {
            Choice::Item(item) => self.tables.options.of(item).len(),
            Choice::Option(_) | Choice::Nothing => 2,
        };
        if self.levels.iter().map(tries).sum::<usize>() > self.tables.policies.tries {
            let first = self
                .levels
                .get(floor)
                .map_or(self.bound, |level| level.bound);
            return self.tables.cost_of(first);
        }
        // Ties are broken by a copy of the random numbers: the walk goes on as if nobody had asked.
        let (mut least, mut random) = (self.bound, self.random.clone());
        self.visit_levels(floor, |level, state, prices| {
            let &Level { tried, bound, .. } = level;
            let bound_of = |(reduced, _): Try| bound + i128::from(reduced.max(0));
            // A bound for everything below a try is a bound for all levels below it.
            least = least.max(tried.map_or(bound, bound_of));
            state.restore(&self.tables, level.mark);
            if let Some((_, Some(option))) = tried {
                state.alive.remove(option);
            }
            let next = Self::next_try(&self.tables, level, (state, prices), &mut random);
            least = next.map_or(least, |next| least.min(bound_of(next)));
        });
        self.tables.cost_of(least)
    }
}

impl Priced for Costs {
    fn lower_ceiling(&mut self, ceiling: i64) {
        self.ceiling = Some(ceiling);
        self.prices.set_ceiling(&self.tables, Some(ceiling));
    }

    fn use_relaxation(&mut self, relaxes: bool) {
        self.relaxes = relaxes;
    }

    fn price_all(&mut self) {
        self.prices_all = true;
    }

    fn cost(&self) -> i64 {
        self.state.cost
    }

    fn prices(&self) -> Vec<f64> {
        let unit = self.tables.unit();
        let prices = self.prices.all().iter();
        prices.map(|&price| price as f64 / unit).collect()
    }
}
