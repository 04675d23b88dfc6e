//! The engine for the cheapest covers: a walk that leaves out what is proved to be too dear.
//!
//! It knows the whole language, and is one engine for all of it: an option is *usable* if every
//! one of its items admits one more use of that kind. The state is a set of options that may still
//! be usable, and how often each item is covered ([`state`]). At every node
//!
//! ```text
//! repeat
//!     sweep: drop what is not usable; an item that needs all the options it has left takes them
//!     price: find a lower bound of all covers below; drop what cannot stay within the ceiling
//! until little changes
//! ```
//!
//! and then an item with the fewest tries is branched on, its options in the order of their reduced
//! costs, so that the first leaf is a good one and the ceiling comes down early. A level tries an
//! option and never meets it again: an item that may be covered several times gets every set of
//! options once. The last try of an item that need not be covered is to take none of its options.
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
//!
//! # What was measured
//!
//! Nodes and user seconds to find the least cost and all who share it, with so many steps at a
//! node (the root has 500), on an AMD EPYC (Zen 4). The last four have random costs; the crews are
//! 3,010 random options of 2 to 5 of 40 flights.
//!
//! ```text
//!                       0 steps         3 steps        10 steps       30 steps
//! Langford 16       128,703 0.29   115,729 0.42    68,800 0.51    47,941 0.63
//! crews              65,951 1.59     2,831 0.42     1,275 0.21       996 0.15
//! pentominoes 6x10    9,305 0.35     5,283 0.41     2,026 0.36     1,692 0.38
//! 8x8 less centre    11,960 0.34     7,853 0.40     3,611 0.41     3,025 0.55
//! 15 queens           3,155 0.028      428 0.017      224 0.013      190 0.015
//! ```
//!
//! What lost:
//!
//! * Prices that stay as they are left by one subtree when the next begins, instead of those of
//!   the level above: 149,856 nodes for Langford 16, and 269,922 for the pentominoes.
//! * No steps at all, only shares: 239,589 nodes for Langford 12 (10 steps: 972).
//! * In a sketch with fixed prices, Langford 12: no prices 1,320,223 nodes, shares 827,502, each
//!   item's prices raised in turn as far as they go (dual ascent) 646,463, that after shares
//!   353,256, a climb 2,687. On Langford 16 only the climb ended within a minute.
//! * In that sketch, a dual ascent at every node after a climb at the root: 9 times fewer nodes on
//!   the crews, half on the pentominoes, a tenth fewer on Langford 16, at 3 to 10 times the time a
//!   node. Ten steps of a climb do more.
//! * In that sketch, a ceiling close above the bound that is raised round by round until there
//!   are solutions below it, instead of one walk: between 0.5 and 2 times the nodes (Langford 16
//!   twice, soma half), and a problem without a solution would be walked in every round.

mod compile;
mod price;
#[cfg(test)]
mod sanity;
mod state;

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

use super::{Branch, Engine};
use crate::problem::{ItemId, OptionId, Problem};
use compile::Tables;
use price::{Climb, Prices};
use state::State;

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
    /// Where its tries begin in `Costs::tries`; they end where those of the next level begin.
    tries: usize,
    /// The next try. Behind the last comes the try to take none, and behind that the end.
    next: usize,
    /// Where its prices begin among those that are saved.
    prices: usize,
    /// A lower bound of all covers below.
    bound: i128,
}

/// An option that a level tries, and its reduced cost when the level was entered.
type Try = (i64, u32);

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
    tries: Vec<Try>,
    /// Covers that cost more are of no interest.
    ceiling: Option<u64>,
    /// A lower bound of all covers below the last node.
    bound: i128,
    root: Root,
    random: Option<Pcg32>,
}

impl Costs {
    /// Lays a problem out. O(its total size).
    pub(crate) fn compile(problem: &Problem) -> Self {
        let tables = Tables::compile(problem);
        Self {
            state: State::new(&tables),
            prices: Prices::new(&tables),
            tables,
            levels: Vec::new(),
            tries: Vec::new(),
            ceiling: None,
            bound: 0,
            root: Root::New,
            random: None,
        }
    }

    /// How many uses of items a node may look at.
    pub(crate) fn work(&self) -> usize {
        self.tables.uses.size().saturating_mul(price::STEPS)
    }

    /// Does a part of what must be done at the root before the walk, and says whether there is
    /// more. It may be left undone: the first `branch` does what is left.
    pub(crate) fn prepare(&mut self) -> bool {
        let Self {
            tables,
            state,
            prices,
            ..
        } = self;
        match &mut self.root {
            Root::New => {
                if state.propagate(tables) {
                    let (climb, bound) = prices.set_out(tables, state);
                    (self.root, self.bound) = (Root::Climbing(climb), bound);
                    return true;
                }
            }
            Root::Climbing(climb) => {
                if prices.climb_on(climb, tables, state) == Some(true) {
                    self.bound = climb.best;
                    return true;
                }
                prices.go_back(state);
            }
            Root::Priced => return false,
        }
        self.root = Root::Priced;
        false
    }

    /// From now on covers that cost more than this are left out. A ceiling only comes down, until
    /// the next `reset`, which lifts it.
    pub(crate) fn lower_ceiling(&mut self, ceiling: u64) {
        self.ceiling = Some(ceiling);
        self.prices.set_ceiling(&self.tables, Some(ceiling));
    }

    /// What the options on the trail cost together.
    pub(crate) fn cost(&self) -> u64 {
        self.state.cost
    }

    /// A lower bound of the costs of all covers that are still to come. O(levels).
    pub(crate) fn least_to_come(&self) -> u64 {
        let ends = self.levels.iter().skip(1).map(|level| level.tries);
        let ends = ends.chain([self.tries.len()]);
        // What holds for all that is below the try of a level holds for all levels below.
        let mut floor = i128::MIN;
        let mut least = i128::MAX;
        for (level, end) in self.levels.iter().zip(ends) {
            let tries = &self.tries[..end];
            let bound = |&(reduced, _): &Try| level.bound + i128::from(reduced.max(0));
            let to_come = match tries.get(level.next) {
                _ if level.need == 0 && level.next <= end => level.bound,
                Some(next) => bound(next),
                None => i128::MAX,
            };
            least = least.min(to_come.max(floor));
            let tried = tries.get(level.tries..level.next).and_then(<[Try]>::last);
            floor = floor.max(tried.map_or(level.bound, bound));
        }
        self.tables.cost_of(least.min(floor.max(self.bound)))
    }

    /// Drops and takes what must be, as far as it can be seen. Returns a lower bound of all covers
    /// below, or `None` if there are none within the ceiling.
    fn narrow(&mut self) -> Option<i128> {
        while self.prepare() {}
        let Self {
            tables,
            state,
            prices,
            ..
        } = self;
        let mut found = None;
        loop {
            if !state.propagate(tables) {
                return None;
            }
            let alive = state.alive.len();
            match found {
                _ if alive == 0 => return Some(state.fine),
                Some((bound, before)) if alive * 10 > before * 9 => return Some(bound),
                _ => {}
            }
            found = Some((prices.price(tables, state)?, alive));
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
        let primary = open.filter(|&item| tables.demands[item as usize].primary);
        primary.min_by_key(|&item| {
            let tries = state.items[item as usize].size - state.need(tables, item);
            (tries, random.as_mut().map(Rng::random::<u32>), item)
        })
    }

    /// Whether an option is known, not dropped, not forbidden and not forced.
    fn is_alive(&self, option: u32) -> bool {
        (option as usize) < self.tables.option_count() && self.state.alive.has(option)
    }
}

impl Engine for Costs {
    const DEAD_ENDS_ARE_NODES: bool = false;

    fn reset(&mut self) {
        self.levels.clear();
        self.tries.clear();
        self.prices.forget(0);
        let nothing = state::Mark::default();
        self.state.back_to(&self.tables, nothing);
        self.state.fill(&self.tables);
        self.bound = 0;
        self.ceiling = None;
        self.prices.set_ceiling(&self.tables, None);
        self.root = Root::New;
        self.random = None;
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

    fn randomise(&mut self, seed: u64) {
        self.random = Some(Pcg32::seed_from_u64(seed));
    }

    fn branch(&mut self) -> Branch {
        let Some(bound) = self.narrow() else {
            return Branch::Dead;
        };
        self.bound = bound;
        match self.choose() {
            Some(item) => Branch::Item(ItemId::new(item)),
            None if self.ceiling.is_some_and(|most| self.state.cost > most) => Branch::Dead,
            None => Branch::Solved,
        }
    }

    fn enter(&mut self, item: ItemId) {
        let item = item.index() as u32;
        let start = self.tries.len();
        for &option in self.tables.options.of(item) {
            if self.state.alive.has(option) {
                self.tries
                    .push((self.prices.reduced[option as usize], option));
            }
        }
        let tries = &mut self.tries[start..];
        if let Some(random) = &mut self.random {
            tries.shuffle(random);
            tries.sort_by_key(|&(reduced, _)| reduced);
        } else {
            tries.sort_unstable();
        }
        self.levels.push(Level {
            item,
            need: self.state.need(&self.tables, item) as usize,
            mark: self.state.mark(),
            alive: self.state.alive.len(),
            tries: start,
            next: start,
            prices: self.prices.save(&self.state),
            bound: self.bound,
        });
    }

    fn advance(&mut self) -> bool {
        let Self {
            state,
            tables,
            prices,
            tries,
            ..
        } = self;
        let Some(level) = self.levels.last_mut() else {
            return false;
        };
        state.back_to(tables, level.mark);
        prices.restore(level.prices);
        let end = tries.len();
        if level.next > level.tries && level.next <= end {
            // What was tried is not met again at this level.
            state.alive.remove(tries[level.next - 1].1);
            level.mark.alive -= 1;
        }
        let next = tries.get(level.next).copied();
        match next.filter(|&(reduced, _)| !prices.too_dear(level.bound, reduced)) {
            Some((_, option)) if level.next + level.need <= end => {
                state.commit(tables, option);
                level.next += 1;
                return true;
            }
            None if level.need == 0 && level.next <= end && !prices.too_dear(level.bound, 0) => {
                for &(_, option) in &tries[level.next..] {
                    state.alive.remove(option);
                }
                level.next = end + 1;
                return true;
            }
            _ => {}
        }
        level.next = end + 1;
        false
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
            self.tries.truncate(level.tries);
        }
    }

    fn trail(&self, out: &mut Vec<OptionId>) {
        out.extend(self.state.trail.iter().map(|&option| OptionId::new(option)));
    }

    fn updates(&self) -> Option<u64> {
        None
    }
}
