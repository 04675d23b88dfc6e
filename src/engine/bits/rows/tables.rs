//! What of a problem does not change.

use super::state::Demand;
use crate::problem::{ItemId, OptionId, Problem};

/// No option, no number.
const NONE: u32 = u32::MAX;

/// A problem as rows. Options that have a primary item, and primary items, are *numbered* anew.
#[derive(Debug)]
pub(super) struct Tables {
    /// How many words hold a bit for each option.
    pub(super) words: usize,
    /// The state at the root.
    pub(super) live: Vec<u64>,
    pub(super) demands: Vec<Demand>,
    /// The row of option number `o` is `keep[o * words..][..words]`.
    keep: Vec<u64>,
    /// The primary items of all options, end to end, and where those of each option stop.
    items: Vec<u32>,
    ends: Vec<u32>,
    /// The options of all primary items, as words that are not zero with their places, end to
    /// end, and where those of each item stop.
    masks: Vec<(u32, u64)>,
    mask_ends: Vec<u32>,
    /// How often an item may be covered more than it must.
    slacks: Vec<u32>,
    ids: Vec<OptionId>,
    numbers: Vec<u32>,
    item_ids: Vec<ItemId>,
}

impl Tables {
    pub(super) fn compile(problem: &Problem) -> Self {
        let kept = problem.options().filter(|&o| !problem.is_dropped(o));
        let ids: Vec<OptionId> = kept.collect();
        let mut numbers = vec![NONE; problem.option_count()];
        for (number, id) in ids.iter().enumerate() {
            numbers[id.index()] = number as u32;
        }
        let item_ids: Vec<ItemId> = problem.items().filter(|&i| problem.is_primary(i)).collect();
        let mut primary = vec![NONE; problem.item_count()];
        for (number, id) in item_ids.iter().enumerate() {
            primary[id.index()] = number as u32;
        }

        let words = ids.len().div_ceil(64);
        let mut live = vec![!0; words];
        if let Some(last) = live.last_mut() {
            *last >>= (64 - ids.len() % 64) % 64;
        }
        let bounds = |item| problem.multiplicity(item).unwrap_or(1..=1);
        let mut demands = Vec::new();
        let mut slacks = Vec::new();
        for &item in &item_ids {
            let (low, high) = bounds(item).into_inner();
            slacks.push(high - low);
            demands.push(Demand {
                size: 0,
                bound: high,
            });
        }
        let (mut items, mut ends) = (Vec::new(), Vec::new());
        // The options that use an item, with the code of the colour in which they do.
        let mut users = vec![Vec::new(); problem.item_count()];
        for (number, &id) in ids.iter().enumerate() {
            for (item, colour) in problem.uses_of(id) {
                users[item.index()].push((number as u32, colour));
                let item = primary[item.index()];
                if item != NONE {
                    items.push(item);
                    demands[item as usize].size += 1;
                }
            }
            ends.push(items.len() as u32);
        }
        let (mut masks, mut mask_ends): (Vec<(u32, u64)>, _) = (Vec::new(), Vec::new());
        for item in &item_ids {
            let start = masks.len();
            for &(option, _) in &users[item.index()] {
                let (word, bit) = (option / 64, 1 << (option % 64));
                match masks[start..].last_mut() {
                    Some((last, mask)) if *last == word => *mask |= bit,
                    _ => masks.push((word, bit)),
                }
            }
            mask_ends.push(masks.len() as u32);
        }
        let mut keep = vec![!0; ids.len() * words];
        for (number, &id) in ids.iter().enumerate() {
            let row = &mut keep[number * words..][..words];
            row[number / 64] &= !(1 << (number % 64));
            for (item, colour) in problem.uses_of(id) {
                let many = problem.is_primary(item) && *bounds(item).end() > 1;
                let agree = |other| colour.is_some() && colour == other;
                for &(other, its_colour) in &users[item.index()] {
                    if !many && !agree(its_colour) {
                        row[other as usize / 64] &= !(1 << (other % 64));
                    }
                }
            }
        }
        Self {
            words,
            live,
            demands,
            keep,
            items,
            ends,
            masks,
            mask_ends,
            slacks,
            ids,
            numbers,
            item_ids,
        }
    }

    /// The options that can stand beside an option.
    pub(super) fn row(&self, option: u32) -> &[u64] {
        &self.keep[option as usize * self.words..][..self.words]
    }

    /// The primary items of an option.
    #[inline]
    pub(super) fn items(&self, option: u32) -> &[u32] {
        part(&self.items, &self.ends, option)
    }

    /// The options of an item.
    pub(super) fn mask(&self, item: u32) -> &[(u32, u64)] {
        part(&self.masks, &self.mask_ends, item)
    }

    #[inline]
    pub(super) fn slack(&self, item: u32) -> u32 {
        self.slacks[item as usize]
    }

    pub(super) fn id(&self, option: u32) -> OptionId {
        self.ids[option as usize]
    }

    /// The number of an option, if it has one.
    pub(super) fn number(&self, option: OptionId) -> Option<u32> {
        let number = self.numbers.get(option.index()).copied();
        number.filter(|&number| number != NONE)
    }

    pub(super) fn item_id(&self, item: u32) -> ItemId {
        self.item_ids[item as usize]
    }

    /// The number of an item that was branched on.
    pub(super) fn item(&self, id: ItemId) -> u32 {
        self.item_ids.partition_point(|&other| other < id) as u32
    }
}

/// One of many lists that lie end to end.
#[inline]
fn part<'a, T>(all: &'a [T], ends: &[u32], number: u32) -> &'a [T] {
    let start = match number.checked_sub(1) {
        Some(before) => ends[before as usize] as usize,
        None => 0,
    };
    &all[start..ends[number as usize] as usize]
}
