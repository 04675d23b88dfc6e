//! The tables of the layout *lanes*: everything about a problem that does not change.

use super::groups::{self, Group, Slot};
use super::lane::{Chunk, Lane};
use super::pool::{Place, Pool};
use crate::problem::{Colour, ItemId, OptionId, Problem};

/// No option, no index.
pub(super) const NONE: u32 = u32::MAX;

/// A problem as rows of lanes. Each primary item has a lane, in the order of `groups::arrange`;
/// bit `b` of it stands for the `b`-th option of that item. The options that have a primary item
/// are numbered anew, by their *index*.
#[derive(Debug)]
pub(super) struct Tables<L, const N: usize> {
    /// Chunks in a state.
    pub(super) len: usize,
    /// The state in which everything is open. Lanes beyond the last item look decided.
    pub(super) root: Vec<Chunk<L, N>>,
    /// For each option what may stay beside it, as `len` chunks, each by its place in `pool`. All
    /// bits of options that share an item with it are zero, and the flags of its own items.
    /// After the last option comes a row of ones, and after that for each group what it leaves:
    /// all but those options of its two items that are not in it.
    rows: Vec<Place>,
    pub(super) pool: Pool<L, N>,
    /// The option of each bit of each lane, by index, and that of no option after the last.
    options: Vec<u32>,
    /// The bits of each option: (lane, bit), `bits[ends[o - 1]..ends[o]]`.
    bits: Vec<(u32, u32)>,
    ends: Vec<u32>,
    /// The first four lanes of each option: its last again where it has fewer.
    beside: Vec<[u32; 4]>,
    /// Where to look for groups that take options away.
    pub(super) slots: Vec<Slot<L, N>>,
    /// The row of the group at each lane of each slot, and the row of ones after the last.
    groups: Vec<u32>,
    /// The primary items, and the lane of each.
    items: Vec<ItemId>,
    lanes: Vec<u32>,
    /// The item of each lane, by its place in `items`.
    places: Vec<u32>,
    ids: Vec<OptionId>,
    indices: Vec<u32>,
}

impl<L: Lane, const N: usize> Tables<L, N> {
    /// Lays a problem out, with groups if the subset rule is to be used. Every primary item has
    /// fewer than `L::BITS` options.
    pub(super) fn compile(problem: &Problem, subset_rule: bool) -> Self {
        let items: Vec<ItemId> = problem.items().filter(|&i| problem.is_primary(i)).collect();
        let mut places = vec![NONE; problem.item_count()];
        for (place, item) in items.iter().enumerate() {
            places[item.index()] = place as u32;
        }
        let ids: Vec<OptionId> = problem
            .options()
            .filter(|&o| !problem.is_dropped(o))
            .collect();
        let mut indices = vec![NONE; problem.option_count()];
        for (index, id) in ids.iter().enumerate() {
            indices[id.index()] = index as u32;
        }
        let groups = if subset_rule {
            groups::groups(&ids, problem, &places)
        } else {
            Vec::new()
        };

        let lanes = groups::arrange(items.len(), &groups, N);
        let len = lanes.iter().max().map_or(0, |&last| last as usize / N + 1);
        let mut root = vec![Chunk::all(L::from(1)); len];
        let mut item_at = vec![NONE; len * N];
        for (place, &lane) in lanes.iter().enumerate() {
            root[lane as usize / N].0[lane as usize % N] = L::FLAG;
            item_at[lane as usize] = place as u32;
        }
        let mut options = vec![ids.len() as u32; len * N * L::BITS as usize + 1];
        let (mut bits, mut ends) = (Vec::new(), Vec::new());
        let mut users = vec![Vec::new(); problem.item_count()];
        for (index, &id) in ids.iter().enumerate() {
            for (item, colour) in problem.uses_of(id) {
                let place = places[item.index()];
                if place != NONE {
                    let lane = lanes[place as usize];
                    let bit = users[item.index()].len() as u32;
                    let at = lane as usize;
                    root[at / N].0[at % N] |= L::from(1) << bit;
                    options[at * L::BITS as usize + bit as usize] = index as u32;
                    bits.push((lane, bit));
                }
                users[item.index()].push((index as u32, colour));
            }
            ends.push(bits.len() as u32);
        }

        let mut tables = Self {
            len,
            beside: Vec::new(),
            root,
            rows: Vec::new(),
            pool: Pool::new(),
            options,
            bits,
            ends,
            slots: Vec::new(),
            groups: Vec::new(),
            items,
            lanes,
            places: item_at,
            ids,
            indices,
        };
        for index in 0..tables.ids.len() as u32 {
            let row = tables.row_of(index, problem, &users);
            tables.add_row(&row);
        }
        for index in 0..tables.ids.len() as u32 {
            let bits = &tables.bits[bits_range(&tables.ends, index)];
            let last = bits.len() - 1;
            let lanes = [0, 1, 2, 3].map(|place| bits[last.min(place)].0);
            tables.beside.push(lanes);
        }
        tables.add_row(&vec![Chunk::all(L::MAX); len]);
        tables.add_groups(&groups);
        tables.pool.finish();
        tables
    }

    /// Adds a row after the last.
    fn add_row(&mut self, row: &[Chunk<L, N>]) {
        for &chunk in row {
            let place = self.pool.place(chunk);
            self.rows.push(place);
        }
    }

    /// The row of an option, by the users of each item and the colours in which they use it.
    fn row_of(
        &self,
        index: u32,
        problem: &Problem,
        users: &[Vec<(u32, Option<Colour>)>],
    ) -> Vec<Chunk<L, N>> {
        let mut row = vec![Chunk::all(L::MAX); self.len];
        for (item, colour) in problem.uses_of(self.ids[index as usize]) {
            let agrees = |other: Option<Colour>| colour.is_some() && colour == other;
            let differ = users[item.index()].iter().filter(|user| !agrees(user.1));
            for &(other, _) in differ.filter(|&&(other, _)| other != index) {
                for &(lane, bit) in self.bits(other) {
                    row[lane as usize / N].0[lane as usize % N] &= !(L::from(1) << bit);
                }
            }
        }
        for &(lane, bit) in self.bits(index) {
            row[lane as usize / N].0[lane as usize % N] = L::from(1) << bit;
        }
        row
    }

    /// Adds the slots and the rows of groups, unless they need too many slots.
    fn add_groups(&mut self, groups: &[Group]) {
        let outside = |group: &Group| {
            group.items.map(|place| {
                let lane = self.lanes[place as usize] as usize;
                let inside = |&&(other, _): &&(u32, u32)| other as usize == lane;
                let shared = group.options.iter().flat_map(|&index| self.bits(index));
                let shared = shared
                    .filter(inside)
                    .fold(L::ZERO, |set, &(_, bit)| set | L::from(1) << bit);
                (lane, self.root[lane / N].0[lane % N] & !L::FLAG & !shared)
            })
        };
        let outsides: Vec<_> = groups.iter().map(outside).collect();
        let pairs: Vec<_> = outsides
            .iter()
            .map(|&[(a, in_a), (b, in_b)]| ([a, b], [in_a, in_b]))
            .collect();
        let (slots, groups) = groups::slots(&pairs, self.len);
        self.slots = slots;
        let ones = self.none();
        self.groups = groups
            .iter()
            .map(|group| group.map_or(ones, |group| ones + 1 + group))
            .collect();
        self.groups.push(ones);
        if self.slots.is_empty() {
            return;
        }
        for ends in outsides {
            let mut row = vec![Chunk::all(L::MAX); self.len];
            for (lane, outside) in ends {
                for bit in (0..L::BITS).filter(|&bit| outside >> bit & L::from(1) != L::ZERO) {
                    let index = self.option(lane * L::BITS as usize + bit as usize);
                    for &(lane, bit) in self.bits(index) {
                        let lane = lane as usize;
                        row[lane / N].0[lane % N] &= !(L::from(1) << bit);
                    }
                }
            }
            self.add_row(&row);
        }
    }

    /// What may stay beside an option: the places of chunks in the pool.
    #[inline(always)]
    pub(super) fn row(&self, index: u32) -> &[Place] {
        &self.rows[index as usize * self.len..][..self.len]
    }

    /// The number of the row of the group at a lane, numbered through all slots.
    #[inline(always)]
    pub(super) fn group(&self, place: usize) -> u32 {
        self.groups[place]
    }

    /// Some rows, of options or groups.
    #[inline(always)]
    pub(super) fn rows<const R: usize>(&self, options: [u32; R]) -> [&[Place]; R] {
        options.map(|index| self.row(index))
    }

    /// The option of a bit, numbered through all lanes; `none` beyond the last.
    #[inline(always)]
    pub(super) fn option(&self, bit: usize) -> u32 {
        self.options[bit]
    }

    /// The number of a row of ones: of no option.
    #[inline(always)]
    pub(super) fn none(&self) -> u32 {
        self.ids.len() as u32
    }

    /// The bits of an option: (lane, bit), at least one.
    pub(super) fn bits(&self, index: u32) -> &[(u32, u32)] {
        &self.bits[bits_range(&self.ends, index)]
    }

    /// The first lanes of an option.
    #[inline(always)]
    pub(super) fn beside(&self, index: u32) -> &[u32; 4] {
        &self.beside[index as usize]
    }

    /// How many lanes there are: one for each primary item.
    pub(super) fn lanes(&self) -> usize {
        self.items.len()
    }

    pub(super) fn item(&self, lane: usize) -> ItemId {
        self.items[self.places[lane] as usize]
    }

    /// Whether a lane belongs to an item.
    #[cfg(test)]
    pub(super) fn has_item(&self, lane: usize) -> bool {
        self.places[lane] != NONE
    }

    /// The lane of an item that was branched on.
    pub(super) fn lane(&self, item: ItemId) -> usize {
        let place = self.items.partition_point(|&other| other < item);
        self.lanes[place] as usize
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
