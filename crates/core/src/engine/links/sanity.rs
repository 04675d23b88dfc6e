//! Invariants that hold between verbs, checked by brute force in tests.

use super::arena::{Arena, Assumption, CLEANSED, NO_COLOUR, NOWHERE, Node, SPACER};
use super::cover::{self, Links};
use super::multiple::{self, Multiple, Try};
use crate::engine::contract::Sane;

/// The state of an [`Arena`] without its counters. It includes parts that are never written after
/// compiling, so that a stray write is noticed.
#[derive(Debug, PartialEq)]
pub(crate) struct ArenaState {
    nodes: Vec<Node>,
    sizes: Vec<u32>,
    starts: Vec<u32>,
    /// The open items, ascending: their order has no meaning.
    open: Vec<u32>,
    assumed: Vec<Assumption>,
    random: bool,
}

impl<const COLOURS: bool> Sane for Links<COLOURS> {
    type State = (ArenaState, Vec<cover::Level>);

    fn state(&self) -> Self::State {
        let arena = self.arena.state();
        (arena, self.levels.clone())
    }

    fn sanity(&self) {
        let tried = self.levels.iter().filter(|level| level.node != level.item);
        let mut effects = self.arena.effects(tried.map(|level| level.node));
        let trials = self.levels.iter().map(|level| level.item);
        effects.covered.extend(trials);
        for option in effects.options.clone() {
            let items = self
                .arena
                .nodes_of(option)
                .map(|node| self.arena.nodes[node]);
            let primary = items.filter(|node| self.arena.place[node.item as usize] != NOWHERE);
            effects.covered.extend(primary.map(|node| node.item));
        }
        effects.closed = effects.covered.clone();
        effects.removed.extend(self.arena.removed());
        self.arena.check(&effects);
    }
}

impl<const COLOURS: bool> Sane for Multiple<COLOURS> {
    type State = (ArenaState, Vec<multiple::Level>, Vec<u32>, Vec<u32>);

    fn state(&self) -> Self::State {
        let arena = self.arena.state();
        let (levels, tweaked) = (self.levels.clone(), self.tweaked.clone());
        (arena, levels, tweaked, self.bounds.clone())
    }

    fn sanity(&self) {
        let tried = self.levels.iter().filter_map(|level| match level.tried {
            Try::Node(node) => Some(node),
            _ => None,
        });
        let mut effects = self.arena.effects(tried);
        let items = 0..self.bounds.len() as u32;
        let primary = items.filter(|&item| self.arena.place[item as usize] != NOWHERE);
        effects
            .covered
            .extend(primary.filter(|&item| self.bounds[item as usize] == 0));
        effects.closed = effects.covered.clone();
        let null = self.levels.iter().filter(|level| level.tried == Try::Null);
        effects.closed.extend(null.map(|level| level.item));
        effects.removed.extend(self.arena.removed());
        effects.removed.extend(&self.tweaked);
        self.arena.check(&effects);
    }
}

/// The effects of the options on the trail.
struct Effects {
    options: Vec<usize>,
    /// Items whose options are hidden.
    covered: Vec<u32>,
    /// Secondary items that have a colour, with its code.
    purified: Vec<(u32, u32)>,
    /// Primary items that are not open. Secondary items are left out.
    closed: Vec<u32>,
    /// One node of each option that was unlinked as a whole.
    removed: Vec<u32>,
}

impl<const COLOURS: bool> Arena<COLOURS> {
    /// The first nodes of the options that are unlinked as a whole.
    fn removed(&self) -> impl Iterator<Item = u32> {
        self.assumed
            .iter()
            .filter_map(|assumption| match *assumption {
                Assumption::Removed(first) => Some(first),
                Assumption::Forced(_) => None,
            })
    }

    fn state(&self) -> ArenaState {
        let mut open = self.open().to_vec();
        open.sort_unstable();
        ArenaState {
            nodes: self.nodes.clone(),
            sizes: self.sizes.clone(),
            starts: self.starts.clone(),
            open,
            assumed: self.assumed.clone(),
            random: self.random.is_some(),
        }
    }

    /// The options of these nodes and the forced options, with their secondary items.
    fn effects(&self, tried: impl Iterator<Item = u32>) -> Effects {
        let mut effects = Effects {
            options: Vec::new(),
            covered: Vec::new(),
            purified: Vec::new(),
            closed: Vec::new(),
            removed: Vec::new(),
        };
        for node in tried.chain(self.forced()) {
            let option = self.option_of(node).index();
            effects.options.push(option);
            for node in self.nodes_of(option).map(|node| self.nodes[node]) {
                match node.colour {
                    _ if self.place[node.item as usize] != NOWHERE => {}
                    NO_COLOUR => effects.covered.push(node.item),
                    CLEANSED => {}
                    colour => effects.purified.push((node.item, colour)),
                }
            }
        }
        effects
    }

    fn check(&self, effects: &Effects) {
        for item in 0..self.sizes.len() as u32 {
            self.check_list(item);
            self.check_place(item, effects);
        }
        for option in 0..self.starts.len() {
            self.check_option(option, effects);
        }
    }

    /// The nodes of an option; none if the option is dropped.
    fn nodes_of(&self, option: usize) -> impl Iterator<Item = usize> {
        let start = self.starts[option];
        let start = (start != NOWHERE).then_some(start as usize);
        start
            .into_iter()
            .flat_map(|start| (start..).take_while(|&node| self.nodes[node].item != SPACER))
    }

    /// The list of an item is a circle in both directions and has the recorded size.
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

    /// A primary item is at its recorded place, and it is open if and only if it should be.
    fn check_place(&self, item: u32, effects: &Effects) {
        let place = self.place[item as usize];
        if place != NOWHERE {
            assert_eq!(self.active[place as usize], item, "place of item {item}");
            let closed = effects.closed.contains(&item);
            assert_eq!((place as usize) < self.open, !closed, "item {item} open");
        }
    }

    /// All nodes of a usable option are linked, and none of an option that was unlinked as a whole.
    /// A hidden option has one linked node, in the item through which it was hidden. Cleansed nodes
    /// stay linked.
    fn check_option(&self, option: usize, effects: &Effects) {
        let nodes: Vec<usize> = self.nodes_of(option).collect();
        let linked = |&&node: &&usize| {
            let Node { up, down, .. } = self.nodes[node];
            let (up, down) = (self.nodes[up as usize], self.nodes[down as usize]);
            let both = (up.down as usize == node, down.up as usize == node);
            assert_eq!(both.0, both.1, "node {node} is linked by half");
            both.0
        };
        let linked: Vec<usize> = nodes.iter().filter(linked).copied().collect();
        let bound = linked
            .iter()
            .filter(|&&node| self.nodes[node].colour != CLEANSED);
        let hiding = |node: &&usize| {
            let Node { item, colour, .. } = self.nodes[**node];
            let purified = effects.purified.iter().find(|(other, _)| *other == item);
            let differs = purified.is_some_and(|&(_, other)| colour != CLEANSED && colour != other);
            effects.covered.contains(&item) || differs
        };
        let removed = |&node: &u32| nodes.contains(&(node as usize));
        if effects.removed.iter().any(removed) {
            assert_eq!(bound.count(), 0, "option {option} was effects out");
        } else if nodes.iter().any(|node| hiding(&node)) {
            let bound: Vec<&usize> = bound.collect();
            assert_eq!(bound.len(), 1, "option {option} is hidden");
            assert!(hiding(&bound[0]), "through an item");
        } else {
            assert_eq!(linked, nodes, "option {option} can be used");
        }
    }
}
