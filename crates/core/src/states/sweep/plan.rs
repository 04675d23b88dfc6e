//! A plan: the order of the levels of a sweep, and the bits of a state at each of them.

use super::open::OpenPart;
use crate::ask::{Meter, Stop};
use crate::policy::{SWEEP_BIT, SWEEP_OPTION, SweepPolicies};
use crate::problem::Lists;
use crate::states::layout::Layout;

/// The levels of a sweep.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) levels: Vec<LevelPlan>,
    options: Lists<u32>,
    /// For each bit its slot, if it has one, and the levels at which it gains and loses it.
    slots: Vec<Slot>,
    /// The largest number of slots in use at once.
    pub(super) width: usize,
    /// The logarithm of the largest possible number of states: less is better.
    pub(super) cost: f64,
}

/// A level. It covers one item, unless that is covered already, by an option that covers no item of
/// an earlier level. A state is written in slots; a slot is set if its bit has been cleared.
#[derive(Clone, Debug, Default)]
pub(super) struct LevelPlan {
    /// The slot of the item, if an option of an earlier level covers it.
    pub(super) item: Option<u32>,
    /// Whether other items have all their options at this level, so that no state may skip it.
    pub(super) is_needed: bool,
    /// The slots of items that no later option covers: they must be set after this level.
    pub(super) must: Vec<u32>,
    /// The slots of bits that no later option needs.
    pub(super) ends: Vec<u32>,
    /// Slots in use before the level.
    pub(super) width: usize,
}

/// The slot of a bit, and the levels at which the bit has it.
#[derive(Clone, Copy, Debug)]
struct Slot {
    slot: u32,
    since: u32,
    /// The last level at which the bit is needed; the item of a level always ends there.
    last: u32,
}

impl Plan {
    /// The approximate bytes of plans and levels. Returns the largest number if a sweep cannot
    /// handle the layout, because its many colours clear more bits than a sweep has slots.
    pub(super) fn bytes(layout: &Layout, policies: SweepPolicies) -> usize {
        if layout.all_cleared() > layout.uses().saturating_mul(policies.cleared) {
            return usize::MAX;
        }
        layout.len() * SWEEP_OPTION + layout.uses() * 8 + layout.bits * SWEEP_BIT
    }

    /// Plans a sweep that covers the items in this order. Every option must cover one of them.
    /// O(bits that all options clear), times a logarithm.
    pub(super) fn new(open: &OpenPart, order: &[u32], meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let layout = &open.layout;
        let mut plan = Self {
            slots: vec![Slot::default(); open.bits()],
            ..Self::default()
        };
        let items = plan.share_out(open, order, meter)?;
        let mut free = FreeSlots::default();
        let mut ends: Vec<Vec<u32>> = vec![Vec::new(); items.len()];
        let mut matches = vec![NONE; open.bits()];
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
            let local = plan.take_slots(open, (number, item), &mut free, &mut ends, meter)?;
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

    /// Takes slots for the bits that the options of a level clear and later ones need, and notes at
    /// which level each ends. Returns the other items that have all their options at this level:
    /// options without one of them are useless.
    fn take_slots(
        &mut self,
        open: &OpenPart,
        (level, item): (u32, u32),
        free: &mut FreeSlots,
        ends: &mut [Vec<u32>],
        meter: &mut Meter<'_>,
    ) -> Result<Vec<u32>, Stop> {
        let layout = &open.layout;
        let mut local: Vec<u32> = Vec::new();
        let slots = &mut self.slots;
        let mut take = |bit: u32| {
            let slot = &mut slots[bit as usize];
            if slot.slot != NONE {
                return;
            }
            if slot.last > level && !open.users(bit).is_empty() {
                (slot.slot, slot.since) = (free.take(), level);
                ends[slot.last as usize].push(bit);
            } else if slot.last == level && (bit as usize) < layout.primary && bit != item {
                local.push(bit);
            }
        };
        let clears_needs = layout.clears_needs();
        for &option in self.options.of(level) {
            if clears_needs {
                let needs = layout.needs(option);
                meter.spend(4 * needs.len())?;
                needs.iter().for_each(|&bit| take(bit));
            } else {
                layout.clears(option).try_for_each(|bit| {
                    take(bit);
                    meter.spend(4)
                })?;
            }
        }
        local.sort_unstable();
        local.dedup();
        Ok(local)
    }

    /// Assigns each option to the first of its items in the order, and finds the last level of each
    /// bit. Returns the items with options: they make the levels.
    fn share_out(
        &mut self,
        open: &OpenPart,
        order: &[u32],
        meter: &mut Meter<'_>,
    ) -> Result<Vec<u32>, Stop> {
        let mut is_placed = vec![false; open.layout.len()];
        let mut items = Vec::new();
        for &item in order {
            let (start, level) = (self.options.all().len(), items.len() as u32);
            meter.spend(open.users(item).len())?;
            for &option in open.users(item) {
                if std::mem::replace(&mut is_placed[option as usize], true) {
                    continue;
                }
                let needs = open.layout.needs(option);
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

    /// Removes the useless options of a level.
    fn drop_options(&mut self, level: u32, is_useless: impl Fn(u32) -> bool) {
        let own = self.options.range(level);
        for option in &mut self.options.all_mut()[own] {
            if is_useless(*option) {
                *option = NONE;
            }
        }
    }

    /// The useful options of a level, by their numbers in the layout.
    pub(super) fn numbers(&self, level: u32) -> impl Iterator<Item = u32> + '_ {
        let options = self.options.of(level).iter().copied();
        options.filter(|&option| option != NONE)
    }

    /// The slot of a bit at a level, if it has one there.
    pub(super) fn slot(&self, bit: u32, level: u32) -> Option<u32> {
        let Slot { slot, since, last } = self.slots[bit as usize];
        (slot != NONE && since <= level && level <= last).then_some(slot)
    }
}

/// No slot; no option.
const NONE: u32 = u32::MAX;

impl Default for Slot {
    fn default() -> Self {
        Self {
            slot: NONE,
            since: 0,
            last: 0,
        }
    }
}

/// The free slots. The lowest one is taken first.
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
