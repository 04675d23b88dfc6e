//! The tables of the layout *lanes*, which never change.

use super::groups::{self, Group, Slots};
use super::lane::{Chunk, Lane};
use crate::ask::{Meter, Stop};
use crate::engine::Remains;
use crate::engine::bits::exclusion::{Words, exclude, users};
use crate::engine::bits::simd::{Pool, Rows};
use crate::engine::numbering::Numbering;
use crate::policy::BitsPolicies;
use crate::problem::{ItemId, Lists, OptionId, Problem};

/// A problem as rows of lanes. Each primary item has a lane, in the order of `groups::arrange`. Bit
/// `b` of a lane stands for the `b`-th option of its item.
#[derive(Debug)]
pub(in crate::engine::bits) struct Tables<L, const N: usize> {
    /// The number of chunks in a state.
    pub(super) len: usize,
    /// The state without any option used. Lanes after the last item look decided.
    pub(super) root: Vec<Chunk<L, N>>,
    /// The rows, of `len` chunks each. The row of an option has the bits that it excludes: those of
    /// all conflicting options, and the flags of its own items. After the options comes an empty
    /// row, then for each group the options of its two items outside the group.
    rows: Pool<L, N>,
    /// The number of the option of each bit of each lane, then that of no option.
    options: Vec<u32>,
    /// The bits of each option, as (lane, bit).
    bits: Lists<(u32, u32)>,
    /// The first bit of each option, numbered through all lanes: easy boards spend much of their
    /// time on looking at the bits of givens.
    first_bits: Vec<u32>,
    /// The slots of the subset rule.
    pub(super) slots: Slots<L, N>,
    /// The row of the group at each lane of each pair of chunks of each slot, then the empty row.
    groups: Vec<u32>,
    ids: Numbering<OptionId>,
    items: Numbering<ItemId>,
    /// The lane of each item.
    lanes: Vec<u32>,
    /// The options that were forced before.
    pub(super) forced: Vec<OptionId>,
}

impl<L: Lane, const N: usize> Tables<L, N> {
    /// Compiles a problem, with groups if the subset rule is used. Every primary item must have
    /// fewer than `L::BITS` options.
    pub(super) fn compile(
        problem: &Problem,
        remains: Remains,
        subset_rule: Option<BitsPolicies>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let Remains {
            options: ids,
            items,
            forced,
            ..
        } = remains;
        let mut groups = match subset_rule {
            Some(policies) => groups::groups(problem, &ids, &items, policies.pairs, meter)?,
            None => Vec::new(),
        };
        let lanes = groups::arrange(items.len(), &groups, N);
        let mut tables = Self::lay_out(problem, ids, items, lanes, meter)?;
        tables.forced = forced;
        tables.add_options(problem, meter)?;
        tables.add_row(&vec![Chunk::all(L::ZERO); tables.len], meter)?;
        if let Some(policies) = subset_rule
            && !tables.add_groups(&groups, policies.slots, meter)?
        {
            groups.retain(|group| group.options.len() > 2);
            tables.add_groups(&groups, policies.large_slots, meter)?;
        }
        tables.rows.finish();
        Ok(tables)
    }

    /// Places options and items in lanes, without any rows.
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
        let mut first_bits = Vec::with_capacity(ids.len());
        let mut sizes = vec![0; items.len()];
        for (number, id) in ids.iter() {
            for item in problem.items_of(id).iter().filter_map(|&i| items.number(i)) {
                let (lane, bit) = (lanes[item as usize] as usize, sizes[item as usize]);
                sizes[item as usize] += 1;
                root[lane / N].0[lane % N] |= L::from(1) << bit;
                options[lane * L::BITS as usize + bit as usize] = number;
                if first_bits.len() == number as usize {
                    first_bits.push(lane as u32 * L::BITS + bit);
                }
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
            first_bits,
            slots: Vec::new(),
            groups: Vec::new(),
            ids,
            items,
            lanes,
            forced: Vec::new(),
        })
    }

    /// Adds the row of each option. The rows are first computed outside the pool, item by item.
    /// O(uses of items x lanes) at most.
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

    /// Adds one row or several rows.
    fn add_row(&mut self, row: &[Chunk<L, N>], meter: &mut Meter<'_>) -> Result<(), Stop> {
        for &chunk in row {
            meter.spend(64)?;
            self.rows.push(chunk);
        }
        Ok(())
    }

    /// Adds the slots and the rows of groups, unless there would be more than `most` slots for each
    /// chunk. Returns whether they were added.
    fn add_groups(
        &mut self,
        groups: &[Group],
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
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
            return Ok(false);
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
        Ok(true)
    }

    /// One chunk of the row of an option.
    #[inline(always)]
    pub(super) fn chunk(&self, option: u32, at: usize) -> &Chunk<L, N> {
        self.rows.chunk(option, at)
    }

    /// The row of the group at a lane, numbered through all pairs of chunks of all slots.
    #[inline(always)]
    pub(super) fn group(&self, place: usize) -> u32 {
        self.groups[place]
    }

    /// The rows of some options or groups.
    #[inline(always)]
    pub(super) fn rows<const R: usize, const S: usize>(
        &self,
        options: [[u32; R]; S],
    ) -> Rows<'_, L, N, R, S> {
        self.rows.rows(options)
    }

    /// The option of a bit, numbered through all lanes; `none` after the last.
    #[inline(always)]
    pub(super) fn option(&self, bit: usize) -> u32 {
        self.options[bit]
    }

    /// The number of the empty row, which stands for no option.
    #[inline(always)]
    pub(super) fn none(&self) -> u32 {
        self.ids.len() as u32
    }

    /// The bits of an option as (lane, bit); at least one.
    pub(super) fn bits(&self, option: u32) -> &[(u32, u32)] {
        self.bits.of(option)
    }

    /// The first bit of an option, numbered through all lanes.
    #[inline(always)]
    pub(super) fn first_bit(&self, option: u32) -> u32 {
        self.first_bits[option as usize]
    }

    /// The lane of an item, if it has one.
    pub(super) fn lane(&self, item: ItemId) -> Option<u32> {
        let number = self.items.number(item)?;
        Some(self.lanes[number as usize])
    }

    /// The number of lanes in use: one for each primary item.
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

    /// The number of options that have a number.
    #[cfg(test)]
    pub(super) fn option_count(&self) -> usize {
        self.ids.len()
    }

    /// The number of an option, if it has one.
    pub(super) fn number(&self, option: OptionId) -> Option<u32> {
        self.ids.number(option)
    }
}
