//! The engine for the cheapest covers: a walk that leaves out what is proved to be too dear.
//!
//! It knows the whole language, and is one engine for all of it: an option is *usable* if every
//! one of its items admits one more use of that kind. The state is a set of options that may still
//! be usable, and how often each item is covered ([`state`]). At every node
//!
//! ```text
//! repeat
//!     propagate: drop what is not usable; an item that needs all the options it has takes them
//!     price:     find a lower bound of all covers below; drop what cannot stay within the ceiling
//! until little changes
//! ```
//!
//! and then an item with the fewest tries is branched on, its options in the order of their reduced
//! costs, so that the first leaf is a good one and the ceiling comes down early. A level tries an
//! option and never meets it again: an item that may be covered several times gets every set of
//! options once. An item that need not be covered has one try more: to take none of the options
//! that were not tried yet. Its reduced cost is 0, and that is its place among the others.
//!
//! # The bound
//!
//! Every item `i` has a *price* `u[i]` ([`price`]). What is left of an option's cost when its
//! items have paid their prices is its *reduced cost* `r`. For any prices at all,
//!
//! ```text
//! cost of what is taken + sum of u[i] x (how often i must, or if u[i] < 0 may, be covered yet)
//!                       + sum of the negative r
//! ```
//!
//! is at most the cost of every cover below the node (Lagrangian relaxation; M. Held and R. Karp,
//! "The traveling-salesman problem and minimum spanning trees", Mathematical Programming 1 (1971)
//! 6-25). An option with `r > 0` raises it by `r` if it is taken, one with `r < 0` by `-r` if it is
//! not: where that is more than the ceiling it is dropped, or taken at once. Prices climb along
//! subgradients, many steps at the root and a few at every node. The taxes of Knuth's program DLX5
//! are such prices, and each item's share in its cheapest option are others: both are where the
//! climb begins.
//!
//! Prices and bounds are integers, in fractions of a cost, so that the bound is exact
//! whatever the prices are: only the lengths of the steps are floating-point numbers.

mod compile;
mod price;
#[cfg(test)]
mod sanity;
mod state;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

use super::{Branch, Priced, Tree};
use crate::ask::{Budget, Meter, Stop};
use crate::policy::CostsPolicies;
use crate::problem::{OptionId, Problem};
use compile::Tables;
use price::{Climb, Prices};
use state::{Halt, State};

/// An item under trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Level {
    item: u32,
    /// How often it must be covered yet.
    need: usize,
    /// The state in which it was entered, less the options that were tried since.
    mark: state::Mark,
    /// How many options were alive when it was entered.
    alive: usize,
    /// The try that is under way.
    tried: Option<Try>,
    /// Whether to take none of its options is still to be tried.
    spare: bool,
    /// Where its prices begin among those that are saved.
    prices: usize,
    /// A lower bound of all covers below.
    bound: i128,
}

/// An option that a level tries, or none of those that it has not tried; and the reduced cost by
/// the prices of the level, which of none is 0.
type Try = (i64, Option<u32>);

/// How far the prices of the root are.
#[derive(Clone, Copy, Debug)]
enum Root {
    New,
    Climbing(Climb),
    Priced,
}

/// The engine. A clone is a state of its own.
#[derive(Clone, Debug)]
pub(crate) struct Costs {
    tables: Tables,
    state: State,
    prices: Prices,
    levels: Vec<Level>,
    /// Covers that cost more are of no interest.
    ceiling: Option<u64>,
    /// A lower bound of all covers below the last node.
    bound: i128,
    root: Root,
    /// The item that was chosen last.
    chosen: u32,
    random: Option<Pcg32>,
}

impl Costs {
    /// Lays a problem out. O(its total size).
    pub(crate) fn compile(
        problem: &Problem,
        policies: CostsPolicies,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let tables = Tables::compile(problem, policies, meter)?;
        Ok(Self {
            state: State::new(&tables),
            prices: Prices::new(&tables),
            tables,
            levels: Vec::new(),
            ceiling: None,
            bound: 0,
            root: Root::New,
            chosen: 0,
            random: None,
        })
    }

    /// Does a part of what must be done at the root before the walk, and says whether there is
    /// more. The first `branch` does all of it.
    fn prepare(&mut self, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let Self {
            tables,
            state,
            prices,
            ..
        } = self;
        match &mut self.root {
            Root::New => match state.propagate(tables, meter) {
                Ok(()) => {
                    let (climb, bound) = prices.set_out(tables, state, meter)?;
                    (self.root, self.bound) = (Root::Climbing(climb), bound);
                    return Ok(true);
                }
                Err(Halt::Stopped(stop)) => return Err(stop),
                Err(Halt::Short) => {}
            },
            Root::Climbing(climb) => {
                if prices.climb_on(climb, tables, state, meter)? == Some(true) {
                    self.bound = climb.best;
                    return Ok(true);
                }
                prices.go_back(state);
            }
            Root::Priced => return Ok(false),
        }
        self.root = Root::Priced;
        Ok(false)
    }

    /// Drops and takes what must be, as far as it can be seen. Returns a lower bound of all covers
    /// below, or `None` if there are none within the ceiling.
    fn narrow(&mut self, meter: &mut Meter<'_>) -> Result<Option<i128>, Stop> {
        // Prices at the root may take a second: between their rounds there is a look at the clock.
        while self.prepare(meter)? {
            meter.look()?;
        }
        let Self {
            tables,
            state,
            prices,
            ..
        } = self;
        let mut found = None;
        loop {
            match state.propagate(tables, meter) {
                Ok(()) => {}
                Err(Halt::Short) => return Ok(None),
                Err(Halt::Stopped(stop)) => return Err(stop),
            }
            let alive = state.alive.len();
            match found {
                _ if alive == 0 => return Ok(Some(state.fine)),
                Some((bound, before)) if alive * 100 > before * tables.policies.again => {
                    return Ok(Some(bound));
                }
                _ => {}
            }
            let Some(bound) = prices.price(tables, state, meter)? else {
                return Ok(None);
            };
            found = Some((bound, alive));
        }
    }

    /// The item with the fewest tries, the first on a tie; `None` if nothing is left to choose.
    fn choose(&mut self) -> Option<u32> {
        let Self {
            tables,
            state,
            random,
            ..
        } = self;
        let open = state.open.all().iter().copied();
        let primary = open.filter(|&item| tables.terms[item as usize].primary);
        primary.min_by_key(|&item| {
            let tries = state.items[item as usize].size - state.need(tables, item);
            (tries, random.as_mut().map(Rng::random::<u32>), item)
        })
    }

    /// Undoes the try of the last level that is under way; it is not met again at this level.
    fn undo(&mut self) {
        let Some(level) = self.levels.last_mut() else {
            return;
        };
        self.state.back_to(&self.tables, level.mark);
        self.prices.restore(level.prices);
        if let Some((_, Some(option))) = level.tried.take() {
            self.state.alive.remove(option);
            level.mark.alive -= 1;
        }
    }

    /// The try of the last level that comes next: of all that are not made yet the cheapest by
    /// the prices of the level, which are set back. They are looked for one at a time, so that a
    /// level needs no list: an item that may be covered a thousand times has a thousand levels.
    /// O(sizes of the options of the item), like the sweep below each try.
    fn next_try(&mut self) -> Option<Try> {
        let Self {
            tables,
            state,
            prices,
            random,
            levels,
            ..
        } = self;
        let level = levels.last()?;
        let options = tables.options.of(level.item).iter().copied();
        let mut left = 0;
        let takes = options
            .filter(|&option| state.alive.has(option))
            .map(|option| {
                left += 1;
                let reduced = prices.reduced(tables, level.prices, option);
                let tie = random.as_mut().map(Rng::random::<u32>);
                (reduced, tie, option)
            });
        let cheapest = takes
            .min()
            .map(|(reduced, _, option)| (reduced, Some(option)));
        let none = level.spare.then_some((0, None));
        let next = none.into_iter().chain(cheapest).min();
        next.filter(|_| left >= level.need)
    }

    /// Whether an option is known, not dropped, not forbidden and not forced.
    fn is_alive(&self, option: u32) -> bool {
        (option as usize) < self.tables.option_count() && self.state.alive.has(option)
    }
}

impl Tree for Costs {
    #[inline]
    fn dead_ends_are_nodes(&self) -> bool {
        false
    }

    fn reset(&mut self, _: &mut Meter<'_>) -> Result<(), Stop> {
        self.levels.clear();
        self.prices.forget(0);
        let nothing = state::Mark::default();
        self.state.back_to(&self.tables, nothing);
        self.state.fill(&self.tables);
        self.bound = 0;
        self.ceiling = None;
        self.prices.set_ceiling(&self.tables, None);
        self.root = Root::New;
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
        let narrowed = self.narrow(meter).inspect_err(|_| {
            // Of this node nothing is known but what holds for the try above it.
            if !self.levels.is_empty() {
                self.bound = i128::MIN;
            }
        });
        let Some(bound) = narrowed? else {
            return Ok(Branch::Dead);
        };
        self.bound = bound;
        Ok(match self.choose() {
            Some(item) => {
                self.chosen = item;
                Branch::Open
            }
            None if self.ceiling.is_some_and(|most| self.state.cost > most) => Branch::Dead,
            None => Branch::Solved,
        })
    }

    fn enter(&mut self) {
        let item = self.chosen;
        let need = self.state.need(&self.tables, item) as usize;
        self.levels.push(Level {
            item,
            need,
            mark: self.state.mark(),
            alive: self.state.alive.len(),
            tried: None,
            spare: need == 0,
            prices: self.prices.save(&self.tables, &self.state),
            bound: self.bound,
        });
    }

    fn advance(&mut self) -> bool {
        self.undo();
        let next = self.next_try();
        let Some(level) = self.levels.last_mut() else {
            return false;
        };
        level.tried = next.filter(|&(reduced, _)| !self.prices.too_dear(level.bound, reduced));
        match level.tried {
            None => return false,
            Some((_, Some(option))) => self.state.commit(&self.tables, option),
            Some((_, None)) => {
                level.spare = false;
                for &option in self.tables.options.of(level.item) {
                    self.state.alive.discard(option);
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
            self.state.back_to(&self.tables, mark);
            self.prices.restore(level.prices);
            self.prices.forget(level.prices);
            (self.chosen, self.bound) = (level.item, level.bound);
        }
    }

    fn trail(&self, out: &mut Vec<OptionId>) {
        out.extend(self.state.trail.iter().map(|&option| OptionId::new(option)));
    }

    fn priced(&mut self) -> Option<&mut dyn Priced> {
        Some(self)
    }
}

impl Priced for Costs {
    fn lower_ceiling(&mut self, ceiling: u64) {
        self.ceiling = Some(ceiling);
        self.prices.set_ceiling(&self.tables, Some(ceiling));
    }

    fn cost(&self) -> u64 {
        self.state.cost
    }

    /// Leaves all levels.
    fn remaining_bound(&mut self) -> u64 {
        // To look at what is still to be tried at every level would take as long as a walk where
        // levels are many and wide. The bound of the first level holds for all of them.
        let tries = |level: &Level| self.tables.options.of(level.item).len();
        if self.levels.iter().map(tries).sum::<usize>() > self.tables.policies.tries {
            let first = self.levels.first().map_or(self.bound, |level| level.bound);
            return self.tables.cost_of(first);
        }
        let mut least = self.bound;
        while let Some(&Level { tried, bound, .. }) = self.levels.last() {
            let bound_of = |(reduced, _): Try| bound + i128::from(reduced.max(0));
            // What holds for all that is below a try holds for all levels below.
            least = least.max(tried.map_or(bound, bound_of));
            self.undo();
            least = self
                .next_try()
                .map_or(least, |next| least.min(bound_of(next)));
            self.leave();
        }
        self.tables.cost_of(least)
    }
}
