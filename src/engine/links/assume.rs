//! Assumptions and random order: what is said of options at the root, and taken back.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

use super::dance::{link, unlink};
use super::{Links, NOWHERE, SPACER};
use crate::problem::OptionId;

/// One assumption, by the first node of its option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Assumption {
    Forced(u32),
    Forbidden(u32),
}

impl Links {
    /// Commits an option as a whole, if it is alive.
    pub(super) fn force(&mut self, option: OptionId) -> bool {
        let Some(first) = self.alive(option) else {
            return false;
        };
        self.cover(self.nodes[first as usize].item);
        self.commit(first);
        self.assumed.push(Assumption::Forced(first));
        true
    }

    /// Unlinks an option as a whole, if it is alive.
    pub(super) fn forbid(&mut self, option: OptionId) {
        let Some(first) = self.alive(option) else {
            return;
        };
        let mut at = first;
        while self.nodes[at as usize].item != SPACER {
            unlink(&mut self.nodes, &mut self.sizes, at);
            at += 1;
        }
        self.assumed.push(Assumption::Forbidden(first));
    }

    /// Takes all assumptions back, the last one first, and the random order after them.
    pub(super) fn retract(&mut self) {
        while let Some(assumption) = self.assumed.pop() {
            match assumption {
                Assumption::Forced(first) => {
                    self.uncommit(first);
                    self.uncover(self.nodes[first as usize].item);
                }
                Assumption::Forbidden(first) => {
                    let mut at = first;
                    while self.nodes[at as usize].item != SPACER {
                        link(&mut self.nodes, &mut self.sizes, at);
                        at += 1;
                    }
                }
            }
        }
        if self.random.take().is_some() {
            self.relink(|list| list.sort_unstable());
        }
    }

    /// The first node of an option that can still be used: all of its primary items are open
    /// and all of its nodes are linked. (A hidden option has at most one node that is linked,
    /// the one in the item through which it is hidden; if that is its only node, the item is
    /// primary and covered.)
    fn alive(&self, option: OptionId) -> Option<u32> {
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

    /// Puts the list of every item in a random order, and lets ties be broken at random.
    /// Called at the root before any assumption.
    pub(super) fn shuffle(&mut self, seed: u64) {
        let mut random = Pcg32::seed_from_u64(seed);
        // Earlier walks have left the open items in an order of their own.
        self.active.sort_unstable();
        for (place, &item) in self.active.iter().enumerate() {
            self.place[item as usize] = place as u32;
        }
        self.relink(|list| list.shuffle(&mut random));
        self.random = Some(random);
    }

    /// Links the list of every item anew in the order that `arrange` gives it.
    fn relink(&mut self, mut arrange: impl FnMut(&mut [u32])) {
        let mut list = Vec::new();
        for item in 0..self.sizes.len() as u32 {
            list.clear();
            let mut node = self.nodes[item as usize].down;
            while node != item {
                list.push(node);
                node = self.nodes[node as usize].down;
            }
            arrange(&mut list);
            let mut last = item;
            for &node in &list {
                self.nodes[last as usize].down = node;
                self.nodes[node as usize].up = last;
                last = node;
            }
            self.nodes[last as usize].down = item;
            self.nodes[item as usize].up = last;
        }
    }
}

/// The least size among these items and a random one of those that have it.
pub(super) fn pick_smallest(open: &[u32], sizes: &[u32], random: &mut Pcg32) -> (u32, u32) {
    let mut best = (u32::MAX, u32::MAX);
    let mut ties = 0_u32;
    for &item in open {
        let size = sizes[item as usize];
        if size < best.0 {
            best = (size, item);
            ties = 1;
        } else if size == best.0 {
            ties += 1;
            if random.random_range(0..ties) == 0 {
                best.1 = item;
            }
        }
    }
    best
}
