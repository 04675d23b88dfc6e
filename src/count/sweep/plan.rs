//! A plan: in which order a sweep covers the items, and which bits of a state it needs where.

use super::rest::Rest;
use crate::ask::{Meter, Stop};
use crate::count::layout::Layout;
use crate::problem::Lists;

/// The levels of a sweep.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) levels: Vec<LevelPlan>,
    options: Lists<u32>,
    /// The slot of each bit that has one, and the levels at which it gets it and loses it.
    slots: Vec<Slot>,
    /// The most slots that are in use at once.
    pub(super) width: usize,
    /// The logarithm of how many states there could be: less is better.
    pub(super) cost: f64,
}

/// A level: an item is covered, if it is not yet, by an option without the items of the levels
/// before. A state is written in slots, each of which is set if its bit is gone.
#[derive(Clone, Debug, Default)]
pub(super) struct LevelPlan {
    /// The slot of the item, if an option of an earlier level covers it.
    pub(super) item: Option<u32>,
    /// Whether other items have no options but here, so that no state can do without the level.
    pub(super) is_needed: bool,
    /// The slots of items that no later option covers: they must be set by now.
    pub(super) must: Vec<u32>,
    /// The slots of bits that no later option needs.
    pub(super) ends: Vec<u32>,
    /// Slots in use before the level.
    pub(super) width: usize,
}

/// Where a bit is written, and at which levels.
#[derive(Clone, Copy, Debug)]
struct Slot {
    slot: u32,
    since: u32,
    /// The last level at which the bit is needed; the item of a level always ends there.
    last: u32,
}

impl Plan {
    /// Bytes that plans and the levels of a sweep take, about; the largest number for a layout that
    /// is not for a sweep: uses in so many colours clear more than any sweep has slots for.
    pub(super) fn bytes(layout: &Layout) -> usize {
        if layout.all_cleared() > layout.uses().saturating_mul(CLEARED) {
            return usize::MAX;
        }
        layout.len() * OPTION + layout.uses() * 8 + layout.bits * BIT
    }

    /// The plan that covers items in this order, in which each option has an item. O(all bits that
    /// options clear), times a logarithm.
    pub(super) fn new(rest: &Rest, order: &[u32], meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let layout = &rest.layout;
        let mut plan = Self {
            slots: vec![Slot::default(); rest.bits()],
            ..Self::default()
        };
        let items = plan.share_out(rest, order, meter)?;
        let mut free = FreeSlots::default();
        let mut ends: Vec<Vec<u32>> = vec![Vec::new(); items.len()];
        let mut matches = vec![NONE; rest.bits()];
        let mut states = 0.0;
        for (number, &item) in items.iter().enumerate() {
            let number = number as u32;
            let slot = plan.slots[item as usize].slot;
            let mut level = LevelPlan {
                item: Some(slot).filter(|&slot| slot != NONE),
                width: free.used,
                ..LevelPlan::default()
            };
            states += (free.used as f64).exp2();
            // Items that have no options but here: one that lacks any of them is of no use.
            let mut local: Vec<u32> = Vec::new();
            for &option in plan.options.of(number) {
                for bit in layout.clears(option) {
                    meter.spend(4)?;
                    let is_primary = (bit as usize) < layout.primary;
                    let slot = &mut plan.slots[bit as usize];
                    if slot.slot != NONE || rest.users(bit).is_empty() {
                        continue;
                    }
                    if slot.last > number {
                        (slot.slot, slot.since) = (free.take(), number);
                        ends[slot.last as usize].push(bit);
                    } else if slot.last == number && is_primary && bit != item {
                        local.push(bit);
                    }
                }
            }
            local.sort_unstable();
            local.dedup();
            level.is_needed = !local.is_empty();
            if level.is_needed {
                local.iter().for_each(|&bit| matches[bit as usize] = number);
                plan.drop_options(number, |option| {
                    let needs = layout.needs(option).iter();
                    let matching = needs.filter(|&&bit| matches[bit as usize] == number);
                    matching.count() < local.len()
                });
            }
            for &bit in &ends[number as usize] {
                let slot = plan.slots[bit as usize].slot;
                if (bit as usize) < layout.primary && bit != item {
                    level.must.push(slot);
                }
                level.ends.push(slot);
                free.give_back(slot);
            }
            plan.levels.push(level);
        }
        plan.width = free.most;
        plan.cost = f64::log2(states);
        Ok(plan)
    }

    /// Gives each option to the first item in the order that it covers, and finds the last level of
    /// each bit. Returns the items that got options: those of the levels.
    fn share_out(
        &mut self,
        rest: &Rest,
        order: &[u32],
        meter: &mut Meter<'_>,
    ) -> Result<Vec<u32>, Stop> {
        let mut is_placed = vec![false; rest.layout.len()];
        let mut items = Vec::new();
        for &item in order {
            let (start, level) = (self.options.all().len(), items.len() as u32);
            meter.spend(rest.users(item).len())?;
            for &option in rest.users(item) {
                if std::mem::replace(&mut is_placed[option as usize], true) {
                    continue;
                }
                let needs = rest.layout.needs(option);
                meter.spend(2 * needs.len())?;
                self.options.push(option);
                needs
                    .iter()
                    .for_each(|&bit| self.slots[bit as usize].last = level);
            }
            if self.options.all().len() > start {
                self.slots[item as usize].last = level;
                self.options.close();
                items.push(item);
            }
        }
        Ok(items)
    }

    /// Marks options of a level that are of no use.
    fn drop_options(&mut self, level: u32, is_useless: impl Fn(u32) -> bool) {
        let own = self.options.range(level);
        for option in &mut self.options.all_mut()[own] {
            if is_useless(*option) {
                *option = NONE;
            }
        }
    }

    /// For each option of a level the slots that it needs, and those that it sets.
    pub(super) fn options<'p>(
        &'p self,
        layout: &'p Layout,
        level: u32,
    ) -> impl Iterator<Item = (impl Iterator<Item = u32>, impl Iterator<Item = u32>)> {
        let options = self.options.of(level).iter().copied();
        let slot = move |bit: u32| {
            let Slot { slot, since, last } = self.slots[bit as usize];
            (slot != NONE && since <= level && level <= last).then_some(slot)
        };
        options.filter(|&option| option != NONE).map(move |option| {
            let needs = layout.needs(option).iter().copied();
            (
                needs.filter_map(slot),
                layout.clears(option).filter_map(slot),
            )
        })
    }
}

/// No slot; no option.
const NONE: u32 = u32::MAX;
/// A sweep is not for layouts in which options clear more bits than so many for each that they need.
const CLEARED: usize = 64;
/// Bytes for an option and for a bit, in plans and levels.
const OPTION: usize = 80;
const BIT: usize = 160;

impl Default for Slot {
    fn default() -> Self {
        Self {
            slot: NONE,
            since: 0,
            last: 0,
        }
    }
}

/// Slots, the lowest free one first.
#[derive(Clone, Debug, Default)]
struct FreeSlots {
    free: std::collections::BinaryHeap<std::cmp::Reverse<u32>>,
    most: usize,
    used: usize,
}

impl FreeSlots {
    fn take(&mut self) -> u32 {
        self.used += 1;
        if let Some(std::cmp::Reverse(slot)) = self.free.pop() {
            return slot;
        }
        self.most += 1;
        self.most as u32 - 1
    }

    fn give_back(&mut self, slot: u32) {
        self.used -= 1;
        self.free.push(std::cmp::Reverse(slot));
    }
}
