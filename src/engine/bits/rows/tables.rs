//! The tables of the layout *rows*, which never change.

use crate::ask::{Meter, Stop};
use crate::engine::bits::exclusion::{User, exclude, users, words};
use crate::engine::bits::numbering::Numbering;
use crate::problem::{ItemId, Lists, OptionId, Problem};

/// The counters of a primary item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Left {
    /// The number of its live options.
    pub(super) size: u32,
    /// The number of times that it may still be covered; 0 if it is closed.
    pub(super) bound: u32,
}

/// A problem as rows.
#[derive(Debug)]
pub(super) struct Tables {
    /// The number of words with one bit for each option.
    pub(super) words: usize,
    /// The state at the root.
    pub(super) live: Vec<u64>,
    pub(super) left: Vec<Left>,
    /// The row of option number `o` is `keep[o * words..][..words]`.
    keep: Vec<u64>,
    /// The primary items of each option.
    items: Lists<u32>,
    /// The options of each primary item: the words that are not zero, with their positions.
    masks: Lists<(u32, u64)>,
    /// The upper limit of each item minus its lower limit.
    slacks: Vec<u32>,
    option_ids: Numbering<OptionId>,
    item_ids: Numbering<ItemId>,
}

impl Tables {
    pub(super) fn compile(problem: &Problem, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let option_ids = Numbering::options(problem, meter)?;
        let item_ids = Numbering::items(problem);
        let users = users(problem, &option_ids, meter)?;
        let len = option_ids.len().div_ceil(64);
        let mut tables = Self {
            words: len,
            live: vec![!0; len],
            left: Vec::new(),
            keep: rows(problem, &option_ids, &users, meter)?,
            items: Lists::default(),
            masks: Lists::default(),
            slacks: Vec::new(),
            option_ids,
            item_ids,
        };
        if let Some(last) = tables.live.last_mut() {
            *last >>= (64 - tables.option_ids.len() % 64) % 64;
        }
        for (_, item) in tables.item_ids.iter() {
            let users = users.of(item.index() as u32);
            let (low, bound) = problem.bounds(item);
            let size = users.len() as u32;
            tables.left.push(Left { size, bound });
            tables.slacks.push(bound - low);
            let mask = words(users.iter().map(|&(option, _)| bit(option)));
            tables.masks.add(mask);
            meter.spend(64 * users.len() + 64)?;
        }
        for (_, option) in tables.option_ids.iter() {
            let items = problem.items_of(option).iter();
            let items = items.filter_map(|&item| tables.item_ids.number(item));
            tables.items.add(items);
            meter.spend(4 * problem.items_of(option).len())?;
        }
        Ok(tables)
    }

    /// The options that are compatible with an option.
    pub(super) fn row(&self, option: u32) -> &[u64] {
        &self.keep[option as usize * self.words..][..self.words]
    }

    /// The primary items of an option.
    #[inline]
    pub(super) fn items(&self, option: u32) -> &[u32] {
        self.items.of(option)
    }

    /// The options of an item.
    pub(super) fn mask(&self, item: u32) -> &[(u32, u64)] {
        self.masks.of(item)
    }

    #[inline]
    pub(super) fn slack(&self, item: u32) -> u32 {
        self.slacks[item as usize]
    }

    pub(super) fn id(&self, option: u32) -> OptionId {
        self.option_ids.id(option)
    }

    /// The number of an option, if it has one.
    pub(super) fn number(&self, option: OptionId) -> Option<u32> {
        self.option_ids.number(option)
    }
}

/// The rows of all options, end to end. O(uses of items x words) at most.
fn rows(
    problem: &Problem,
    options: &Numbering<OptionId>,
    users: &Lists<User>,
    meter: &mut Meter<'_>,
) -> Result<Vec<u64>, Stop> {
    let words = options.len().div_ceil(64);
    let mut rows = vec![!0; options.len() * words];
    for item in problem.items().filter(|&item| problem.bounds(item).1 == 1) {
        exclude(
            users.of(item.index() as u32),
            |option| [bit(option)],
            |option, dead| {
                let row = &mut rows[option as usize * words..][..words];
                for &(word, dead) in dead {
                    row[word as usize] &= !dead;
                }
            },
            meter,
        )?;
    }
    for (option, _) in options.iter() {
        let (word, bit) = bit(option);
        rows[option as usize * words + word as usize] &= !(1 << bit);
    }
    Ok(rows)
}

/// The position of an option's bit in a row: its word, and its number in the word.
fn bit(option: u32) -> (u32, u32) {
    (option / 64, option % 64)
}
