//! Assumptions and random order, both set at the root and undone by `reset`.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg32;

use super::arena::{Arena, Assumption, NOWHERE, SPACER};
use super::dance::{Dance, link, unlink};
use crate::ask::{Meter, Stop};
use crate::engine::least::Least;
use crate::problem::OptionId;

/// Forces an option, given by its first node, that can still be used.
pub(super) fn force<const COLOURS: bool>(dance: &mut impl Dance<COLOURS>, first: u32) {
    dance.commit_node(first);
    dance.commit(first);
    let arena = dance.arena();
    // Only the updates of the search count.
    arena.updates = 0;
    arena.assumed.push(Assumption::Forced(first));
}

/// Undoes all assumptions, the last one first, and then the random order.
pub(super) fn retract<const COLOURS: bool>(
    dance: &mut impl Dance<COLOURS>,
    meter: &mut Meter<'_>,
) -> Result<(), Stop> {
    while let Some(assumption) = dance.arena().assumed.pop() {
        match assumption {
            Assumption::Forced(first) => {
                dance.uncommit(first);
                dance.uncommit_node(first);
            }
            Assumption::Removed(first) => dance.arena().restore(first),
        }
    }
    let arena = dance.arena();
    // The lists can be sorted only when every node is linked again.
    if arena.random.take().is_some() {
        arena.unshuffle(meter)?;
    }
    arena.updates = 0;
    Ok(())
}

impl<const COLOURS: bool> Arena<COLOURS> {
    /// The first node of an option, if the option can still be used: all of its primary items are
    /// open and all of its nodes are linked. (A hidden option has at most one node that is linked
    /// and not cleansed: the one in the item through which it is hidden. If that is its only node,
    /// the item is primary and covered.)
    pub(super) fn usable(&self, option: OptionId) -> Option<u32> {
        let first = *self.starts.get(option.index())?;
        if first == NOWHERE {
            return None;
        }
        let mut at = first as usize;
        while self.nodes[at].item != SPACER {
            let node = self.nodes[at];
            let place = self.place[node.item as usize];
            let covered = place != NOWHERE && place as usize >= self.open;
            if covered || self.nodes[node.up as usize].down as usize != at {
                return None;
            }
            at += 1;
        }
        Some(first)
    }

    /// Forbids an option.
    pub(super) fn forbid(&mut self, option: OptionId) {
        if let Some(first) = self.usable(option) {
            self.remove(first);
        }
    }

    /// Unlinks all nodes of an option that can still be used.
    pub(super) fn remove(&mut self, first: u32) {
        let mut at = first;
        while self.nodes[at as usize].item != SPACER {
            unlink(&mut self.nodes, &mut self.sizes, at);
            at += 1;
        }
        self.assumed.push(Assumption::Removed(first));
    }

    fn restore(&mut self, first: u32) {
        let mut at = first;
        while self.nodes[at as usize].item != SPACER {
            link(&mut self.nodes, &mut self.sizes, at);
            at += 1;
        }
    }

    /// The first nodes of the forced options, in the order in which they were forced.
    pub(super) fn forced(&self) -> impl Iterator<Item = u32> {
        self.assumed
            .iter()
            .filter_map(|assumption| match *assumption {
                Assumption::Forced(first) => Some(first),
                Assumption::Removed(_) => None,
            })
    }

    /// Puts the list of every item in random order. Called at the root before all assumptions.
    pub(super) fn randomise(&mut self, seed: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let mut random = Pcg32::seed_from_u64(seed);
        // Earlier walks have left the open items in an order of their own.
        self.active.sort_unstable();
        for (place, &item) in self.active.iter().enumerate() {
            self.place[item as usize] = place as u32;
        }
        self.relink(|list| list.shuffle(&mut random), meter)?;
        self.random = Some(random);
        Ok(())
    }

    /// Puts the list of every item back in natural order.
    fn unshuffle(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.relink(|list| list.sort_unstable(), meter)
    }

    /// Links the list of every item again, in the order that `arrange` gives it.
    fn relink(
        &mut self,
        mut arrange: impl FnMut(&mut [u32]),
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let mut list = Vec::new();
        for item in 0..self.sizes.len() as u32 {
            list.clear();
            let mut node = self.nodes[item as usize].down;
            while node != item {
                list.push(node);
                node = self.nodes[node as usize].down;
                meter.spend(16)?;
            }
            arrange(&mut list);
            let mut last = item;
            for &node in &list {
                self.nodes[last as usize].down = node;
                self.nodes[node as usize].up = last;
                last = node;
                meter.spend(16)?;
            }
            self.nodes[last as usize].down = item;
            self.nodes[item as usize].up = last;
        }
        Ok(())
    }
}

/// The item with the least key, a random one on a tie. `None` if there is no item.
pub(super) fn pick_least<K: Ord>(
    items: &[u32],
    random: &mut Pcg32,
    key: impl Fn(u32) -> K,
) -> Option<u32> {
    let mut least = Least::new();
    for &item in items {
        least.offer(key(item), item, Some(random));
    }
    least.get()
}
