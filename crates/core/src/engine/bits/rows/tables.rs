//! The tables of the layout *rows*, which never change.

use crate::ask::{Meter, Stop};
use crate::engine::Remains;
use crate::engine::bits::exclusion::{User, exclude, users, words};
use crate::problem::{Lists, OptionId, Problem};

/// The counters of a primary item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Left {
    /// The number of its live options.
    pub(super) size: u32,
    /// The number of times that it may still be covered; 0 if it is closed.
    pub(super) bound: u32,
}

/// The words of a chunk: 64 bytes, as wide as the widest vector.
pub(super) const WORDS: usize = 8;

/// A chunk of a row, with one bit for each option.
pub(super) type Chunk = [u64; WORDS];

/// A problem as rows.
#[derive(Debug)]
pub(in crate::engine::bits) struct Tables {
    /// The number of chunks of a row.
    pub(super) chunks: usize,
    /// Whether some item may be covered several times or not at all.
    pub(super) is_multiple: bool,
    /// The state at the root.
    pub(super) live: Vec<Chunk>,
    pub(super) left: Vec<Left>,
    /// The row of option number `o` is `keep[o * chunks..][..chunks]`.
    keep: Vec<Chunk>,
    /// The primary items of each option.
    items: Lists<u32>,
    /// The options of each primary item: the words that are not zero, with their positions.
    masks: Lists<(u32, u64)>,
    /// The chunks in which options of a primary item exclude any option.
    reaches: Lists<u32>,
    /// The upper limit of each item minus its lower limit.
    slacks: Vec<u32>,
    remains: Remains,
}

impl Tables {
    pub(super) fn compile(
        problem: &Problem,
        remains: Remains,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let users = users(problem, &remains.options, meter)?;
        let len = chunks_of(remains.options.len());
        let mut tables = Self {
            chunks: len,
            is_multiple: false,
            live: vec![[!0; WORDS]; len],
            left: Vec::new(),
            keep: rows(problem, &remains, &users, meter)?,
            items: Lists::default(),
            masks: Lists::default(),
            reaches: Lists::default(),
            slacks: Vec::new(),
            remains,
        };
        for (word, live) in tables.live.as_flattened_mut().iter_mut().enumerate() {
            let bits = tables.remains.options.len().saturating_sub(64 * word);
            *live = (!0_u64).checked_shr(64 - bits.min(64) as u32).unwrap_or(0);
        }
        let mut reach = vec![false; len];
        for (_, item) in tables.remains.items.iter() {
            let users = users.of(item.index() as u32);
            let (low, bound) = tables.remains.bounds(problem, item);
            let size = users.len() as u32;
            tables.left.push(Left { size, bound });
            tables.slacks.push(bound - low);
            tables.is_multiple |= (low, bound) != (1, 1);
            let mask = words(users.iter().map(|&(option, _)| bit(option)));
            tables.masks.add(mask);
            let rows = users.iter().map(|&(option, _)| tables.row(option));
            reach.fill(false);
            for row in rows {
                for (reach, chunk) in reach.iter_mut().zip(row) {
                    *reach |= *chunk != [!0; WORDS];
                }
            }
            let reach = (0..).zip(&reach).filter(|own| *own.1);
            tables.reaches.add(reach.map(|own| own.0));
            meter.spend(64 * users.len() + 64)?;
        }
        for (_, option) in tables.remains.options.iter() {
            let items = problem.items_of(option).iter();
            let items = items.filter_map(|&item| tables.remains.items.number(item));
            tables.items.add(items);
            meter.spend(4 * problem.items_of(option).len())?;
        }
        Ok(tables)
    }

    /// The options that are compatible with an option.
    pub(super) fn row(&self, option: u32) -> &[Chunk] {
        &self.keep[option as usize * self.chunks..][..self.chunks]
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

    /// The chunks in which options of an item exclude any option.
    pub(super) fn reach(&self, item: u32) -> &[u32] {
        self.reaches.of(item)
    }

    #[inline(always)]
    pub(super) fn slack(&self, item: u32) -> u32 {
        self.slacks[item as usize]
    }

    /// The number of tries of an open item: its options, and to use none of them if that is enough.
    /// 0 if the item cannot be covered often enough.
    #[inline(always)]
    pub(super) fn tries(&self, item: u32, Left { size, bound }: Left) -> u64 {
        let slack = if self.is_multiple {
            self.slack(item).min(bound)
        } else {
            0
        };
        (u64::from(size) + u64::from(slack) + 1).saturating_sub(u64::from(bound))
    }

    pub(super) fn id(&self, option: u32) -> OptionId {
        self.remains.options.id(option)
    }

    /// The options that were forced before.
    pub(super) fn forced(&self) -> &[OptionId] {
        &self.remains.forced
    }

    /// The number of an option, if it has one.
    pub(super) fn number(&self, option: OptionId) -> Option<u32> {
        self.remains.options.number(option)
    }
}

/// The rows of all options, end to end. O(uses of items x words) at most.
fn rows(
    problem: &Problem,
    remains: &Remains,
    users: &Lists<User>,
    meter: &mut Meter<'_>,
) -> Result<Vec<Chunk>, Stop> {
    let len = chunks_of(remains.options.len());
    let mut rows = vec![[!0; WORDS]; remains.options.len() * len];
    let is_covered_once = |item| !problem.is_primary(item) || remains.bounds(problem, item).1 == 1;
    for item in problem.items().filter(|&item| is_covered_once(item)) {
        exclude(
            users.of(item.index() as u32),
            |option| [bit(option)],
            |option, dead| {
                let row = &mut rows[option as usize * len..][..len];
                for &(word, dead) in dead {
                    row[word as usize / WORDS][word as usize % WORDS] &= !dead;
                }
            },
            meter,
        )?;
    }
    for (option, _) in remains.options.iter() {
        let (word, bit) = bit(option);
        let row = &mut rows[option as usize * len..][..len];
        row[word as usize / WORDS][word as usize % WORDS] &= !(1 << bit);
    }
    Ok(rows)
}

/// The number of chunks for this many options.
pub(super) fn chunks_of(options: usize) -> usize {
    options.div_ceil(64 * WORDS)
}

/// The position of an option's bit in a row: its word, and its number in the word.
fn bit(option: u32) -> (u32, u32) {
    (option / 64, option % 64)
}
