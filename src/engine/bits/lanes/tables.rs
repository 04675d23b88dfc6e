//! The tables of the layout *lanes*: everything about a problem that does not change.

use super::groups::{self, Group, Slots};
use super::lane::{Chunk, Lane};
use crate::ask::{Meter, Stop};
use crate::engine::bits::exclusion::{Words, exclude, users};
use crate::engine::bits::numbering::Numbering;
use crate::engine::bits::simd::{Pool, Rows};
use crate::policy::BitsPolicies;
use crate::problem::{ItemId, Lists, OptionId, Problem};

/// A problem as rows of lanes. Each primary item has a lane, in the order of `groups::arrange`;
/// bit `b` of it stands for the `b`-th option of that item.
#[derive(Debug)]
pub(in crate::engine::bits) struct Tables<L, const N: usize> {
    /// Chunks in a state.
    pub(super) len: usize,
    /// The state in which everything is open. Lanes beyond the last item look decided.
    pub(super) root: Vec<Chunk<L, N>>,
    /// For each option what dies beside it, as a row of `len` chunks: all bits of
    /// options that share an item with it, and the flags of its own items. After the last option
    /// comes a row of nothing, and after that for each group the options of its two items that
    /// are not in it.
    rows: Pool<L, N>,
    /// The option of each bit of each lane, by number, and that of no option after the last.
    options: Vec<u32>,
    /// The bits of each option, as (lane, bit).
    bits: Lists<(u32, u32)>,
    /// Where to look for groups that take options away.
    pub(super) slots: Slots<L, N>,
    /// The row of the group at each lane of each pair of chunks of each slot, and the row of nothing after the last.
    groups: Vec<u32>,
    ids: Numbering<OptionId>,
    items: Numbering<ItemId>,
    /// The lane of each item, by number.
    lanes: Vec<u32>,
}

impl<L: Lane, const N: usize> Tables<L, N> {
    /// Lays a problem out, with groups if the subset rule is to be used. Every primary item has
    /// fewer than `L::BITS` options.
    pub(super) fn compile(
        problem: &Problem,
        subset_rule: Option<BitsPolicies>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let ids = Numbering::options(problem, meter)?;
        let items = Numbering::items(problem);
        let groups = match subset_rule {
            Some(policies) => groups::groups(problem, &ids, &items, policies.pairs, meter)?,
            None => Vec::new(),
        };
        let lanes = groups::arrange(items.len(), &groups, N);
        let mut tables = Self::lay_out(problem, ids, items, lanes, meter)?;
        tables.add_options(problem, meter)?;
        tables.add_row(&vec![Chunk::all(L::ZERO); tables.len], meter)?;
        let most = subset_rule.map_or(0, |policies| policies.slots);
        tables.add_groups(&groups, most, meter)?;
        tables.rows.finish();
        Ok(tables)
    }

    /// Where options and items lie, without any rows.
    fn lay_out(
        problem: &Problem,
        ids: Numbering<OptionId>,
        items: Numbering<ItemId>,
        lanes: Vec<u32>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let len = lanes.iter().max().map_or(0, |&last| last as usize / N + 1);
        let mut root = vec![Chunk::all(L::from(1)); len];
        for &lane in &lanes {
            root[lane as usize / N].0[lane as usize % N] = L::FLAG;
        }
        let mut options = vec![ids.len() as u32; len * N * L::BITS as usize + 1];
        let mut bits = Lists::default();
        let mut sizes = vec![0; items.len()];
        for (number, id) in ids.iter() {
            for item in problem.items_of(id).iter().filter_map(|&i| items.number(i)) {
                let (lane, bit) = (lanes[item as usize] as usize, sizes[item as usize]);
                sizes[item as usize] += 1;
                root[lane / N].0[lane % N] |= L::from(1) << bit;
                options[lane * L::BITS as usize + bit as usize] = number;
                bits.push((lane as u32, bit));
            }
            bits.close();
            meter.spend(8 * problem.items_of(id).len())?;
        }
        Ok(Self {
            len,
            root,
            rows: Pool::new(len),
            options,
            bits,
            slots: Vec::new(),
            groups: Vec::new(),
            ids,
            items,
            lanes,
        })
    }

    /// Adds the row of each option. They are first made as they are, without the pool, item by
    /// item: O(uses of items x lanes) at most.
    fn add_options(&mut self, problem: &Problem, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let users = users(problem, &self.ids, meter)?;
        let mut rows = vec![Chunk::all(L::ZERO); self.ids.len() * self.len];
        let at = |option: u32, lane: u32| option as usize * self.len + lane as usize / N;
        let bits = |option| self.bits(option).iter().copied();
        for item in problem.items() {
            let add = |option, dead: &Words| {
                for &(lane, dead) in dead {
                    rows[at(option, lane)].0[lane as usize % N] |= L::truncate(dead);
                }
            };
            exclude(users.of(item.index() as u32), bits, add, meter)?;
        }
        for (option, _) in self.ids.iter() {
            for (lane, bit) in bits(option) {
                rows[at(option, lane)].0[lane as usize % N] = !(L::from(1) << bit);
            }
        }
        self.add_row(&rows, meter)
    }

    /// Adds a row, or several, after the last.
    fn add_row(&mut self, row: &[Chunk<L, N>], meter: &mut Meter<'_>) -> Result<(), Stop> {
        for &chunk in row {
            meter.spend(64)?;
            self.rows.push(chunk);
        }
        Ok(())
    }

    /// Adds the slots and the rows of groups, unless they need too many slots.
    fn add_groups(
        &mut self,
        groups: &[Group],
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let outside = |group: &Group| {
            group.items.map(|item| {
                let lane = self.lanes[item as usize] as usize;
                let inside = |&&(other, _): &&(u32, u32)| other as usize == lane;
                let shared = group.options.iter().flat_map(|&option| self.bits(option));
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
        let (slots, groups) = groups::slots(&pairs, self.len, most, meter)?;
        self.slots = slots;
        let none = self.none();
        self.groups = groups
            .iter()
            .map(|group| group.map_or(none, |group| none + 1 + group))
            .collect();
        self.groups.push(none);
        if self.slots.is_empty() {
            return Ok(());
        }
        for ends in outsides {
            let mut row = vec![Chunk::all(L::ZERO); self.len];
            for (lane, outside) in ends {
                for bit in (0..L::BITS).filter(|&bit| outside >> bit & L::from(1) != L::ZERO) {
                    let option = self.option(lane * L::BITS as usize + bit as usize);
                    for &(lane, bit) in self.bits(option) {
                        let lane = lane as usize;
                        row[lane / N].0[lane % N] |= L::from(1) << bit;
                    }
                }
            }
            self.add_row(&row, meter)?;
        }
        Ok(())
    }

    /// One chunk of what dies beside an option.
    #[inline(always)]
    pub(super) fn chunk(&self, option: u32, at: usize) -> &Chunk<L, N> {
        self.rows.chunk(option, at)
    }

    /// The number of the row of the group at a lane, numbered through all pairs of chunks of all slots.
    #[inline(always)]
    pub(super) fn group(&self, place: usize) -> u32 {
        self.groups[place]
    }

    /// Some rows, of options or groups.
    #[inline(always)]
    pub(super) fn rows<const R: usize, const S: usize>(
        &self,
        options: [[u32; R]; S],
    ) -> Rows<'_, L, N, R, S> {
        self.rows.rows(options)
    }

    /// The option of a bit, numbered through all lanes; `none` beyond the last.
    #[inline(always)]
    pub(super) fn option(&self, bit: usize) -> u32 {
        self.options[bit]
    }

    /// The number of the row of nothing: of no option.
    #[inline(always)]
    pub(super) fn none(&self) -> u32 {
        self.ids.len() as u32
    }

    /// The bits of an option: (lane, bit), at least one.
    pub(super) fn bits(&self, option: u32) -> &[(u32, u32)] {
        self.bits.of(option)
    }

    /// How many lanes there are: one for each primary item.
    pub(super) fn lanes(&self) -> usize {
        self.items.len()
    }

    /// Whether a lane belongs to an item.
    #[cfg(test)]
    pub(super) fn has_item(&self, lane: usize) -> bool {
        self.lanes.contains(&(lane as u32))
    }

    pub(super) fn id(&self, option: u32) -> OptionId {
        self.ids.id(option)
    }

    /// How many options have a number.
    #[cfg(test)]
    pub(super) fn option_count(&self) -> usize {
        self.ids.len()
    }

    /// The number of an option, if it has one.
    pub(super) fn number(&self, option: OptionId) -> Option<u32> {
        self.ids.number(option)
    }
}
