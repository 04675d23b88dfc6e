//! The arena: a problem laid out as nodes.
//!
//! Every use of an item by an option is a node. The nodes of one item form a circular list
//! through `up` and `down`, with the item's header as the start; the nodes of one option lie side
//! by side.
//!
//! * `nodes[i]` is the header of item `i`. After the headers come a spacer, then for each option
//!   its nodes and a spacer. A spacer's `up` is the first node of the option before it, its
//!   `down` the last node of the option after it, its `colour` the number of the option before it.
//! * `sizes[i]` is the number of nodes in the list of item `i`, the header not counted.
//! * `active[..open]` are the primary items that may still be covered, in no order; the others
//!   follow in the order in which they were closed, the last closed first. So closing swaps an
//!   item to the end of the open part, and reopening in the opposite order is an increment.

use rand_pcg::Pcg32;

use crate::ask::{Meter, Stop};
use crate::problem::{OptionId, Problem};

/// One cell of the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) up: u32,
    pub(super) down: u32,
    /// The item of the node, or `SPACER`.
    pub(super) item: u32,
    /// `NO_COLOUR`, the code of a colour, or `CLEANSED`. In a spacer, the option before it.
    pub(super) colour: u32,
}

const _: () = assert!(size_of::<Node>() == 16);

/// The item of a spacer.
pub(super) const SPACER: u32 = u32::MAX;
/// The place of a secondary item, the start of a dropped option.
pub(super) const NOWHERE: u32 = u32::MAX;
/// The colour of a use without one.
pub(super) const NO_COLOUR: u32 = 0;
/// The colour of a use of an item that is purified to just its colour: nothing is left to do.
pub(super) const CLEANSED: u32 = u32::MAX;

/// The nodes, and what is known of the items. `COLOURS` says whether a node can have a colour:
/// the dance without them need not look.
#[derive(Clone, Debug)]
pub(super) struct Arena<const COLOURS: bool> {
    pub(super) nodes: Vec<Node>,
    pub(super) sizes: Vec<u32>,
    pub(super) active: Vec<u32>,
    /// `place[i]` is where item `i` stands in `active`; `NOWHERE` if it is secondary.
    pub(super) place: Vec<u32>,
    pub(super) open: usize,
    /// The first node of each option.
    pub(super) starts: Vec<u32>,
    pub(super) updates: u64,
    /// What is assumed at the root, in the order in which it was said.
    pub(super) assumed: Vec<Assumption>,
    /// For questions in random order.
    pub(super) random: Option<Pcg32>,
}

/// One assumption, by the first node of its option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Assumption {
    /// The option is taken.
    Forced(u32),
    /// The option is out of all lists.
    Removed(u32),
}

impl<const COLOURS: bool> Arena<COLOURS> {
    /// Lays a problem out. O(its total size) in time and memory. The builder of the problem has
    /// seen to it that 32-bit links suffice.
    pub(super) fn compile(problem: &Problem, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let items = problem.item_count();
        meter.spend(problem.size())?;
        let mut nodes = Vec::with_capacity(problem.size() + 1);
        nodes.extend((0..items as u32).map(|item| Node {
            up: item,
            down: item,
            item,
            colour: NO_COLOUR,
        }));
        let spacer = |first, option| Node {
            up: first,
            down: 0,
            item: SPACER,
            colour: option,
        };
        nodes.push(spacer(0, NOWHERE));
        let mut sizes = vec![0; items];
        let mut starts = vec![NOWHERE; problem.option_count()];
        for option in problem.kept() {
            let before = nodes.len() - 1;
            let first = nodes.len() as u32;
            starts[option.index()] = first;
            for (item, colour) in problem.uses_of(option) {
                let node = nodes.len() as u32;
                let last = nodes[item.index()].up;
                nodes[last as usize].down = node;
                nodes[item.index()].up = node;
                nodes.push(Node {
                    up: last,
                    down: item.index() as u32,
                    item: item.index() as u32,
                    colour: colour.map_or(NO_COLOUR, |colour| colour.code()),
                });
                sizes[item.index()] += 1;
            }
            nodes[before].down = nodes.len() as u32 - 1;
            meter.spend(16 * (nodes.len() - before))?;
            nodes.push(spacer(first, option.index() as u32));
        }

        let mut place = vec![NOWHERE; items];
        let mut active = Vec::new();
        for item in problem.primary_items() {
            place[item.index()] = active.len() as u32;
            active.push(item.index() as u32);
        }
        Ok(Self {
            nodes,
            sizes,
            open: active.len(),
            active,
            place,
            starts,
            updates: 0,
            assumed: Vec::new(),
            random: None,
        })
    }

    /// The option of a node. O(its number of items).
    pub(super) fn option_of(&self, node: u32) -> OptionId {
        let mut at = node as usize;
        while self.nodes[at].item != SPACER {
            at += 1;
        }
        OptionId::new(self.nodes[at].colour)
    }

    /// The open items.
    #[inline]
    pub(super) fn open(&self) -> &[u32] {
        &self.active[..self.open]
    }
}
