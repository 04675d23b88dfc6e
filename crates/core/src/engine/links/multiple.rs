//! The engine for items that are covered several times: Algorithm M.
//!
//! A primary item has a *bound*, the number of times that it may still be covered, and a *slack*,
//! its upper limit minus its lower limit. Committing an option lowers the bounds of its items. An
//! item whose bound reaches 0 is covered, which hides its remaining options.
//!
//! To branch on an item is to lower its bound by one and to try its options in turn as the next one
//! to use. An option that was tried is *tweaked*: it is unlinked from the list of this item and,
//! unless the item is covered, from all other lists. So no set of options is tried in two orders.
//! The last try is the *null move*, which uses no option and closes the item; it is allowed once
//! the item has been covered often enough. No try is made if fewer options are left than the item
//! needs.
//!
//! The score of an item is the number of its tries, `size + min(slack, bound) - bound + 1`. The
//! engine branches on an item of least score; ties go to the least `min(slack, bound)`, then to the
//! largest size, then to the first item.
//!
//! Updates are those of Knuth's program DLX3: a dead end costs none.

use std::cmp::Reverse;

use super::arena::{Arena, NOWHERE};
use super::assume::{self, pick_least};
use super::dance::{Dance, hide, link, unhide, unlink};
use crate::ask::{Meter, Stop};
use crate::engine::rest::RestLevel;
use crate::engine::{Branch, Tree};
use crate::problem::{OptionId, Problem};

/// A level: an item whose options are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    pub(super) item: u32,
    pub(super) tried: Try,
    /// The number of tweaked nodes when the level was entered.
    pub(super) tweaked: usize,
}

/// What a level has committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Try {
    /// Nothing yet.
    Before,
    /// The option of this node.
    Node(u32),
    /// The null move.
    Null,
    /// Nothing: all tries are done.
    After,
}

/// The engine. A clone has its own state.
#[derive(Clone, Debug)]
pub(crate) struct Multiple<const COLOURS: bool> {
    pub(super) arena: Arena<COLOURS>,
    /// The number of times that each primary item may still be covered.
    pub(super) bounds: Vec<u32>,
    slacks: Vec<u32>,
    pub(super) levels: Vec<Level>,
    /// The tweaked nodes, in the order of tweaking.
    pub(super) tweaked: Vec<u32>,
    /// The item that `branch` chose last.
    chosen: u32,
}

impl<const COLOURS: bool> Multiple<COLOURS> {
    /// The most choices at the present node. After these, too few options are left to cover the
    /// item often enough.
    fn choice_limit(&self) -> usize {
        let item = self.chosen as usize;
        let size = u64::from(self.arena.sizes[item]);
        let slack = u64::from(self.slacks[item]);
        // The bound of the level is one lower.
        let bound = u64::from(self.bounds[item]).saturating_sub(1);
        (size + slack).saturating_sub(bound) as usize
    }

    /// The choices at the present node, the same as trying all options, of which each is removed
    /// after its try.
    fn choices(&self) -> impl Iterator<Item = Option<OptionId>> {
        let nodes = self.arena.column(self.chosen);
        let used = nodes.map(|node| Some(self.arena.option_of(node)));
        used.chain([None]).take(self.choice_limit())
    }

    /// Compiles any problem; it may have colours only if `COLOURS` is set. O(its total size).
    pub(crate) fn compile(problem: &Problem, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let times = problem.items().map(|item| problem.bounds(item));
        let times = times.map(|(low, high)| (high, high - low));
        let (bounds, slacks) = times.unzip();
        Ok(Self {
            arena: Arena::compile(problem, meter)?,
            bounds,
            slacks,
            levels: Vec::new(),
            tweaked: Vec::new(),
            chosen: 0,
        })
    }

    /// Lowers the bound of an item by one, and covers the item if that makes the bound 0.
    fn lower(&mut self, item: u32) {
        self.bounds[item as usize] -= 1;
        if self.bounds[item as usize] == 0 {
            self.arena.cover(item);
        }
    }

    fn raise(&mut self, item: u32) {
        if self.bounds[item as usize] == 0 {
            self.arena.uncover(item);
        }
        self.bounds[item as usize] += 1;
    }

    fn is_primary(&self, item: u32) -> bool {
        self.arena.place[item as usize] != NOWHERE
    }

    /// Unlinks the first option of an item from its list and, unless the item is covered, from all
    /// other lists. Covering the item has hidden it there already.
    fn tweak(&mut self, node: u32, covered: bool) {
        let Arena {
            nodes,
            sizes,
            updates,
            ..
        } = &mut self.arena;
        if !covered {
            *updates += hide::<COLOURS>(nodes, sizes, node);
        }
        // The item is primary, so the node is not cleansed.
        unlink(nodes, sizes, node);
        *updates += 1;
        self.tweaked.push(node);
    }

    /// Undoes the last tweak.
    fn untweak(&mut self, covered: bool) {
        if let Some(node) = self.tweaked.pop() {
            let Arena { nodes, sizes, .. } = &mut self.arena;
            link(nodes, sizes, node);
            if !covered {
                unhide::<COLOURS>(nodes, sizes, node);
            }
        }
    }

    /// The next try of a level. All earlier tries are undone.
    fn next_try(&mut self, Level { item, tried, .. }: Level) -> Try {
        let (bound, slack) = (self.bounds[item as usize], self.slacks[item as usize]);
        let first = self.arena.nodes[item as usize].down;
        if bound == 0 && slack == 0 {
            // The item is covered and there is no null move, so nothing needs to be tweaked.
            let next = match tried {
                Try::Before => first,
                Try::Node(node) => self.arena.nodes[node as usize].down,
                Try::Null | Try::After => item,
            };
            return if next == item {
                Try::After
            } else {
                Try::Node(next)
            };
        }
        let left = u64::from(self.arena.sizes[item as usize]);
        let done = matches!(tried, Try::Null | Try::After);
        if done || left + u64::from(slack) <= u64::from(bound) {
            Try::After
        } else if first == item {
            Try::Null
        } else {
            // The first option of the list is the next try: those that were tried are unlinked.
            self.tweak(first, bound == 0);
            Try::Node(first)
        }
    }

    fn commit_try(&mut self, item: u32, tried: Try) {
        match tried {
            Try::Node(node) => self.commit(node),
            // An item whose bound is 0 is closed already.
            Try::Null if self.bounds[item as usize] > 0 => self.arena.close(item),
            _ => {}
        }
    }

    fn uncommit_try(&mut self, item: u32, tried: Try) {
        match tried {
            Try::Node(node) => self.uncommit(node),
            Try::Null if self.bounds[item as usize] > 0 => self.arena.reopen(item),
            _ => {}
        }
    }

    /// The score of an item with its tie-breakers; the least wins. The first number is the number
    /// of tries.
    fn score(&self, item: u32) -> (i64, u32, Reverse<u32>) {
        let item = item as usize;
        let (size, bound) = (self.arena.sizes[item], self.bounds[item]);
        let slack = self.slacks[item].min(bound);
        let tries = i64::from(size) + i64::from(slack) - i64::from(bound) + 1;
        (tries, slack, Reverse(size))
    }
}

impl<const COLOURS: bool> Dance<COLOURS> for Multiple<COLOURS> {
    #[inline]
    fn arena(&mut self) -> &mut Arena<COLOURS> {
        &mut self.arena
    }

    fn commit_node(&mut self, node: u32) {
        let item = self.arena.nodes[node as usize].item;
        if self.is_primary(item) {
            self.lower(item);
        } else {
            self.arena.commit_node(node);
        }
    }

    fn uncommit_node(&mut self, node: u32) {
        let item = self.arena.nodes[node as usize].item;
        if self.is_primary(item) {
            self.raise(item);
        } else {
            self.arena.uncommit_node(node);
        }
    }
}

impl<const COLOURS: bool> Tree for Multiple<COLOURS> {
    #[inline]
    fn dead_ends_are_nodes(&self) -> bool {
        true
    }

    fn reset(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        while !self.levels.is_empty() {
            self.leave();
        }
        assume::retract(self, meter)
    }

    fn forbid(&mut self, option: OptionId) {
        self.arena.forbid(option);
    }

    fn force(&mut self, option: OptionId) -> bool {
        let Some(first) = self.arena.usable(option) else {
            return false;
        };
        // The option is used up, even where its items may be covered again.
        self.arena.remove(first);
        assume::force(self, first);
        true
    }

    fn randomise(&mut self, seed: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.arena.randomise(seed, meter)
    }

    fn branch(&mut self) -> Branch {
        // Taken out for a moment, because the score reads the arena.
        let mut random = self.arena.random.take();
        let open = self.arena.open();
        let item = match &mut random {
            None => open
                .iter()
                .copied()
                .min_by_key(|&item| (self.score(item), item)),
            Some(random) => pick_least(open, random, |item| self.score(item)),
        };
        self.arena.random = random;
        match item {
            None => Branch::Solved,
            // Too few options are left for the lower limit of the item.
            Some(item) if self.score(item).0 <= 0 => Branch::Dead,
            Some(item) => {
                self.chosen = item;
                Branch::Open
            }
        }
    }

    fn children(&mut self, _: &mut Meter<'_>) -> Result<u64, Stop> {
        Ok(u64::try_from(self.score(self.chosen).0).unwrap_or(0))
    }

    fn options(&mut self) -> Vec<Option<OptionId>> {
        self.choices().collect()
    }

    /// Levels of one item have nearly the same choices, so only those that are asked for are
    /// listed.
    fn rests(&self, tried: &[u32], is_listed: &dyn Fn(usize) -> bool) -> Vec<RestLevel> {
        // The lists of a level are whole only when the levels below it are left: a copy leaves
        // them.
        let mut tree = self.clone();
        let rest = |(level, &tried): (usize, &u32)| {
            tree.leave();
            let options = tree.arena.sizes[tree.chosen as usize] as usize;
            let count = tree.choice_limit().min(options + 1);
            RestLevel::new(count, tree.choices(), tried as usize, is_listed(level))
        };
        tried.iter().enumerate().rev().map(rest).collect()
    }

    fn enter(&mut self) {
        let item = self.chosen;
        self.lower(item);
        self.levels.push(Level {
            item,
            tried: Try::Before,
            tweaked: self.tweaked.len(),
        });
    }

    fn advance(&mut self) -> bool {
        let Some(&level) = self.levels.last() else {
            return false;
        };
        self.uncommit_try(level.item, level.tried);
        let tried = self.next_try(level);
        if let Some(level) = self.levels.last_mut() {
            level.tried = tried;
        }
        self.commit_try(level.item, tried);
        tried != Try::After
    }

    fn leave(&mut self) {
        if let Some(level) = self.levels.pop() {
            self.uncommit_try(level.item, level.tried);
            // The bound is now what it was at each tweak, so each is undone in the way it was done.
            let covered = self.bounds[level.item as usize] == 0;
            while self.tweaked.len() > level.tweaked {
                self.untweak(covered);
            }
            self.raise(level.item);
            self.chosen = level.item;
        }
    }

    fn tried(&self) -> Option<OptionId> {
        match self.levels.last()?.tried {
            Try::Node(node) => Some(self.arena.option_of(node)),
            Try::Before | Try::Null | Try::After => None,
        }
    }

    fn trail(&self, out: &mut Vec<OptionId>) {
        let forced = self.arena.forced();
        out.extend(forced.map(|first| self.arena.option_of(first)));
        for level in &self.levels {
            if let Try::Node(node) = level.tried {
                out.push(self.arena.option_of(node));
            }
        }
    }

    fn updates(&self) -> Option<u64> {
        Some(self.arena.updates)
    }
}
