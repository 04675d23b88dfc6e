//! Dancing links: Knuth's Algorithm X on doubly linked lists (TAOCP volume 4B, 7.2.2.1).
//!
//! Every use of an item by an option is a node. The nodes of one item form a circular list
//! through `up` and `down`, with the item's header as the start; the nodes of one option lie
//! side by side. To cover an item is to hide all of its options: to unlink all their other nodes
//! from the lists they are in. An unlinked node still knows its neighbours, so that undoing in
//! the opposite order puts everything back: the links dance.
//!
//! Invariants:
//! * `nodes[i]` is the header of item `i`. After the headers come a spacer, then for each option
//!   its nodes and a spacer. A spacer's `up` is the first node of the option before it, its
//!   `down` the last node of the option after it.
//! * `sizes[i]` is the number of nodes in the list of item `i`, the header not counted.
//! * `active[..open]` are the primary items that are not covered, in no order; the others follow
//!   in the order in which they were covered, the last covered first. So covering swaps an item
//!   to the end of the open part, and uncovering in the opposite order is an increment.
//!
//! The item with the fewest options is branched on, the first in item order on a tie. Instead of
//! a list of items we keep the set above: the scan for the smallest reads independent addresses,
//! and since it takes the least pair (size, item) it needs no order.

mod assume;
mod dance;
#[cfg(test)]
mod sanity;

use rand_pcg::Pcg32;

use self::assume::{Assumption, pick_smallest};
use super::{Branch, Engine};
use crate::problem::{ItemId, OptionId, Problem};

/// One cell of the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    up: u32,
    down: u32,
    /// The item of the node, or `SPACER`.
    item: u32,
    /// The option of the node; without meaning in headers and spacers.
    option: u32,
}

const _: () = assert!(size_of::<Node>() == 16);

/// The item of a spacer.
const SPACER: u32 = u32::MAX;
/// The place of a secondary item, the start of a dropped option.
const NOWHERE: u32 = u32::MAX;

/// An item under trial and the node of the option that is committed; the header before the
/// first try and after the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Level {
    item: u32,
    node: u32,
}

/// The engine `links`. A clone is a state of its own.
#[derive(Clone, Debug)]
pub(crate) struct Links {
    nodes: Vec<Node>,
    sizes: Vec<u32>,
    active: Vec<u32>,
    /// `place[i]` is where item `i` stands in `active`; `NOWHERE` if it is secondary.
    place: Vec<u32>,
    open: usize,
    /// The first node of each option.
    starts: Vec<u32>,
    levels: Vec<Level>,
    assumed: Vec<Assumption>,
    random: Option<Pcg32>,
    updates: u64,
}

impl Links {
    /// Lays a problem out. O(its total size) in time and memory. The builder of the problem has
    /// seen to it that 32-bit links suffice.
    pub(crate) fn compile(problem: &Problem) -> Self {
        let items = problem.item_count();
        let cells = problem
            .options()
            .filter(|&option| !problem.is_dropped(option))
            .map(|option| problem.items_of(option).len() + 1)
            .sum::<usize>();
        let mut nodes = Vec::with_capacity(items + 1 + cells);
        for item in 0..items as u32 {
            nodes.push(Node {
                up: item,
                down: item,
                item,
                option: NOWHERE,
            });
        }
        let spacer = |first| Node {
            up: first,
            down: 0,
            item: SPACER,
            option: NOWHERE,
        };
        nodes.push(spacer(0));
        let mut sizes = vec![0; items];
        let mut starts = vec![NOWHERE; problem.option_count()];
        for option in problem.options().filter(|&o| !problem.is_dropped(o)) {
            let before = nodes.len() - 1;
            let first = nodes.len() as u32;
            starts[option.index()] = first;
            for item in problem.items_of(option) {
                let node = nodes.len() as u32;
                let last = nodes[item.index()].up;
                nodes[last as usize].down = node;
                nodes[item.index()].up = node;
                nodes.push(Node {
                    up: last,
                    down: item.index() as u32,
                    item: item.index() as u32,
                    option: option.index() as u32,
                });
                sizes[item.index()] += 1;
            }
            nodes[before].down = nodes.len() as u32 - 1;
            nodes.push(spacer(first));
        }

        let mut place = vec![NOWHERE; items];
        let mut active = Vec::new();
        for item in problem.items().filter(|&item| problem.is_primary(item)) {
            place[item.index()] = active.len() as u32;
            active.push(item.index() as u32);
        }
        Self {
            nodes,
            sizes,
            open: active.len(),
            active,
            place,
            starts,
            levels: Vec::new(),
            assumed: Vec::new(),
            random: None,
            updates: 0,
        }
    }
}

impl Engine for Links {
    const DEAD_ENDS_ARE_NODES: bool = true;

    fn reset(&mut self) {
        while !self.levels.is_empty() {
            self.leave();
        }
        self.retract();
        self.updates = 0;
    }

    fn forbid(&mut self, option: OptionId) {
        Links::forbid(self, option);
        self.updates = 0;
    }

    fn force(&mut self, option: OptionId) -> bool {
        let possible = Links::force(self, option);
        self.updates = 0;
        possible
    }

    fn randomise(&mut self, seed: u64) {
        self.shuffle(seed);
    }

    fn branch(&mut self) -> Branch {
        let open = &self.active[..self.open];
        if open.is_empty() {
            return Branch::Solved(1);
        }
        let (size, item) = match &mut self.random {
            None => smallest(open, &self.sizes),
            Some(random) => pick_smallest(open, &self.sizes, random),
        };
        if size == 0 {
            // Knuth's programs cover the empty item before they find that it is empty.
            self.updates += 1;
            return Branch::Dead;
        }
        Branch::Item(ItemId::new(item))
    }

    fn enter(&mut self, item: ItemId) {
        let item = item.index() as u32;
        self.cover(item);
        self.levels.push(Level { item, node: item });
    }

    fn advance(&mut self) -> bool {
        let Some(&Level { item, node }) = self.levels.last() else {
            return false;
        };
        if node != item {
            self.uncommit(node);
        }
        let next = self.nodes[node as usize].down;
        if let Some(level) = self.levels.last_mut() {
            level.node = next;
        }
        if next == item {
            return false;
        }
        self.commit(next);
        true
    }

    fn leave(&mut self) {
        if let Some(Level { item, node }) = self.levels.pop() {
            if node != item {
                self.uncommit(node);
            }
            self.uncover(item);
        }
    }

    fn trail(&self, out: &mut Vec<OptionId>) {
        for assumption in &self.assumed {
            if let Assumption::Forced(first) = *assumption {
                out.push(OptionId::new(self.nodes[first as usize].option));
            }
        }
        for level in &self.levels {
            if level.node != level.item {
                out.push(OptionId::new(self.nodes[level.node as usize].option));
            }
        }
    }

    fn updates(&self) -> Option<u64> {
        Some(self.updates)
    }
}

/// The least size among these items and the first item that has it.
#[inline]
fn smallest(open: &[u32], sizes: &[u32]) -> (u32, u32) {
    let mut best = u64::MAX;
    for &item in open {
        best = best.min(u64::from(sizes[item as usize]) << 32 | u64::from(item));
    }
    ((best >> 32) as u32, best as u32)
}
