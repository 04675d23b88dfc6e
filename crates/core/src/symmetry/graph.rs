//! A problem as a graph whose symmetries are those of the problem.
//!
//! The vertices are the options, the items, and the colours of each coloured item. An option is
//! joined to its items; if it gives an item a colour, it is joined to that colour of the item
//! instead. A colour is joined to its item.

use rustc_hash::FxHashMap;

use crate::ask::{Meter, Stop};
use crate::engine::Remains;
use crate::problem::{Lists, OptionId, Problem};

/// What a symmetry must keep of a vertex, apart from its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Option,
    Secondary,
    Colour,
    /// A primary item that must still be covered this many times.
    Primary {
        low: u32,
        high: u32,
    },
}

impl Kind {
    /// The kind of an item that exactly one more option must cover.
    pub(super) const ONCE: Self = Self::Primary { low: 1, high: 1 };
}

/// The graph of a problem. The options come first, in order.
#[derive(Debug)]
pub(super) struct Graph {
    options: Vec<OptionId>,
    kinds: Vec<Kind>,
    neighbours: Lists<u32>,
}

impl Graph {
    /// Makes the graph of what assumptions leave of a problem. O(total size of the options).
    pub(super) fn new(
        problem: &Problem,
        remains: &Remains,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let options: Vec<OptionId> = remains.option_ids().collect();
        let mut kinds = vec![Kind::Option; options.len()];
        let mut items: Vec<Option<u32>> = vec![None; problem.item_count()];
        let mut colours = FxHashMap::default();
        let mut edges: Vec<(u32, u32)> = Vec::with_capacity(problem.use_count());
        let new = |kinds: &mut Vec<Kind>, kind| {
            kinds.push(kind);
            kinds.len() as u32 - 1
        };
        for item in remains.item_ids() {
            let (low, high) = remains.bounds(problem, item);
            items[item.index()] = Some(new(&mut kinds, Kind::Primary { low, high }));
        }
        for (vertex, &option) in (0..).zip(&options) {
            for (item, colour) in problem.uses_of(option) {
                meter.spend(8)?;
                let own = &mut items[item.index()];
                let own = *own.get_or_insert_with(|| new(&mut kinds, Kind::Secondary));
                let Some(colour) = colour else {
                    edges.push((vertex, own));
                    continue;
                };
                let other = *colours.entry((own, colour)).or_insert_with(|| {
                    let other = new(&mut kinds, Kind::Colour);
                    edges.push((other, own));
                    other
                });
                edges.push((vertex, other));
            }
        }
        let both = || {
            edges
                .iter()
                .flat_map(|&(one, other)| [(one, other), (other, one)])
        };
        let neighbours = Lists::grouped(kinds.len(), both, |work| meter.spend(work))?;
        Ok(Self {
            options,
            kinds,
            neighbours,
        })
    }

    /// The number of vertices.
    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// The number of edges, each counted from both sides.
    pub(super) fn edges(&self) -> usize {
        self.neighbours.all().len()
    }

    pub(super) fn kind(&self, vertex: u32) -> Kind {
        self.kinds[vertex as usize]
    }

    /// The option of a vertex, if it is one.
    pub(super) fn option(&self, vertex: u32) -> Option<OptionId> {
        self.options.get(vertex as usize).copied()
    }

    pub(super) fn vertices(&self) -> impl Iterator<Item = u32> + use<> {
        0..self.len() as u32
    }

    pub(super) fn neighbours(&self, vertex: u32) -> &[u32] {
        self.neighbours.of(vertex)
    }
}
