//! The arena: a problem as an array of nodes.
//!
//! Every use of an item by an option is a node. The nodes of one item form a circular list through
//! `up` and `down` that starts at the item's header. The nodes of one option are adjacent.
//!
//! * `nodes[i]` is the header of item `i`. After the headers come a spacer, then for each option
//!   its nodes and a spacer. A spacer's `up` is the first node of the option before it, its `down`
//!   the last node of the option after it, its `colour` the number of the option before it.
//! * `sizes[i]` is the number of nodes in the list of item `i`, without the header.
//! * `active[..open]` are the primary items that may still be covered, in any order. The closed
//!   items follow, the one closed last first. To close an item is to swap it to the end of the open
//!   part; to reopen the last one is to increment `open`.

use rand_pcg::Pcg32;

use crate::ask::{Meter, Stop};
use crate::problem::{Colour, ItemId, OptionId, Problem};

/// One node, header or spacer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) up: u32,
    pub(super) down: u32,
    /// The item of the node, or `SPACER`.
    pub(super) item: u32,
    /// `NO_COLOUR`, the code of a colour, or `CLEANSED`; in a spacer, the option before it.
    pub(super) colour: u32,
}

// Four nodes fit into a cache line of 64 bytes.
const _: () = assert!(size_of::<Node>() == 16);

/// In `item`: the node is a spacer.
pub(super) const SPACER: u32 = u32::MAX;
/// In `place`: the item is secondary. In `starts`: the option is dropped.
pub(super) const NOWHERE: u32 = u32::MAX;
/// In `colour`: the use has no colour.
pub(super) const NO_COLOUR: u32 = 0;
/// In `colour`: the item was purified to the colour of this node, so nothing is left to do here.
pub(super) const CLEANSED: u32 = u32::MAX;

/// The nodes, and the state of the items. `COLOURS` says whether nodes can have colours; without it
/// the dance does not look at them.
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
    /// The assumptions at the root, in the order in which they were made.
    pub(super) assumed: Vec<Assumption>,
    /// The random numbers of a question in random order.
    pub(super) random: Option<Pcg32>,
}

/// One assumption, by the first node of its option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Assumption {
    /// The option is used.
    Forced(u32),
    /// The option is unlinked from all lists.
    Removed(u32),
}

impl<const COLOURS: bool> Arena<COLOURS> {
    /// Lays a problem out as nodes. O(its total size) in time and memory. The builder of the
    /// problem ensures that 32-bit links suffice.
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
        nodes.push(spacer(0, NOWHERE));
        let mut sizes = vec![0; items];
        let mut starts = vec![NOWHERE; problem.option_count()];
        for option in problem.kept() {
            let before = nodes.len() - 1;
            let first = nodes.len() as u32;
            starts[option.index()] = first;
            for (item, colour) in problem.uses_of(option) {
                append(&mut nodes, item, colour);
                sizes[item.index()] += 1;
            }
            nodes[before].down = nodes.len() as u32 - 1;
            meter.spend(16 * (nodes.len() - before))?;
            // The spacer behind an option names it, so that the nodes need not: they stay small.
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

    /// The option of a node. O(number of its items).
    pub(super) fn option_of(&self, node: u32) -> OptionId {
        let mut at = node as usize;
        while self.nodes[at].item != SPACER {
            at += 1;
        }
        OptionId::new(self.nodes[at].colour)
    }

    /// The nodes of an item, in the order of its list.
    pub(super) fn column(&self, item: u32) -> impl Iterator<Item = u32> {
        let down = move |node: &u32| Some(self.nodes[*node as usize].down);
        let nodes = std::iter::successors(down(&item), down);
        nodes.take_while(move |&node| node != item)
    }

    /// The open items.
    #[inline]
    pub(super) fn open(&self) -> &[u32] {
        &self.active[..self.open]
    }
}

/// The spacer behind the option whose first node this is.
fn spacer(first: u32, option: u32) -> Node {
    Node {
        up: first,
        down: 0,
        item: SPACER,
        colour: option,
    }
}

/// Appends a node, which becomes the last one in the list of its item.
fn append(nodes: &mut Vec<Node>, item: ItemId, colour: Option<Colour>) {
    let node = nodes.len() as u32;
    // The `up` of a header is the last node of its list, so options are listed in natural order.
    let last = nodes[item.index()].up;
    nodes[last as usize].down = node;
    nodes[item.index()].up = node;
    nodes.push(Node {
        up: last,
        down: item.index() as u32,
        item: item.index() as u32,
        colour: colour.map_or(NO_COLOUR, |colour| colour.code()),
    });
}
