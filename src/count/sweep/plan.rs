//! A plan: in which order a sweep covers the items, and which bits of a state it needs where.

use super::super::layout::Layout;

/// What is left of a layout when some options are forced.
#[derive(Clone, Debug)]
pub(in super::super) struct Rest {
    /// The bits that each option needs and clears.
    pub(super) options: Vec<(Vec<u32>, Vec<u32>)>,
    /// For each bit the options that need it.
    pub(super) users: Vec<Vec<u32>>,
    /// The primary items that are not covered yet, in order.
    pub(super) items: Vec<u32>,
    pub(super) primary: usize,
}

impl Rest {
    /// What these forced options leave of a layout without multiplicities; `None` if they exclude
    /// each other or leave an item without options. O(total size of the options).
    pub(in super::super) fn new(layout: &Layout, forced: &[u32]) -> Option<Self> {
        let mut gone = vec![false; layout.bits];
        for &option in forced {
            let option = &layout.options[option as usize];
            if option.needs.iter().any(|&bit| gone[bit as usize]) {
                return None;
            }
            for &bit in &option.clears {
                gone[bit as usize] = true;
            }
        }
        let mut rest = Self {
            options: Vec::new(),
            users: vec![Vec::new(); layout.bits],
            items: (0..layout.primary as u32)
                .filter(|&item| !gone[item as usize])
                .collect(),
            primary: layout.primary,
        };
        for option in &layout.options {
            if option.needs.iter().all(|&bit| !gone[bit as usize]) {
                for &bit in &option.needs {
                    rest.users[bit as usize].push(rest.options.len() as u32);
                }
                rest.options
                    .push((option.needs.clone(), option.clears.clone()));
            }
        }
        let has_users = |&item: &u32| !rest.users[item as usize].is_empty();
        rest.items.iter().all(has_users).then_some(rest)
    }
}

/// The levels of a sweep.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) levels: Vec<Level>,
    /// The most slots that are in use at once.
    pub(super) width: usize,
    /// The logarithm of how many states there could be: less is better.
    pub(super) cost: f64,
}

/// A level: an item is covered, if it is not yet, by an option without the items of the levels
/// before. A state is written in slots, each of which is set if its bit is gone.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    /// The slot of the item, if an option of an earlier level covers it.
    pub(super) item: Option<u32>,
    /// Whether other items have no options but here, so that no state can do without the level.
    pub(super) is_needed: bool,
    /// The slots that each option needs, and those that it sets.
    pub(super) options: Vec<(Vec<u32>, Vec<u32>)>,
    /// The slots of items that no later option covers: they must be set by now.
    pub(super) must: Vec<u32>,
    /// The slots of bits that no later option needs.
    pub(super) ends: Vec<u32>,
    /// Slots in use before the level.
    pub(super) width: usize,
}

impl Plan {
    /// The plan that covers items in this order, in which each option has an item. O(total size of
    /// the options), times a logarithm.
    pub(super) fn new(rest: &Rest, order: &[u32]) -> Self {
        let mut is_placed = vec![false; rest.options.len()];
        let mut levels: Vec<(u32, Vec<u32>)> = Vec::new();
        for &item in order {
            let mut own = rest.users[item as usize].clone();
            own.retain(|&option| !std::mem::replace(&mut is_placed[option as usize], true));
            if !own.is_empty() {
                levels.push((item, own));
            }
        }
        // The last level at which a bit is needed; the item of a level always ends there.
        let mut last = vec![0; rest.users.len()];
        for (level, (item, own)) in levels.iter().enumerate() {
            for &option in own {
                for &bit in &rest.options[option as usize].0 {
                    last[bit as usize] = level;
                }
            }
            last[*item as usize] = level;
        }
        let mut slots = Slots::default();
        let mut slot_of = vec![NONE; rest.users.len()];
        let mut ends: Vec<Vec<u32>> = vec![Vec::new(); levels.len()];
        let mut plan = Self::default();
        let mut states = 0.0;
        for (number, (item, own)) in levels.iter().enumerate() {
            let mut level = Level {
                item: Some(slot_of[*item as usize]).filter(|&slot| slot != NONE),
                width: slots.used,
                ..Level::default()
            };
            states += (slots.used as f64).exp2();
            // Items that have no options but here: one that lacks any of them is of no use.
            let mut local: Vec<u32> = Vec::new();
            for &option in own {
                for &bit in &rest.options[option as usize].1 {
                    let (bit, end) = (bit as usize, last[bit as usize]);
                    if slot_of[bit] == NONE && !rest.users[bit].is_empty() {
                        if end > number {
                            slot_of[bit] = slots.take();
                            ends[end].push(bit as u32);
                        } else if end == number && bit < rest.primary && bit as u32 != *item {
                            local.push(bit as u32);
                        }
                    }
                }
            }
            local.sort_unstable();
            local.dedup();
            level.is_needed = !local.is_empty();
            for &option in own {
                let (needs, clears) = &rest.options[option as usize];
                if local.iter().all(|item| needs.contains(item)) {
                    let slots = |bits: &[u32]| {
                        bits.iter()
                            .filter(|&&bit| last[bit as usize] >= number)
                            .map(|&bit| slot_of[bit as usize])
                            .filter(|&slot| slot != NONE)
                            .collect()
                    };
                    level.options.push((slots(needs), slots(clears)));
                }
            }
            for &bit in &ends[number] {
                let slot = slot_of[bit as usize];
                if (bit as usize) < rest.primary && bit != *item {
                    level.must.push(slot);
                }
                level.ends.push(slot);
                slots.free(slot);
            }
            plan.levels.push(level);
        }
        plan.width = slots.most;
        plan.cost = f64::log2(states);
        plan
    }
}

/// A bit without a slot.
const NONE: u32 = u32::MAX;

/// Slots, the lowest free one first.
#[derive(Clone, Debug, Default)]
struct Slots {
    free: std::collections::BinaryHeap<std::cmp::Reverse<u32>>,
    most: usize,
    used: usize,
}

impl Slots {
    fn take(&mut self) -> u32 {
        self.used += 1;
        if let Some(std::cmp::Reverse(slot)) = self.free.pop() {
            return slot;
        }
        self.most += 1;
        self.most as u32 - 1
    }

    fn free(&mut self, slot: u32) {
        self.used -= 1;
        self.free.push(std::cmp::Reverse(slot));
    }
}
