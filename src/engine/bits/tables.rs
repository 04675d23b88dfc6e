//! The tables of the layout *lanes*: everything about a problem that does not change.

use super::lane::{Chunk, Lane};
use crate::problem::{ItemId, OptionId, Problem};

/// No option, no index.
pub(super) const NONE: u32 = u32::MAX;

/// A problem as rows of lanes. Lane `l` belongs to the `l`-th primary item; bit `b` of it stands
/// for the `b`-th option of that item. The options that have a primary item are numbered anew,
/// by their *index*.
#[derive(Debug)]
pub(super) struct Tables<L, const N: usize> {
    /// Chunks in a state.
    pub(super) len: usize,
    /// The state in which everything is open. Lanes beyond the last item look decided.
    pub(super) root: Vec<Chunk<L, N>>,
    /// For each option what may stay beside it: `len` chunks. All bits of options that share
    /// an item with it are zero, and the flags of its own items. After the last option comes
    /// a row of ones.
    rows: Vec<Chunk<L, N>>,
    /// The option of each bit of each lane, by index.
    options: Vec<u32>,
    /// The bits of each option: (lane, bit), `bits[ends[o - 1]..ends[o]]`.
    bits: Vec<(u32, u32)>,
    ends: Vec<u32>,
    items: Vec<ItemId>,
    ids: Vec<OptionId>,
    indices: Vec<u32>,
}

impl<L: Lane, const N: usize> Tables<L, N> {
    /// Lays a problem out. Every primary item has fewer than `L::BITS` options.
    pub(super) fn compile(problem: &Problem) -> Self {
        let items: Vec<ItemId> = problem.items().filter(|&i| problem.is_primary(i)).collect();
        let mut lanes = vec![NONE; problem.item_count()];
        for (lane, item) in items.iter().enumerate() {
            lanes[item.index()] = lane as u32;
        }
        let ids: Vec<OptionId> = problem
            .options()
            .filter(|&o| !problem.is_dropped(o))
            .collect();
        let mut indices = vec![NONE; problem.option_count()];
        for (index, id) in ids.iter().enumerate() {
            indices[id.index()] = index as u32;
        }

        let len = items.len().div_ceil(N);
        let mut root = vec![Chunk::all(L::from(1)); len];
        for lane in 0..items.len() {
            root[lane / N].0[lane % N] = L::FLAG;
        }
        let mut options = vec![NONE; len * N * L::BITS as usize];
        let (mut bits, mut ends) = (Vec::new(), Vec::new());
        let mut users = vec![Vec::new(); problem.item_count()];
        for (index, &id) in ids.iter().enumerate() {
            for item in problem.items_of(id) {
                let lane = lanes[item.index()];
                if lane != NONE {
                    let bit = users[item.index()].len() as u32;
                    let at = lane as usize;
                    root[at / N].0[at % N] |= L::from(1) << bit;
                    options[at * L::BITS as usize + bit as usize] = index as u32;
                    bits.push((lane, bit));
                }
                users[item.index()].push(index as u32);
            }
            ends.push(bits.len() as u32);
        }

        let mut tables = Self {
            len,
            root,
            rows: vec![Chunk::all(L::MAX); (ids.len() + 1) * len],
            options,
            bits,
            ends,
            items,
            ids,
            indices,
        };
        for index in 0..tables.ids.len() as u32 {
            tables.fill_row(index, problem, &users);
        }
        tables
    }

    fn fill_row(&mut self, index: u32, problem: &Problem, users: &[Vec<u32>]) {
        let Self {
            len,
            rows,
            bits,
            ends,
            ..
        } = self;
        let row = &mut rows[index as usize * *len..][..*len];
        let bits_of = |index: u32| &bits[bits_range(ends, index)];
        for item in problem.items_of(self.ids[index as usize]) {
            for &other in users[item.index()].iter().filter(|&&other| other != index) {
                for &(lane, bit) in bits_of(other) {
                    row[lane as usize / N].0[lane as usize % N] &= !(L::from(1) << bit);
                }
            }
        }
        for &(lane, bit) in bits_of(index) {
            row[lane as usize / N].0[lane as usize % N] = L::from(1) << bit;
        }
    }

    /// What may stay beside an option.
    #[inline(always)]
    pub(super) fn row(&self, index: u32) -> &[Chunk<L, N>] {
        &self.rows[index as usize * self.len..][..self.len]
    }

    /// The rows of some options; of `NONE`, a row of ones.
    #[inline(always)]
    pub(super) fn rows<const R: usize>(&self, options: [u32; R]) -> [&[Chunk<L, N>]; R] {
        let ones = self.ids.len() as u32;
        options.map(|index| self.row(index.min(ones)))
    }

    /// The option of a bit of a lane.
    #[inline(always)]
    pub(super) fn option(&self, lane: usize, bit: u32) -> u32 {
        self.options[lane * L::BITS as usize + bit as usize]
    }

    /// The bits of an option: (lane, bit), at least one.
    pub(super) fn bits(&self, index: u32) -> &[(u32, u32)] {
        &self.bits[bits_range(&self.ends, index)]
    }

    /// How many lanes there are: one for each primary item.
    pub(super) fn lanes(&self) -> usize {
        self.items.len()
    }

    pub(super) fn item(&self, lane: usize) -> ItemId {
        self.items[lane]
    }

    /// The lane of an item that was branched on.
    pub(super) fn lane(&self, item: ItemId) -> usize {
        self.items.partition_point(|&other| other < item)
    }

    pub(super) fn id(&self, index: u32) -> OptionId {
        self.ids[index as usize]
    }

    /// How many options have an index.
    #[cfg(test)]
    pub(super) fn option_count(&self) -> usize {
        self.ids.len()
    }

    /// The index of an option, if it has one.
    pub(super) fn index(&self, option: OptionId) -> Option<u32> {
        let index = self.indices.get(option.index()).copied();
        index.filter(|&index| index != NONE)
    }
}

fn bits_range(ends: &[u32], index: u32) -> std::ops::Range<usize> {
    let start = match index.checked_sub(1) {
        Some(before) => ends[before as usize],
        None => 0,
    };
    start as usize..ends[index as usize] as usize
}
