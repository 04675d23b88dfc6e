//! What must hold between verbs, checked the slow way, for tests.

use super::{Level, Links, NOWHERE, Node, SPACER};
use crate::engine::contract::Sane;
use crate::engine::links::assume::Assumption;

/// The state of [`Links`] without its counters. What is compiled and never written is part of
/// it, so that a stray write shows.
#[derive(Debug, PartialEq)]
pub(crate) struct State {
    nodes: Vec<Node>,
    sizes: Vec<u32>,
    starts: Vec<u32>,
    /// The open items, ascending: their order has no meaning.
    open: Vec<u32>,
    levels: Vec<Level>,
    assumed: Vec<Assumption>,
    random: bool,
}

impl Sane for Links {
    type State = State;

    fn state(&self) -> State {
        let mut open = self.active[..self.open].to_vec();
        open.sort_unstable();
        State {
            nodes: self.nodes.clone(),
            sizes: self.sizes.clone(),
            starts: self.starts.clone(),
            open,
            levels: self.levels.clone(),
            assumed: self.assumed.clone(),
            random: self.random.is_some(),
        }
    }

    fn sanity(&self) {
        let covered = self.covered();
        for item in 0..self.sizes.len() as u32 {
            self.check_list(item);
            self.check_place(item, covered[item as usize]);
        }
        for option in 0..self.starts.len() {
            self.check_option(option, &covered);
        }
    }
}

impl Links {
    /// Which items are covered: those under trial, and those of the options of the trail.
    fn covered(&self) -> Vec<bool> {
        let mut covered = vec![false; self.sizes.len()];
        let forced = self
            .assumed
            .iter()
            .filter_map(|assumption| match assumption {
                Assumption::Forced(first) => Some(*first),
                Assumption::Forbidden(_) => None,
            });
        let tried = self.levels.iter().filter(|level| level.node != level.item);
        for node in forced.chain(tried.map(|level| level.node)) {
            for node in self.nodes_of(self.nodes[node as usize].option as usize) {
                let item = self.nodes[node].item as usize;
                covered[item] = true;
            }
        }
        for level in &self.levels {
            covered[level.item as usize] = true;
        }
        covered
    }

    /// The nodes of an option; none if it is dropped.
    fn nodes_of(&self, option: usize) -> impl Iterator<Item = usize> {
        let start = self.starts[option];
        let start = (start != NOWHERE).then_some(start as usize);
        start
            .into_iter()
            .flat_map(|start| (start..).take_while(|&node| self.nodes[node].item != SPACER))
    }

    /// The list of an item is a circle both ways, of its size.
    fn check_list(&self, item: u32) {
        let (mut at, mut size) = (item, 0);
        loop {
            let down = self.nodes[at as usize].down;
            assert_eq!(self.nodes[down as usize].up, at, "up is not down");
            assert_eq!(self.nodes[down as usize].item, item, "in the wrong list");
            if down == item {
                break;
            }
            (at, size) = (down, size + 1);
        }
        assert_eq!(size, self.sizes[item as usize], "size of item {item}");
    }

    /// A primary item stands where it says, among the open ones if and only if it is.
    fn check_place(&self, item: u32, covered: bool) {
        let place = self.place[item as usize];
        if place != NOWHERE {
            assert_eq!(self.active[place as usize], item, "place of item {item}");
            assert_eq!((place as usize) < self.open, !covered, "item {item} open");
        }
    }

    /// All nodes of an option are linked if it can be used, none if it is forbidden; else the
    /// one in the item through which it was hidden.
    fn check_option(&self, option: usize, covered: &[bool]) {
        let Some(first) = self.nodes_of(option).next() else {
            return;
        };
        let nodes: Vec<usize> = self.nodes_of(option).collect();
        let linked = |&&node: &&usize| {
            let Node { up, down, .. } = self.nodes[node];
            let (up, down) = (self.nodes[up as usize], self.nodes[down as usize]);
            let both = (up.down as usize == node, down.up as usize == node);
            assert_eq!(both.0, both.1, "node {node} is linked by half");
            both.0
        };
        let linked: Vec<usize> = nodes.iter().filter(linked).copied().collect();
        let is_covered = |&node: &usize| covered[self.nodes[node].item as usize];
        if self.assumed.contains(&Assumption::Forbidden(first as u32)) {
            assert!(linked.is_empty(), "option {option} is forbidden");
        } else if nodes.iter().any(is_covered) {
            assert_eq!(linked.len(), 1, "option {option} is hidden");
            assert!(is_covered(&linked[0]), "through a covered item");
        } else {
            assert_eq!(linked, nodes, "option {option} can be used");
        }
    }
}
