//! The engine for items that are covered once: Algorithms X and C.
//!
//! It branches on the item with the fewest options, on a tie on the first in item order. The arena
//! keeps the open items as an array instead of a list, so that the scan for the smallest item reads
//! independent addresses. The scan takes the least pair (size, item) and needs no order.

use super::arena::Arena;
use super::assume::{self, pick_least};
use super::dance::Dance;
use crate::ask::{Meter, Stop};
use crate::engine::rest::RestLevel;
use crate::engine::{Branch, Tree};
use crate::problem::{OptionId, Problem};

/// A level: an item, and the node of the option that is committed. The node is the header of the
/// item before the first try and after the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    pub(super) item: u32,
    pub(super) node: u32,
}

/// The engine. A clone has its own state.
#[derive(Clone, Debug)]
pub(crate) struct Links<const COLOURS: bool> {
    pub(super) arena: Arena<COLOURS>,
    pub(super) levels: Vec<Level>,
    /// The item that `branch` chose last.
    chosen: u32,
}

impl<const COLOURS: bool> Links<COLOURS> {
    /// Compiles a problem without multiplicities. It may have colours only if `COLOURS` is set.
    /// O(its total size).
    pub(crate) fn compile(problem: &Problem, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        Ok(Self {
            arena: Arena::compile(problem, meter)?,
            levels: Vec::new(),
            chosen: 0,
        })
    }
}

impl<const COLOURS: bool> Links<COLOURS> {
    /// Commits the option of a node at the deepest level, or ends the level at its header.
    #[inline(always)]
    fn try_next(&mut self, item: u32, next: u32) -> bool {
        if let Some(level) = self.levels.last_mut() {
            level.node = next;
        }
        if next == item {
            return false;
        }
        self.arena.commit(next);
        true
    }
}

impl<const COLOURS: bool> Tree for Links<COLOURS> {
    #[inline]
    fn dead_ends_are_nodes(&self) -> bool {
        true
    }

    fn reset(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        while !self.levels.is_empty() {
            self.leave();
        }
        assume::retract(&mut self.arena, meter)
    }

    fn forbid(&mut self, option: OptionId) {
        self.arena.forbid(option);
    }

    fn force(&mut self, option: OptionId) -> bool {
        let Some(first) = self.arena.usable(option) else {
            return false;
        };
        assume::force(&mut self.arena, first);
        true
    }

    fn randomise(&mut self, seed: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.arena.randomise(seed, meter)
    }

    fn branch(&mut self) -> Branch {
        let Arena {
            sizes,
            active,
            open,
            random,
            ..
        } = &mut self.arena;
        let open = &active[..*open];
        let item = match random {
            None if open.is_empty() => None,
            None => Some(smallest(open, sizes)),
            Some(random) => pick_least(open, random, |item| sizes[item as usize]),
        };
        match item {
            None => Branch::Solved,
            Some(item) if sizes[item as usize] == 0 => {
                // Knuth's programs cover the empty item before they notice that it is empty.
                self.arena.updates += 1;
                Branch::Dead
            }
            Some(item) => {
                self.chosen = item;
                Branch::Open
            }
        }
    }

    fn children(&mut self, _: &mut Meter<'_>) -> Result<u64, Stop> {
        Ok(self.choice_count())
    }

    fn choice_count(&mut self) -> u64 {
        self.arena.sizes[self.chosen as usize].into()
    }

    fn advance_over(&mut self, passed: u64) -> bool {
        let Some(&Level { item, node }) = self.levels.last() else {
            return false;
        };
        // Before the first try, the node is the header, and nothing is committed.
        if node != item {
            self.arena.uncommit(node);
        }
        let mut next = self.arena.nodes[node as usize].down;
        for _ in 0..passed {
            if next == item {
                break;
            }
            next = self.arena.nodes[next as usize].down;
        }
        self.try_next(item, next)
    }

    fn options(&mut self) -> Vec<Option<OptionId>> {
        let nodes = self.arena.column(self.chosen);
        nodes.map(|node| Some(self.arena.option_of(node))).collect()
    }

    /// An item that is covered is linked in no other list, so the list of its options stays as it
    /// was when its level was entered. No copy of the links is needed: they are most of the memory.
    fn rests(&self, tried: &[u32], is_listed: &dyn Fn(usize) -> bool) -> Vec<RestLevel> {
        let rest = |(number, (level, &tried)): (usize, (&Level, &u32))| {
            let nodes = || self.arena.column(level.item);
            let options = nodes().map(|node| Some(self.arena.option_of(node)));
            RestLevel::new(nodes().count(), options, tried as usize, is_listed(number))
        };
        let levels = self.levels.iter().zip(tried).enumerate();
        levels.rev().map(rest).collect()
    }

    #[inline]
    fn enter(&mut self) {
        let item = self.chosen;
        self.arena.cover(item);
        self.levels.push(Level { item, node: item });
    }

    #[inline(always)]
    fn advance(&mut self) -> bool {
        let Some(&Level { item, node }) = self.levels.last() else {
            return false;
        };
        if node != item {
            self.arena.uncommit(node);
        }
        // The item is covered, so nothing has changed its list: the node still knows the next one.
        let next = self.arena.nodes[node as usize].down;
        self.try_next(item, next)
    }

    #[inline]
    fn leave(&mut self) {
        if let Some(Level { item, node }) = self.levels.pop() {
            if node != item {
                self.arena.uncommit(node);
            }
            self.arena.uncover(item);
            self.chosen = item;
        }
    }

    fn tried(&self) -> Option<OptionId> {
        let level = self.levels.last()?;
        (level.node != level.item).then(|| self.arena.option_of(level.node))
    }

    fn trail(&self, out: &mut Vec<OptionId>) {
        let forced = self.arena.forced();
        out.extend(forced.map(|first| self.arena.option_of(first)));
        for level in &self.levels {
            if level.node != level.item {
                out.push(self.arena.option_of(level.node));
            }
        }
    }

    fn updates(&self) -> Option<u64> {
        Some(self.arena.updates)
    }
}

/// The first item of the least size. There is at least one item.
#[inline]
fn smallest(open: &[u32], sizes: &[u32]) -> u32 {
    let mut best = u64::MAX;
    for &item in open {
        // Size and item in one number: a minimum without branches, and the first item wins a tie.
        best = best.min(u64::from(sizes[item as usize]) << 32 | u64::from(item));
    }
    best as u32
}
